/**
 * Names that the kubelet takes for cipher suites (`component-base/cli/flag` of Kubernetes 1.35): Go's names and two
 * older spellings. The suites with RSA key exchange came to the insecure ones with Go 1.22, that is Kubernetes 1.30.
 */
import type { KnownName } from './vocabulary.js';

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
