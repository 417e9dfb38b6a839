import { afterEach, describe, expect, it } from 'vitest';
import { type ExampleValuesResult, requests } from '../../server/src/protocol.js';
import { config } from '../support/analyse.js';
import { TestEditor } from '../support/lspConnection.js';

let editor: TestEditor;
afterEach(() => editor.stop());

const start = async (settings: object = {}): Promise<void> => {
  editor = await TestEditor.start({ initializationOptions: { commands: true }, settings });
};
const exampleLenses = async (uri: string): Promise<(string | undefined)[]> => {
  const lenses = await editor.lenses(uri);
  return lenses
    .filter(({ command }) => command?.command === 'aksBootstrap.nextExample')
    .map(({ command }) => command?.title);
};
/** The texts of the ranges, which are on one line. */
const selected = async (uri: string, text: string): Promise<string[]> => {
  const { ranges } = await editor.connection.sendRequest<ExampleValuesResult>(requests.exampleValues, { uri });
  return ranges.map((range) => text.slice(range.start.character, range.end.character));
};

const text = config('"kubernetes_ca_cert":"","bootstrapping_config":{"tls_bootstrapping_token":"<token>"}');

describe('values that are still examples', () => {
  it('are counted above the config, and can be selected without their quotes', async () => {
    await start();
    const uri = await editor.open('a.node-config.json', text);
    expect(await exampleLenses(uri)).toEqual(['$(arrow-down) Next Example (2 values are still examples)']);
    expect(await selected(uri, text)).toEqual(['', '<token>']);
  });

  it('are neither counted nor selected if the settings hide the problem', async () => {
    await start({ problems: { severity: { 'contract/example-value': 'off' } } });
    const uri = await editor.open('a.node-config.json', text);
    expect(await exampleLenses(uri)).toEqual([]);
    expect(await selected(uri, text)).toEqual([]);
  });

  it('have no line when none is left', async () => {
    await start();
    const uri = await editor.open('a.node-config.json', config(''));
    expect(await exampleLenses(uri)).toEqual([]);
    expect(await selected(uri, config(''))).toEqual([]);
  });

  it('are counted above settings of Karpenter, and begin behind the space', async () => {
    await start();
    const lines = [
      'apiVersion: aks-bootstrap/v1',
      'kind: KarpenterSettings',
      'environment:',
      '  CLUSTER_NAME: ',
      '  CLUSTER_ENDPOINT: "https://contoso.azmk8s.io"',
      '  LOCATION:',
    ];
    const uri = await editor.open('settings.yaml', lines.join('\n'));
    expect(await exampleLenses(uri)).toEqual(['$(arrow-down) Next Example (3 values are still examples)']);
    const { ranges } = await editor.connection.sendRequest<ExampleValuesResult>(requests.exampleValues, { uri });
    const places = ranges.map(({ start: { line, character }, end }) => [
      lines[line]?.slice(0, character),
      lines[line]?.slice(character, end.character),
    ]);
    expect(places).toEqual([
      ['  CLUSTER_NAME: ', ''],
      ['  CLUSTER_ENDPOINT: "', 'https://contoso.azmk8s.io'],
      ['  LOCATION:', ''],
    ]);
  });

  it('are not counted above settings of Karpenter whose lenses are turned off', async () => {
    await start({ karpenter: { codeLenses: false } });
    const text = 'apiVersion: aks-bootstrap/v1\nkind: KarpenterSettings\nenvironment: {CLUSTER_NAME: }\n';
    expect(await exampleLenses(await editor.open('settings.yaml', text))).toEqual([]);
  });
});
