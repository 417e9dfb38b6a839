import { type Markdown, prose } from '../../text/markdown.js';
import type { Written } from './writing.js';

/** Something that is written with one completion, as lines with tab stops. */
interface Template {
  readonly label: string;
  readonly doc: Markdown;
  readonly lines: readonly string[];
}

/** Whole documents, behind the header. */
export const newDocuments: readonly Template[] = [
  {
    label: 'with a file and a command',
    doc: prose('Writes a script and runs it once, late in the first boot.'),
    lines: [
      'write_files:',
      '  - path: ${1:/opt/setup.sh}',
      '    permissions: "0755"',
      '    content: |',
      '      #!/bin/bash',
      '      set -euo pipefail',
      '      $2',
      'runcmd:',
      '  - [${1:/opt/setup.sh}]',
    ],
  },
  {
    label: 'with packages',
    doc: prose('Updates the package lists and installs packages.'),
    lines: ['package_update: true', 'packages:', '  - $1'],
  },
];

/** Entries of `write_files`. */
export const newFiles: readonly Template[] = [
  {
    label: 'file with content',
    doc: prose('A file with its mode and its text.'),
    lines: ['path: ${1:/etc/example.conf}', 'permissions: "${2|0644,0600,0755|}"', 'content: |', '  $3'],
  },
  {
    label: 'systemd service',
    doc: prose('A unit that runs a program once, before the kubelet starts. Enable it in runcmd.'),
    lines: [
      'path: /etc/systemd/system/${1:example}.service',
      'permissions: "0644"',
      'content: |',
      '  [Unit]',
      '  Description=${2:Example}',
      '  Before=kubelet.service',
      '  [Service]',
      '  Type=oneshot',
      '  ExecStart=${3:/opt/setup.sh}',
      '  [Install]',
      '  WantedBy=multi-user.target',
    ],
  },
];

/** The text of a template, with `indent` before each line but the first. */
export function writtenTemplate({ lines }: Template, indent = ''): Written {
  const snippet = lines.join(`\n${indent}`);
  const plainText = snippet
    .replace(/\$\{\d+:([^{}]*)\}/g, '$1')
    .replace(/\$\{\d+\|([^,|]*)(?:,[^|]*)?\|\}/g, '$1')
    .replace(/\$\d+/g, '');
  return { snippet, plainText, goesOn: false };
}
