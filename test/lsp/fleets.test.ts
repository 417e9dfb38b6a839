import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FleetFileParams, type FleetReportResult, requests } from '../../server/src/protocol.js';
import { config, scaleSet } from '../core/fleet/support.js';
import { TestEditor } from '../support/lspConnection.js';

let editor: TestEditor;
beforeEach(async () => {
  editor = await TestEditor.start();
});
afterEach(() => editor.stop());

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
    expect(found?.report).toContain('# 3 documents, 2 groups');
    expect(found?.report).toContain('- `a.json (aks-a-1-vmss)`\n- `b.json (aks-b-1-vmss)`');
    expect(found?.report).toContain('| `kubelet_config.kubelet_flags.--max-pods` | `30` | `110` |');
  });

  it('are searched for values, with secrets masked', async () => {
    const found = await report({ field: '*', where: 'machine.name!=aks-c*' });
    expect(found?.report).toContain('in 2 documents');
    expect(found?.report).toContain('| 2 | `kubelet_config.kubelet_flags.--max-pods` | `30` |');
    expect(found?.report).toContain('********');
    expect(found?.report).not.toContain(token);
  });

  it('are forgotten when they are reported', async () => {
    await report({});
    expect(await editor.connection.sendRequest(requests.fleetReport, { fleet: '1', name: 'fleet' })).toBeNull();
  });
});
