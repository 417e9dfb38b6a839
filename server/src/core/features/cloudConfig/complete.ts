import type { SchemaNode } from '../../cloudConfig/schema/schemaNode.js';
import { type Completion } from '../completion/completion.js';
import type { Payload } from '../../payload/payload.js';
import { userDataTypeOf } from '../../payload/userDataType.js';
import type { InstanceData } from '../../userData/instanceData.js';
import { templateAround, touchesAny } from '../../userData/templateMask.js';
import { yamlCursor } from './cursor.js';
import { entriesAt } from './entries.js';
import { headersAt } from './header.js';
import { keysAt } from './keys.js';
import { yamlStyle } from './style.js';
import { variablesAt } from './templateVariables.js';
import { valuesAt } from './values.js';

/** What completions rest on beside the text. */
export interface CompletionContext {
  /** The schema as the target's version of cloud-init has it. */
  readonly schema: SchemaNode;
  /** What templates are rendered with. */
  readonly instanceData: InstanceData | undefined;
}

/**
 * What may be written at a place of a cloud-config, wherever that stands in the file: `inner` is the place in it,
 * `outer` the one in the file.
 */
export function completeIn(
  { map, text = '', partType }: Payload,
  inner: number,
  outer: number,
  { schema, instanceData }: CompletionContext,
): Completion[] {
  const isTemplate = userDataTypeOf({ partType, text }) === 'text/jinja2';
  const around = isTemplate ? templateAround(text) : { text, regions: [] };
  const found = touchesAny({ start: inner - 1, end: inner + 1 }, around.regions)
    ? variablesAt(text, inner, around.regions, instanceData)
    : completeCloudConfig(around.text, inner, schema);
  if (found.length === 0) return [];
  // Lines have to stay lines, and the place must be the one that the cursor is on: blanks in front of a block are not.
  const probe = map.toOuterChange?.({ span: { start: inner, end: inner }, newText: 'a\nb' });
  if (probe?.span.start !== outer || !probe.newText.includes('\n')) return [];
  return found.map((completion) => ({
    ...completion,
    span: map.toOuter(completion.span),
    insertSpan: map.toOuter(completion.insertSpan),
  }));
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
