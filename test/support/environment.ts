import { type EnvironmentOptions, environmentOf, nodeFilesOf } from '../../server/src/core/index.js';
import { analyse } from './analyse.js';

/** The bootstrap environment of a node config, with its secrets. */
export function environment(text: string, options: EnvironmentOptions = {}): Readonly<Record<string, string>> {
  const rendered = environmentOf(analyse('a.node-config.json', text, 'node-config'), { showSecrets: true, ...options });
  if (!rendered.ok) throw new Error(rendered.error.message);
  return Object.fromEntries(rendered.value.variables.map(({ name, value }) => [name, value]));
}

/** The text of the file that is encoded in a variable; undefined if there is none. */
export function nodeFile(text: string, variable: string, options: EnvironmentOptions = {}): string | undefined {
  const rendered = nodeFilesOf(analyse('a.node-config.json', text, 'node-config'), { showSecrets: true, ...options });
  if (!rendered.ok) throw new Error(rendered.error.message);
  return rendered.value.files.find((file) => file.variable === variable)?.text;
}
