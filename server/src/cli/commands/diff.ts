import { append, compareDocuments, type Comparison, comparisonResult } from '../../core/index.js';
import { type Command, exitStatus, sharedOptions, UsageError, worse } from '../command.js';
import { outputMasking, processFiles } from '../inputs.js';
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
    'exit-code': { type: 'boolean', help: 'exit with status 1 if the two differ' },
  },
  details: `Each document can be a node config, custom data in any format, or the JSON of a machine, a scale set or
several of them, which are paired by name. The node configs inside are compared by what the node reads,
so order, spelling, layout and MIME boundaries make no difference. The variables and files that differ
on the node follow. Machines and scale sets are compared too: SKU, image, extensions, tags, network and
everything else in their JSON, except for what the service sets, which is listed under "Not compared".
Scripts and cloud-configs beside the configs are compared if both documents have the same format.
Documents without a node config are compared by their values or lines.

A difference isn't an error, so the exit status is 0; --exit-code makes it 1, as git diff does. Anything
that can't be compared, such as a config that the node refuses, is an error in any case.

Examples
  aks-bootstrap diff old.json new.json
  az vmss show ... | aks-bootstrap diff --name vmss.json - aks-node-controller-config.json
  git show HEAD:config.json | aks-bootstrap diff --name config.json - config.json`,
  async run(args, io) {
    const format = args.choice('format', ['text', 'json']) ?? 'text';
    const environment = { containerdVersion: containerdVersion(args), gpuComponents: await gpuComponents(args) };
    const masking = outputMasking(args);
    const [first, second, ...more] = args.files;
    if (first === undefined || second === undefined || more.length > 0)
      throw new UsageError('name two files, one of which may be - for standard input');
    if (first === '-' && second === '-') throw new UsageError('only one of the two files can be standard input');
    const read = await processFiles(args, io, masking, (analysis, file) => ({ result: { file, analysis } }));
    const results: object[] = read.results.filter((one) => 'error' in one);
    let { status } = read;
    const [before, after] = read.results.flatMap((one) => ('analysis' in one ? [one] : []));
    if (before !== undefined && after !== undefined) {
      const files = [before.file, after.file] as const;
      const comparisons = compareDocuments(before.analysis, after.analysis, { environment, masking });
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

function statusOf(comparisons: readonly Comparison[], exitCode: boolean): number {
  const faulty = comparisons.some(({ notes }) => notes.some(({ severity }) => severity === 'error'));
  const differing = exitCode && comparisons.some(({ equal }) => !equal);
  return faulty || differing ? exitStatus.problems : exitStatus.fine;
}
