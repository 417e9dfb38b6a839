import { afterEach, describe, expect, it } from 'vitest';
import { type DecodeResult, type ExtractResult, type PayloadEntry, requests } from '../../server/src/protocol.js';
import { TestEditor } from '../support/lspConnection.js';

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** A scale set as `az vmss list` prints it, with some extensions. */
function scaleSet(name: string, cloudConfig: string, extensions: readonly string[] = ['vmssCSE']): object {
  return {
    name,
    virtualMachineProfile: {
      osProfile: { customData: inBase64(cloudConfig) },
      extensionProfile: {
        extensions: extensions.map((extension) => ({
          name: extension,
          type: 'CustomScript',
          protectedSettings: { commandToExecute: `/opt/${extension}.sh` },
        })),
      },
    },
  };
}

const right = '#cloud-config\nhostname: node\n';
const wrong = '#cloud-config\nhostnme: node\npassword: s3cret-Word\n';

let editor: TestEditor;
afterEach(() => editor.stop());

async function open(document: unknown): Promise<string> {
  editor = await TestEditor.start({ initializationOptions: { commands: true } });
  return editor.open('list.json', JSON.stringify(document, null, 1));
}

const decode = (uri: string): Promise<DecodeResult> => editor.connection.sendRequest(requests.decode, { uri });
const lensTitles = async (uri: string): Promise<string[]> => {
  const lenses = await editor.lenses(uri);
  return lenses.map(({ command }) => command?.title.split(':')[0] ?? '');
};

/** The names of what a payload belongs to, and its label. */
function pathOf({ resources }: DecodeResult, { resource, label }: PayloadEntry): string {
  const names = [label];
  for (let at = resource; at !== undefined; at = resources[at]?.around) names.unshift(resources[at]?.name ?? '?');
  return names.join(' › ');
}

describe('a list of scale sets', () => {
  it('has payloads that belong to scale sets and extensions', async () => {
    const result = await decode(await open([scaleSet('pool1', right, ['vmssCSE', 'tools']), scaleSet('pool2', right)]));
    expect(result.payloads.map((payload) => pathOf(result, payload))).toEqual([
      'pool1 › customData',
      'pool1 › vmssCSE › commandToExecute',
      'pool1 › tools › commandToExecute',
      'pool2 › customData',
      'pool2 › vmssCSE › commandToExecute',
    ]);
    expect(result.resources.map(({ is }) => is)).toEqual([
      'scale set',
      'extension',
      'extension',
      'scale set',
      'extension',
    ]);
    expect(result.resources[3]?.range.start).toEqual({ line: 27, character: 1 });
  });

  it('says which scale sets have the same payloads', async () => {
    const result = await decode(
      await open([
        scaleSet('pool1', right),
        scaleSet('pool2', wrong),
        scaleSet('pool3', right),
        scaleSet('pool4', right, []),
      ]),
    );
    const machines = result.resources.filter(({ is }) => is === 'scale set');
    expect(machines.map(({ sameAs }) => sameAs ?? null)).toEqual([null, null, 'pool1', null]);
  });

  it('counts the problems of a scale set itself, beside those of its payloads', async () => {
    const { resources, payloads } = await decode(
      await open([
        scaleSet('pool1', wrong),
        { name: 'pool2', virtualMachineProfile: { osProfile: { customData: ' ' } } },
      ]),
    );
    expect(payloads[0]).toMatchObject({ errors: 1, codes: ['cloud-config/unknown-key'] });
    expect(resources.find(({ name }) => name === 'pool2')).toMatchObject({ codes: ['payload/empty'] });
    expect(resources.find(({ name }) => name === 'pool1')).toMatchObject({ errors: 0, warnings: 0, codes: [] });
  });

  it('has problems and lenses with the names of scale set and extension', async () => {
    const uri = await open([
      scaleSet('pool1', wrong),
      scaleSet('pool2', wrong),
      { name: 'pool3', virtualMachineProfile: { osProfile: { customData: ' ' } } },
    ]);
    const problems = await editor.diagnostics(uri);
    const messages = problems.map(({ message }) => (typeof message === 'string' ? message : message.value));
    expect(new Set(messages).size).toBe(messages.length);
    expect(messages.map((message) => /\(inside (.*)\)$/.exec(message)?.[1])).toEqual([
      'pool1 › customData',
      'pool2 › customData',
      'pool3',
    ]);
    const related = problems.map(({ relatedInformation }) => relatedInformation?.[0]?.message);
    expect(related.slice(0, 2)).toEqual([
      'In the decoded text: line 2, column 1 of pool1 › customData',
      'In the decoded text: line 2, column 1 of pool2 › customData',
    ]);
    expect(await lensTitles(uri)).toEqual(['Decode pool1 › customData', 'Decode pool2 › customData']);
  });
});

describe('one scale set', () => {
  it('has no name where there is no other one to confuse it with', async () => {
    const uri = await open(scaleSet('pool1', wrong));
    expect((await editor.diagnostics(uri))[0]?.message).toMatch(/\(inside customData\)$/);
    expect(await lensTitles(uri)).toEqual(['Decode customData']);
  });

  it('is named by a problem if one of its extensions is meant', async () => {
    const model = {
      name: 'pool1',
      virtualMachineProfile: {
        extensionProfile: {
          extensions: ['vmssCSE', 'tools'].map((name) => ({ name, settings: { commandToExecute: '' } })),
        },
      },
    };
    const uri = await open(model);
    const messages = (await editor.diagnostics(uri)).map(({ message }) => message);
    expect(messages).toEqual([
      'commandToExecute is empty. (inside vmssCSE)',
      'commandToExecute is empty. (inside tools)',
    ]);
  });
});

describe('payloads as files', () => {
  const extract = (uri: string, more: object = {}): Promise<ExtractResult> =>
    editor.connection.sendRequest(requests.extract, { uri, ...more });
  const texts = (result: ExtractResult): Record<string, string> =>
    Object.fromEntries(
      (result?.files ?? []).map(({ path, content }) => [path.join('/'), Buffer.from(content, 'base64').toString()]),
    );
  const customData = (index: number): string => `list.json/${index}/virtualMachineProfile/osProfile/customData/base64`;

  it('have the names that the command line gives them, with secrets masked', async () => {
    const uri = await open([scaleSet('pool1', right, []), scaleSet('pool2', wrong, [])]);
    const result = await extract(uri);
    expect(result?.masked).toBe(1);
    expect(Object.keys(texts(result))).toEqual([customData(0), customData(1)]);
    expect(texts(result)[customData(1)]).toMatch(/^#cloud-config\nhostnme: node\npassword: \*{8}/);
  });

  it('are those of one payload with what is inside it, and have secrets if the user wants them', async () => {
    const uri = await open([scaleSet('pool1', right, []), scaleSet('pool2', wrong, [])]);
    const { payloads } = await decode(uri);
    const result = await extract(uri, { payloads: [payloads[1]?.steps], showSecrets: true });
    expect(texts(result)).toEqual({ [customData(1)]: wrong });
    expect(result?.masked).toBe(0);
  });

  it('are none of a document that is not open', async () => {
    await open([]);
    expect(await extract('file:///other.json')).toBeNull();
  });
});
