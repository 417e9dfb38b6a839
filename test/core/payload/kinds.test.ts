import { describe, expect, it } from 'vitest';
import { documentKinds, kinds } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

describe('the table of kinds', () => {
  it('has a row with a unique title for each kind', () => {
    expect(Object.keys(kinds).sort()).toEqual([...documentKinds].sort());
    const titles = documentKinds.map((kind) => kinds[kind].title);
    expect(titles).not.toContain('');
    expect(new Set(titles).size).toBe(documentKinds.length);
  });
});

describe('the kind of a document', () => {
  it.each([
    ['aks-node-controller-config.json', '{}', 'node-config'],
    ['/opt/azure/containers/aks-node-controller-config.json', 'not even JSON', 'node-config'],
    ['pool1.node-config.json', '', 'node-config'],
    ['cloud-config.yaml', 'runcmd: [ls]\n', 'cloud-config'],
    ['jump.cloud-init.yml', '', 'cloud-config'],
    ['pool.vmss.json', '{}', 'vmss-json'],
    ['bootstrap-options.json', '{}', 'karpenter-options'],
    ['shop.karpenter-bootstrap-options.json', '{}', 'karpenter-options'],
    ['shop.karpenter.json', '', 'karpenter-options'],
  ])('is detected by the name %s', (name, text, kind) => {
    expect(analyse(name, text).kind).toBe(kind);
  });

  it.each([
    ['{"version":"v1","kubelet_config":{}}', 'node-config'],
    ['{"clusterConfig":{', 'node-config'],
    ['{"version":"1.0.0","name":"left-pad"}', 'unknown'],
    ['{"virtualMachineProfile":{}}', 'vmss-json'],
    ['[{"properties":{"VirtualMachineProfile":{}}}]', 'vmss-json'],
    ['{"value":[{"type":"Microsoft.Compute/virtualMachineScaleSets"}]}', 'vmss-json'],
    ['{"properties":{"osProfile":{}}}', 'vm-json'],
    [
      '{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","resources":[]}',
      'arm-template',
    ],
    ['{"operationName":{},"eventTimestamp":"x"}', 'activity-log'],
    ['{"settings":{"commandToExecute":"ls"}}', 'cse-settings'],
    ['{"settings":{"script":"IyEvYmluL3NoCmVjaG8="}}', 'cse-settings'],
    ['{"settings":{"script":"npm run build && npm test"}}', 'unknown'],
    ['{"type":"CustomScript","settings":{}}', 'cse-settings'],
    ['{"properties":{"mode":"Incremental","template":{}}}', 'arm-template'],
    ['{"hostGAPluginVersion":"1"}', 'goal-state'],
    ['<Extensions version="1"></Extensions>', 'goal-state'],
    ['{"operationName":"a"}\n{"operationName":"b"}\n', 'activity-log'],
    ["[base64(variables('x'))]", 'arm-template'],
    ['A=1 B=2 /usr/bin/nohup /bin/bash -c go', 'cse-command'],
    ['powershell.exe -command "Get-Date"', 'cse-command'],
    ['NAME=value\nOTHER=value\n', 'unknown'],
    ['<html><body></body></html>', 'unknown'],
    ['{"ignition":{"version":"3.4.0"}}', 'ignition'],
    ['{"arch":"amd64","tenantID":"t","kubeletConfig":{},"location":"l"}', 'karpenter-options'],
    ['{"APISERVERNAME":"a","caBundle":"c"}', 'karpenter-options'],
    ['{"arch":"amd64","name":"left-pad"}', 'unknown'],
    ['{"kubernetes_version":"1.33.2","kubelet_config":{},"arch":"amd64","labels":{}}', 'node-config'],
    ['#cloud-config\n', 'cloud-config'],
    ['#!cloud-config\n', 'cloud-config'],
    // The header is not where cloud-init looks for it.
    ['---\n#cloud-config\nhostname: a\n', 'cloud-config'],
    ['# ours\r\n\r\n#cloud-config\r\n', 'cloud-config'],
    ['#!/bin/sh\n#cloud-config\n', 'user-data'],
    ['a: |\n  #cloud-config\n', 'unknown'],
    // There is none.
    ['write_files:\n  - path: /a\npackages: [jq]\n', 'cloud-config'],
    ['runcmd: [a]\ntasks: [b]\n', 'unknown'],
    ['packages: [jq]\nusers: [a]\n', 'unknown'],
    ['#cloud-boothook\n', 'user-data'],
    ['## template: jinja\n#cloud-config\n', 'cloud-config'],
    ['#!/bin/sh\n', 'user-data'],
    ['Content-Type: multipart/mixed; boundary=b\n\n--b--\n', 'mime'],
    [Buffer.from('#cloud-config\nruncmd: [ls]\n').toString('base64'), 'custom-data'],
    ['name: value\n', 'unknown'],
    ['', 'unknown'],
  ])('is detected by the content %j', (text, kind) => {
    expect(analyse('untitled', text).kind).toBe(kind);
  });

  it('has a reason', () => {
    const state = '{"terraform_version": "1.13.4", "resources": []}';
    expect(analyse('main.tf', '').reason).toBe('its file name says so');
    expect(analyse('untitled', state).reason).toMatch(/^it has the members of a state or plan of Terraform/);
    expect(analyse('untitled', state, 'vm-json').reason).toBe('you chose it');
    expect(analyse('untitled', 'prose').reason).toBeUndefined();
  });

  it('is the one that the user chose, whatever its name and content are', () => {
    expect(analyse('cloud-config.yaml', '#cloud-config\n', 'node-config').kind).toBe('node-config');
    expect(analyse('a.node-config.json', '{}', 'unknown').kind).toBe('unknown');
  });
});
