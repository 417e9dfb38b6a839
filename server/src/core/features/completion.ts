import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import { type FieldDescriptor, type MessageDescriptor, typeName } from '../contract/descriptor.js';
import { fieldMarkdown } from '../contract/markdown.js';
import { placeInContract } from '../contract/navigate.js';
import { type CursorPlace, locate } from '../syntax/locate.js';
import type { Member, ObjectNode, SyntaxNode } from '../syntax/node.js';
import type { Span } from '../text/span.js';

/** One thing that may be written at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'field' | 'enum-value' | 'value';
  /** The type, shown beside the label. */
  readonly detail: string;
  readonly documentation: string;
  /** What stands in the place of `span`; tab stops as `$1`, a literal dollar as `\$`. */
  readonly snippet: string;
  /** The same without tab stops, for editors that know no snippets. */
  readonly plainText: string;
  /** What the editor compares with the text in `span`. */
  readonly filterText: string;
  readonly sortText: string;
  readonly span: Span;
  readonly deprecated: boolean;
}

/** Fields and values that fit the cursor in a node config, in half-typed text too. */
export function complete(analysis: Analysis, offset: number): Completion[] {
  const { root, text } = analysis;
  if (root.kind !== 'node-config' || root.steps.length > 0) return [];
  const tree = root.tree?.root;
  const cursor = locate(tree, text, offset);
  if (cursor === undefined) return [];
  const style = tree === undefined ? 'proto' : nameStyle(tree);
  return cursor.at === 'key' ? fieldsAt(cursor, text, offset, style) : valuesAt(cursor, text, offset);
}

type NameStyle = 'proto' | 'json';

/** The spelling that most names of a file follow. */
function nameStyle(root: SyntaxNode): NameStyle {
  let snake = 0;
  let camel = 0;
  const visit = (node: SyntaxNode | undefined, depth: number): void => {
    if (node?.kind !== 'object' || depth > 4) return;
    for (const { key, value } of node.members) {
      if (key.name.includes('_')) snake++;
      else if (/^[a-z]+[A-Z]/.test(key.name)) camel++;
      visit(value, depth + 1);
    }
  };
  visit(root, 0);
  return camel > snake ? 'json' : 'proto';
}

function fieldsAt(
  cursor: Extract<CursorPlace, { at: 'key' }>,
  text: string,
  offset: number,
  style: NameStyle,
): Completion[] {
  const place = placeInContract(contract, cursor.path);
  const message = place?.message;
  if (message === undefined) return [];
  const given = fieldsOf(cursor.object, message, cursor.member);
  const span = cursor.member?.key.span ?? { start: offset, end: offset };
  const hasColon = cursor.member !== undefined && /^\s*:/.test(text.slice(span.end));
  const comma = !hasColon && /^\s*"/.test(text.slice(span.end)) ? ',' : '';
  return message.fields
    .filter((field) => !given.has(field))
    .map((field, index) => {
      const name = style === 'json' ? field.jsonName : field.name;
      const quoted = JSON.stringify(name);
      return {
        label: name,
        kind: 'field' as const,
        detail: `${field.required === true ? 'required ' : ''}${typeName(field)}`,
        documentation: fieldMarkdown(field, message),
        snippet: hasColon ? quoted : `${quoted}: ${valueSnippet(field)}${comma}`,
        plainText: hasColon ? quoted : `${quoted}: ${plainValue(field)}${comma}`,
        filterText: text.charAt(span.start) === '"' ? quoted : name,
        sortText: `${field.required === true ? '0' : field.deprecated === true ? '2' : '1'}${String(index).padStart(3, '0')}`,
        span,
        deprecated: field.deprecated === true,
      };
    });
}

function fieldsOf(object: ObjectNode, message: MessageDescriptor, except: Member | undefined): Set<FieldDescriptor> {
  const given = new Set<FieldDescriptor>();
  for (const member of object.members) {
    const field = member === except ? undefined : message.fieldByKey(member.key.name);
    if (field !== undefined) given.add(field);
  }
  return given;
}

/** The shape of a field's value with a tab stop where the author goes on. */
function valueSnippet(field: FieldDescriptor): string {
  if (field.label === 'repeated') return '[$1]';
  if (field.label === 'map') return '{\n\t$1\n}';
  if (field.type.kind === 'message') return '{\n\t$1\n}';
  if (field.type.kind === 'enum') return '"$1"';
  if (field.name === 'version') return '"${1:v1}"';
  switch (field.type.scalar) {
    case 'string':
      return '"$1"';
    case 'bool':
      return '${1|true,false|}';
    default:
      return '$1';
  }
}

function plainValue(field: FieldDescriptor): string {
  if (field.label === 'repeated') return '[]';
  if (field.label === 'map' || field.type.kind === 'message') return '{}';
  if (field.type.kind === 'enum') return '""';
  if (field.name === 'version') return '"v1"';
  return field.type.scalar === 'string' ? '""' : field.type.scalar === 'bool' ? 'true' : '0';
}

function valuesAt(cursor: Extract<CursorPlace, { at: 'value' }>, text: string, offset: number): Completion[] {
  const place = placeInContract(contract, cursor.path);
  const { field, element = false } = place ?? {};
  if (field === undefined || place?.owner === undefined) return [];
  if (!element && (field.label === 'repeated' || field.label === 'map')) return [];
  const { node } = cursor;
  if (node?.kind === 'object' || node?.kind === 'array') return [];
  const span = node?.span ?? { start: offset, end: offset };
  const documentation = fieldMarkdown(field, place.owner);
  const quotedText = text.charAt(span.start) === '"';
  const literal = (value: string, index: number, about: string, kind: Completion['kind']): Completion => ({
    label: value.startsWith('"') ? value.slice(1, -1) : value,
    kind,
    detail: typeName(field),
    documentation: about,
    snippet: value.replace(/[\\$}]/g, '\\$&'),
    plainText: value,
    filterText: quotedText ? value : value.replace(/^"|"$/g, ''),
    sortText: String(index).padStart(3, '0'),
    span,
    deprecated: false,
  });
  if (field.type.kind === 'enum') {
    return field.type.of.values.map((value, index) =>
      literal(JSON.stringify(value.name), value.number === 0 ? 999 : index, value.doc, 'enum-value'),
    );
  }
  if (field.type.kind === 'message') return [];
  if (field.type.scalar === 'bool')
    return ['true', 'false'].map((value, index) => literal(value, index, documentation, 'value'));
  const examples =
    field.name === 'version'
      ? ['v1']
      : element || field.label === 'singular' || field.label === 'optional'
        ? (field.examples ?? [])
        : [];
  return examples
    .flatMap((example) => (element && Array.isArray(example) ? (example as unknown[]) : [example]))
    .filter((example) => typeof example === 'string' || typeof example === 'number')
    .map((example, index) => literal(JSON.stringify(example), index, documentation, 'value'));
}
