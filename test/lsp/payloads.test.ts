import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  DiagnosticTag,
  type DocumentSymbol,
  type Hover,
  type Location,
  type LocationLink,
} from 'vscode-languageserver/node';
import {
  type DecodeParams,
  type DecodeResult,
  lensCommands,
  type LayerTextResult,
  type PayloadEntry,
  type PayloadPlaceParams,
  type PayloadPlaceResult,
  requests,
  type TextRange,
} from '../../server/src/protocol.js';
import { viewOfUriText } from '../../server/src/virtualDocuments.js';
import { codes, TestEditor } from '../support/lspConnection.js';

const sample = readFileSync('test/samples/vmss.json', 'utf8');
const customData = '/properties/virtualMachineProfile/osProfile/customData';
const mime = [customData, 'base64', 'mime-multipart'];
const boothook = [...mime, 'part:0'];
const config = [...boothook, 'heredoc:/opt/azure/containers/aks-node-controller-config.json'];

let editor: TestEditor;
afterEach(() => editor.stop());

const start = async (settings?: object): Promise<string> => {
  editor = await TestEditor.start({
    initializationOptions: { commands: true },
    ...(settings === undefined ? {} : { settings }),
  });
  return editor.open('vmss.json', sample);
};
const decode = (params: DecodeParams): Promise<DecodeResult> => editor.connection.sendRequest(requests.decode, params);
const placeOf = (params: PayloadPlaceParams): Promise<PayloadPlaceResult> =>
  editor.connection.sendRequest(requests.payloadPlace, params);
const titles = async (uri: string): Promise<(string | undefined)[]> =>
  (await editor.lenses(uri)).map(({ command }) => command?.title.split(':')[0]);

function positionOf(text: string, needle: string): { line: number; character: number } {
  const at = text.indexOf(needle);
  expect(at, `${needle} is not in the text`).toBeGreaterThanOrEqual(0);
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
}

function textAt(text: string, range: TextRange | undefined): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: TextRange['start']): number =>
    lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  return range === undefined ? '' : text.slice(offset(range.start), offset(range.end));
}

it('a value inside of an encoded payload strikes out nothing around it, one in a text with positions itself', async () => {
  editor = await TestEditor.start();
  const tagsIn = async (name: string, text: string): Promise<unknown[]> =>
    (await editor.diagnostics(await editor.open(name, text))).map(({ code, tags }) => [code, tags]);
  const deprecated = '#cloud-config\napt_update: true\n';
  const customData = Buffer.from(deprecated).toString('base64');
  const machine = JSON.stringify({ virtualMachineProfile: { osProfile: { customData } } });
  expect(await tagsIn('vmss.json', machine)).toContainEqual(['cloud-config/deprecated-key', undefined]);
  const part = `Content-Type: multipart/mixed; boundary="b"\nMIME-Version: 1.0\n\n--b\nContent-Type: text/cloud-config\n\n${deprecated}\n--b--\n`;
  expect(await tagsIn('a.mime', part)).toContainEqual(['cloud-config/deprecated-key', [DiagnosticTag.Deprecated]]);
});

describe('the payload tree', () => {
  it('has the facts that lists and trees show for each payload', async () => {
    const uri = await start();
    const { kind, source, payloads, chosen } = await decode({ uri });
    expect([kind, source, chosen]).toEqual(['VMSS JSON', uri, undefined]);
    const shown = (entry: PayloadEntry): unknown[] => [
      `${entry.icon} ${entry.title}`,
      entry.role,
      ...(entry.errors > 0 ? [`${entry.errors} errors`] : []),
      ...entry.children.map(shown),
    ];
    expect(payloads.map(shown)).toEqual([
      [
        'mail customData',
        'deployed',
        [
          'terminal-bash text/cloud-boothook',
          'deployed',
          ['settings-gear /opt/azure/containers/aks-node-controller-config.json', 'config', '1 errors'],
          ['file /opt/azure/containers/enabled_features.sh', 'other'],
        ],
        ['cloud text/cloud-config', 'other'],
      ],
      ['terminal commandToExecute', 'other'],
      ['terminal-bash script', 'other'],
    ]);
    expect(payloads[0]?.children[0]?.children[0]).toMatchObject({
      title: '/opt/azure/containers/aks-node-controller-config.json',
      label: 'aks-node-controller-config.json',
      name: 'aks-node-controller-config.json',
    });
    expect(payloads[0]?.summary).toMatch(/^base64 › mime-multipart, 2 parts, [\d,]+ bytes$/);
  });

  it('of a decoded payload is the subtree below it, with paths from the source', async () => {
    const source = await start();
    const { uri } = await editor.openLayer(source, boothook);
    const found = await decode({ uri });
    expect(found.source).toBe(source);
    expect(found.payloads.map(({ steps }) => steps)).toEqual([
      config,
      [...boothook, 'heredoc:/opt/azure/containers/enabled_features.sh'],
    ]);
  });
});

describe('the payload at the cursor', () => {
  it('is the payload of the string at the cursor, or of a fully selected string', async () => {
    const uri = await start();
    const position = positionOf(sample, 'TUlNRS1WZX');
    expect((await decode({ uri, position })).chosen).toEqual({ is: 'payload', steps: mime });
    const { line, character } = position;
    const length = /"customData": "([^"]*)"/.exec(sample)?.[1]?.length ?? 0;
    for (const quotes of [0, 1]) {
      const range = {
        start: { line, character: character - 1 - quotes },
        end: { line, character: character - 1 + length + quotes },
      };
      expect((await decode({ uri, range })).chosen).toEqual({ is: 'payload', steps: mime });
    }
  });

  it('is otherwise the selected text or the string itself', async () => {
    const uri = await start();
    const { line, character } = positionOf(sample, 'TUlNRS1WZX');
    const range = { start: { line, character: character + 3 }, end: { line, character: character + 43 } };
    const selected = await decode({ uri, range });
    expect(selected.chosen).toMatchObject({ is: 'text', verbatim: true });
    expect(selected.chosen?.is === 'text' && selected.chosen.content).toHaveLength(40);
    const other = await editor.open('other.json', '{"x":"{\\"a\\":1}","y": ""}');
    expect((await decode({ uri: other, position: { line: 0, character: 8 } })).chosen).toEqual({
      is: 'text',
      content: '{"a":1}',
      verbatim: false,
    });
    expect((await decode({ uri: other, position: { line: 0, character: 23 } })).chosen).toBeNull();
  });

  it('is the base64 on the line below an empty first line', async () => {
    await start();
    const uri = await editor.open('other.txt', '\nAAAAAAAAAAAAAAAA');
    expect((await decode({ uri, position: { line: 1, character: 4 } })).chosen).toEqual({
      is: 'text',
      content: 'AAAAAAAAAAAAAAAA',
      verbatim: true,
    });
  });

  it('in a decoded payload has a path from the source', async () => {
    const source = await start();
    const { uri, text } = await editor.openLayer(source, boothook);
    const blob = /base64 -d >\S+\r?\n(\S{20})/.exec(text)?.[1] ?? '';
    const found = await decode({ uri, position: positionOf(text, blob) });
    expect([found.source, found.chosen]).toEqual([source, { is: 'payload', steps: config }]);
  });
});

describe('lenses', () => {
  it('link each layer to the next and back', async () => {
    const source = await start();
    expect(await titles(source)).toEqual(['Decode customData', 'Decode harbour-agent › script']);
    const nodeConfig = 'Decode aks-node-controller-config.json';
    const layers = [
      [mime, ['Open text/cloud-boothook', nodeConfig, 'Open text/cloud-config', 'Back to vmss.json']],
      [boothook, [nodeConfig, 'Back to customData']],
      [config, ['The node starts with 37 of 39 fields', 'Live preview…', 'Back to text/cloud-boothook']],
    ] as const;
    for (const [steps, expected] of layers) {
      const { uri } = await editor.openLayer(source, steps);
      expect(await titles(uri)).toEqual(expected);
      for (const { command } of await editor.lenses(uri)) {
        if (command?.command !== lensCommands.decodePayloads) continue;
        const [of, inner] = command.arguments as [string, string[]];
        expect(of).toBe(source);
        const answer = await editor.connection.sendRequest<LayerTextResult>(requests.layerText, {
          uri: of,
          steps: inner,
        });
        expect(answer).not.toBeNull();
      }
    }
  });

  it('offer to format a config in one line, and are three in a row at most', async () => {
    await start();
    const config =
      '{"version":"v1","api_server_config":{"api_server_name":"contoso-dns-1a2b3c4d.hcp.eastus.azmk8s.io"}}';
    const formats = async (uri: string): Promise<boolean> =>
      (await editor.lenses(uri)).some(({ command }) => command?.command === lensCommands.formatDocument);
    const file = await editor.open('a.node-config.json', config);
    expect(await formats(file)).toBe(true);
    expect(await formats(await editor.open('b.node-config.json', config.replace(',', ',\n')))).toBe(false);
    expect(await formats(await editor.open('c.node-config.json', '{"version":"v1"}'))).toBe(false);
    const files = [{ path: '/opt/azure/containers/aks-node-controller-config.json', content: config }];
    const outer = await editor.open('outer.yaml', `#cloud-config\n${JSON.stringify({ write_files: files })}\n`);
    const { payloads } = await decode({ uri: outer });
    const { uri } = await editor.openLayer(outer, payloads[0]?.steps ?? []);
    expect(await titles(uri)).toEqual([
      '$(arrow-down) Next Example (1 value is still an example)',
      'Format',
      'Back to outer.yaml',
    ]);
  });

  it('can be turned off, except for those that go back', async () => {
    const source = await start({ decode: { codeLenses: false, hovers: false } });
    expect(await titles(source)).toEqual([]);
    const { uri } = await editor.openLayer(source, mime);
    expect(await titles(uri)).toEqual(['Back to vmss.json']);
    const hover = await editor.connection.sendRequest<Hover | null>('textDocument/hover', {
      textDocument: { uri: source },
      position: positionOf(sample, 'TUlNRS1WZX'),
    });
    expect(hover).toBeNull();
  });

  it('are not shown if the source is closed', async () => {
    const source = await start();
    const { uri } = await editor.openLayer(source, mime);
    await editor.close(source);
    expect(await editor.lenses(uri)).toEqual([]);
    expect(await decode({ uri })).toMatchObject({ source: uri });
  });
});

describe('positions of payloads', () => {
  it('are in the file, or in an open document between', async () => {
    const uri = await start();
    const inFile = await placeOf({ uri, steps: config });
    expect(inFile).toMatchObject({ uri, languageId: null });
    expect(textAt(sample, inFile?.range)).toMatch(/^"TUlNRS1WZX/);
    const { text } = await editor.openLayer(uri, boothook);
    const inLayer = await placeOf({ uri, steps: config, within: boothook });
    expect(viewOfUriText(inLayer?.uri ?? '')).toEqual({ source: uri, view: 'layer', steps: boothook });
    expect(inLayer?.languageId).toBe('shellscript');
    expect(JSON.parse(Buffer.from(textAt(text, inLayer?.range), 'base64').toString())).toMatchObject({ version: 'v1' });
  });

  it('map a decoded position to the file if the encoding keeps positions', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const request = '{"osProfile":{\n"customData":"I2Nsb3VkLWNvbmZpZwo="}}';
    const text = JSON.stringify([{ operationName: { value: 'w' }, properties: { requestbody: request } }]);
    const uri = await editor.open('log.json', text);
    const { payloads } = await decode({ uri });
    const steps = payloads[0]?.steps ?? [];
    const place = await placeOf({ uri, steps, position: { line: 1, character: 1 } });
    expect(place?.range.start).toEqual({ line: 0, character: text.indexOf('customData') });
  });

  it("don't exist for unknown payloads", async () => {
    const uri = await start();
    expect(await placeOf({ uri, steps: ['/nowhere'] })).toBeNull();
    expect(await placeOf({ uri: 'file:///gone', steps: mime })).toBeNull();
  });

  it('have the decoded payload as their definition', async () => {
    const uri = await start();
    const at = { textDocument: { uri }, position: positionOf(sample, 'TUlNRS1WZX') };
    const found = await editor.connection.sendRequest<Location>('textDocument/definition', at);
    expect(viewOfUriText(found.uri)).toEqual({ source: uri, view: 'layer', steps: mime });
    await editor.stop();
    editor = await TestEditor.start({
      initializationOptions: { commands: true },
      textDocument: { definition: { linkSupport: true } },
    });
    await editor.open('vmss.json', sample);
    const [link] = await editor.connection.sendRequest<LocationLink[]>('textDocument/definition', at);
    expect(textAt(sample, link?.originSelectionRange)).toMatch(/^"TUlNRS1WZX/);
    await editor.stop();
    // An editor that can't open decoded texts gets no link.
    editor = await TestEditor.start();
    await editor.open('vmss.json', sample);
    expect(await editor.connection.sendRequest('textDocument/definition', at)).toBeNull();
  });
});

describe('decoded payloads', () => {
  it('are validated, explained and outlined by their kind', async () => {
    const source = await start();
    const node = await editor.openLayer(source, config);
    expect(codes(await editor.diagnostics(node.uri))).toContain('contract/unknown-field');
    const hover = await editor.connection.sendRequest<Hover | null>('textDocument/hover', {
      textDocument: { uri: node.uri },
      position: positionOf(node.text, '"kubelet_config"'),
    });
    expect(JSON.stringify(hover?.contents)).toContain('kubelet_config');
    const script = await editor.openLayer(source, boothook);
    expect(await editor.diagnostics(script.uri)).toEqual(expect.any(Array));
    const yaml = await editor.openLayer(source, [...mime, 'part:1']);
    const symbols = await editor.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: yaml.uri },
    });
    expect(symbols.length).toBeGreaterThan(0);
  });

  it('have the kind that their container gives them, whatever their names', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const settings = {
      commandToExecute: 'A=1 /usr/bin/nohup /bin/bash -c "echo aGVsbG8gdGhlcmUgd29ybGQh | base64 -d"',
    };
    const vm = {
      properties: {
        extensions: [{ properties: { type: 'CustomScript', protectedSettings: settings } }],
        osProfile: {},
      },
    };
    const uri = await editor.open('vm.json', JSON.stringify(vm));
    const { payloads } = await decode({ uri });
    const { uri: layer } = await editor.openLayer(uri, payloads[0]?.steps ?? []);
    expect((await decode({ uri: layer })).kind).toBe('CSE command');
  });
});
