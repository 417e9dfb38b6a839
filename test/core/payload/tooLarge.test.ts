import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, type DocumentKind, maskingOf, validate, validationResult } from '../../../server/src/core/index.js';

/** A beginning of each kind of document that is a file. */
const beginnings: readonly (readonly [kind: DocumentKind, name: string, text: string])[] = [
  ['node-config', 'a.json', '{"version":"v1","kubelet_config":{'],
  ['node-config', 'aks-node-controller-config.json', ''],
  ['cloud-config', 'a.yaml', '#cloud-config\nruncmd:\n'],
  ['user-data', 'a.sh', '#!/bin/bash\n'],
  ['mime', 'a.txt', 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n'],
  ['ignition', 'a.json', '{"ignition":{"version":"3.4.0"},"storage":{'],
  ['vmss-json', 'a.json', '{"properties":{"virtualMachineProfile":{"osProfile":{"customData":"'],
  ['vm-json', 'a.json', '{"type":"Microsoft.Compute/virtualMachines","properties":{'],
  ['activity-log', 'a.json', '[{"operationName":"x","eventTimestamp":"2026-01-01T00:00:00Z","properties":{'],
  ['arm-template', 'a.json', '{"contentVersion":"1.0.0.0","resources":['],
  ['cse-settings', 'a.json', '{"commandToExecute":"ls","fileUris":['],
  ['goal-state', 'a.json', '{"hostGAPluginVersion":"1","extensionGoalStates":['],
  ['kubernetes', 'a.yaml', 'apiVersion: v1\nkind: Secret\ndata:\n  cloud-init: '],
  ['karpenter-options', 'a.yaml', 'apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata: {name: a}\n'],
  ['unknown', 'a.txt', 'hello'],
];

describe('a file that is too large', () => {
  it.each(beginnings)('keeps its kind, %s (%s), and has one problem', (kind, name, text) => {
    for (const content of [text.padEnd(5_000), Buffer.from(text.padEnd(5_000))]) {
      const analysis = new Analysis({ name, content, limits: { inputBytes: 4_000 } }, nodePlatform);
      expect(analysis.kind).toBe(kind);
      expect(analysis.text).toBe('');
      expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['payload/limit-input']);
    }
  });

  it('has no verdict of cloud-init', () => {
    const content = '#cloud-config\n'.padEnd(5_000);
    const analysis = new Analysis({ name: 'a.yaml', content, limits: { inputBytes: 4_000 } }, nodePlatform);
    expect(validationResult('a.yaml', analysis, maskingOf([analysis]))).toMatchObject({
      cloudInit: { verdict: 'not-validated' },
    });
  });
});
