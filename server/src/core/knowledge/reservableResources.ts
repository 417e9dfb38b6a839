/** What `--kube-reserved` and `--system-reserved` can keep back (`cmd/kubelet/app` of Kubernetes 1.35); the kubelet refuses other names. */
import type { KnownName } from './vocabulary.js';

const resource = (name: string, detail: string, example: string, doc: string): KnownName => ({
  name,
  detail,
  doc,
  example,
  format: 'quantity',
});

export const reservableResources: readonly KnownName[] = [
  resource('cpu', 'CPUs', '100m', 'CPU time, in CPUs or thousandths of one.'),
  resource('memory', 'bytes', '1638Mi', 'Memory of the node.'),
  resource('ephemeral-storage', 'bytes', '1Gi', "Space on the disk with the kubelet's data."),
  resource('pid', 'processes', '1000', 'Process IDs of the node.'),
];
