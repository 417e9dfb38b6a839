import type { SchemaNode } from '../../cloudConfig/schema/schemaNode.js';
import { type Completion } from '../completion/completion.js';
import { yamlCursor } from './cursor.js';
import { entriesAt } from './entries.js';
import { headersAt } from './header.js';
import { keysAt } from './keys.js';
import { yamlStyle } from './style.js';
import { valuesAt } from './values.js';

/**
 * Keys, entries and values that fit the cursor in a cloud-config, in half-typed text too; on its first line the header
 * that makes a text a cloud-config. `schema` is that of the target's version of cloud-init.
 */
export function completeCloudConfig(text: string, offset: number, schema: SchemaNode): Completion[] {
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
