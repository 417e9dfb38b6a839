import type { MessageValue } from '../../contract/value.js';
import type { EnvironmentOptions } from './options.js';
import { numbered, renderVariable } from './renderEnvironment.js';
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

/** The files that are hidden in a config's bootstrap environment, decoded, by subject. It never throws. */
export function nodeFiles(config: MessageValue, options: EnvironmentOptions): readonly NodeFile[] {
  return environmentVariables.flatMap((variable) => {
    const { file } = variable;
    if (file === undefined) return [];
    return renderVariable(variable, config, options).flatMap(({ name, value }, index) => {
      const text = file.read(value);
      if (text === undefined) return [];
      const path = file.path === undefined ? {} : { path: numbered(file.path, index) };
      return [{ name: numbered(file.name, index), ...path, variable: name, text }];
    });
  });
}
