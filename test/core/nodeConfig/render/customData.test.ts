import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bootCommandOf,
  cseOf,
  customDataDialects,
  customDataOf,
  type Payload,
} from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';
import { goodConfigTexts } from '../../../support/configs.js';
import { expectGolden } from '../../../support/golden.js';
import { unmasked } from '../../../support/maskings.js';

const sample = analyse('aks-node-controller-config.json', readFileSync('test/samples/aks-node-controller-config.json'));

function rendered(text: string, dialect: (typeof customDataDialects)[number], showSecrets = true) {
  return customDataOf(analyse('a.node-config.json', text, 'node-config'), dialect, { showSecrets });
}

/** The node config inside decoded custom data. */
function configInside(customData: string): Payload | undefined {
  return [...analyse('blob.txt', customData, 'custom-data').documents()].find(({ name }) =>
    name.endsWith('aks-node-controller-config.json'),
  );
}

describe('custom data', () => {
  it.each(customDataDialects)('in the dialect %s is that of the golden file', (dialect) => {
    const result = customDataOf(sample, dialect, { showSecrets: true });
    if (!result.ok) throw new Error(result.error.message);
    expectGolden(`custom-data/${dialect}.txt`, result.value.decoded);
    expect(Buffer.from(result.value.customData, 'base64').toString()).toBe(result.value.decoded);
  });

  it.each(customDataDialects)('in the dialect %s contains the config that it was made from', (dialect) => {
    fc.assert(
      fc.property(goodConfigTexts, (text) => {
        const result = rendered(text, dialect);
        // Go's plain JSON has no NaN and no infinities.
        if (!result.ok) {
          expect([dialect, result.error.code]).toEqual(['write-files', 'render/unmarshalable-number']);
          return;
        }
        const wanted = analyse('a.json', text, 'node-config').nodeConfig?.verdict(unmasked).marshalled;
        const inside = configInside(result.value.customData);
        expect(inside?.text).toBe(result.value.config);
        expect(analyse('b.json', inside?.text ?? '', 'node-config').nodeConfig?.verdict(unmasked).marshalled).toBe(
          wanted,
        );
        expect(rendered(text, dialect), 'equal configs give equal bytes').toEqual(result);
      }),
    );
  });

  it('hides secrets unless they are asked for', () => {
    const text =
      '{"bootstrapping_config":{"tls_bootstrapping_token":"abcdef.0123456789abcdef"},"auth_config":{"service_principal_secret":"hunter2"},"kubelet_config":{"kubelet_client_key":"S0VZ"}}';
    for (const dialect of customDataDialects) {
      const hidden = rendered(text, dialect, false);
      if (!hidden.ok) throw new Error(hidden.error.message);
      expect(hidden.value.masked).toBe(3);
      expect(hidden.value.config).not.toMatch(/abcdef\.|hunter2|S0VZ/);
    }
  });

  it('leaves out features that a shell could not assign', () => {
    const result = rendered('{"enabled_features":{"B":"2","A":"1 x","1C":"x","D-E":"x","F":"x\\ny"}}', 'cloud-init');
    expect(result.ok && /enabled_features\.sh\n([^]*?)EOF/.exec(result.value.decoded)?.[1]).toBe('A=1 x\nB=2\n');
  });

  it('is not rendered if the node would reject the config, nor for other documents', () => {
    expect(rendered('{"is_vhd":1}', 'cloud-init')).toMatchObject({
      ok: false,
      error: { code: 'render/refused-by-the-node' },
    });
    expect(
      customDataOf(analyse('x.yaml', '#cloud-config\nruncmd: [ls]\n'), 'cloud-init', { showSecrets: false }),
    ).toMatchObject({
      ok: false,
      error: { code: 'render/not-a-node-config' },
    });
    expect(
      rendered('{"cluster_config":{"cloud_provider_config":{"backoff_jitter":"NaN"}}}', 'write-files'),
    ).toMatchObject({
      ok: false,
      error: { code: 'render/unmarshalable-number' },
    });
  });
});

describe('commands', () => {
  it('include the CSE command', () => {
    expect(cseOf(sample)).toEqual({ ok: true, value: '/opt/azure/containers/aks-node-controller provision-wait' });
  });

  it('include the boot command', () => {
    const command = bootCommandOf(sample, { showSecrets: false });
    expect(command.ok && command.value.argv.slice(0, 2)).toEqual(['/bin/bash', '-c']);
    expect(command.ok && command.value.argv[2]).toContain('provision_start.sh');
  });
});
