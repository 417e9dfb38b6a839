import { describe, expect, it } from 'vitest';
import {
  compareDocuments,
  type ComparedNames,
  type Comparison,
  maskingOf,
  sideBySide,
} from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { unmasked } from '../../support/maskings.js';
import { config, scaleSet } from '../fleet/support.js';
import { compareAll, type Doc, fieldsOf } from './support.js';

const list = (...machines: readonly object[]): Doc => ({ name: 'fleet.json', content: JSON.stringify(machines) });
const pods = (count: string): object => config({ '--max-pods': count });
const [a, b] = [scaleSet('aks-a-1-vmss', pods('30')), scaleSet('aks-b-1-vmss', pods('110'))];
const c = { ...a, name: 'aks-c-1-vmss' };
const fleet = list(a, b, c);
const differs = '~ kubelet_config.kubelet_flags.--max-pods';

/** The only comparison of machines that are chosen. */
function chosen(before: string | Doc, after: string | Doc, machines: ComparedNames): Comparison {
  const [only, ...more] = compareAll(before, after, { masking: unmasked, machines });
  if (only === undefined || more.length > 0) throw new Error(`${more.length + 1} comparisons instead of one`);
  return only;
}

const messages = ({ notes }: Comparison): string[] => notes.map(({ side, message }) => `${side ?? 'both'}: ${message}`);

describe('machines that are chosen', () => {
  it('can be two of one document', () => {
    const different = chosen(fleet, fleet, { before: 'aks-a-1-vmss', after: 'AKS-B-1-vmss' });
    expect(different.machines).toEqual({ before: 'aks-a-1-vmss', after: 'aks-b-1-vmss' });
    expect(fieldsOf(different)).toEqual([differs, '~ virtualMachineProfile.osProfile.computerNamePrefix in model']);
    const equal = chosen(fleet, fleet, { before: 'aks-c-1-vmss', after: 'aks-a-1-vmss' });
    expect(equal).toMatchObject({ equal: true, fields: [], texts: [] });
    expect(equal.compared).toEqual(expect.arrayContaining(['node config', 'model']));
  });

  it('are chosen on the other side by the same name if there are several, and else by being the only one', () => {
    const newer = list(b, scaleSet('aks-a-1-vmss', pods('50')));
    const same = chosen(fleet, newer, { before: 'aks-a-1-vmss' });
    expect(same.machines).toEqual({ before: 'aks-a-1-vmss', after: 'aks-a-1-vmss' });
    expect(fieldsOf(same)).toEqual([differs]);
    expect(chosen(fleet, list(b), { before: 'aks-a-1-vmss' }).machines?.after).toBe('aks-b-1-vmss');
    const alone = chosen(JSON.stringify(pods('30')), fleet, { after: 'aks-b-1-vmss' });
    expect(fieldsOf(alone)).toEqual([differs]);
  });

  it('are all compared if neither side has a name', () => {
    expect(compareAll(fleet, fleet, { masking: unmasked, machines: {} })).toHaveLength(3);
  });

  it('are chosen by their pointers if names do not distinguish them', () => {
    const { name: _, ...unnamed } = b as { name: string };
    const machines = list(a, a, unnamed);
    const found = chosen(machines, machines, { before: '/1', after: '/2' });
    expect(found.machines).toEqual({ before: '/1', after: '/2' });
    expect(fieldsOf(found)).toContain(differs);
    expect(chosen(fleet, fleet, { before: '/0', after: '/1' }).machines).toEqual({
      before: 'aks-a-1-vmss',
      after: 'aks-b-1-vmss',
    });
    expect(messages(chosen(machines, machines, { before: 'aks-a-1-vmss', after: '/2' }))).toEqual([
      'before: 2 scale sets or VMs here are called aks-a-1-vmss: choose one by its pointer, /0 and /1.',
    ]);
  });

  it('are errors with the names there are if no machine is called so', () => {
    const missing = chosen(fleet, fleet, { before: 'aks-d-1-vmss', after: 'green' });
    const names = 'There are aks-a-1-vmss, aks-b-1-vmss and aks-c-1-vmss.';
    expect(messages(missing)).toEqual([
      `before: There is no scale set or VM called aks-d-1-vmss here. Did you mean aks-a-1-vmss? ${names}`,
      `after: There is no scale set or VM called green here. ${names}`,
    ]);
    expect(missing).toMatchObject({ equal: false, fields: [], compared: [] });
    expect(messages(chosen(list(a), JSON.stringify(pods('30')), { before: 'x', after: 'x' }))).toEqual([
      'before: There is no scale set or VM called x here. There is aks-a-1-vmss.',
      'after: There is no scale set or VM here, so none is called x.',
    ]);
    const many = list(...Array.from({ length: 12 }, (_, index) => scaleSet(`pool-${index}`, {})));
    expect(messages(chosen(many, many, { before: 'green', after: 'pool-1' })).join()).toContain('pool-9 and 2 more.');
  });

  it('are not equal to each other if one of them cannot be read', () => {
    const damaged = { name: 'damaged', virtualMachineProfile: { osProfile: { customData: 'H4sIAAAA' } } };
    const machines = list(damaged, { ...damaged, name: 'other' }, a);
    const equal = (before: string, after: string): boolean => chosen(machines, machines, { before, after }).equal;
    expect([equal('damaged', 'other'), equal('damaged', 'nothing')]).toEqual([false, false]);
    const analysis = analyse('fleet.json', machines.content);
    const same = compareDocuments(analysis, analysis, { masking: unmasked, machines: { before: '/0', after: '/0' } });
    expect(same[0]?.equal).toBe(true);
  });

  it('are in the heading of both texts, and secrets are masked', () => {
    const token = 'abcdef.0123456789abcdef';
    const secret = (value: string): object => ({ bootstrapping_config: { tls_bootstrapping_token: value } });
    const machines = JSON.stringify([
      scaleSet('aks-a-1-vmss', config({}, secret(token))),
      scaleSet('aks-b-1-vmss', config({}, secret(token.replace('a', 'z')))),
      c,
    ]);
    const analysis = analyse('fleet.json', machines);
    const texts = (names: ComparedNames) =>
      sideBySide(analysis, analysis, { masking: maskingOf([analysis, analysis]), machines: names });
    const { before, after, equal } = texts({ before: 'aks-a-1-vmss', after: 'aks-b-1-vmss' });
    for (const text of [before, after]) {
      expect(text).toMatch(/^# These differ: 1 field, .*\n\n====== aks-a-1-vmss ↔ aks-b-1-vmss\n/);
      expect(text).not.toContain(token.slice(1));
    }
    expect(equal).toBe(false);
    const missing = texts({ before: 'aks-a-1-vmss', after: 'green' });
    expect(missing.after).toContain('# Error: There is no scale set or VM called green here.');
    expect(missing.before).not.toContain('# Error');
  });
});
