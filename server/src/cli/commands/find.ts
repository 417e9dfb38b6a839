import {
  type Analysis,
  csvRow,
  fleetDocuments,
  type FleetMember,
  type FoundValue,
  foundValues,
  type Masking,
  memberName,
  parseFleetConditions,
  parsePathPattern,
  ValueCounts,
  valueText,
} from '../../core/index.js';
import { counted } from '../../core/names.js';
import { type Command, type CommandIo, exitStatus, sharedOptions, UsageError } from '../command.js';
import { jsonResults, outputMasking, processFiles, releaseOptions, type UnreadableFile } from '../inputs.js';
import { recordOptions } from '../records.js';
import { spreadOptions } from '../spreadFiles.js';
import { printJson } from '../output/style.js';
import { createStyle, joined, type Style, terminalLine, terminalOutput } from '../output/terminal.js';

export const find: Command = {
  name: 'find',
  summary: 'values of fields over many documents',
  operands: 'FIELD FILE|DIR...',
  options: {
    ...sharedOptions,
    ...releaseOptions,
    ...spreadOptions,
    ...recordOptions,
    where: {
      type: 'string',
      value: 'CONDITIONS',
      help: 'only documents for which all of these hold, such as machine.image=202605*,!gpu_config',
    },
    count: { type: 'boolean', help: 'print each value once, with the number of documents that have it' },
    format: { type: 'string', value: 'text|json|csv', help: 'how to print the result (default: text)' },
  },
  details: `FIELD is a path, in which * stands for any characters, ? for one, and {a,b} for alternatives; the path of an object
stands for all values in it. Letter case makes no difference. Quote it, so that the shell leaves it alone. Paths are

  kubelet_config.kubelet_flags.--v  fields of node configs by their proto names,
                                    and keys of maps
  machine.image                     also name, location, size, scale_set,
                                    kubernetes_version, resource_group and
                                    subscription of a scale set or VM
  model.sku.capacity                JSON of a scale set or VM, without
                                    "properties", entries of lists by name
  cloud-config.runcmd, /etc/motd    documents beside the node config, by their
                                    format or path on the node

A condition is PATH=VALUE, PATH!=VALUE (not PATH=VALUE), PATH (there is such a value) or !PATH (there is none); PATH and VALUE
can be patterns. Conditions are separated by commas, and all have to hold. A list equals a value if one of its items does.
Values are those that the node reads, with secrets masked; conditions also see only what is shown.

The exit status is 1 if nothing is found.

Examples
  aks-bootstrap find 'kubelet_config.kubelet_flags.*' fleet
  aks-bootstrap find --count machine.image fleet
  aks-bootstrap find --where 'machine.image!=202605.27.0' machine.name fleet
  az vmss list | aks-bootstrap find --format csv --name fleet.json model.sku.name -`,
  async run(args, io) {
    const [field, ...files] = args.files;
    const hasRecords = args.flag('ndjson');
    if (field === undefined || (files.length === 0 && !hasRecords))
      throw new UsageError('name a field, and at least one file');
    const isWanted = parsePathPattern(field);
    if (isWanted === undefined) throw new UsageError(`the field ${field.slice(0, 100)}… is too long`);
    const holds =
      args.parsed('where', parseFleetConditions, 'conditions such as machine.size=Standard_D4*') ?? (() => true);
    const format = hasRecords ? 'json' : (args.choice('format', ['text', 'json', 'csv']) ?? 'text');
    const isCounted = args.flag('count');
    if (hasRecords && isCounted)
      throw new UsageError('--count is about all documents together, so it excludes --ndjson');
    const masking = outputMasking(args);
    const style = createStyle(io.colour);
    const json = isCounted ? undefined : jsonResults(args, io, masking, format);
    const work = (analysis: Analysis, file: string) => {
      const documents = fleetDocuments(analysis, masking).filter(holds);
      const found = documents.flatMap(({ machine, values }): Found[] => {
        const wanted = foundValues({ values }, isWanted);
        return wanted.length === 0 ? [] : [{ file, ...(machine !== undefined && { machine }), values: wanted }];
      });
      if (!isCounted && format !== 'json') for (const one of found) printFound(one, format, io, masking, style);
      const result = { found: found.length, counted: isCounted ? found.map(({ values }) => values) : [] };
      return json === undefined ? { result } : { result, json: { file, documents: found.map(resultOf) } };
    };
    const counts = new ValueCounts();
    const unreadable: UnreadableFile[] = [];
    let documents = 0;
    if (format === 'csv' && !isCounted) io.own(csvRow(['file', 'machine', 'field', 'value']));
    const take = (result: ReturnType<typeof work>['result'] | UnreadableFile): void => {
      if ('error' in result) {
        unreadable.push(result);
        return;
      }
      documents += result.found;
      for (const values of result.counted) counts.add(values);
    };
    const inputs = { folders: true, take, json, isSpread: true };
    const { status } = await processFiles({ ...args, files }, io, masking, work, inputs);
    if (isCounted) printCounts(counts, unreadable, format, io, masking, style);
    else json?.end();
    return documents === 0 && status === exitStatus.fine ? exitStatus.problems : status;
  },
};

/** What was found in one document. */
interface Found extends FleetMember {
  readonly values: readonly FoundValue[];
}

function resultOf({ machine, values }: Found): object {
  return { ...(machine !== undefined && { machine }), values: values.map(({ path, value }) => ({ path, value })) };
}

function printFound(found: Found, format: 'text' | 'csv', io: CommandIo, masking: Masking, style: Style): void {
  const { file, machine = '', values } = found;
  if (format === 'csv') {
    const rows = values.map(({ path, value }) => csvRow([file, machine, path, valueText(value)]));
    io.out(terminalOutput(masking.text(rows.join(''))));
    return;
  }
  const lines = values.map(({ path, value }) => {
    return terminalLine`${style.bold(memberName(found))}  ${path}  ${valueText(value)}\n`;
  });
  io.out(joined(lines).masked(masking));
}

function printCounts(
  { counts }: ValueCounts,
  unreadable: readonly object[],
  format: 'text' | 'json' | 'csv',
  io: CommandIo,
  masking: Masking,
  style: Style,
): void {
  if (format === 'json') {
    printJson(io, masking, unreadable, { counts });
    return;
  }
  if (format === 'csv') {
    const rows = counts.map(({ path, value, documents }) => csvRow([path, valueText(value), documents]));
    io.out(terminalOutput(masking.text(csvRow(['field', 'value', 'documents']) + rows.join(''))));
    return;
  }
  const lines = counts.map(({ path, value, documents }) => {
    return terminalLine`${style.bold(counted(documents, 'document').padStart(15))}  ${path}  ${valueText(value)}\n`;
  });
  io.out(joined(lines).masked(masking));
}
