import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameIndex, nearestName, Suggestions } from '../../../server/src/core/text/suggest.js';

/** Optimal string alignment distance, as its definition says it. */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = [];
    for (let j = 0; j <= b.length; j++) {
      const above = rows[i - 1];
      const choices = [i === 0 ? j : Infinity, j === 0 ? i : Infinity];
      if (above !== undefined && j > 0) {
        choices.push((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          choices.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(Math.min(...choices));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'A', 'B', '_', '-', '0', 'é'), maxLength: 12 });
const names = fc.array(word, { maxLength: 8 });

/** A name of about 32 letters, the most whose distances are computed by bits, and similar ones. */
const longNames = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 29, maxLength: 36 }),
    fc.array(fc.array(fc.tuple(fc.nat({ max: 35 }), fc.constantFrom('', 'a', 'bc', 'swap')), { maxLength: 9 }), {
      maxLength: 4,
    }),
  )
  .map(([name, edits]) => ({ name, candidates: edits.map((changes) => changes.reduce(changed, name)) }));

function changed(name: string, [at, change]: readonly [number, string]): string {
  const [first = '', second = ''] = name.slice(at);
  return name.slice(0, at) + (change === 'swap' ? second + first + name.slice(at + 2) : change + name.slice(at + 1));
}

/** What the definition says about the nearest name. */
function expectNearest(name: string, candidates: readonly string[], most: number | undefined): void {
  const allowed = Math.min(most ?? Infinity, Math.max(1, Math.floor(folded(name).length / 3)));
  const distances = candidates.map((candidate) => distance(folded(name), folded(candidate)));
  const least = Math.min(Infinity, ...distances);
  const expected = least <= allowed ? distances.indexOf(least) : -1;
  expect(new NameIndex(candidates).nearest(name, most)).toBe(expected);
  expect(nearestName(name, candidates, most)).toBe(candidates[expected]);
}

describe('the nearest name', () => {
  it('is the first of those with the smallest distance that is small enough', () => {
    fc.assert(fc.property(word, names, fc.option(fc.nat({ max: 4 }), { nil: undefined }), expectNearest));
  });

  it('is the same for names of any length', () => {
    fc.assert(
      fc.property(longNames, fc.option(fc.nat({ max: 9 }), { nil: undefined }), ({ name, candidates }, most) =>
        expectNearest(name, candidates, most),
      ),
      { numRuns: 500 },
    );
  });

  it('is found for a name with slips in it', () => {
    const index = new NameIndex(['kubelet_flags', 'kubelet_node_labels', 'kubelet_config_file_config']);
    expect(index.nearest('kubeletNodeLabesl')).toBe(1);
    expect(index.nearest('kublet-flag')).toBe(0);
    expect(index.nearest('something_else')).toBe(-1);
  });

  it.each([
    ['tenant_identifier', 'tenant_id'],
    ['tenantIdentifier', 'tenant_id'],
    ['subscription', 'subscription_id'],
    ['node_labels', 'kubelet_node_labels'],
    ['kubelet_extra_node_labels', 'kubelet_node_labels'],
    ['identifier_tenant', undefined],
    ['kubelet', undefined],
    // Two fit.
    ['cluster_url', undefined],
    [`${'a_'.repeat(10_000)}b`, undefined],
  ])('of a field %s has the same words', (name, expected) => {
    const fields = [
      'tenant_id',
      'subscription_id',
      'kubelet_node_labels',
      'kubelet_flags',
      'cluster_location_url',
      'cluster_boundary_url',
    ];
    expect(new Suggestions().nearestField(name, fields)).toBe(expected);
  });

  it.each([
    ['outbound', 'outbound_command'],
    ['location_name', 'location'],
    ['locationName', 'location'],
    ['bootstrap_profile', 'bootstrap_profile_container_registry_server'],
    // Several begin with it.
    ['kubelet', undefined],
    ['custom_linux', undefined],
    // Not at the boundary of a word, or not at the beginning.
    ['outb', undefined],
    ['command', undefined],
    ['outbounding', undefined],
    // Words that say nothing alone.
    ['enabled_features', undefined],
    ['is', undefined],
    ['is_ready', undefined],
    ['vm_name', undefined],
    // Too much is left over.
    ['location_of_the_node', undefined],
    ['gateway', undefined],
  ])('of a field %s has its first words, if only one has them', (name, expected) => {
    const fields = [
      'outbound_command',
      'location',
      'bootstrap_profile_container_registry_server',
      'kubelet_config',
      'kubelet_flags',
      'custom_linux_os_config',
      'custom_linux_kernel_config',
      'enabled',
      'is_vhd',
      'vm',
      'gateway_of_the_cluster_network',
    ];
    expect(new Suggestions().nearestField(name, fields)).toBe(expected);
  });
});
