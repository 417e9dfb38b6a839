import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { config } from '../support/analyse.js';
import { call as run } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { file } = temporaryFolder();

const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
const vmss = (customData: string): string =>
  `{\n  "virtualMachineProfile": {\n    "osProfile": {\n      "customData": "${customData}"\n    }\n  }\n}\n`;
const cloudConfig = '#cloud-config\nhostname: a\nbootcmd: [{a: 1}]\nnot_a_key: hidden-by-nothing\n';
const faulty = file('encoded.vmss.json', vmss(base64(cloudConfig)));

interface Results {
  results: { problems: { inside?: { name: string; range: { start: { line: number; character: number } } } }[] }[];
}

const insideOf = async (name: string): Promise<unknown[]> => {
  const { out } = await run(['validate', '--format', 'json', name]);
  return (JSON.parse(out) as Results).results.flatMap(({ problems }) =>
    problems.map(({ inside }) => inside && [inside.name, inside.range.start.line, inside.range.start.character]),
  );
};

describe('a problem inside encoded content', () => {
  it('is shown in the lines of the decoded text', async () => {
    const { out } = await run(['validate', faulty]);
    expect(out).toContain(`${faulty}:4:21 › customData:4:1 `);
    expect(out).toContain('\n> 4 | not_a_key: hidden-by-nothing\n    | ^^^^^^^^^\n');
    expect(out).not.toContain('^'.repeat(60));
  });

  it('has a path to the innermost document that leaves out parts without a name', async () => {
    const { out } = await run(['validate', 'test/samples/vmss.json']);
    expect(out).toContain('test/samples/vmss.json:15:23 › customData › aks-node-controller-config.json:45:5 error');
    expect(out).toContain('aks-node-controller-config.json > /kubelet_config/kubelet_node_lables\n');
    expect(out).toContain('> 45 |     "kubelet_node_lables": {\n');
  });

  it('is shown as decoded text if the file itself is encoded', async () => {
    const name = file('custom-data.b64', base64(gzipSync(cloudConfig)));
    const { out } = await run(['validate', name]);
    expect(out).toContain(`${name}:1:1 › decoded text:4:1 `);
    expect(out).toContain('> 4 | not_a_key: hidden-by-nothing\n');
  });

  it('keeps its frame in the file if the content stands there verbatim', async () => {
    const content = config('"kubelet_config":{"kubelet_node_lables":{}}');
    const name = file(
      'cloud-config.yaml',
      `#cloud-config\nwrite_files:\n- path: /opt/azure/containers/aks-node-controller-config.json\n  permissions: '0600'\n  content: |\n    ${content}\n`,
    );
    const { out } = await run(['validate', name]);
    expect(out).toMatch(/cloud-config\.yaml:6:\d+ error contract\/unknown-field\n/);
    expect(out).toContain('> 6 | ');
  });

  it('has its secrets masked, also those that span lines', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n  ${'MIIfakefakefakefake'.repeat(3)}\n  -----END PRIVATE KEY-----`;
    const name = file(
      'secret.vmss.json',
      vmss(base64(`#cloud-config\nca_key: |\n  ${key}\nnot_a_key: password=hunter22\n`)),
    );
    const { out } = await run(['validate', name]);
    expect(out).toContain('not_a_key');
    expect(out).not.toContain('hunter22');
    expect(out).not.toContain('MIIfake');
    expect((await run(['validate', '--show-secrets', name])).out).toContain('hunter22');
  });

  it('comes in the order of the decoded text', async () => {
    const name = file('order.vmss.json', vmss(base64('#cloud-config\nb_bad: 1\nhostname: [1]\na_bad: 1\n')));
    const { out } = await run(['validate', name]);
    expect([...out.matchAll(/› customData:(\d)/g)].map(([, line]) => line)).toEqual(['2', '3', '4']);
  });

  it('has the same position in what decode prints', async () => {
    const { out } = await run(['decode', faulty]);
    expect(out).toContain(`${faulty}:4:21 › customData:4:1 error cloud-config/unknown-key`);
  });

  it('has its position in the decoded document in JSON', async () => {
    expect(await insideOf(faulty)).toContainEqual(['customData', 3, 0]);
    expect(await insideOf('test/samples/vmss.json')).toEqual([['aks-node-controller-config.json', 44, 4]]);
    expect(await insideOf('test/samples/faulty.node-config.json')).toContain(undefined);
  });

  it('has a logical location with a region in SARIF, and its position in annotations', async () => {
    const sarif = await run(['validate', '--format', 'sarif', 'test/samples/vmss.json']);
    expect(JSON.parse(sarif.out)).toMatchObject({
      runs: [
        {
          results: [
            {
              locations: [
                {
                  logicalLocations: [
                    {
                      name: 'aks-node-controller-config.json',
                      fullyQualifiedName: expect.stringMatching(/config\.json > \/kubelet_config\//) as string,
                      properties: { region: { startLine: 45, startColumn: 5, endLine: 45 } },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    const { out } = await run(['validate', '--format', 'github', 'test/samples/vmss.json']);
    expect(out).toContain('%0AInside aks-node-controller-config.json:45:5\n');
  });
});
