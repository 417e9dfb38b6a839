import { gzipSync } from 'node:zlib';

/** A document that carries payloads. */
export interface Carrier {
  readonly what: string;
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The texts of the payloads that are user data, scripts or commands. */
  readonly holds: readonly string[];
  /** The codes of its errors; valid documents have none. */
  readonly errors?: readonly string[];
  /** The codes of further problems that have to be reported. */
  readonly says?: readonly string[];
  /** Set if it isn't a file that people edit, or its payloads are computed. */
  readonly readOnly?: true;
}

export const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
export const gz64 = (text: string): string => b64(gzipSync(text));
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
export const indented = (text: string, indent: number): string => text.replace(/^(?=.)/gm, ' '.repeat(indent));
export const lines = (text: string, width: number, lineEnd = '\n'): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(lineEnd);

/** User data that is a cloud-config. */
export const orchard = `#cloud-config
package_update: false
write_files:
  - path: /etc/orchard/pear.conf
    permissions: '0640'
    content: |
      ripe = "true"
      rows = 12
runcmd:
  - [systemctl, restart, orchard]
`;

/** User data that is a script. */
export const harvest = `#!/bin/bash
set -eu
for row in 1 2 3; do
  echo "harvest row \${row} & <store>" >> /var/log/harvest.log
done
`;

export const command = 'bash /opt/orchard/prune.sh --rows 12 --quiet';
