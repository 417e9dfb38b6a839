import { keyMarkdown } from '../../cloudConfig/schema/keyMarkdown.js';
import { schemasAt } from '../../cloudConfig/schema/navigate.js';
import type { SchemaNode } from '../../cloudConfig/schema/schemaNode.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { placeOf } from '../../syntax/place.js';
import { modeInWords, modeLetters, octalDigits } from '../../values/fileMode.js';
import { defaultMode, permissionsOf } from '../../writeFiles/permissions.js';
import type { HoverInfo } from '../hoverInfo.js';
import { headerMarkdown } from './header.js';

/** What is known of the header, the key or the value under the cursor of a cloud-config; `schema` is the target's. */
export function cloudConfigHover(
  text: string,
  root: SyntaxNode | undefined,
  offset: number,
  schema: SchemaNode,
): HoverInfo | undefined {
  const header = /^#cloud-config\b/.exec(text)?.[0].length ?? -1;
  if (offset <= header) return { markdown: `**#cloud-config**\n\n${headerMarkdown}`, span: { start: 0, end: header } };
  const place = placeOf(root, offset);
  if (place === undefined) return undefined;
  const { path, member, node, isOnKey } = place;
  if (member !== undefined && isOnKey) {
    const schemas = schemasAt(path, root, schema);
    const markdown = keyMarkdown(member.key.name, schemas, String(path[0]));
    return markdown === '' ? undefined : { markdown, span: member.key.span };
  }
  if (node === undefined) return undefined;
  const markdown = isMode(path) ? modeMarkdown(node) : undefined;
  return markdown === undefined ? undefined : { markdown, span: node.span };
}

/** Whether a path is that of the mode of a written file. */
export function isMode(path: readonly (string | number)[]): boolean {
  return path.length === 3 && path[0] === 'write_files' && path[2] === 'permissions';
}

/** The mode that cloud-init gives a file, in words. */
function modeMarkdown(node: SyntaxNode): string | undefined {
  if (node.kind !== 'string' && node.kind !== 'number') return undefined;
  const read = permissionsOf(node);
  if (read.is === 'fault') return 'No computer can use this number as a mode; cloud-init fails here.';
  if (read.is === 'unreadable')
    return `cloud-init cannot read this as a mode; the file gets \`${octalDigits(defaultMode)}\` (${modeInWords(defaultMode)}).`;
  const { mode } = read;
  const unquoted = node.kind === 'number' ? ' YAML makes a number of it, and cloud-init takes that as the mode.' : '';
  return `Mode \`${octalDigits(mode)}\`, \`${modeLetters(mode)}\`: ${modeInWords(mode)}.${unquoted}`;
}
