/**
 * Eviction signals that a kubelet on Linux takes in its config (`pkg/kubelet/eviction` of Kubernetes 1.35).
 * `allocatableMemory.available` is left out: the kubelet derives it from `memory.available` by itself.
 */
import type { KnownName } from './vocabulary.js';

const signal = (name: string, example: string, doc: string, facts: { since?: string } = {}): KnownName => ({
  name,
  doc,
  example,
  format: 'eviction-threshold',
  ...facts,
});

export const evictionSignals: readonly KnownName[] = [
  signal('memory.available', '100Mi', 'Memory that the node has left beside what is in use and cannot be given back.'),
  signal('nodefs.available', '10%', "Space left on the disk with the kubelet's data, logs and emptyDir volumes."),
  signal('nodefs.inodesFree', '5%', "Inodes left on the disk with the kubelet's data."),
  signal('imagefs.available', '15%', "Space left on the disk with the container runtime's images."),
  signal('imagefs.inodesFree', '5%', "Inodes left on the disk with the container runtime's images."),
  signal(
    'containerfs.available',
    '10%',
    'Space left for the writable layers of containers. The kubelet sets this threshold itself, after the disk that they lie on.',
    { since: '1.29' },
  ),
  signal(
    'containerfs.inodesFree',
    '5%',
    'Inodes left for the writable layers of containers, with a threshold that the kubelet sets itself.',
    { since: '1.29' },
  ),
  signal('pid.available', '2000', 'Process IDs that the node has left.'),
];
