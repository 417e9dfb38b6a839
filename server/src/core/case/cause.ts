/** What a line of evidence says about the cause, in a few words. */
export interface Cause {
  /** `DNS for mcr.microsoft.com`. */
  readonly words: string;
  /** Lower numbers tell more. */
  readonly rank: number;
}

interface Row {
  readonly pattern: RegExp;
  /** `host` is the host that the line names; empty if it names none. */
  readonly words: (match: RegExpExecArray, host: string) => string;
}

/** Causes that a few words can name, those that tell most first. */
const rows: readonly Row[] = [
  {
    pattern: /unknown flag: (--[\w-]{1,80})/,
    words: ([, flag = '']) => `kubelet doesn't know the flag ${flag}`,
  },
  {
    pattern: /unrecognized feature gate: (\w{1,80})|cannot set feature gate (\w{1,80}) to/,
    words: ([, unknown, locked]) => `kubelet doesn't accept the feature gate ${unknown ?? locked ?? ''}`,
  },
  { pattern: /unsupported version: /, words: () => "aks-node-controller doesn't know the version of the node config" },
  {
    pattern:
      /Temporary failure in name resolution|Could not resolve host|no such host|getaddrinfo\b|Name or service not known|server misbehaving|NXDOMAIN|SERVFAIL/i,
    words: (_, host) => `DNS${forHost(host)}`,
  },
  {
    pattern: /x509: |certificate (?:verify failed|has expired|is not valid|signed by unknown)|SSL certificate problem/i,
    words: (_, host) => `a certificate that isn't trusted${host === '' ? '' : `, of ${host}`}`,
  },
  { pattern: /SSL (?:connection|routines)|TLS handshake/i, words: (_, host) => `the TLS connection${toHost(host)}` },
  { pattern: /no space left on device|disk quota exceeded/i, words: () => 'no space left on the disk' },
  { pattern: /read-only file system/i, words: () => 'a read-only file system' },
  { pattern: /Cannot allocate memory|Out of memory|oom-kill/i, words: () => 'not enough memory' },
  {
    pattern: /connection refused/i,
    words: (_, host) => `a refused connection${toHost(host)}`,
  },
  {
    pattern: /(?:connection|operation|i\/o|dial tcp\b.{0,80}) ?(?:timed out|timeout)|Connection timed out/i,
    words: (_, host) => `a connection${toHost(host)} that timed out`,
  },
  { pattern: /Network is unreachable|No route to host/i, words: (_, host) => `no route${toHost(host)}` },
  {
    pattern: /(?:returned error: |status code:? ?(?:is |actual=)?|HTTP\/?[\d.]{0,3} )([45]\d\d)\b/i,
    words: ([, status = ''], host) => `HTTP status ${status}${host === '' ? '' : ` from ${host}`}`,
  },
  { pattern: /Could not get lock|waiting for \w+ lock/i, words: () => 'a package lock that another program held' },
  {
    pattern: /Unable to locate package (\S{1,80})/,
    words: ([, name = '']) => `the package ${name}, which wasn't found`,
  },
];

/** The cause that a line names; undefined for a line that says less than what failed. */
export function causeIn(line: string, nearby = ''): Cause | undefined {
  for (const [rank, { pattern, words }] of rows.entries()) {
    const match = pattern.exec(line);
    if (match !== null) return { rank, words: words(match, hostIn(line) ?? hostIn(nearby) ?? '') };
  }
  return undefined;
}

function forHost(host: string): string {
  return host === '' ? '' : ` for ${host}`;
}

function toHost(host: string): string {
  return host === '' ? '' : ` to ${host}`;
}

/** Ends of names that are those of hosts; other names with dots are files, units and versions. */
const hostEnd = /^[a-z\d][\w.-]*\.(?:com|net|io|org|ms|cn|us|gov|de|eu|local|internal|corp)$/i;

/** The first name of a host in a line. */
function hostIn(line: string): string | undefined {
  const words = line.slice(0, 2_000).split(/[^\w.-]+/);
  return words.map((word) => word.replace(/\.$/, '')).find((word) => hostEnd.test(word));
}
