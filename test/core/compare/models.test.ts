import { describe, expect, it } from 'vitest';
import { sideBySide } from '../../../server/src/core/index.js';
import { analyse, config } from '../../support/analyse.js';
import { masked } from '../../support/maskings.js';
import { base64, compare, compareAll, type Doc, fieldsOf } from './support.js';

const json = (value: unknown): Doc => ({ name: 'machines.json', content: JSON.stringify(value) });

const id = (name: string): string =>
  `/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/MC_shop/providers/Microsoft.Compute/virtualMachineScaleSets/${name}`;
const image = (version: string): string =>
  `/subscriptions/00000000-0000-0000-0000-000000000009/resourceGroups/AKS-Ubuntu/providers/Microsoft.Compute/galleries/AKSUbuntu/images/2204gen2containerd/versions/${version}`;
const subnet = '/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/net/subnets/nodes';
const identity = '/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/net/kubelet';

interface Extension {
  readonly name: string;
  readonly settings?: object | null;
  readonly protectedSettings?: object | null;
}

interface Options {
  readonly name?: string;
  readonly extensions?: readonly Extension[];
  readonly members?: object;
  readonly profile?: object;
}

const cse: Extension = { name: 'vmssCSE', settings: { wait: true } };

/** A scale set as `az vmss show` prints it. */
function printed({ name = 'pool1', extensions = [cse], members, profile }: Options = {}): object {
  return {
    id: id(name),
    name,
    etag: `"${name}"`,
    identity: { type: 'UserAssigned', userAssignedIdentities: { [identity]: { clientId: name, principalId: name } } },
    location: 'eastus2',
    plan: null,
    provisioningState: 'Succeeded',
    resourceGroup: 'MC_shop',
    sku: { capacity: 3, name: 'Standard_D4s_v5' },
    tags: { team: 'Shop' },
    type: 'Microsoft.Compute/virtualMachineScaleSets',
    uniqueId: `unique ${name}`,
    virtualMachineProfile: {
      extensionProfile: {
        extensions: extensions.map((extension) => ({
          id: `${id(name)}/extensions/${extension.name}`,
          type: null,
          typePropertiesType: 'CustomScript',
          publisher: 'Microsoft.Azure.Extensions',
          ...extension,
        })),
      },
      networkProfile: {
        networkInterfaceConfigurations: [{ name, ipConfigurations: [{ name: 'ip', subnet: { id: subnet } }] }],
      },
      osProfile: { adminUsername: 'azureuser', customData: base64(config('')) },
      storageProfile: { imageReference: { id: image('202605.27.0') }, dataDisks: [] },
      ...profile,
    },
    zones: ['1', '2'],
    ...members,
  };
}

/** The same as the REST API returns it. */
function returned(name = 'pool1'): object {
  const extension = { publisher: 'Microsoft.Azure.Extensions', type: 'CustomScript', settings: { wait: true } };
  const ipConfigurations = [{ name: 'ip', properties: { subnet: { id: subnet.replace('Groups', 'groups') } } }];
  return {
    zones: ['2', '1'],
    identity: { type: 'UserAssigned', userAssignedIdentities: { [identity.toUpperCase()]: {} } },
    Name: name,
    location: 'East US 2',
    sku: { name: 'standard_d4s_v5', capacity: 3 },
    tags: { Team: 'Shop' },
    properties: {
      timeCreated: '2026-01-01T00:00:00Z',
      virtualMachineProfile: {
        extensionProfile: { extensions: [{ name: 'vmssCSE', properties: extension }] },
        networkProfile: { networkInterfaceConfigurations: [{ name, properties: { ipConfigurations } }] },
        osProfile: { adminUsername: 'azureuser', customData: base64(config('')) },
        storageProfile: { imageReference: { id: image('202605.27.0').toLowerCase() } },
      },
    },
  };
}

const template = (resource: object): object => ({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  contentVersion: '1.0.0.0',
  resources: [{ type: 'Microsoft.Compute/virtualMachineScaleSets', apiVersion: '2024-07-01', ...resource }],
});

describe('models without a difference', () => {
  it.each<[string, object, object]>([
    ['of two pools, in what the service sets', printed(), printed({ name: 'pool2' })],
    ['printed by az and returned by the REST API', printed(), returned()],
    ['of another name in another format', printed(), returned('pool2')],
    ['deployed and in a template', printed(), template(returned())],
    ['deployed and as a model without an ID', printed(), printed({ members: { id: null } })],
    ['with an instance view', printed(), printed({ members: { instanceView: { statuses: [{ code: 'x' }] } } })],
    [
      'with extensions in another order',
      printed({ extensions: [cse, { name: 'b' }] }),
      printed({ extensions: [{ name: 'b' }, cse] }),
    ],
  ])('%s', (_, before, after) => {
    for (const [one, other] of [
      [before, after],
      [after, before],
    ]) {
      const comparison = compare(json(one), json(other));
      expect(fieldsOf(comparison)).toEqual([]);
      expect(comparison).toMatchObject({ equal: true, compared: ['node config', 'model'] });
    }
  });

  it('say what was not compared', () => {
    expect(compare(json(printed()), json(returned())).notCompared).toEqual([
      'protectedSettings',
      'own id',
      'own name',
      'etag',
      'clientId',
      'principalId',
      'provisioningState',
      'resourceGroup',
      'own type',
      'uniqueId',
      'id',
      'own Name',
      'timeCreated',
    ]);
    expect(compare(json(printed()), json(template(printed()))).notCompared).toContain('the rest of the ARM template');
    expect(compare(json(printed()), config('')).notCompared).toEqual(['the model of the machine']);
    expect(compare(config(''), config('')).notCompared).toEqual([]);
  });

  it('say what is around payloads in other documents', () => {
    const log = json([
      { operationName: 'a', eventTimestamp: 'b', properties: { requestbody: JSON.stringify(printed()) } },
    ]);
    const settings = (timeout: number): Doc =>
      json({ settings: { commandToExecute: 'sleep 1' }, timestamp: timeout, fileUris: [] });
    expect(compare(settings(1), settings(2)).notCompared).toEqual(['the rest of the CSE settings']);
    expect(compare(log, log).equal).toBe(true);
  });

  it('have no custom data in them, even if it is given twice', () => {
    const twice = (last: string): Doc => {
      const osProfile = `{"customData":"${base64('#!/bin/sh\na\n')}","adminUsername":"a","customData":"${last}"}`;
      return { name: 'vm.json', content: `{"osProfile":${osProfile}}` };
    };
    const comparison = compare(twice(base64('#!/bin/sh\nb\n')), twice(base64('#!/bin/sh\nc\n')));
    expect(comparison).toMatchObject({ fields: [], texts: [{ document: 'shell-script' }] });
  });

  it('say that custom data which Azure does not return was not compared', () => {
    const without = printed({ profile: { osProfile: { customData: null } } });
    expect(compare(json(without), json(without))).toMatchObject({ equal: true, compared: ['model'] });
    expect(compare(json(without), json(without)).notCompared).toContain('customData');
  });
});

describe('models with a difference', () => {
  const profile = 'virtualMachineProfile';
  const storage = (members: object) => ({ profile: { storageProfile: members } });
  it.each<[string, Options, Options, string[]]>([
    [
      'SKU and capacity',
      {},
      { members: { sku: { name: 'Standard_B2s', capacity: 5 } } },
      ['~ sku.capacity', '~ sku.name'],
    ],
    ['region', {}, { members: { location: 'westeurope' } }, ['~ location']],
    ['tags', {}, { members: { tags: null } }, ['- tags']],
    [
      'a tag that is called like a member of the service',
      {},
      { members: { tags: { team: 'Shop', etag: 'a' } } },
      ['+ tags.etag'],
    ],
    ['zones', {}, { members: { zones: ['1', '3'] } }, ['~ zones.1']],
    ['priority', {}, { profile: { priority: 'Spot' } }, [`+ ${profile}.priority`]],
    ['upgrade policy', {}, { members: { upgradePolicy: { mode: 'Manual' } } }, ['+ upgradePolicy']],
    ['identities', {}, { members: { identity: null } }, ['- identity']],
    [
      'image',
      storage({ imageReference: { id: image('202605.27.0') } }),
      storage({ imageReference: { id: image('202501.05.0') } }),
      [`~ ${profile}.storageProfile.imageReference.id`],
    ],
    ['an extension less', { extensions: [cse, { name: 'b' }] }, {}, [`- ${profile}.extensionProfile.extensions.b`]],
    [
      'settings of an extension',
      {},
      { extensions: [{ name: 'vmssCSE', settings: { wait: false } }] },
      [`~ ${profile}.extensionProfile.extensions.vmssCSE.settings.wait`],
    ],
    [
      'letter case in settings, which are the own ones of an extension',
      {},
      { extensions: [{ name: 'vmssCSE', settings: { Wait: true } }] },
      [
        `- ${profile}.extensionProfile.extensions.vmssCSE.settings.wait`,
        `+ ${profile}.extensionProfile.extensions.vmssCSE.settings.Wait`,
      ],
    ],
  ])('%s', (_, before, after, expected) => {
    const comparison = compare(json(printed(before)), json(printed(after)));
    expect(comparison.equal).toBe(false);
    expect(fieldsOf(comparison).sort()).toEqual(expected.map((line) => `${line} in model`).sort());
  });

  it('have the ranges of the values in both files', () => {
    const [before, after] = [printed(), printed({ members: { location: 'westus' } })].map((one) => JSON.stringify(one));
    const [found] = compare({ content: before ?? '' }, { content: after ?? '' }).fields;
    const at = (text: string, { start, end } = { start: 0, end: 0 }): string => text.slice(start, end);
    expect(at(before ?? '', found?.places.before)).toBe('"location":"eastus2"');
    expect(at(after ?? '', found?.places.after)).toBe('"location":"westus"');
  });

  it('are listed for each machine of a list', () => {
    const pools = (capacity: number) => [
      printed({ name: 'a' }),
      printed({ name: 'b', members: { sku: { capacity } } }),
    ];
    const found = compareAll(json(pools(1)), json({ value: pools(2).reverse() }));
    expect(found.map((comparison) => [comparison.machines?.before, fieldsOf(comparison)])).toEqual([
      ['a', []],
      ['b', ['~ sku.capacity in model']],
    ]);
  });

  it('are found in VMs without custom data', () => {
    const vm = (vmSize: string) => json({ osProfile: {}, hardwareProfile: { vmSize }, instanceView: { x: vmSize } });
    expect(fieldsOf(compare(vm('Standard_B2s'), vm('Standard_B4ms')))).toEqual(['~ hardwareProfile.vmSize in model']);
    expect(compare(vm('Standard_B2s'), vm('standard_b2S')).equal).toBe(true);
  });

  it('survive any depth', () => {
    const deep = (inside: string) => `${'{"a":['.repeat(3_000)}${inside}${']}'.repeat(3_000)}`;
    const vm = (inside: string): Doc => ({ name: 'vm.json', content: `{"osProfile":{},"plan":${deep(inside)}}` });
    expect(compare(vm('1'), vm('1')).equal).toBe(true);
    expect(compare(vm('1'), vm('2')).equal).toBe(false);
  });
});

describe('protected settings', () => {
  const withSecret = (value: string): object =>
    printed({ extensions: [{ name: 'vmssCSE', protectedSettings: { storageAccountName: value, count: 1 } }] });
  const path = 'virtualMachineProfile.extensionProfile.extensions.vmssCSE.protectedSettings.storageAccountName';

  it('are compared if both sides have them, and masked', () => {
    const comparison = compare(json(withSecret('hunter-one')), json(withSecret('hunter-two')), { masking: masked() });
    expect(comparison.fields).toMatchObject([{ path, before: '********', after: '********#2', masked: true }]);
    expect(comparison.notCompared).not.toContain('protectedSettings');
    const shown = compare(json(withSecret('hunter-one')), json(withSecret('hunter-two')));
    expect(shown.fields).toMatchObject([{ before: 'hunter-one', after: 'hunter-two' }]);
  });

  it('are not compared with those that Azure does not return', () => {
    const comparison = compare(json(withSecret('hunter-one')), json(printed({ extensions: [{ name: 'vmssCSE' }] })));
    expect(comparison).toMatchObject({ equal: true, notCompared: expect.arrayContaining(['protectedSettings']) as [] });
  });

  it('are masked in an extension that only one side has, also beside each other', () => {
    const added = printed({
      extensions: [cse, { name: 'x', protectedSettings: { a: 'hunter-one', b: [{ c: 7_654_321 }] } }],
    });
    const other = printed({ extensions: [{ ...cse, protectedSettings: { a: 'hunter-two' } }] });
    const hide = { masking: masked() };
    const listed = JSON.stringify(compare(json(added), json(other), hide).fields);
    const { before, after } = sideBySide(
      analyse('a.json', JSON.stringify(added)),
      analyse('b.json', JSON.stringify(other)),
      hide,
    );
    for (const text of [listed, before, after]) expect(text).not.toMatch(/hunter|7654321/);
    expect(before).toContain('"a": "********');
  });
});

describe('models beside each other', () => {
  const beside = (before: object, after: object) =>
    sideBySide(analyse('a.json', JSON.stringify(before)), analyse('b.json', JSON.stringify(after)), {
      masking: masked(),
    });

  it('are equal texts if nothing differs', () => {
    const { equal, summary, before, after } = beside(printed(), returned('pool2'));
    expect([equal, summary]).toEqual([true, 'No differences in node config and model.']);
    expect(before).toBe(after);
    expect(before).toContain('\n=== Model\n');
    expect(before).toContain('\n# Not compared: protectedSettings, own id, ');
  });

  it('differ in the lines that differ', () => {
    const { before, after } = beside(printed(), printed({ members: { sku: { name: 'Standard_B2s', capacity: 3 } } }));
    const lines = before.split('\n').filter((line, index) => line !== after.split('\n')[index]);
    expect(lines.map((line) => line.trim())).toEqual(['"name": "Standard_D4s_v5"']);
  });
});
