import { describe, expect, it } from 'vitest';
import { compareDocuments, type Comparison, sideBySide } from '../../../server/src/core/index.js';
import { pool, readResources, requiring } from '../../support/karpenter.js';
import { unmasked } from '../../support/maskings.js';

const options = { masking: unmasked };
const size = 'node.kubernetes.io/instance-type In Standard_D4s_v5';

/** Differences as `NAME: before -> after (causes)`. */
function differences({ variables }: Comparison): string[] {
  return variables.map(
    ({ name, before = 'absent', after = 'absent', causes }) => `${name}: ${before} -> ${after} (${causes.join('; ')})`,
  );
}

describe('two node pools', () => {
  it('are compared by what differs on their nodes, with the fields that cause it', () => {
    const before = readResources(pool({ spec: requiring(size), nodeClass: 'maxPods: 30', labels: 'team: shop' }));
    const after = readResources(
      pool({
        spec: `${requiring('node.kubernetes.io/instance-type In Standard_D8s_v5', 'example.com/stage In test')}      taints: [{key: a, effect: NoSchedule}]\n`,
        nodeClass: 'maxPods: 60, imageFamily: Ubuntu2404',
        labels: 'team: data',
      }),
    );
    const [comparison, ...more] = compareDocuments(before, after, options);
    if (comparison === undefined) throw new Error('nothing was compared');
    expect(more).toEqual([]);
    const found = differences(comparison);
    const flags = found.find((line) => line.startsWith('KUBELET_FLAGS')) ?? '';
    expect(flags).toContain('--max-pods=30');
    expect(flags).toContain('spec.maxPods of AKSNodeClass default');
    expect(flags).toContain('taints of NodePool one');
    const labels = found.find((line) => line.startsWith('KUBELET_NODE_LABELS')) ?? '';
    expect(labels).toContain('team=shop');
    expect(labels).toContain('labels of NodePool one');
    expect(labels).toContain('requirements of NodePool one');
    expect(labels).toContain('labels["kubernetes.azure.com/os-sku-requested"] (the image family of the AKSNodeClass)');
    expect(found.filter((line) => line.includes('<')).join()).not.toMatch(/LOCATION|TENANT/);
  });

  it('are equal if only what is not on the node differs', () => {
    const before = readResources(pool({ spec: requiring(size) }));
    const after = readResources(
      pool({ spec: `${requiring(size)}      expireAfter: 24h\n`, nodeClass: 'osDiskSizeGB: 64' }),
    );
    expect(compareDocuments(before, after, options)[0]).toMatchObject({ equal: true, variables: [], texts: [] });
    expect(sideBySide(before, after, options).summary).toBe('No differences in script.');
  });

  it('of two files with several are paired by name', () => {
    const [first = '', ...rest] = pool({ spec: requiring(size) }).split('---\n');
    const two = (maxPods: number): string =>
      [first, first.replace('name: one', 'name: two'), ...rest]
        .join('---\n')
        .replace('spec: {}', `spec: {maxPods: ${maxPods}}`);
    const found = compareDocuments(readResources(two(30)), readResources(two(60)), options);
    expect(found.map(({ machines }) => machines)).toEqual([
      { before: 'one', after: 'one' },
      { before: 'two', after: 'two' },
    ]);
    const pools = { before: 'one', after: 'two' };
    const chosen = compareDocuments(readResources(two(30)), readResources(two(30)), { ...options, pools });
    expect(chosen.map((comparison) => differences(comparison))).toEqual([
      [
        'KUBELET_NODE_LABELS: karpenter.sh/nodepool=one -> karpenter.sh/nodepool=two (labels["karpenter.sh/nodepool"] (the name of the NodePool))',
      ],
    ]);
  });
});
