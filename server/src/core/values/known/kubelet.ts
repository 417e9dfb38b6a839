import type { KnownName } from './vocabulary.js';

/**
 * Eviction signals that a kubelet on Linux takes in its config (`pkg/kubelet/eviction` of Kubernetes 1.35).
 * `allocatableMemory.available` is left out: the kubelet derives it from `memory.available` by itself.
 */

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

/** What `--kube-reserved` and `--system-reserved` can keep back (`cmd/kubelet/app` of Kubernetes 1.35); the kubelet refuses other names. */

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

/**
 * Names that the kubelet takes for cipher suites (`component-base/cli/flag` of Kubernetes 1.35): Go's names and two
 * older spellings. The suites with RSA key exchange came to the insecure ones with Go 1.22, that is Kubernetes 1.30.
 */

const preferred = (name: string, doc: string): KnownName => ({ name, detail: 'preferred', doc: `Preferred: ${doc}.` });
const insecure = (name: string, doc: string): KnownName => ({ name, detail: 'insecure', doc: `Insecure: ${doc}.` });

export const tlsCipherSuites: readonly KnownName[] = [
  preferred('TLS_AES_128_GCM_SHA256', 'AES-128 in TLS 1.3, where Go always offers it'),
  preferred('TLS_AES_256_GCM_SHA384', 'AES-256 in TLS 1.3, where Go always offers it'),
  preferred('TLS_CHACHA20_POLY1305_SHA256', 'ChaCha20 in TLS 1.3, where Go always offers it'),
  preferred('TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA', 'AES-128 in CBC mode for certificates with elliptic curves'),
  preferred('TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'AES-128 in GCM mode for certificates with elliptic curves'),
  preferred('TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA', 'AES-256 in CBC mode for certificates with elliptic curves'),
  preferred('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', 'AES-256 in GCM mode for certificates with elliptic curves'),
  preferred(
    'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
    'the older name of ChaCha20 for certificates with elliptic curves',
  ),
  preferred('TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256', 'ChaCha20 for certificates with elliptic curves'),
  preferred('TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'AES-128 in CBC mode for RSA certificates'),
  preferred('TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'AES-128 in GCM mode for RSA certificates'),
  preferred('TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA', 'AES-256 in CBC mode for RSA certificates'),
  preferred('TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'AES-256 in GCM mode for RSA certificates'),
  preferred('TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305', 'the older name of ChaCha20 for RSA certificates'),
  preferred('TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', 'ChaCha20 for RSA certificates'),
  insecure(
    'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
    'AES-128 in CBC mode with SHA-256 for certificates with elliptic curves, open to timing attacks',
  ),
  insecure('TLS_ECDHE_ECDSA_WITH_RC4_128_SHA', 'the broken cipher RC4 for certificates with elliptic curves'),
  insecure('TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA', 'triple DES with its short blocks for RSA certificates'),
  insecure(
    'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
    'AES-128 in CBC mode with SHA-256 for RSA certificates, open to timing attacks',
  ),
  insecure('TLS_ECDHE_RSA_WITH_RC4_128_SHA', 'the broken cipher RC4 for RSA certificates'),
  insecure('TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'triple DES with RSA key exchange, without forward secrecy'),
  insecure('TLS_RSA_WITH_AES_128_CBC_SHA', 'AES-128 in CBC mode with RSA key exchange, without forward secrecy'),
  insecure(
    'TLS_RSA_WITH_AES_128_CBC_SHA256',
    'AES-128 in CBC mode with SHA-256 and RSA key exchange, without forward secrecy',
  ),
  insecure('TLS_RSA_WITH_AES_128_GCM_SHA256', 'AES-128 in GCM mode with RSA key exchange, without forward secrecy'),
  insecure('TLS_RSA_WITH_AES_256_CBC_SHA', 'AES-256 in CBC mode with RSA key exchange, without forward secrecy'),
  insecure('TLS_RSA_WITH_AES_256_GCM_SHA384', 'AES-256 in GCM mode with RSA key exchange, without forward secrecy'),
  insecure('TLS_RSA_WITH_RC4_128_SHA', 'the broken cipher RC4 with RSA key exchange'),
];

/** What a flag's value is. A boolean is `true` or `false` here; the kubelet also reads Go's other spellings (`1`, `T`). */
type FlagType =
  | 'bool'
  | 'duration'
  | 'int'
  | 'list'
  | 'list of name=value'
  | 'list of signal<threshold'
  | 'path'
  | 'quantity'
  | 'text';

type FlagFacts = Omit<KnownName, 'name' | 'detail' | 'doc'>;

const factsOfType: Partial<Record<FlagType, FlagFacts>> = {
  bool: { oneOf: ['true', 'false'], example: 'true' },
  duration: { format: 'duration' },
  path: { format: 'absolute-path' },
  quantity: { format: 'quantity' },
};

/** A flag of the kubelet, with what its type says about the value unless `facts` say otherwise. */
export function flag(name: string, detail: FlagType, doc: string, facts: FlagFacts = {}): KnownName {
  return { name, detail, doc, ...factsOfType[detail], ...facts };
}
