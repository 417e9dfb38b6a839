import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { CancellationToken, type CodeAction, type Hover, type TextEdit } from 'vscode-languageserver/node';
import { maskingOf, prose } from '../../server/src/core/index.js';
import { guarded } from '../../server/src/lsp/scheduling.js';
import type { Shown } from '../../server/src/lsp/shown.js';
import { type PayloadEntry, requests } from '../../server/src/protocol.js';
import { config } from '../support/analyse.js';
import { TestEditor } from '../support/lspConnection.js';
import { secretPlaces } from '../support/secretPlaces.js';
import { contains, shownAnswers } from '../support/shownAnswers.js';

const password = 'Hu7xqPlm42ZtRw';
const token = 'r8k2qz.0h4x7w1m9v3c5b6n';

let editor: TestEditor;
beforeEach(async () => {
  editor = await TestEditor.start({ initializationOptions: { commands: true } });
});
afterEach(() => editor.stop());

function open(name: string, text: string): Promise<string> {
  const languageId = name.endsWith('.yaml') ? 'yaml' : /\.(?:json|ign)$/.test(name) ? 'json' : 'plaintext';
  return editor.open(name, text, languageId);
}

function scaleSet(customData: string | Buffer): string {
  const osProfile = { customData: Buffer.from(customData).toString('base64') };
  return JSON.stringify({ properties: { virtualMachineProfile: { osProfile } } }, undefined, 2);
}

function compressedFile(content: string): string {
  const encoded = gzipSync(`${content}\n`).toString('base64');
  return `#cloud-config\nwrite_files:\n  - path: /etc/app.env\n    encoding: gz+b64\n    content: ${encoded}\n`;
}

/** The requests whose answers show a secret of a document. */
async function leaks(name: string, text: string, secret: string): Promise<readonly string[]> {
  const answers = await shownAnswers(editor, await open(name, text), text);
  return answers.filter((answer) => contains(answer.text, secret)).map(({ request }) => request);
}

describe('no answer of the server shows', () => {
  it.each(secretPlaces.map((place) => [place.name, place] as const))('a secret in %s', async (_, place) => {
    const { name, text } = place.document(
      place.isSecret ? password : `curl -u deployer:${password} https://example.com/x`,
    );
    expect(await leaks(name, text, password)).toEqual([]);
  });

  it.each([
    ['a compressed file of a cloud-config', compressedFile(`DB_PASSWORD=${password}`)],
    ['a string behind an escaped line ending', JSON.stringify({ a: `x\n${token}\ny`, b: `CLIENT_SECRET=${token}` })],
    [
      'base64 behind a byte that is not text',
      scaleSet(Buffer.from(`#!/bin/sh\n# caf\xe9\nDB_PASSWORD=${token}\n`, 'latin1')),
    ],
    ['base64 of a list of passwords', scaleSet(`#cloud-config\nchpasswd:\n  list: |\n    root:${password}\n`)],
  ])('the secret in %s', async (_, text) => {
    const name = text.startsWith('#') ? 'cloud-config.yaml' : 'vmss.json';
    expect([...(await leaks(name, text, password)), ...(await leaks(name, text, token))]).toEqual([]);
  });

  it.each([
    ['a field', 'tls_bootstrapping_token'],
    ['a misspelt field', 'tls_bootstrapping_tokn'],
  ])('the secret of %s of a node config in another field', async (_, field) => {
    const members = `"bootstrapping_config":{"${field}":"${password}"},"message_of_the_day":"${password}"`;
    expect(await leaks('aks-node-controller-config.json', config(members), password)).toEqual([]);
    // The node refuses this one.
    const refused = config(`${members},"enable_ssh":"${password}"`);
    expect(await leaks('aks-node-controller-config.json', refused, password)).toEqual([]);
  });

  it('the secret that a fix would keep', async () => {
    const text = `#cloud-config\npassword: ${password}\nhostname: ! ${password}\nruncmd: ${password}\nssh_pwauth: ${password}\n`;
    expect(await leaks('cloud-config.yaml', text, password)).toEqual([]);
  });
});

describe('the text that the user asked for', () => {
  it('has its secrets only with the option', async () => {
    const inner = `#cloud-config\nchpasswd:\n  list: |\n    root:${password}\n`;
    const text = JSON.stringify({
      properties: { virtualMachineProfile: { osProfile: { customData: Buffer.from(inner).toString('base64') } } },
    });
    const uri = await open('vmss.json', text);
    const steps = ['/properties/virtualMachineProfile/osProfile/customData', 'base64'];
    const read = (showSecrets: boolean): Promise<{ readonly text: string } | null> =>
      editor.connection.sendRequest(requests.layerText, { uri, steps, showSecrets });
    expect((await read(true))?.text).toBe(inner);
    expect((await read(false))?.text).toBe(inner.replace(password, '********#1#'));
  });

  it('is written back with the secrets that only their place shows', async () => {
    const inner = `#cloud-config\nchpasswd:\n  list: |\n    root:${password}\n`;
    const customData = Buffer.from(inner).toString('base64');
    const text = JSON.stringify({ properties: { virtualMachineProfile: { osProfile: { customData } } } });
    const uri = await open('vmss.json', text);
    const steps = ['/properties/virtualMachineProfile/osProfile/customData', 'base64'];
    const shown = inner.replace(password, '********#1#');
    const { edits } = await editor.connection.sendRequest<{ readonly edits: TextEdit[] }>(requests.replaceLayerText, {
      uri,
      steps,
      base: shown,
      text: `${shown}hostname: node1\n`,
    });
    const edited = TextDocument.applyEdits(TextDocument.create(uri, 'json', 1, text), edits);
    expect(edited).toContain(Buffer.from(`${inner}hostname: node1\n`).toString('base64'));
  });
});

describe('an answer', () => {
  it('with unmasked text does not compile', () => {
    const raw: string = password;
    // @ts-expect-error: the text of a hover has to be masked.
    const hover: Shown<Hover> = { contents: { kind: 'markdown', value: raw } };
    // @ts-expect-error: so has the title of an action, and the words around a value don't change that.
    const action: Shown<CodeAction> = { title: `Replace ${raw}` };
    // @ts-expect-error: so has the text of one of our own answers.
    const entry: Pick<Shown<PayloadEntry>, 'title'> = { title: raw };
    const masking = maskingOf([]);
    // @ts-expect-error: masked text isn't Markdown as long as its marks aren't escaped.
    const unescaped: Shown<Hover> = { contents: { kind: 'markdown', value: masking.text(raw) } };
    const shown: Shown<Hover> = {
      contents: { kind: 'markdown', value: masking.markdown(prose(`password=${raw}`)) },
    };
    expect([hover, action, entry, unescaped]).toHaveLength(4);
    expect(shown.contents).toEqual({ kind: 'markdown', value: 'password=********' });
  });
});

describe('links', () => {
  it('with a secret are not offered', async () => {
    const uri = await open(
      'cloud-config.yaml',
      `#cloud-config\nruncmd:\n  - curl https://example.com/a\n  - curl https://user:${password}@example.com/b\n  - curl "https://x.blob.core.windows.net/c?sv=1&sig=${password}%3D"\n`,
    );
    const links = await editor.connection.sendRequest<{ readonly target: string }[]>('textDocument/documentLink', {
      textDocument: { uri },
    });
    expect(links.map(({ target }) => target)).toEqual(['https://example.com/a']);
  });
});

describe('the log', () => {
  it('has the error of a request with its secrets masked', async () => {
    const log: string[] = [];
    const failing = guarded({ error: (message) => log.push(message) }, 'hover', () => {
      throw new SyntaxError(`Invalid regular expression: /cat >password=${password}/`);
    });
    await expect(failing({}, CancellationToken.None)).rejects.toThrow('hover failed inside the server');
    expect(log.join('\n')).toContain('/cat >password=********');
  });
});
