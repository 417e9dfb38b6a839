import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scriptVariables } from '../../../server/src/core/karpenter/script/table.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const script = readFileSync('test/golden/karpenter/pool-gpu.sh', 'utf8');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const vm = (osProfile: object, more: object = {}): object => ({
  type: 'Microsoft.Compute/virtualMachines',
  tags: { 'karpenter.azure.com_cluster': 'shop', 'karpenter.sh_nodepool': 'gpu' },
  properties: { osProfile },
  ...more,
});
const cloudConfig = base64('#cloud-config\nruncmd: [ls]\n');

function report(document: object) {
  return decodeReport(analyse('vm.json', JSON.stringify(document))).karpenter;
}

describe('how Karpenter made a node', () => {
  it('is recognised by its script, with the source of every variable', () => {
    const found = report(vm({ customData: base64(script) }));
    expect(found).toMatchObject({ mode: 'aksscriptless', nodePool: 'gpu' });
    const { sources = {} } = found ?? {};
    expect(Object.keys(sources).sort()).toEqual(scriptVariables.map(({ name }) => name).sort());
    expect(Object.values(sources).every((lines) => lines.length > 0)).toBe(true);
    expect(sources.LOCATION).toEqual(['`location`: Karpenter reads it from its own environment (`LOCATION`).']);
    expect(sources.CLI_TOOL).toEqual(['Karpenter hardcodes it.']);
  });

  it.each([
    [
      'the extension that Karpenter adds',
      vm({ customData: cloudConfig }, { resources: [{ name: 'vm-1/cse-agent-karpenter', properties: {} }] }),
      'the extension cse-agent-karpenter',
    ],
    [
      'what the service answers',
      { cse: 'PROVISION_OUTPUT=/a /bin/bash /opt/azure/containers/provision_start.sh', customData: cloudConfig },
      'custom data beside cse, as the service returns them',
    ],
    [
      'a token that is still to come',
      vm({ customData: base64('#cloud-config\nruncmd: ["TOKEN={{.TokenID}}.{{.TokenSecret}} a"]\n') }),
      'the placeholder of the bootstrap token is not replaced yet',
    ],
  ])('is the bootstrapping client by %s', (_, document, evidence) => {
    const found = report(document);
    expect(found?.mode).toBe('bootstrappingclient');
    expect(found?.evidence).toContain(evidence);
    expect(found?.sources).toBeUndefined();
  });

  it.each([
    [
      'its tag on the VM',
      vm({ customData: cloudConfig }, { tags: { 'karpenter.azure.com_aksmachine_nodeclaim': 'gpu-x7f2k' } }),
      'gpu-x7f2k',
    ],
    ['the machine', { properties: { hardware: { vmSize: 'a' }, kubernetes: {}, operatingSystem: {} } }, undefined],
  ])('is the AKS machine API by %s', (_, document, nodeClaim) => {
    const found = report(document);
    expect(found?.mode).toBe('aksmachineapi');
    expect(found?.nodeClaim).toBe(nodeClaim);
  });

  it('is not recognised in other documents', () => {
    expect(report(vm({ customData: cloudConfig }))).toBeUndefined();
    expect(report({ customData: cloudConfig, cse: '' })).toBeUndefined();
    expect(decodeReport(analyse('a.node-config.json', '{}')).karpenter).toBeUndefined();
  });
});
