import { describe, expect, it } from 'vitest';
import { contract, type FieldPositions, linkContract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import { givenFields } from '../../../server/src/core/nodeConfig/value.js';
import { analyse } from '../../support/analyse.js';

function pathsOf(positions: FieldPositions): string[] {
  return [...positions.values()].flatMap(({ path, below }) => [path, ...pathsOf(below)]);
}

describe('the path of a field', () => {
  const paths = pathsOf(contract.positions);

  it('is unique', () => {
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('leads through messages and maps', () => {
    expect(paths).toContain('kubelet_config.kubelet_config_file_config.authorization.webhook.cache_authorized_ttl');
    expect(paths).toContain('local_dns_profile.kube_dns_overrides.*.health_check.duration');
  });

  it('is the same for each spelling in a config', () => {
    const text = '{"localDnsProfile":{"vnetDnsOverrides":{"a.b":{"protocol":"PreferUDP"}}},"vmSize":"a"}';
    const reading = analyse('a.json', text, 'node-config').nodeConfig?.reading;
    const fields = reading === undefined ? [] : givenFields(reading.value, contract);
    expect(fields.map(({ path, steps }) => [path, steps])).toEqual([
      ['local_dns_profile', ['localDnsProfile']],
      ['local_dns_profile.vnet_dns_overrides', ['localDnsProfile', 'vnetDnsOverrides']],
      ['local_dns_profile.vnet_dns_overrides.*.protocol', ['localDnsProfile', 'vnetDnsOverrides', 'a.b', 'protocol']],
      ['vm_size', ['vmSize']],
    ]);
  });

  it('would be endless for a message that contains itself, which is rejected', () => {
    const endless = {
      Root: { doc: '', fields: { 'Inner inner = 1': '' } },
      Inner: { doc: '', fields: { 'Root root = 1': '' } },
    };
    expect(() => linkContract('Root', endless)).toThrow('Root contains itself at inner.root.');
  });
});
