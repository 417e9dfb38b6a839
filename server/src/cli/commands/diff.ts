import {
  append,
  compareDocuments,
  type ComparedNames,
  type CompareOptions,
  type Comparison,
  comparisonResult,
  type GrowingMasking,
  parseNodeImage,
  parseRelease,
  type Release,
} from '../../core/index.js';
import {
  type Command,
  type CommandIo,
  exitStatus,
  type ParsedArguments,
  sharedOptions,
  UsageError,
  worse,
} from '../command.js';
import { outputMasking, processFiles, releaseOptions } from '../inputs.js';
import { comparisonText } from '../output/comparison.js';
import { printJson } from '../output/style.js';
import { createStyle } from '../output/terminal.js';
import { resourceOptions } from './render/karpenter.js';
import { containerdOption, containerdVersion, gpuComponents, gpuComponentsOption } from './render/command.js';

export const diff: Command = {
  name: 'diff',
  summary: 'differences between two documents, after decoding both',
  operands: 'A B',
  options: {
    ...sharedOptions,
    ...containerdOption,
    ...gpuComponentsOption,
    ...resourceOptions,
    'other-node-pool': { type: 'string', value: 'NAME', help: 'the NodePool of the second file, to compare two' },
    machine: { type: 'string', value: 'NAME', help: 'the scale set or VM to compare, of a file with several' },
    'other-machine': { type: 'string', value: 'NAME', help: 'that of the second file, to compare two' },
    ...releaseOptions,
    'from-image': { type: 'string', value: 'VERSION', help: 'compare what this node image makes of one file …' },
    'to-image': { type: 'string', value: 'VERSION', help: '… with what this one makes of it' },
    'exit-code': { type: 'boolean', help: 'exit with status 1 if the two differ' },
  },
  details: `Each document can be a node config, custom data in any format, or the JSON of a machine, a scale set or
several of them, which are paired by name. The node configs inside are compared by what the node reads,
so order, spelling, layout and MIME boundaries make no difference. The variables and files that differ
on the node follow. Machines and scale sets are compared too: SKU, image, extensions, tags, network and
everything else in their JSON, except for what the service sets, which is listed under "Not compared".
Scripts and cloud-configs beside the configs are compared if both documents have the same format.
Documents without a node config are compared by their values or lines.

--machine and --other-machine name the scale set or VM of each file that is compared, or of one file two of its own. Those
without a name, or with that of another one, are named by their JSON Pointer, such as /3. Without --other-machine, a second
file with several is compared by its scale set or VM of the same name.

A difference isn't an error, so the exit status is 0; --exit-code makes it 1, as git diff does. Anything
that can't be compared, such as a config that the node refuses, is an error in any case.

With --from-image and --to-image, one file is compared with itself on two node images, or AgentBaker releases such as
v0.20260527.0: the fields that only one of them reads, the variables and files on the node, the custom data and the boot
command. Each difference names the release and the pull request of AgentBaker that made it.

Examples
  aks-bootstrap diff --from-image 202603.30.0 --to-image 202608.20.0 config.json
  aks-bootstrap diff old.json new.json
  az vmss show ... | aks-bootstrap diff --name vmss.json - aks-node-controller-config.json
  git show HEAD:config.json | aks-bootstrap diff --name config.json - config.json
  az vmss list | aks-bootstrap diff --machine aks-a-vmss --other-machine aks-b-vmss -
  aks-bootstrap diff --node-pool general --other-node-pool gpu pools.yaml`,
  async run(args, io) {
    const format = args.choice('format', ['text', 'json']) ?? 'text';
    const environment = { containerdVersion: containerdVersion(args), gpuComponents: await gpuComponents(args) };
    const masking = outputMasking(args);
    const machines = namesOption(args, 'machine', 'other-machine');
    const images = imagesOption(args);
    if (images !== undefined) return compareImages(args, io, images, { environment, masking, machines });
    const pools = namesOption(args, 'node-pool', 'other-node-pool');
    const [first, second, ...more] = args.files;
    const isOneFile = [machines, pools].some((names) => names?.before !== undefined && names.after !== undefined);
    if (first === undefined || (second === undefined && !isOneFile) || more.length > 0)
      throw new UsageError(
        'name two files, one of which may be - for standard input, or one with --machine and --other-machine',
      );
    if (first === '-' && second === '-') throw new UsageError('only one of the two files can be standard input');
    const read = await processFiles(args, io, masking, (analysis, file) => ({ result: { file, analysis } }));
    const results: object[] = read.results.filter((one) => 'error' in one);
    let { status } = read;
    const [before, other] = read.results.flatMap((one) => ('analysis' in one ? [one] : []));
    const after = second === undefined ? before : other;
    if (before !== undefined && after !== undefined) {
      const files = [before.file, after.file] as const;
      const options = { environment, masking, machines, pools: { ...pools, after: pools?.after ?? pools?.before } };
      const comparisons = compareDocuments(before.analysis, after.analysis, options);
      append(
        results,
        comparisons.map((comparison) => comparisonResult(files, before.analysis, after.analysis, comparison)),
      );
      if (format === 'text') io.out(comparisonText(files, comparisons, createStyle(io.colour)).masked(masking));
      status = worse(status, statusOf(comparisons, args.flag('exit-code')));
    }
    if (format === 'json') printJson(io, masking, results);
    return status;
  },
};

/** What is chosen on each side by two options; undefined if neither is given. */
function namesOption(args: ParsedArguments, own: string, other: string): ComparedNames | undefined {
  const [before, after] = [args.text(own), args.text(other)];
  return before === undefined && after === undefined ? undefined : { before, after };
}

/** The images of `--from-image` and `--to-image`, by their versions or releases. */
function imagesOption(args: ParsedArguments): readonly [Release, Release] | undefined {
  const image = (name: string): Release | undefined =>
    args.parsed(name, (text) => parseNodeImage(text) ?? parseRelease(text), 'a version such as 202605.27.0');
  const [from, to] = [image('from-image'), image('to-image')];
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw new UsageError('give both --from-image and --to-image');
  if (args.text('node-image') !== undefined || args.text('release') !== undefined)
    throw new UsageError("--from-image and --to-image can't be combined with --node-image or --release");
  return [from, to];
}

/** Compares what two node images make of each file. */
async function compareImages(
  args: ParsedArguments,
  io: CommandIo,
  [from, to]: readonly [Release, Release],
  options: Omit<CompareOptions, 'masking'> & { readonly masking: GrowingMasking },
): Promise<number> {
  const format = args.choice('format', ['text', 'json']) ?? 'text';
  const { masking } = options;
  const found = await processFiles(args, io, masking, (analysis, file) => {
    const [before, after] = [analysis.forImage(from), analysis.forImage(to)];
    const comparisons = compareDocuments(before, after, options);
    const files = [file, file] as const;
    if (format === 'text') io.out(comparisonText(files, comparisons, createStyle(io.colour)).masked(masking));
    const results = comparisons.map((comparison) => comparisonResult(files, before, after, comparison));
    return { result: results, status: statusOf(comparisons, args.flag('exit-code')) };
  });
  if (format === 'json') printJson(io, masking, found.results.flat());
  return found.status;
}

function statusOf(comparisons: readonly Comparison[], exitCode: boolean): number {
  const faulty = comparisons.some(({ notes }) => notes.some(({ severity }) => severity === 'error'));
  const differing = exitCode && comparisons.some(({ equal }) => !equal);
  return faulty || differing ? exitStatus.problems : exitStatus.fine;
}
