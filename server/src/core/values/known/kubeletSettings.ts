import { rowsOf } from '../../text/table.js';
import type { KnownName } from './vocabulary.js';

const signals = rowsOf(`
  name                   | since? | example | doc
  memory.available       |        | 100Mi   | Memory that the node has left beside what is in use and cannot be given back.
  nodefs.available       |        | 10%     | Space left on the disk with the kubelet's data, logs and emptyDir volumes.
  nodefs.inodesFree      |        | 5%      | Inodes left on the disk with the kubelet's data.
  imagefs.available      |        | 15%     | Space left on the disk with the container runtime's images.
  imagefs.inodesFree     |        | 5%      | Inodes left on the disk with the container runtime's images.
  containerfs.available  | 1.29   | 10%     | Space left for the writable layers of containers. The kubelet sets this threshold itself, after the disk that they lie on.
  containerfs.inodesFree | 1.29   | 5%      | Inodes left for the writable layers of containers, with a threshold that the kubelet sets itself.
  pid.available          |        | 2000    | Process IDs that the node has left.
`);

/**
 * Eviction signals that a kubelet on Linux accepts in its config (`pkg/kubelet/eviction` of Kubernetes 1.35).
 * `allocatableMemory.available` is left out: the kubelet derives it from `memory.available` by itself.
 */
export const evictionSignals: readonly KnownName[] = signals.map((row) => ({ ...row, format: 'eviction-threshold' }));

const resources = rowsOf(`
  name              | detail    | example | doc
  cpu               | CPUs      | 100m    | CPU time, in CPUs or thousandths of one.
  memory            | bytes     | 1638Mi  | Memory of the node.
  ephemeral-storage | bytes     | 1Gi     | Space on the disk with the kubelet's data.
  pid               | processes | 1000    | Process IDs of the node.
`);

/**
 * What `--kube-reserved` and `--system-reserved` can keep back (`cmd/kubelet/app` of Kubernetes 1.35); the kubelet
 * refuses other names.
 */
export const reservableResources: readonly KnownName[] = resources.map((row) => ({ ...row, format: 'quantity' }));

const suites = rowsOf(`
  name                                          | detail    | doc
  TLS_AES_128_GCM_SHA256                        | preferred | AES-128 in TLS 1.3, where Go always offers it
  TLS_AES_256_GCM_SHA384                        | preferred | AES-256 in TLS 1.3, where Go always offers it
  TLS_CHACHA20_POLY1305_SHA256                  | preferred | ChaCha20 in TLS 1.3, where Go always offers it
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA          | preferred | AES-128 in CBC mode for certificates with elliptic curves
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256       | preferred | AES-128 in GCM mode for certificates with elliptic curves
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA          | preferred | AES-256 in CBC mode for certificates with elliptic curves
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384       | preferred | AES-256 in GCM mode for certificates with elliptic curves
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305        | preferred | the older name of ChaCha20 for certificates with elliptic curves
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256 | preferred | ChaCha20 for certificates with elliptic curves
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA            | preferred | AES-128 in CBC mode for RSA certificates
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256         | preferred | AES-128 in GCM mode for RSA certificates
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA            | preferred | AES-256 in CBC mode for RSA certificates
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384         | preferred | AES-256 in GCM mode for RSA certificates
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305          | preferred | the older name of ChaCha20 for RSA certificates
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256   | preferred | ChaCha20 for RSA certificates
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256       | insecure  | AES-128 in CBC mode with SHA-256 for certificates with elliptic curves, open to timing attacks
  TLS_ECDHE_ECDSA_WITH_RC4_128_SHA              | insecure  | the broken cipher RC4 for certificates with elliptic curves
  TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA           | insecure  | triple DES with its short blocks for RSA certificates
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256         | insecure  | AES-128 in CBC mode with SHA-256 for RSA certificates, open to timing attacks
  TLS_ECDHE_RSA_WITH_RC4_128_SHA                | insecure  | the broken cipher RC4 for RSA certificates
  TLS_RSA_WITH_3DES_EDE_CBC_SHA                 | insecure  | triple DES with RSA key exchange, without forward secrecy
  TLS_RSA_WITH_AES_128_CBC_SHA                  | insecure  | AES-128 in CBC mode with RSA key exchange, without forward secrecy
  TLS_RSA_WITH_AES_128_CBC_SHA256               | insecure  | AES-128 in CBC mode with SHA-256 and RSA key exchange, without forward secrecy
  TLS_RSA_WITH_AES_128_GCM_SHA256               | insecure  | AES-128 in GCM mode with RSA key exchange, without forward secrecy
  TLS_RSA_WITH_AES_256_CBC_SHA                  | insecure  | AES-256 in CBC mode with RSA key exchange, without forward secrecy
  TLS_RSA_WITH_AES_256_GCM_SHA384               | insecure  | AES-256 in GCM mode with RSA key exchange, without forward secrecy
  TLS_RSA_WITH_RC4_128_SHA                      | insecure  | the broken cipher RC4 with RSA key exchange
`);

/**
 * Names that the kubelet accepts for cipher suites (`component-base/cli/flag` of Kubernetes 1.35): Go's names and two
 * older spellings. The suites with RSA key exchange came to the insecure ones with Go 1.22, that is Kubernetes 1.30.
 */
export const tlsCipherSuites: readonly KnownName[] = suites.map(({ name, detail, doc }) => ({
  name,
  detail,
  doc: `${detail === 'preferred' ? 'Preferred' : 'Insecure'}: ${doc}.`,
}));
