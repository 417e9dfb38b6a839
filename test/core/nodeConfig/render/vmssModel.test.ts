import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { customDataOf, vmssModelOf, validate } from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';

const sample = analyse('aks-node-controller-config.json', readFileSync('test/samples/aks-node-controller-config.json'));

describe('a scale set model', () => {
  it('contains the custom data and the waiting extension, and has no problems', () => {
    const rendered = vmssModelOf(sample, { showSecrets: true });
    const customData = customDataOf(sample, 'cloud-init', { showSecrets: true });
    if (!rendered.ok || !customData.ok) throw new Error('no model');
    const analysis = analyse('model.json', JSON.stringify(rendered.value.model));
    expect(analysis.kind).toBe('vmss-json');
    expect(validate(analysis).problems).toEqual([]);
    const profile = rendered.value.model.properties.virtualMachineProfile;
    expect(profile.osProfile.customData).toBe(customData.value.customData);
    expect(profile.extensionProfile.extensions).toEqual([
      {
        name: 'vmssCSE',
        properties: {
          publisher: 'Microsoft.Azure.Extensions',
          type: 'CustomScript',
          typeHandlerVersion: '2.0',
          autoUpgradeMinorVersion: true,
          settings: {},
          protectedSettings: { commandToExecute: '/opt/azure/containers/aks-node-controller provision-wait' },
        },
      },
    ]);
    const inside = [...analysis.documents()].find(({ kind }) => kind === 'node-config');
    expect(inside?.text).toBe(customData.value.config);
  });

  it('hides secrets, and is not rendered without a config', () => {
    const hidden = vmssModelOf(sample, { showSecrets: false });
    expect(hidden).toMatchObject({ ok: true, value: { masked: 1 } });
    expect(vmssModelOf(analyse('a.node-config.json', '{"is_vhd":1}'), { showSecrets: false })).toMatchObject({
      ok: false,
      error: { code: 'render/refused-by-the-node' },
    });
  });
});
