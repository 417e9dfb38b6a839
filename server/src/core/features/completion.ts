import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import { type FieldDescriptor, type MessageDescriptor, typeName } from '../contract/descriptor.js';
import { fieldMarkdown } from '../contract/markdown.js';
import { placeInContract } from '../contract/navigate.js';
import { type CursorPlace, locate } from '../syntax/locate.js';
import type { Member, ObjectNode, SyntaxNode } from '../syntax/node.js';
import type { Span } from '../text/span.js';
import { asSnippet, completionWord } from './completionWord.js';
import { completeTemplate } from './templates/completeTemplate.js';

/** One thing that may be written at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'template' | 'field' | 'enum-value' | 'value';
  /** The type, shown beside the label. */
  readonly detail: string;
  /** Markdown. */
  readonly documentation: string;
  /** What is written; tab stops as `$1`, a literal dollar as `\$`, a tab for each level of indentation. */
  readonly snippet: string;
  /** The same without tab stops, for editors that know no snippets. */
  readonly plainText: string;
  /** What the editor compares with the text between the start of `span` and the cursor. */
  readonly filterText: string;
  readonly sortText: string;
  /** What is replaced: the whole word that the cursor is in. */
  readonly span: Span;
  /** What is replaced where the part of the word behind the cursor is to stay; see `CompletionWord`. */
  readonly insertSpan: Span;
  readonly deprecated: boolean;
  /** Whether it is what an author should write next. */
  readonly preselect: boolean;
}

/**
 * Fields and values that fit the cursor in a node config, in half-typed text too; in an empty one
 * templates for all of it come first.
 */
export function complete(analysis: Analysis, offset: number): Completion[] {
  const { root, text } = analysis;
  if (root.kind !== 'node-config' || root.steps.length > 0) return [];
  const tree = root.tree?.root;
  const whole = completeTemplate(text, offset);
  const cursor = locate(tree, text, offset);
  if (cursor === undefined) return whole;
  const style = tree === undefined ? 'proto' : nameStyle(tree);
  if (cursor.at === 'value') return valuesAt(cursor, text, offset);
  const fields = fieldsAt(cursor, text, offset, style);
  const next = whole.length === 0 ? fields.findIndex(({ sortText }) => sortText.startsWith(requiredFirst)) : -1;
  return [...whole, ...fields.map((item, index) => ({ ...item, preselect: index === next }))];
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
  const token = cursor.member?.key.span;
  const behind = text.slice(token?.end ?? offset);
  const hasColon = token !== undefined && /^\s*:/.test(behind);
  const comma = !hasColon && /^\s*"/.test(behind) ? ',' : '';
  const { span, insertSpan, isInside, hasQuote } = completionWord(text, token, offset, hasColon);
  return message.fields
    .filter((field) => !given.has(field))
    .map((field, index) => {
      const name = style === 'json' ? field.jsonName : field.name;
      const written = isInside ? name : JSON.stringify(name);
      const importance = field.required === true ? requiredFirst : field.deprecated === true ? '2' : '1';
      return {
        label: name,
        kind: 'field' as const,
        detail: `${field.required === true ? 'required ' : ''}${typeName(field)}`,
        documentation: fieldMarkdown(field, message),
        snippet: hasColon ? written : `${written}: ${valueSnippet(field)}${comma}`,
        plainText: hasColon ? written : `${written}: ${plainValue(field)}${comma}`,
        filterText: hasQuote ? JSON.stringify(name) : name,
        sortText: `${importance}${String(index).padStart(3, '0')}`,
        span,
        insertSpan,
        deprecated: field.deprecated === true,
        preselect: false,
      };
    });
}

/** How the sort texts of required fields begin: only templates come before them. */
const requiredFirst = '0';

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
  const documentation = fieldMarkdown(field, place.owner);
  const literal = (
    value: string | number | boolean,
    index: number,
    about: string,
    kind: Completion['kind'],
  ): Completion => {
    const word = completionWord(text, node?.span, offset, typeof value === 'string');
    const json = JSON.stringify(value);
    const bare = typeof value === 'string' ? json.slice(1, -1) : json;
    const written = word.isInside ? bare : json;
    return {
      label: bare,
      kind,
      detail: typeName(field),
      documentation: about,
      snippet: asSnippet(written),
      plainText: written,
      filterText: word.hasQuote ? `"${bare}"` : bare,
      sortText: String(index).padStart(3, '0'),
      span: word.span,
      insertSpan: word.insertSpan,
      deprecated: false,
      preselect: false,
    };
  };
  if (field.type.kind === 'enum') {
    return field.type.of.values.map((value, index) =>
      literal(value.name, value.number === 0 ? 999 : index, value.doc, 'enum-value'),
    );
  }
  if (field.type.kind === 'message') return [];
  if (field.type.scalar === 'bool')
    return [true, false].map((value, index) => literal(value, index, documentation, 'value'));
  const examples =
    field.name === 'version'
      ? ['v1']
      : element || field.label === 'singular' || field.label === 'optional'
        ? (field.examples ?? [])
        : [];
  return examples
    .flatMap((example) => (element && Array.isArray(example) ? (example as unknown[]) : [example]))
    .filter((example) => typeof example === 'string' || typeof example === 'number')
    .map((example, index) => literal(example, index, documentation, 'value'));
}
