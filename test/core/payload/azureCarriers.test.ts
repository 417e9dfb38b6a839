import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const cloudConfig = '#cloud-config\nruncmd:\n- [systemctl, restart, shop]\n';
const customData = b64(cloudConfig);
const script = '#!/bin/sh\necho shop\n';
const machine = { name: 'vm', osProfile: { computerName: 'vm', customData } };
const parameters = { size: { value: 'Standard_D2s_v5' }, customData: { value: customData } };
const schema = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#';

/** Layers of the main payload; pointer, role and layers of each. */
function read(text: string): unknown {
  const analysis = analyse('x.txt', text);
  const { kind, layers, payloads = [] } = decodeReport(analysis);
  return {
    kind,
    layers: layers.join(' '),
    payloads: payloads.map(({ pointer, role, layers: inner }) => `${pointer} ${role} ${inner.join(' ')}`),
    errors: validate(analysis)
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ code }) => code),
  };
}

const payload = (pointer: string, role = 'customData'): string => `${pointer} ${role} base64 cloud-config`;

describe('a document of Azure', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'az vm show -o yaml',
      `id: /subscriptions/1/vm\nosProfile:\n  computerName: vm\n  customData: ${customData}\n`,
      'vm-json',
      'yaml base64 cloud-config',
      [payload('/osProfile/customData')],
    ],
    [
      'az vmss list -o yaml',
      `- name: a\n  virtualMachineProfile:\n    extensionProfile:\n      extensions:\n      - settings:\n          commandToExecute: ls\n    osProfile:\n      customData: ${customData}\n      secrets: []\n`,
      'vmss-json',
      'yaml base64 cloud-config',
      [
        '/0/virtualMachineProfile/extensionProfile/extensions/0/settings/commandToExecute commandToExecute shell-command',
        payload('/0/virtualMachineProfile/osProfile/customData'),
      ],
    ],
    [
      'YAML with a shared string',
      `a:\n  osProfile:\n    customData: &data ${customData}\nosProfile: {customData: *data}\n`,
      'vm-json',
      'yaml base64 cloud-config',
      [payload('/a/osProfile/customData'), payload('/osProfile/customData')],
    ],
    [
      'snake case',
      JSON.stringify({ os_profile: { custom_data: customData }, user_data: customData }),
      'vm-json',
      'json base64 cloud-config',
      [payload('/os_profile/custom_data'), payload('/user_data', 'userData')],
    ],
    [
      'instance metadata',
      JSON.stringify({
        compute: { azEnvironment: 'AzurePublicCloud', customData: '', userData: customData, vmSize: 's' },
      }),
      'vm-json',
      'json base64 cloud-config',
      [payload('/compute/userData', 'userData')],
    ],
    [
      'the compute part of instance metadata',
      JSON.stringify({ azEnvironment: 'AzurePublicCloud', customData, userData: '', vmSize: 's' }),
      'vm-json',
      'json base64 cloud-config',
      [payload('/customData')],
    ],
    [
      'a parameter file',
      JSON.stringify({ $schema: schema, contentVersion: '1.0.0.0', parameters }, null, 2),
      'arm-deployment',
      'json deployment-parameters base64 cloud-config',
      [payload('/parameters/customData/value')],
    ],
    [
      'a parameter with another name',
      JSON.stringify({ $schema: schema, parameters: { a: { value: 'x' }, cloudInit: { value: cloudConfig } } }),
      'arm-deployment',
      'json deployment-parameters cloud-config',
      ['/parameters/cloudInit/value customData cloud-config'],
    ],
    [
      'the parameters of a deployment',
      JSON.stringify({ name: 'main', properties: { mode: 'Incremental', parameters, outputs: {} } }),
      'arm-deployment',
      'json deployment-parameters base64 cloud-config',
      [payload('/properties/parameters/customData/value')],
    ],
    [
      'the outputs of a deployment',
      JSON.stringify({
        properties: {
          mode: 'Incremental',
          provisioningState: 'Succeeded',
          parameters: { size: { type: 'String', value: 's' } },
          outputs: { vmUserData: { type: 'String', value: customData } },
        },
      }),
      'arm-deployment',
      'json deployment-outputs base64 cloud-config',
      [payload('/properties/outputs/vmUserData/value', 'userData')],
    ],
    [
      'outputs alone',
      JSON.stringify({ data: { type: 'String', value: customData }, vm: { type: 'Object', value: machine } }),
      'arm-deployment',
      'json deployment-outputs base64 cloud-config',
      [payload('/data/value'), payload('/vm/value/osProfile/customData')],
    ],
    [
      'a deployment as YAML',
      `name: main\nproperties:\n  mode: Incremental\n  parameters:\n    customData:\n      type: String\n      value: ${customData}\n`,
      'arm-deployment',
      'yaml deployment-parameters base64 cloud-config',
      [payload('/properties/parameters/customData/value')],
    ],
    [
      'the result of what-if',
      JSON.stringify({ changes: [{ changeType: 'Create', after: { properties: machine }, before: null }] }),
      'arm-deployment',
      'json base64 cloud-config',
      [payload('/changes/0/after/properties/osProfile/customData')],
    ],
    [
      'a change in the result of what-if',
      JSON.stringify({
        changes: [
          {
            changeType: 'Modify',
            delta: [
              {
                path: 'properties.osProfile.customData',
                propertyChangeType: 'Modify',
                before: b64(script),
                after: customData,
              },
            ],
          },
        ],
      }),
      'arm-deployment',
      'json base64 shell-script',
      ['/changes/0/delta/0/before customData base64 shell-script', payload('/changes/0/delta/0/after')],
    ],
    [
      'a run command',
      JSON.stringify({
        value: [
          { code: 'ProvisioningState/succeeded', message: `Enable succeeded: \n[stdout]\n${cloudConfig}\n[stderr]\n` },
        ],
      }),
      'run-command',
      'json run-command-output cloud-config',
      ['/value/0/message output run-command-output cloud-config'],
    ],
    [
      'a run command that prints base64',
      JSON.stringify({ value: [{ message: `Enable succeeded: \n[stdout]\n${customData}\n[stderr]\n` }] }),
      'run-command',
      'json run-command-output base64 cloud-config',
      ['/value/0/message output run-command-output base64 cloud-config'],
    ],
    [
      'a run command on Windows',
      JSON.stringify({
        value: [
          { code: 'ComponentStatus/StdOut/succeeded', message: script },
          { code: 'ComponentStatus/StdErr/succeeded', message: '' },
        ],
      }),
      'run-command',
      'json shell-script',
      ['/value/0/message output shell-script'],
    ],
    [
      'a managed run command',
      JSON.stringify({
        name: 'r',
        instanceView: { executionState: 'Succeeded', exitCode: 0, output: cloudConfig, error: '' },
      }),
      'unknown',
      'json cloud-config',
      ['/instanceView/output output cloud-config'],
    ],
    [
      'rows of Resource Graph',
      JSON.stringify({ count: 1, data: [{ type: 'microsoft.compute/virtualmachines', properties: machine }] }),
      'vm-json',
      'json base64 cloud-config',
      [payload('/data/0/properties/osProfile/customData')],
    ],
    [
      'ConvertTo-Json of PowerShell',
      JSON.stringify({ OsProfile: { CustomData: customData, AdminUsername: null }, Tags: null }, null, 4).replaceAll(
        '\n',
        '\r\n',
      ),
      'vm-json',
      'json base64 cloud-config',
      [payload('/OsProfile/CustomData')],
    ],
    [
      'rows of Resource Graph as a table',
      `name,type,properties\nvm,virtualmachines,"${JSON.stringify(machine).replaceAll('"', '""')}"\n`,
      'unknown',
      'csv json-string base64 cloud-config',
      [payload('/0/properties#/osProfile/customData')],
    ],
    [
      'a column of a table',
      `"name","properties_osProfile_customData","x"\r\n"vm","${customData}","1"\r\n"vm2","","2"\r\n`,
      'unknown',
      'csv base64 cloud-config',
      [payload('/0/properties_osProfile_customData')],
    ],
    [
      'properties as PowerShell lists them',
      `ComputerName  : vm\nCustomData    : ${customData.slice(0, 30)}\n                ${customData.slice(30)}\nAdminUsername : azureuser\n`,
      'unknown',
      'yaml base64 cloud-config',
      [payload('/CustomData')],
    ],
    [
      'a result of what-if as text',
      `  + Microsoft.Compute/virtualMachines/vm [2024-07-01]\n\n      properties.osProfile.customData: "${customData}"\n      properties.userData:             "${customData}"\n`,
      'unknown',
      'text base64 cloud-config',
      [payload('/customData'), payload('/userData', 'userData')],
    ],
    [
      'a table of PowerShell',
      `\nName CustomData${' '.repeat(customData.length - 10)} Size\n---- ----------${' '.repeat(customData.length - 10)} ----\nvm1  ${customData} a\nvm2  ${' '.repeat(customData.length)} b\n`,
      'unknown',
      'text base64 cloud-config',
      [payload('/CustomData')],
    ],
    [
      'rows of Log Analytics',
      JSON.stringify({
        tables: [
          {
            columns: [{ name: 'Name' }, { name: 'UserData' }],
            rows: [
              ['vm', customData],
              ['b', ''],
            ],
          },
        ],
      }),
      'unknown',
      'json base64 cloud-config',
      [payload('/tables/0/rows/0/1', 'userData')],
    ],
  ])('is read: %s', (_what, text, kind, layers, payloads) => {
    expect(read(text)).toEqual({ kind, layers, payloads, errors: [] });
  });

  it('has no payload in parameters with other values', () => {
    const values = {
      customData: { value: 'hello' },
      keyData: { value: 'ssh-rsa AAAAB3NzaC1yc2E' },
      id: { value: 'abcdefabcdefabcd' },
    };
    expect(read(JSON.stringify({ $schema: schema, parameters: values }))).toMatchObject({ payloads: [], errors: [] });
  });

  it('has the output of a command as a status if it is no document', () => {
    const text = JSON.stringify({ value: [{ message: 'Enable succeeded: \n[stdout]\nhello\n[stderr]\n' }] });
    expect(decodeReport(analyse('x.json', text)).statuses).toMatchObject([
      { pointer: '/value/0/message', stdout: 'hello' },
    ]);
  });

  it('does not follow aliases of collections', () => {
    const bomb = Array.from(
      { length: 30 },
      (_, level) => `a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`,
    ).slice(1);
    expect(read(`osProfile:\n  customData: ${customData}\na0: &a0 [{b: c}]\n${bomb.join('\n')}\n`)).toMatchObject({
      payloads: [payload('/osProfile/customData')],
    });
  });
});
