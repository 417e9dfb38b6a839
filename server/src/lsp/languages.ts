/** The editor language of a file by its name; `plaintext` where that tells none. */
export function languageOfName(name: string): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return byExtension.get(extension) ?? 'plaintext';
}

const byExtension = new Map([
  ['json', 'json'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['sh', 'shellscript'],
  ['py', 'python'],
  ['env', 'properties'],
  ['service', 'ini'],
  ['conf', 'ini'],
  ['toml', 'toml'],
  ['xml', 'xml'],
]);

/** What begins a comment up to the end of its line. */
export function commentSign(languageId: string): string {
  return languageId === 'jsonc' ? '//' : '#';
}
