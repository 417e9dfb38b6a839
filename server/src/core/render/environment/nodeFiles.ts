import type { MessageValue } from '../../contract/value.js';
import type { EnvironmentOptions } from './options.js';
import { numbered, type RenderedVariable, renderVariable } from './renderEnvironment.js';
import { environmentVariables } from './table.js';

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
