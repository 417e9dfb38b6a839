import {
  type Analysis,
  fleetDocuments,
  FleetGrouping,
  type FleetGroups,
  type FleetRecord,
  FleetRecorder,
  groupsPage,
  groupsTable,
  type Masking,
  parsePathPatterns,
} from '../../core/index.js';
import { counted } from '../../core/names.js';
import { type Command, type CommandIo, UsageError } from '../command.js';
import { outputMasking, processFiles, type UnreadableFile } from '../inputs.js';
import { spreadOptions } from '../spreadFiles.js';
import { groupsText } from '../output/groups.js';
import { printJson } from '../output/style.js';
import { createStyle, terminalOutput } from '../output/terminal.js';
import { diff } from './diff.js';

export const compare: Command = {
  name: 'compare',
  summary: 'groups of documents that mean the same, or two of them like diff',
  operands: 'FILE|DIR...',
  options: {
    ...diff.options,
    ...spreadOptions,
    group: { type: 'boolean', help: 'group all documents by what they mean' },
    exact: { type: 'boolean', help: 'also compare fields of which few documents share a value' },
    'ignore-field': {
      type: 'string',
      value: 'PATTERNS',
      help: 'leave out these fields, such as model.tags.*,machine.name',
    },
    format: {
      type: 'string',
      value: 'text|json|csv|html',
      help: 'how to print the result (default: text); csv and html are for --group',
    },
  },
  details: `With --group, hundreds or thousands of documents are grouped by what their node configs, models and other documents
inside mean, decided as by diff: order, spelling, layout and encoding make no difference. Each scale set or VM of a list,
such as of az vmss list, is a document. Each group is shown with its difference from the largest one.

Secrets are compared by value, and masked. A value that is only the name of the machine counts as equal. A field with
more than ten values, of which fewer than ten documents share one on average, such as a token, would make nearly as many groups
as there are documents: it is listed apart, and --exact compares it. Protected settings and commands, which Azure doesn't return, are compared if all have them.

A folder stands for all recognised files below it, as for validate. Without --group, two files, or two scale sets of one
(--machine, --other-machine), are compared as by diff.

Examples
  az vmss list | aks-bootstrap compare --group --name fleet.json -
  aks-bootstrap compare --group fleet
  aks-bootstrap compare --machine aks-blue-1-vmss --other-machine aks-green-1-vmss fleet.json
  aks-bootstrap compare --group --ignore-field 'model.tags.*,model.sku.capacity' fleet
  aks-bootstrap compare --group --format html fleet > fleet.html`,
  async run(args, io) {
    if (!args.flag('group')) {
      for (const option of ['exact', 'ignore-field'] as const)
        if (args.flag(option) || args.text(option) !== undefined) throw new UsageError(`--${option} is for --group`);
      return diff.run(args, io);
    }
    for (const option of ['machine', 'other-machine'] as const)
      if (args.text(option) !== undefined) throw new UsageError(`--${option} can't be combined with --group`);
    const format = args.choice('format', ['text', 'json', 'csv', 'html']) ?? 'text';
    const isIgnored = args.parsed(
      'ignore-field',
      parsePathPatterns,
      'patterns such as model.tags.*,model.sku.capacity',
    );
    const masking = outputMasking(args);
    const recorder = new FleetRecorder();
    const grouping = new FleetGrouping();
    const unreadable: UnreadableFile[] = [];
    const work = (analysis: Analysis, file: string) => ({
      result: { file, records: fleetDocuments(analysis, masking).map((document) => recorder.record(document)) },
    });
    const take = (result: { file: string; records: readonly FleetRecord[] } | UnreadableFile): void => {
      if ('error' in result) unreadable.push(result);
      else for (const record of result.records) grouping.add(result.file, record);
    };
    const { status, skipped } = await processFiles(args, io, masking, work, { folders: true, take, isSpread: true });
    const groups = grouping.groups({ exact: args.flag('exact'), ...(isIgnored && { isIgnored }) });
    print(format, groups, { unreadable, skipped }, io, masking);
    return status;
  },
};

function print(
  format: 'text' | 'json' | 'csv' | 'html',
  groups: FleetGroups,
  { unreadable, skipped }: { readonly unreadable: readonly UnreadableFile[]; readonly skipped: number },
  io: CommandIo,
  masking: Masking,
): void {
  switch (format) {
    case 'text':
      io.out(groupsText(groups, createStyle(io.colour)).masked(masking));
      if (skipped > 0) io.own(`\n${counted(skipped, 'file')} not recognised\n`);
      break;
    case 'json':
      printJson(io, masking, unreadable, { ...withoutIndexes(groups), unrecognised: skipped });
      break;
    case 'csv':
      io.out(terminalOutput(masking.text(groupsTable(groups))));
      break;
    case 'html':
      io.out(terminalOutput(masking.text(groupsPage(groups))));
  }
}

/** The members of groups say which documents are in them. */
function withoutIndexes({ groupOf: _groupOf, ...groups }: FleetGroups): object {
  return groups;
}
