import type { Controller } from '../../../values/known/releases.js';
import type { MessageValue } from '../../value.js';
import type { EnvironmentOptions } from './options.js';
import { emptyConfig, type EnvironmentVariable, rowOf, type VariableRow } from './variable.js';
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

/** All variables that any release has, grouped by subject; a new one is a row in `variables/`. */
const allVariables: readonly EnvironmentVariable[] = Object.entries<VariableRow>({
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
}).map(([name, row]) => named(name, row));

/** A variable of any release by its name, which may have a number. */
export function variableNamed(name: string): EnvironmentVariable | undefined {
  const pattern = name.replace(/_\d+$/, '_<n>');
  return allVariables.find((variable) => variable.name === name || variable.name === pattern);
}

/** The variables of the newest release. */
export const environmentVariables: readonly EnvironmentVariable[] = variablesOf(undefined);

/** The variables of a controller, each as it makes them; of the newest one without a controller. */
export function variablesOf(controller: Controller | undefined): readonly EnvironmentVariable[] {
  return allVariables.flatMap((variable) => {
    const row = rowOf(variable, controller);
    return row === undefined ? [] : row === variable ? [variable] : [named(variable.name, row)];
  });
}

function named(name: string, row: VariableRow): EnvironmentVariable {
  return {
    name,
    ...row,
    get default() {
      const value = row.render(emptyConfig, {});
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/**
 * The variables that a position in the config gets into. `path` consists of proto names, map keys and list indexes. They
 * are a field's variables, those of everything below a message, and those made of a whole message or map around it.
 */
export function variablesFedBy(path: string, controller?: Controller): readonly EnvironmentVariable[] {
  return variablesOf(controller).filter((variable) => isFedBy(variable, path));
}

/** Whether a position in the config gets into a variable, as for `variablesFedBy`. */
export function isFedBy({ sources, presence }: EnvironmentVariable, path: string): boolean {
  const within = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);
  return (
    sources.some((source) => within(path, source) || within(source, path)) ||
    presence.some((source) => within(source, path))
  );
}

/** A variable as the scripts see it. */
export interface RenderedVariable {
  readonly name: string;
  readonly value: string;
  /** Its number, from 0, if the row has several variables. */
  readonly index?: number;
  /** The row of the table that it comes from. */
  readonly variable: EnvironmentVariable;
}

/** The whole bootstrap environment of a config, sorted by name. */
export function renderEnvironment(config: MessageValue, options: EnvironmentOptions): readonly RenderedVariable[] {
  return variablesOf(options.controller)
    .flatMap((variable) => renderVariable(variable, config, options))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The variables of one row of the table for a config, usually one. */
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

/** A name of the table with its number. */
export function numbered(name: string, index: number): string {
  return name.replace('<n>', String(index));
}

/** A file that the provisioning scripts write from a variable. */
export interface NodeFile {
  /** A short unique name with the right extension. */
  readonly name: string;
  /** Where it is written; absent if that depends on more than the config. */
  readonly path?: string;
  /** The name of its variable. */
  readonly variable: string;
  readonly text: string;
}

export interface TravellingFile {
  readonly file: NodeFile;
  readonly from: RenderedVariable;
}

/** The files in a config's bootstrap environment, decoded, by subject. */
export function travellingFiles(config: MessageValue, options: EnvironmentOptions): readonly TravellingFile[] {
  return variablesOf(options.controller).flatMap((variable) => {
    if (variable.file === undefined) return [];
    return renderVariable(variable, config, options).flatMap((from) => {
      const file = fileOf(from);
      return file === undefined ? [] : [{ file, from }];
    });
  });
}

/** The file that a variable contains; undefined if it contains none. */
export function fileOf({ name, value, index = 0, variable: { file } }: RenderedVariable): NodeFile | undefined {
  const text = file?.read(value);
  if (file === undefined || text === undefined) return undefined;
  const path = file.path === undefined ? {} : { path: numbered(file.path, index) };
  return { name: numbered(file.name, index), ...path, variable: name, text };
}
