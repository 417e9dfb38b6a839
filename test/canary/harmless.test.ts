import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call } from '../support/commandLine.js';

/** Documents of the repository, which have no secrets but those that `secrets` lists. */
const folders = ['test/samples', 'test/samples/boot', 'test/golden', 'test/fixtures', 'docs', 'schemas'];

const files = folders.flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: folder !== 'test/samples' })
    .filter((entry) => entry.isFile() && !/\.(?:jpg|png|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

/** The secrets of these files. */
const secrets = new Set([
  'abcdef.0123456789abcdef',
  'q7k2mz.4f8w1n6c3x9bd05h',
  '07401b.f395accd246ae52d',
  '123456',
  'Passw0rd-of-the-realm',
  'Passw0rd-of-the-proxy',
  'Passw0rd-of-the-principal',
  'MIIEvQIBADANBgkq',
  'Tr0ub4dor-invented',
]);

const encoded = [...secrets].map((secret) => Buffer.from(secret).toString('base64'));

/** Whether a hidden text of a file is one of the secrets, in base64, cut at the end of a line, or with the lines around it. */
function isSecret(hidden: string, content: Buffer): boolean {
  const [bare, decoded] = [hidden.replace(/[\s┆…]/g, ''), Buffer.from(hidden, 'base64').toString()];
  if ([...secrets].some((secret) => bare.length > 3 && secret.startsWith(bare)) || encoded.includes(bare)) return true;
  // The documentation has masks.
  if (decoded.includes('-----BEGIN PRIVATE KEY-----') || /^\*+(?:#\d+#?)?$/.test(bare)) return true;
  return content.toString('base64').startsWith(bare) && [...secrets].some((secret) => content.includes(secret));
}

/** What the masks in an output hide; undefined if anything else differs from the output without masks. */
function hiddenIn(masked: string, shown: string): readonly string[] | undefined {
  const [first = '', ...parts] = masked.split(/\*{4}\**(?:#\d+#?)?/);
  if (!shown.startsWith(first)) return undefined;
  const hidden: string[] = [];
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    const start = index === parts.length - 1 ? shown.length - part.length : shown.indexOf(part, at);
    if (start < at || !shown.endsWith(part, start + part.length)) return undefined;
    hidden.push(shown.slice(at, start));
    at = start + part.length;
  }
  return hidden;
}

/** What a command hides of a file that is also custom data, so that its text is shown. */
async function hiddenBy(command: string, file: string): Promise<readonly string[] | undefined> {
  const customData = readFileSync(file).toString('base64');
  const model = JSON.stringify({ properties: { virtualMachineProfile: { osProfile: { customData } } } });
  const hidden: string[] = [];
  for (const [path, stdin] of [
    [file, ''],
    ['-', model],
  ] as const) {
    const masked = await call([...command.split(' '), path], stdin);
    const shown = await call([...command.split(' '), '--show-secrets', path], stdin);
    const found = hiddenIn(masked.out, shown.out);
    if (found === undefined) return undefined;
    hidden.push(...found);
  }
  return hidden;
}

describe.each(['decode --text', 'validate'])('%s', (command) => {
  it.each([...new Set(files)])('masks only the secrets of %s', async (file) => {
    const hidden = await hiddenBy(command, file);
    expect(hidden, 'the output differs in other words too').toBeDefined();
    const content = readFileSync(file);
    expect(hidden?.filter((text) => !isSecret(text, content))).toEqual([]);
  });
});
