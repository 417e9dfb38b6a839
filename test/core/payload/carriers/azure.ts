import { b64, type Carrier, command, harvest, indented, json, orchard } from './carrier.js';

const vm = (osProfile: object): object => ({
  id: '/subscriptions/1/resourceGroups/farm/providers/Microsoft.Compute/virtualMachines/orchard',
  name: 'orchard',
  type: 'Microsoft.Compute/virtualMachines',
  location: 'northeurope',
  properties: { osProfile: { computerName: 'orchard', ...osProfile } },
});
const template = (resources: object[], more: object = {}): string =>
  json({
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: {},
    ...more,
    resources,
  });
const settings = (inner: object): string => `<![CDATA[${JSON.stringify(inner)}]]>`;

export const azureCarriers: readonly Carrier[] = [
  {
    what: 'outputs of a deployment',
    name: 'deployment.json',
    content: json({
      id: '/subscriptions/1/resourceGroups/farm/providers/Microsoft.Resources/deployments/orchard',
      name: 'orchard',
      type: 'Microsoft.Resources/deployments',
      properties: {
        mode: 'Incremental',
        provisioningState: 'Succeeded',
        outputs: { customData: { type: 'String', value: b64(orchard) }, rows: { type: 'Int', value: 12 } },
      },
    }),
    holds: [orchard],
  },
  {
    what: 'the result of what-if',
    name: 'what-if.json',
    content: json({
      status: 'Succeeded',
      changes: [
        {
          changeType: 'Modify',
          resourceId: '/subscriptions/1/providers/Microsoft.Compute/virtualMachines/orchard',
          before: vm({ customData: b64(harvest) }),
          after: vm({ customData: b64(orchard) }),
          delta: [
            {
              path: 'properties.osProfile.customData',
              propertyChangeType: 'Modify',
              before: b64(harvest),
              after: b64(orchard),
            },
          ],
        },
      ],
    }),
    holds: [harvest, orchard],
  },
  {
    what: 'an exported template',
    name: 'template.json',
    content: template(
      [
        {
          type: 'Microsoft.Compute/virtualMachineScaleSets',
          apiVersion: '2024-03-01',
          name: "[parameters('virtualMachineScaleSets_orchard_name')]",
          location: 'northeurope',
          properties: {
            virtualMachineProfile: {
              osProfile: { computerNamePrefix: 'orchard', customData: b64(orchard) },
              extensionProfile: {
                extensions: [
                  {
                    name: 'vmssCSE',
                    properties: {
                      publisher: 'Microsoft.Azure.Extensions',
                      type: 'CustomScript',
                      settings: {},
                      protectedSettings: { commandToExecute: command },
                    },
                  },
                ],
              },
            },
          },
        },
      ],
      { parameters: { virtualMachineScaleSets_orchard_name: { defaultValue: 'orchard', type: 'String' } } },
    ),
    holds: [orchard, command],
  },
  {
    what: 'a nested deployment of a template',
    name: 'template.json',
    content: template([
      {
        type: 'Microsoft.Resources/deployments',
        apiVersion: '2022-09-01',
        name: 'inner',
        properties: {
          mode: 'Incremental',
          expressionEvaluationOptions: { scope: 'inner' },
          template: JSON.parse(
            template([
              { ...vm({ customData: `[base64('${harvest.replaceAll("'", "''")}')]` }), apiVersion: '2024-03-01' },
            ]),
          ) as object,
        },
      },
    ]),
    holds: [harvest],
  },
  {
    what: 'a parameter file with a custom data parameter of another name',
    name: 'orchard.parameters.json',
    content: json({
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#',
      contentVersion: '1.0.0.0',
      parameters: { orchardCustomData: { value: b64(orchard) }, rows: { value: 12 } },
    }),
    holds: [orchard],
  },
  {
    what: 'Bicep with a string of several lines',
    name: 'main.bicep',
    content: `param location string = 'northeurope'\nresource vm 'Microsoft.Compute/virtualMachines@2024-03-01' = {\n  name: 'orchard'\n  location: location\n  properties: {\n    osProfile: {\n      customData: base64('''\n${orchard}''')\n    }\n  }\n}\n`,
    holds: [orchard.replaceAll("'''", "''")],
  },
  {
    what: 'Bicep with a variable and an extension',
    name: 'main.bicep',
    content: `var init = '''\n${harvest}'''\nresource vm 'Microsoft.Compute/virtualMachines@2024-03-01' = {\n  name: 'orchard'\n  properties: {\n    userData: base64(init)\n  }\n  resource prune 'extensions' = {\n    name: 'prune'\n    properties: {\n      protectedSettings: {\n        commandToExecute: '${command}'\n      }\n    }\n  }\n}\n`,
    holds: [harvest, command],
  },
  {
    what: 'Bicep parameters',
    name: 'main.bicepparam',
    content: `using 'main.bicep'\nparam location = 'northeurope'\nparam customData = '${b64(orchard)}'\n`,
    holds: [orchard],
  },
  {
    what: 'instance metadata',
    name: 'imds.json',
    content: json({
      compute: {
        azEnvironment: 'AzurePublicCloud',
        customData: b64(harvest),
        userData: b64(orchard),
        name: 'orchard',
        vmSize: 'Standard_D2s_v5',
        osProfile: { adminUsername: 'pear', computerName: 'orchard' },
      },
      network: { interface: [] },
    }),
    holds: [harvest, orchard],
  },
  {
    what: 'user data of instance metadata alone',
    name: 'userData.txt',
    content: b64(orchard),
    holds: [orchard],
  },
  {
    what: 'the output of a run command',
    name: 'run.json',
    content: json({
      value: [
        {
          code: 'ProvisioningState/succeeded',
          displayStatus: 'Provisioning succeeded',
          level: 'Info',
          message: `Enable succeeded: \n[stdout]\n${orchard}\n[stderr]\n`,
          time: null,
        },
      ],
    }),
    holds: [orchard],
  },
  {
    what: 'the output of a run command that printed a status file of the node',
    name: 'run.json',
    content: json({
      value: [
        {
          code: 'ProvisioningState/succeeded',
          message: `Enable succeeded: \n[stdout]\n${harvest}\n[stderr]\n+ cat part-001\n`,
        },
      ],
    }),
    holds: [harvest],
  },
  {
    what: 'an ovf-env.xml',
    name: 'ovf-env.xml',
    content: `<?xml version="1.0" encoding="utf-8"?>\n<ns0:Environment xmlns:ns0="http://schemas.dmtf.org/ovf/environment/1" xmlns:ns1="http://schemas.microsoft.com/windowsazure">\n  <ns1:ProvisioningSection>\n    <ns1:Version>1.0</ns1:Version>\n    <ns1:LinuxProvisioningConfigurationSet>\n      <ns1:ConfigurationSetType>LinuxProvisioningConfiguration</ns1:ConfigurationSetType>\n      <ns1:UserName>pear</ns1:UserName>\n      <ns1:HostName>orchard</ns1:HostName>\n      <ns1:CustomData>${b64(orchard)}</ns1:CustomData>\n    </ns1:LinuxProvisioningConfigurationSet>\n  </ns1:ProvisioningSection>\n</ns0:Environment>\n`,
    holds: [orchard],
  },
  {
    what: 'an ExtensionsConfig with CDATA',
    name: 'ExtensionsConfig.1.xml',
    content: `<Extensions version="1.0.0.0" goalStateIncarnation="2">\n<Plugins><Plugin name="Microsoft.Azure.Extensions.CustomScript" version="2.1.10" state="enabled" /></Plugins>\n<PluginSettings>\n<Plugin name="Microsoft.Azure.Extensions.CustomScript" version="2.1.10">\n<RuntimeSettings seqNo="3">${settings({ runtimeSettings: [{ handlerSettings: { publicSettings: { commandToExecute: command } } }] })}</RuntimeSettings>\n</Plugin>\n</PluginSettings>\n</Extensions>\n`,
    holds: [command],
  },
  {
    what: 'an ExtensionsConfig with several configs',
    name: 'ExtensionsConfig.xml',
    content: `<?xml version="1.0"?>\n<Extensions version="1.0.0.0">\n  <PluginSettings>\n    <Plugin name="Microsoft.CPlat.Core.RunCommandHandlerLinux" version="1.3.2">\n      <DependsOn dependencyLevel="0"><DependsOnExtension extension="a" handler="b"/></DependsOn>\n      <ExtensionRuntimeSettings seqNo="0" name="harvest" state="enabled">${JSON.stringify(
      { runtimeSettings: [{ handlerSettings: { publicSettings: { source: { script: harvest } } } }] },
    )
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')}</ExtensionRuntimeSettings>\n    </Plugin>\n  </PluginSettings>\n</Extensions>\n`,
    holds: [harvest],
  },
  {
    what: 'vmSettings',
    name: 'VmSettings.4.json',
    content: json({
      hostGAPluginVersion: '1.0.8.124',
      vmSettingsSchemaVersion: '0.0',
      activityId: 'a',
      inSvdSeqNo: 4,
      extensionGoalStates: [
        {
          name: 'Microsoft.Azure.Extensions.CustomScript',
          version: '2.1.10',
          state: 'enabled',
          settingsSeqNo: 4,
          settings: [{ publicSettings: JSON.stringify({ commandToExecute: command }) }],
        },
      ],
    }),
    holds: [command],
  },
  {
    what: 'rows of Resource Graph',
    name: 'graph.json',
    content: json({
      count: 1,
      data: [
        {
          id: '/subscriptions/1',
          name: 'orchard',
          properties: { virtualMachineProfile: { osProfile: { customData: b64(orchard) } } },
        },
      ],
      skip_token: null,
      total_records: 1,
    }),
    holds: [orchard],
  },
  {
    what: 'rows of Resource Graph as CSV',
    name: 'AzureResourceGraphResults.csv',
    content: `"NAME","LOCATION","PROPERTIES"\n"orchard","northeurope","${JSON.stringify({ osProfile: { customData: b64(orchard) } }).replaceAll('"', '""')}"\n"meadow","northeurope","${JSON.stringify({ osProfile: { customData: b64(harvest) } }).replaceAll('"', '""')}"\n`,
    holds: [orchard, harvest],
  },
  {
    what: 'rows of Log Analytics',
    name: 'query.json',
    content: json({
      tables: [
        {
          name: 'PrimaryResult',
          columns: [
            { name: 'TimeGenerated', type: 'datetime' },
            { name: 'Properties', type: 'dynamic' },
          ],
          rows: [
            ['2026-05-01T00:00:00Z', JSON.stringify({ requestbody: JSON.stringify(vm({ customData: b64(orchard) })) })],
          ],
        },
      ],
    }),
    holds: [orchard],
  },
  {
    what: 'rows of Log Analytics as the command line prints them',
    name: 'query.json',
    content: json([
      {
        TableName: 'PrimaryResult',
        TimeGenerated: '2026-05-01T00:00:00Z',
        Properties_d: JSON.stringify({ responseBody: JSON.stringify(vm({ customData: b64(harvest) })) }),
      },
    ]),
    holds: [harvest],
  },
  {
    what: 'rows of Log Analytics as CSV',
    name: 'query_data.csv',
    content: `TimeGenerated [UTC],OperationNameValue,Properties\r\n"5/1/2026, 7:00:00.000 AM",MICROSOFT.COMPUTE/VIRTUALMACHINES/WRITE,"${JSON.stringify({ requestbody: JSON.stringify(vm({ userData: b64(orchard) })) }).replaceAll('"', '""')}"\r\n`,
    holds: [orchard],
  },
  {
    what: 'a module of Ansible',
    name: 'orchard.playbook.yml',
    content: `- name: Plant\n  hosts: localhost\n  tasks:\n    - name: Create the scale set\n      azure.azcollection.azure_rm_virtualmachinescaleset:\n        resource_group: farm\n        name: orchard\n        vm_size: Standard_D2s_v5\n        capacity: 2\n        custom_data: |\n${indented(orchard, 10)}        tags:\n          crop: pear\n`,
    holds: [orchard],
  },
  {
    what: 'an extension of Ansible',
    name: 'tasks/main.yml',
    content: `- azure_rm_virtualmachineextension:\n    name: prune\n    publisher: Microsoft.Azure.Extensions\n    virtual_machine_extension_type: CustomScript\n    settings:\n      commandToExecute: ${command}\n`,
    holds: [command],
  },
  {
    what: 'a stack of Pulumi',
    name: 'stack.json',
    content: json({
      version: 3,
      deployment: {
        manifest: { time: '2026-05-01T00:00:00Z', magic: 'a', version: 'v3.130.0' },
        resources: [
          { urn: 'urn:pulumi:prod::farm::pulumi:pulumi:Stack::farm-prod', custom: false, type: 'pulumi:pulumi:Stack' },
          {
            urn: 'urn:pulumi:prod::farm::azure-native:compute:VirtualMachine::orchard',
            custom: true,
            type: 'azure-native:compute:VirtualMachine',
            inputs: { osProfile: { customData: b64(orchard) } },
            outputs: { osProfile: { computerName: 'orchard' } },
          },
        ],
      },
    }),
    holds: [orchard],
  },
  {
    what: 'a program of Pulumi in YAML',
    name: 'Pulumi.yaml',
    content: `name: farm\nruntime: yaml\nresources:\n  orchard:\n    type: azure-native:compute:VirtualMachine\n    properties:\n      osProfile:\n        computerName: orchard\n        customData: ${b64(orchard)}\n`,
    holds: [orchard],
  },
];
