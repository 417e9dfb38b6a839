import type { Completion } from '../../document/editing.js';
import type { SchemaNode } from '../schema/schemaNode.js';
import { touchesAny } from '../userData/template.js';
import type { CloudConfigView } from '../view.js';
import { yamlCursor } from './cursor.js';
import { entriesAt, keysAt } from './keys.js';
import { variablesAt } from './templateVariables.js';
import { valuesAt } from './values.js';
import { yamlStyle } from './writing.js';

const header = '#cloud-config';

/** What is said of the header in completion and hover. */
export const headerMarkdown =
  'Has to be the first line, exactly like this: by it cloud-init knows that the text is a cloud-config. Without it the whole text is ignored.';

/**
 * The header, and whole documents to begin with, where the cursor stands on a first line that has nothing but blanks
 * or the beginning of a comment.
 */
export function headersAt(text: string, offset: number): Completion[] {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  if (offset > firstLine.length || !/^\s*(?:#[!\w \t-]*)?$/.test(firstLine)) return [];
  const rest = text.slice(firstLine.length);
  if (firstLine.trimEnd() === header || /^#cloud-config\b/m.test(rest)) return [];
  const isBlank = rest.trim() === '';
  const lineEnd = rest === '' ? '\n' : '';
  const common = {
    kind: 'template',
    filterText: header,
    span: { start: 0, end: firstLine.length },
    insertSpan: { start: 0, end: offset },
    deprecated: false,
  } as const;
  const plain: Completion = {
    ...common,
    label: header,
    detail: 'header of a cloud-config',
    documentation: headerMarkdown,
    snippet: `${header}${lineEnd}`,
    plainText: `${header}${lineEnd}`,
    sortText: '!000',
    preselect: true,
    goesOn: false,
  };
  if (!isBlank) return [plain];
  return [
    plain,
    ...beginnings.map(({ label, doc, lines }, index): Completion => {
      const snippet = lines.join('\n');
      return {
        ...common,
        label,
        detail: 'new cloud-config',
        documentation: doc,
        snippet: `${header}\n${snippet}\n`,
        plainText: `${header}\n${snippet.replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\d+/g, '')}\n`,
        sortText: `!${String(index + 1).padStart(3, '0')}`,
        preselect: false,
        goesOn: false,
      };
    }),
  ];
}

/** Whole documents, as lines with tab stops. */
const beginnings: readonly { readonly label: string; readonly doc: string; readonly lines: readonly string[] }[] = [
  {
    label: `${header} with a file and a command`,
    doc: 'Writes a script and runs it once, late in the first boot.',
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
    label: `${header} with packages`,
    doc: 'Installs packages after the lists of packages were fetched anew.',
    lines: ['package_update: true', 'packages:', '  - $1'],
  },
];

/** What can be written at an offset: names of instance data in an expression, else keys, entries and values. */
export function completeIn({ text, around, schema, instanceData }: CloudConfigView, offset: number): Completion[] {
  return touchesAny({ start: offset - 1, end: offset + 1 }, around.regions)
    ? variablesAt(text, offset, around.regions, instanceData)
    : completeCloudConfig(around.text, offset, schema);
}

/**
 * Keys, entries and values that fit the cursor in a cloud-config, in half-typed text too; on its first line the header
 * that makes a text a cloud-config. `schema` is that of the target's version of cloud-init.
 */
function completeCloudConfig(text: string, offset: number, schema: SchemaNode): Completion[] {
  const headers = headersAt(text, offset);
  // In front of the header nothing may stand.
  const cursor = /^\s*#cloud-config\b/.test(text.slice(offset)) ? undefined : yamlCursor(text, offset);
  if (cursor === undefined) return headers;
  const style = yamlStyle(text);
  return [
    ...headers,
    ...entriesAt(cursor, style, schema),
    ...valuesAt(cursor, text, offset, style, schema),
    ...keysAt(cursor, text, offset, style, schema),
  ];
}
