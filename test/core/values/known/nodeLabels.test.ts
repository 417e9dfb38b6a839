import { describe, expect, it } from 'vitest';
import { isSettableByKubelet, knownNames } from '../../../../server/src/core/values/known/index.js';

const settable = [
  'agentpool',
  'kubernetes.azure.com/mode',
  'example.com/team',
  'notkubernetes.io/role',
  'kubernetes.io.example.com/role',
  'kubernetes.io',
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'failure-domain.beta.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'node.kubernetes.io/anything',
  'kubelet.kubernetes.io/anything',
  'team.node.kubernetes.io/x',
  '',
];

const refused = [
  'kubernetes.io/role',
  'kubernetes.io/Hostname',
  'k8s.io/x',
  'cloud.k8s.io/x',
  'node-role.kubernetes.io/agent',
  'node-role.kubernetes.io/control-plane',
  'node-restriction.kubernetes.io/team',
  'app.kubernetes.io/name',
  'topology.kubernetes.io/rack',
  'xnode.kubernetes.io/x',
  'kubernetes.io/',
];

describe('labels that a kubelet may give itself', () => {
  it.each(settable)('%j is one', (key) => expect(isSettableByKubelet(key)).toBe(true));
  it.each(refused)('%j is none', (key) => expect(isSettableByKubelet(key)).toBe(false));

  it('are all known labels but the ones that kubelets gave up', () => {
    for (const { name, removedIn } of knownNames('node-label')) {
      expect(isSettableByKubelet(name), name).toBe(removedIn === undefined);
    }
  });
});
