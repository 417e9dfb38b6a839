import { contract } from '../../contract/contract.js';
import type { MessageValue } from '../../value.js';
import type { EnvironmentOptions } from './options.js';
import type { EnvironmentVariable, VariableRow } from './variable.js';
import { cloudProviderVariables, cloudVariables, clusterVariables } from './variables/cluster.js';
import { bootstrappingVariables, kubeletVariables } from './variables/kubelet.js';
import {
  localDnsVariables,
  networkVariables,
  proxyAndTrustVariables,
  searchDomainVariables,
} from './variables/network.js';
import {
  constantVariables,
  identityVariables,
  kernelVariables,
  machineVariables,
  packageVariables,
} from './variables/node.js';
import { containerdVariables, gpuVariables } from './variables/runtime.js';

/**
 * Every variable that aks-node-controller hands to the provisioning scripts, grouped by subject
 * (AgentBaker 06836ee230, `parser.BuildCSECmd`). A new one is a row in `variables/`.
 */
export const environmentVariables: readonly EnvironmentVariable[] = Object.entries<VariableRow>({
  ...clusterVariables,
  ...cloudVariables,
  ...cloudProviderVariables,
  ...identityVariables,
  ...bootstrappingVariables,
  ...machineVariables,
  ...kernelVariables,
  ...packageVariables,
  ...containerdVariables,
  ...kubeletVariables,
  ...networkVariables,
  ...localDnsVariables,
  ...proxyAndTrustVariables,
  ...searchDomainVariables,
  ...gpuVariables,
  ...constantVariables,
}).map(([name, row]) => ({
  name,
  ...row,
  get default() {
    const value = row.render(emptyConfig, {});
    return typeof value === 'string' ? value : undefined;
  },
}));

const emptyConfig: MessageValue = { type: contract.root, fields: new Map() };

/**
 * The variables that a place in the config gets into. `path` is made of proto names, with map keys and
 * list indexes where it leads into maps and lists: a field's variables, those of everything below a
 * message, and those that are made of a whole message or map that the place is in.
 */
export function variablesFedBy(path: string): readonly EnvironmentVariable[] {
  const within = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);
  return environmentVariables.filter(
    ({ sources, presence }) =>
      sources.some((source) => within(path, source) || within(source, path)) ||
      presence.some((source) => within(source, path)),
  );
}

/** A variable as the scripts see it. */
export interface RenderedVariable {
  readonly name: string;
  readonly value: string;
  /** Which one it is, from 0, of a row that stands for many variables. */
  readonly index?: number;
  /** The row of the table that it comes from. */
  readonly variable: EnvironmentVariable;
}

/** The whole bootstrap environment of a config, sorted by name. It never throws. */
export function renderEnvironment(config: MessageValue, options: EnvironmentOptions): readonly RenderedVariable[] {
  return environmentVariables
    .flatMap((variable) => renderVariable(variable, config, options))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** What one row of the table gives for a config: one variable, or as many as the row stands for. */
export function renderVariable(
  variable: EnvironmentVariable,
  config: MessageValue,
  options: EnvironmentOptions,
): readonly RenderedVariable[] {
  const { name, render } = variable;
  const value = render(config, options);
  if (typeof value === 'string') return [{ name, value, variable }];
  return value.map((item, index) => ({ name: numbered(name, index), value: item, variable, index }));
}

/** A name of the table with a number in the place that is meant for it. */
export function numbered(name: string, index: number): string {
  return name.replace('<n>', String(index));
}

/** A file that the provisioning scripts write from a variable. */
export interface NodeFile {
  /** A short name with the right ending, different for every variable. */
  readonly name: string;
  /** Where it is written; absent where that depends on more than the config. */
  readonly path?: string;
  /** The variable that it travels in. */
  readonly variable: string;
  readonly text: string;
}

/** A node file with the variable that it is read from. */
export interface TravellingFile {
  readonly file: NodeFile;
  readonly from: RenderedVariable;
}

/** The files that are hidden in a config's bootstrap environment, decoded, by subject. It never throws. */
export function nodeFiles(config: MessageValue, options: EnvironmentOptions): readonly NodeFile[] {
  return travellingFiles(config, options).map(({ file }) => file);
}

/** The same files with their variables. */
export function travellingFiles(config: MessageValue, options: EnvironmentOptions): readonly TravellingFile[] {
  return environmentVariables.flatMap((variable) => {
    const hidden = variable.file;
    if (hidden === undefined) return [];
    return renderVariable(variable, config, options).flatMap((from) => {
      const text = hidden.read(from.value);
      if (text === undefined) return [];
      const { name, index = 0 } = from;
      const path = hidden.path === undefined ? {} : { path: numbered(hidden.path, index) };
      return [{ file: { name: numbered(hidden.name, index), ...path, variable: name, text }, from }];
    });
  });
}
