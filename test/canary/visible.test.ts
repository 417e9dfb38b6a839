import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { commandLineOutputs, EditorOutputs, type Output, type OutputInput } from './outputs.js';
import { textPlaces } from './places.js';

/** Controls of terminals, direction, separators of lines, zero-width characters and tags. */
const hostile = '\u001b]0;x\u0007\u009b2J\u202ea\u2066b\u061c\u200b\u2028\u2029\u{e0041}c';
const raw = /.{0,40}(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}].{0,10}/u;
/** What the command line itself colours its output with. */
// eslint-disable-next-line no-control-regex -- matches escape sequences
const colours = /\u001b\[\d{1,2}m/g;

const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Members of answers that have to be exact wherever they are, with the reason. */
const exactMembers: Readonly<Record<string, string>> = {
  uri: 'an address',
  file: 'an address in a case',
  source: 'an address',
  steps: 'an address in a document',
  pointer: 'an address in a document',
  target: 'an address, or what to ask for',
  data: 'the server gets it back',
  arguments: 'the server gets them back',
  newText: 'is written into the document',
  insertText: 'is written into the document',
  filterText: 'is compared with the document',
  sortText: 'orders completions',
  content: 'is opened as a document',
};

/** Answers whose `text` is a document itself. */
const exactTexts: Readonly<Record<string, string>> = {
  'aksBootstrap/render': 'a rendered document',
  'aksBootstrap/layerText': 'a decoded document',
  'aksBootstrap/redact': 'a document with other secrets',
  workspace: 'the text of a virtual document',
};

const folder = temporaryFolder();
const editor = await EditorOutputs.start(
  (answer, member) => member in exactMembers || (member === 'text' && answer in exactTexts),
);
afterAll(() => editor.stop());
const outputs: readonly Output[] = [...commandLineOutputs(folder.path, [], false), ...editor.outputs];

interface HostileDocument {
  readonly place: string;
  readonly name: string;
  readonly text: string;
}

const documents: readonly HostileDocument[] = [
  {
    place: 'names of scale sets',
    name: 'fleet.json',
    text: `[${[1, 2]
      .map(
        (size) =>
          `{"name": ${escaped(`${hostile}${size}`)}, "sku": {"capacity": ${size}}, "virtualMachineProfile": {"osProfile": {}}}`,
      )
      .join()}]`,
  },
  {
    place: 'keys and paths of a cloud-config',
    name: 'user-data.yaml',
    text: `#cloud-config
${escaped(hostile)}: 1
write_files:
- path: ${escaped(`/etc/${hostile}.sh`)}
  content: |
    #!/bin/sh
- path: ${escaped(`/etc/${hostile}.sh`)}
  encoding: b64
  content: ${Buffer.from(`#cloud-config\n${escaped(hostile)}: 1\n`).toString('base64')}
runcmd:
- [${escaped(hostile)}, ${escaped(`/etc/${hostile}.sh`)}]
users: [{${escaped(hostile)}: ${escaped(hostile)}}]
`,
  },
  {
    place: 'names of a node config',
    name: 'aks-node-controller-config.json',
    text: JSON.stringify(
      {
        version: hostile,
        [hostile]: { [hostile]: hostile },
        enable_ssh: hostile,
        kubelet_config: { kubelet_flags: { [hostile]: hostile }, [hostile]: 1 },
        cluster_config: { location: hostile },
      },
      null,
      2,
    ),
  },
  {
    place: 'names around a payload',
    name: 'model.json',
    text: JSON.stringify({ [hostile]: { osProfile: { customData: Buffer.from('#!/bin/sh\n').toString('base64') } } }),
  },
  {
    place: 'names of parts',
    name: 'user-data.txt',
    text: [
      'Content-Type: multipart/mixed; boundary="b"',
      'MIME-Version: 1.0',
      '',
      '--b',
      `Content-Type: text/x-shellscript; name="${hostile}"`,
      `Content-Disposition: attachment; filename="${hostile.replace('\u0007', '')}.sh"`,
      '',
      '#!/bin/sh',
      '--b--',
      '',
    ].join('\n'),
  },
  {
    place: 'names of steps in a log',
    name: 'boot.log',
    text: ['Starting', 'Finished', 'Failed to start']
      .map(
        (word, second) => `Nov 23 03:00:0${second} ${hostile} systemd[1]: ${word} ${hostile}.service - ${hostile}.\n`,
      )
      .join(''),
  },
  ...textPlaces.map(({ name, document }) => {
    const made = document([hostile, `${hostile}: ${hostile}`, escaped(hostile)]);
    return { place: name, name: made.name, text: made.content };
  }),
];

/** The documents whose own names are hostile come first. */
const hostileNames = documents.length - textPlaces.length;

describe('invisible characters of hostile documents', () => {
  it.each(documents.map((document, index) => ({ ...document, index })))(
    'are in no output except exact texts: $place',
    async ({ name, text: source, index }) => {
      const twinText = source.replaceAll('1', '2');
      const [path, twinPath] = [source, twinText].map((content, twin) => {
        const at = join(folder.path, `${twin}\u202e\u009b${name}`);
        writeFileSync(at, content);
        return at;
      });
      const input: OutputInput = {
        path: path ?? '',
        twinPath: twinPath ?? '',
        name: `\u202e/${name}`,
        text: source,
        twinText,
      };
      // Places that the canary test has take turns: each is with every third output.
      const chosen = outputs.filter((_, output) => index < hostileNames || (output + index) % 3 === 0);
      const found: string[] = [];
      const escapes: string[] = [];
      for (const { name: output, run } of chosen) {
        const text = (await run(input)).replace(colours, '');
        if (text.includes('\\u202ea\\u2066b')) escapes.push(output);
        const [excerpt] = raw.exec(text) ?? [];
        if (excerpt !== undefined) found.push(`${output}: ${JSON.stringify(excerpt)}`);
      }
      expect(found).toEqual([]);
      // Otherwise, the outputs would show nothing of the document.
      if (index < hostileNames) expect(escapes).not.toEqual([]);
    },
  );
});
