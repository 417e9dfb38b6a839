import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import {
  Analysis,
  type DocumentKind,
  maskingOf,
  recognise,
  type Recognition,
  validate,
} from '../../../server/src/core/index.js';
import { templates } from '../../../server/src/core/nodeConfig/editing/templates.js';
import { renderTemplate } from '../../../server/src/core/nodeConfig/editing/templateStops.js';
import { activityLog, extensionMessage, instanceView, portalMessage, statusOf50 } from '../failure/messages.js';

function recognised(content: string): Recognition {
  const analysis = new Analysis({ name: 'text', content }, nodePlatform);
  return recognise(analysis, validate(analysis).problems);
}

function sample(name: string): string {
  return readFileSync(`test/samples/${name}`, 'utf8');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const cloudConfig = '#cloud-config\nhostname: a\n';
const customData = base64(cloudConfig);
const configPath = [
  '/properties/virtualMachineProfile/osProfile/customData',
  'base64',
  'mime-multipart',
  'part:0',
  'heredoc:/opt/azure/containers/aks-node-controller-config.json',
];

/** The sample of a scale set, with the instance view of a failed extension. */
function failedScaleSet(code: number): string {
  const scaleSet = JSON.parse(sample('vmss.json')) as { properties: object };
  const view = JSON.parse(instanceView(extensionMessage(code, ''))) as object;
  return JSON.stringify({ ...scaleSet, properties: { ...scaleSet.properties, instanceView: view } });
}

describe('a text is recognised', () => {
  const kinds: Readonly<Record<DocumentKind, readonly [text: string, sentence: string, name: string]>> = {
    'node-config': [
      sample('faulty.node-config.json'),
      'A node config with 12 problems.',
      'aks-node-controller-config.json',
    ],
    'cloud-config': ['#cloud-config\nruncmdd: [a]\n', 'A cloud-config with 1 problem.', 'cloud-config.yaml'],
    'user-data': ['#!/bin/bash\necho a\n', 'User data of cloud-init.', 'user-data.txt'],
    'vmss-json': [
      sample('vmss.json'),
      'A scale set with 2 extensions; its custom data has a node config with 1 problem.',
      'vmss.json',
    ],
    'vm-json': [JSON.stringify({ name: 'a', osProfile: { customData } }), 'A VM.', 'vm.json'],
    'activity-log': [
      activityLog(portalMessage(50, statusOf50)),
      'An activity log with 1 payload; vmssCSE failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL).',
      'activity-log.json',
    ],
    'arm-template': [
      JSON.stringify({
        $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
        contentVersion: '1.0.0.0',
        resources: [],
      }),
      'An ARM template.',
      'template.json',
    ],
    'arm-deployment': [
      JSON.stringify({ parameters: { customData: { value: customData } }, outputs: {} }),
      'A deployment with 1 payload.',
      'deployment.json',
    ],
    'run-command': [
      JSON.stringify({
        value: [
          { code: 'ProvisioningState/succeeded', message: `Enable succeeded: \n[stdout]\n${cloudConfig}\n[stderr]\n` },
        ],
      }),
      'The output of a run command',
      'run-command.json',
    ],
    bicep: [
      "resource vm 'Microsoft.Compute/virtualMachines@2024-03-01' = {\n  name: 'a'\n}\n",
      'Bicep source.',
      'main.bicep',
    ],
    'cse-settings': [
      JSON.stringify({ commandToExecute: 'bash /opt/azure/run.sh', fileUris: [] }),
      'Settings of the custom script extension with 1 payload.',
      'cse-settings.json',
    ],
    'cse-command': [
      'PROVISION_OUTPUT="/var/log/a.log"; /bin/bash /opt/azure/a.sh',
      'A command of the custom',
      'cse-command.sh',
    ],
    'custom-data': [customData, 'A cloud-config in base64.', 'custom-data.txt'],
    ignition: [JSON.stringify({ ignition: { version: '3.4.0' } }), 'An Ignition config', 'ignition.json'],
    'goal-state': [
      '<Extensions version="1.0.0.0" goalStateIncarnation="1"></Extensions>',
      'A goal state of the VM agent',
      'goal-state.xml',
    ],
    'karpenter-options': [sample('shop.node-pools.yaml'), 'Resources of Karpenter.', 'karpenter.yaml'],
    kubernetes: ['apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n', 'A Kubernetes manifest.', 'manifest.yaml'],
    terraform: [
      'resource "azurerm_linux_virtual_machine" "a" {\n  name = "a"\n}\n',
      'A Terraform document.',
      'main.tf',
    ],
    mime: [
      `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=="\n\n--==\nContent-Type: text/cloud-config\n\n${cloudConfig}\n--==--\n`,
      'A MIME message with 1 payload.',
      'user-data.mime.txt',
    ],
    'cse-status': [
      statusOf50,
      'A provisioning status: provisioning failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL).',
      'status.json',
    ],
    'provision-log': [sample('boot/waagent.log'), 'A provisioning log.', 'provision.log'],
    'tool-config': ['', '', ''],
    unknown: ['{ "a": 1 }', "This text isn't recognised. AKS Bootstrap reads JSON of scale sets", 'text.json'],
  };
  // The configuration file is recognised by its name only, which a pasted text doesn't have.
  const { 'tool-config': _, ...pasted } = kinds;

  it.each(Object.entries(pasted))('as %s', (kind, [text, sentence, name]) => {
    const found = recognised(text);
    expect(found.sentence.slice(0, sentence.length)).toBe(sentence);
    expect(found).toMatchObject({ name, known: kind !== 'unknown' });
  });

  it.each<[string, string, string]>([
    [
      'an error alone',
      'ERR_OUTBOUND_CONN_FAIL',
      'An error message: provisioning failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL).',
    ],
    [
      'several scale sets',
      `[${sample('vmss.json')},${sample('vmss.json')}]`,
      '2 scale sets: their custom data has 2 node configs with 2 problems.',
    ],
    ['nothing', ' ', 'It is empty.'],
    [
      'two failures of a node',
      `[${instanceView(extensionMessage(50, ''))},${instanceView(extensionMessage(51, ''))}]`,
      'A provisioning status: vmssCSE failed with exit code 50 (ERR_OUTBOUND_CONN_FAIL), and vmssCSE failed with exit code 51 (ERR_K8S_API_SERVER_CONN_FAIL).',
    ],
  ])('with %s', (_name, text, sentence) => {
    expect(recognised(text).sentence).toBe(sentence);
  });
});

it('a config with text around it gets a name under which it is read without that', () => {
  const config = sample('aks-node-controller-config.json');
  const content = `\`\`\`json\n${config}\`\`\`\n`;
  const { name } = recognise(new Analysis({ name: 'text', content }, nodePlatform), []);
  expect(new Analysis({ name, content }, nodePlatform).root.text).toBe(config);
});

describe('the cursor for a recognised text', () => {
  it('is on the field of the config behind the failure', () => {
    const found = recognised(failedScaleSet(52));
    expect(found.sentence).toBe(
      'A scale set with 2 extensions; its custom data has a node config with 1 problem, and vmssCSE failed with exit code 52 (ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL).',
    );
    expect(found).toMatchObject({ hasFailure: true, hasPreview: true });
    expect(found.cursor).toEqual({
      line: 3,
      character: 4,
      steps: configPath,
      is: 'field',
      field: 'api_server_config.api_server_name',
      uri: null,
    });
  });

  it.each<[string, string, Recognition['cursor']]>([
    [
      'the first error',
      sample('vmss.json'),
      { line: 44, character: 4, steps: configPath as never, is: 'problem', field: null, uri: null },
    ],
    [
      'the config without problems',
      JSON.stringify({ osProfile: { customData: base64(sample('aks-node-controller-config.json')) } }),
      {
        line: 0,
        character: 0,
        steps: ['/osProfile/customData', 'base64'] as never,
        is: 'config',
        field: null,
        uri: null,
      },
    ],
    [
      'what shows the failure',
      `\n${portalMessage(50, '')}`,
      { line: 1, character: 222, steps: [], is: 'evidence', field: null, uri: null },
    ],
    ['nothing in particular', cloudConfig, null],
  ])('is on %s', (_name, text, cursor) => {
    expect(recognised(text).cursor).toEqual(cursor);
  });

  it('is on the first example of a config without problems, which says how many there are', () => {
    const [template] = templates;
    const text = `{\n${template === undefined ? '' : renderTemplate(template).plainText.join('\n')}\n}`;
    const found = recognised(text);
    expect(found.examples).toBeGreaterThan(5);
    expect(found.sentence).toBe(`A node config. ${found.examples} values are still examples.`);
    expect(found.cursor).toMatchObject({ is: 'example', steps: [] });
    const [line = ''] = text.split('\n').slice(found.cursor?.line);
    expect(line.slice(found.cursor?.character)).toMatch(/^"/);
    const faulty = recognised(text.replace('"version": "v1"', '"version": "v0"'));
    expect(faulty.sentence).toMatch(/^A node config with 1 problem\. \d+ values are still examples\.$/);
    expect(faulty.cursor).toMatchObject({ is: 'problem' });
  });

  it('is on the field behind a failure that was recognised before', () => {
    const { fields } = recognised('ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL');
    expect(fields).toEqual(['api_server_config.api_server_name']);
    const analysis = new Analysis({ name: 'vmss.json', content: sample('vmss.json') }, nodePlatform);
    const found = recognise(analysis, validate(analysis).problems, { fields });
    expect(found.cursor).toMatchObject({ line: 3, character: 4, steps: configPath, is: 'field', uri: null });
    // Without the field in the config, or with a failure of its own, the text counts alone.
    expect(
      recognise(analysis, validate(analysis).problems, { fields: ['gpu_config.mig_strategy'] }).cursor,
    ).toMatchObject({ is: 'problem' });
    const other = new Analysis({ name: 'text', content: 'ERR_OUTBOUND_CONN_FAIL' }, nodePlatform);
    expect(recognise(other, validate(other).problems, { fields }).cursor).toMatchObject({ is: 'evidence' });
  });

  it('is on the field in a document that is open, for a failure without a config', () => {
    const open = new Map(
      Object.entries({ 'file:///a.yaml': cloudConfig, 'file:///vmss.json': sample('vmss.json') }).map(
        ([uri, content]) => [uri, new Analysis({ name: uri, content }, nodePlatform)],
      ),
    );
    const failure = new Analysis({ name: 'text', content: 'ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL' }, nodePlatform);
    const found = recognise(failure, validate(failure).problems, { open });
    expect(found.cursor).toMatchObject({
      line: 3,
      character: 4,
      steps: configPath,
      is: 'field',
      uri: 'file:///vmss.json',
    });
    const withoutFailure = new Analysis({ name: 'text', content: cloudConfig }, nodePlatform);
    expect(recognise(withoutFailure, validate(withoutFailure).problems, { open }).cursor).toBeNull();
  });

  it('counts placeholders in place of secrets in front of it', () => {
    const valid = JSON.parse(sample('aks-node-controller-config.json')) as object;
    const config = JSON.stringify({ ...valid, vm_sise: '' });
    const machine = JSON.stringify({ osProfile: { customData: base64(config) } });
    const analysis = new Analysis({ name: 'text', content: machine }, nodePlatform);
    const shown = maskingOf([analysis]).forEditing(config).text;
    expect(shown.length).not.toBe(config.length);
    expect(recognise(analysis, validate(analysis).problems).cursor).toMatchObject({
      line: 0,
      character: shown.indexOf('"vm_sise"'),
      is: 'problem',
    });
  });

  it('never comes with a secret', () => {
    const found = JSON.stringify(recognised(portalMessage(50, 'token abcdef.0123456789abcdef')));
    expect(found).not.toContain('0123456789abcdef');
  });
});
