import type { Decider, MissingInput } from '../../document/rendered.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import type { OptionsReading } from '../options/read.js';
import { labelIn } from '../resources/findOut.js';
import { settingNamed } from '../resources/settings.js';

/** The minor version of Kubernetes whose flags a script with gaps has if the version is missing. */
export const assumedMinor = 35n;

/** How a missing input is written where its value belongs. */
function gap(name: string): string {
  return `<${name}>`;
}

/** The options with a mark in the place of each input that is missing. */
export function optionsWithGaps({ value, computed }: OptionsReading): BootstrapOptions {
  const options: Record<string, unknown> = { ...value };
  const kubelet: Record<string, unknown> = { ...value.kubeletConfig };
  const labels = new Map(value.labels);
  const missing = new Set(computed?.missingInputs.map(({ name }) => name));
  for (const name of missing) {
    const label = labelIn(name);
    if (label !== undefined) labels.set(label, gap('unknown'));
    const [first, second] = settingNamed(name)?.becomes ?? [];
    if (first !== undefined && second === undefined) options[first] = gap(name);
    if (first === 'kubeletConfig' && second !== undefined) kubelet[second] = gap(name);
  }
  if (options.APIServerName === undefined) options.APIServerName = gap('CLUSTER_ENDPOINT');
  if (options.routeTableName === undefined) options.routeTableName = gap('networkSecurityGroupName');
  kubelet.kubeReserved ??= new Map([
    ['cpu', gap(missing.has('vmSize') ? 'vmSize' : 'vCPUs')],
    ['memory', gap('memoryMiB')],
  ]);
  // The description, which the interface is generated from, has the same names.
  return { ...options, labels, kubeletConfig: kubelet };
}

/** Who decides about an input, as a sentence. */
const decisions: Readonly<Record<Decider, string>> = {
  user: 'You choose it.',
  file: 'Add it to the file.',
  settings: "Karpenter's settings have it.",
  azure: 'Azure knows it.',
  cluster: 'The cluster knows it.',
  karpenter: 'Karpenter chooses it for each node.',
};

/** Lines about missing inputs: their names, what they are, who decides about them, and the command that finds each out. */
export function missingLines(missing: readonly MissingInput[]): string[] {
  return missing.flatMap(({ name, about, decidedBy, command }) => [
    `- ${name}`,
    `    ${about} ${decisions[decidedBy]}`.trimEnd(),
    ...(command === undefined ? [] : [`    ${command}`]),
  ]);
}

/** Comments that list the gaps of a script, with the commands that find them out. */
export function gapComments(missing: readonly MissingInput[]): string {
  const lines = missingLines(missing);
  const assumptions = [
    [
      'kubernetesVersion',
      `Flags and downloads are those of Kubernetes 1.${assumedMinor}, because the version is missing.`,
    ],
    ['vmSize', 'The script is that of a node without GPUs, because the VM size is missing.'],
  ] as const;
  const assumed = assumptions.filter(([input]) => missing.some(({ name }) => name === input));
  return [
    'This script has gaps, which are written as <NAME>, in labels as <unknown>. These inputs are missing:',
    ...lines,
    ...assumed.map(([, line]) => line),
  ]
    .map((line) => `# ${line.replace(/[\r\n]+/g, ' ')}\n`)
    .join('');
}
