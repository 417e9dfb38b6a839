import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import {
  type CaseReportResult,
  type FixEverywhereResult,
  type FleetFileParams,
  type FleetReportResult,
  requests,
  type SummaryResult,
} from '../../server/src/protocol.js';
import { config, scaleSet } from '../core/fleet/support.js';
import { TestEditor } from '../support/lspConnection.js';

let editor: TestEditor;
beforeEach(async () => {
  editor = await TestEditor.start();
});
afterEach(() => editor.stop());

const sample = (name: string): string => readFileSync(`test/samples/${name}`, 'utf8');

const token = 'abcdef.0123456789abcdef';
const secret = { bootstrapping_config: { tls_bootstrapping_token: token } };
const files = {
  'a.json': scaleSet('aks-a-1-vmss', config({ '--max-pods': '30' }, secret)),
  'b.json': scaleSet('aks-b-1-vmss', config({ '--max-pods': '30' }, secret)),
  'c.json': scaleSet('aks-c-1-vmss', config({ '--max-pods': '110' }, secret)),
};

async function report(query: Pick<FleetFileParams, 'field' | 'where'>): Promise<FleetReportResult> {
  for (const [name, content] of Object.entries(files)) {
    const params = { fleet: '1', name, content: Buffer.from(JSON.stringify(content)).toString('base64'), ...query };
    await editor.connection.sendRequest(requests.fleetFile, params);
  }
  await editor.connection.sendRequest(requests.fleetFile, {
    fleet: '1',
    name: 'd.json',
    unread: 'unreadable',
    ...query,
  });
  const notes = { fleet: '1', name: 'notes.txt', content: Buffer.from('nothing').toString('base64'), ...query };
  await editor.connection.sendRequest(requests.fleetFile, notes);
  return editor.connection.sendRequest<FleetReportResult>(requests.fleetReport, {
    fleet: '1',
    name: 'fleet',
    ...query,
  });
}

describe('fleets over the protocol', () => {
  it('are grouped, without files that are not recognised', async () => {
    const found = await report({});
    expect(found?.name).toBe('fleet.groups.md');
    expect(found?.unread).toEqual(['d.json']);
    expect(found?.groups).toEqual([{ file: 'a.json' }, { file: 'c.json' }]);
    expect(found?.heading).toBe('3 documents, 2 groups');
    expect(found?.report).toContain('# 3 documents, 2 groups');
    expect(found?.report).toContain('- [a.json (aks-a-1-vmss)](./a.json#L1)\n- [b.json (aks-b-1-vmss)](./b.json#L1)');
    expect(found?.report).toContain(
      '| `kubelet_config.kubelet_flags.--max-pods` | `30` ([line 1](./a.json#L1)) | `110` ([line 1](./c.json#L1)) |',
    );
  });

  it('can be one document, whose members and differing values are linked to their lines', async () => {
    const machines = [
      scaleSet('aks-a-1-vmss', config({ '--max-pods': '30' })),
      scaleSet('aks-b-1-vmss', config({ '--max-pods': '30' })),
      scaleSet('aks-c-1-vmss', config({ '--max-pods': '110' }), { size: 'Standard_D8s_v5' }),
    ];
    const text = JSON.stringify(machines, undefined, 2);
    const lines = text.split('\n');
    const lineOf = (content: string, last = false): number =>
      1 +
      (last
        ? lines.findLastIndex((line) => line.includes(content))
        : lines.findIndex((line) => line.includes(content)));
    const params = { fleet: '1', name: 'fleet.json', content: Buffer.from(text).toString('base64') };
    await editor.connection.sendRequest(requests.fleetFile, params);
    const found = await editor.connection.sendRequest<FleetReportResult>(requests.fleetReport, params);
    const link = (line: number): string => `([line ${line}](./fleet.json#L${line}))`;
    expect(found?.report).toContain('# 3 documents, 2 groups');
    expect(found?.report).toContain(
      `- [fleet.json (aks-c-1-vmss)](./fleet.json#L${lineOf('"name": "aks-c-1-vmss"') - 1})`,
    );
    // The node config is in the custom data, which is one line of the document.
    const configs = [link(lineOf('"customData"')), link(lineOf('"customData"', true))];
    expect(found?.report).toContain(
      `| \`kubelet_config.kubelet_flags.--max-pods\` | \`30\` ${configs[0]} | \`110\` ${configs[1]} |`,
    );
    expect(found?.report).toContain(
      '\n\n[Compare fleet.json (aks-c-1-vmss) with fleet.json (aks-a-1-vmss)](./fleet.json#group-2)\n\n',
    );
    expect(found?.groups).toEqual([
      { file: 'fleet.json', machine: 'aks-a-1-vmss' },
      { file: 'fleet.json', machine: 'aks-c-1-vmss' },
    ]);
    const sizes = [link(lineOf('Standard_D4s_v5')), link(lineOf('Standard_D8s_v5'))];
    expect(found?.report).toContain(
      `| \`model.sku.name\` | \`Standard_D4s_v5\` ${sizes[0]} | \`Standard_D8s_v5\` ${sizes[1]} |`,
    );
  });

  it('are announced in the summary of a document by the number of its machines', async () => {
    const uri = await editor.open('fleet.json', JSON.stringify(Object.values(files)));
    const summary = await editor.connection.sendRequest<SummaryResult>(requests.summary, { uri });
    expect(summary?.machines).toBe(3);
  });

  it('list the fixes of more than one problem, which editors can make in all documents', async () => {
    const faulty = { kubelet_node_lables: { a: 'b' } };
    const scaleSets = ['a', 'b'].map((name) => scaleSet(name, { version: 'v1', kubelet_config: faulty }));
    const machines = [...scaleSets, scaleSet('c', { version: 'v1', kubelet_configs: {} })];
    for (const [index, machine] of machines.entries()) {
      const content = Buffer.from(JSON.stringify(machine)).toString('base64');
      await editor.connection.sendRequest(requests.fleetFile, { fleet: '1', name: `${index}.json`, content });
    }
    const params = { fleet: '1', name: 'fleet' };
    const found = await editor.connection.sendRequest<FleetReportResult>(requests.fleetReport, params);
    expect(found?.report).toContain(
      '- [Fix in All Documents: Rename to kubelet_node_labels](./0.json#fix-2) (`contract/unknown-field`, 2 problems in 2 files)',
    );
    // Neither an alternative, nor the fix of a single problem.
    expect(found?.fixes.map(({ title }) => title)).toEqual([
      'Insert the 6 missing fields',
      'Rename to kubelet_node_labels',
    ]);
    const uri = await editor.open('0.json', JSON.stringify(machines[0]));
    const fix = found?.fixes[1];
    const made = await editor.connection.sendRequest<FixEverywhereResult>(requests.fixEverywhere, {
      uri,
      fix: fix?.fix ?? '',
    });
    expect(made?.documents).toBe(1);
  });

  it('are searched for values, with secrets masked', async () => {
    const found = await report({ field: '*', where: 'machine.name!=aks-c*' });
    expect(found?.report).toContain('in 2 documents');
    expect(found?.report).toContain('| 2 | `kubelet_config.kubelet_flags.--max-pods` | `30` |');
    expect(found?.report).toContain('********');
    expect(found?.report).not.toContain(token);
  });

  it.each<[string, Readonly<Record<string, string>>, object]>([
    [
      'scale sets are one',
      { 'a.json': JSON.stringify(files['a.json']), 'b.json': JSON.stringify(files['b.json']) },
      { machines: 2, isFleet: true },
    ],
    ['a list of them is one', { 'all.json': JSON.stringify(Object.values(files)) }, { machines: 3, isFleet: true }],
    [
      'a config and a log are none',
      { 'config.json': sample('aks-node-controller-config.json'), 'waagent.log': sample('boot/waagent.log') },
      { machines: 1, isFleet: false },
    ],
    [
      'scale sets beside a failure are none',
      { 'all.json': JSON.stringify(Object.values(files)), 'error.txt': sample('provisioning-error.txt') },
      { machines: 3, isFleet: false },
    ],
  ])('are told from cases: %s', async (_name, given, expected) => {
    for (const [name, text] of Object.entries(given)) {
      const content = Buffer.from(text).toString('base64');
      await editor.connection.sendRequest(requests.caseFile, { case: '1', name, content });
    }
    const params = { case: '1', name: 'case' };
    expect(await editor.connection.sendRequest<CaseReportResult>(requests.caseReport, params)).toMatchObject(expected);
  });

  it('are forgotten when they are reported', async () => {
    await report({});
    expect(await editor.connection.sendRequest(requests.fleetReport, { fleet: '1', name: 'fleet' })).toBeNull();
  });
});
