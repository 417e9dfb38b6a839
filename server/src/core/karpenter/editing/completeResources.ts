import { asSnippet, type Completion, sortNumber } from '../../document/editing.js';
import { completeRecord, type RecordCompletion } from '../../document/recordEditing.js';
import { nodeAt, type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { memberOf, type SyntaxNode, stringValue } from '../../formats/tree/node.js';
import { type YamlCursor, yamlCursor } from '../../formats/yaml/cursor.js';
import { fieldMarkdown } from '../../record/explain.js';
import { elementTypeName, type Field, hasEntries, type RecordType, typeName } from '../../record/model.js';
import { type RecordPosition, recordPosition } from '../../record/navigate.js';
import { type Markdown, prose } from '../../text/markdown.js';
import { movedSpan, touches } from '../../text/span.js';
import { knownName, knownNames, nameMarkdown } from '../../values/known/index.js';
import { resourceDescriptions } from '../resources/description.js';
import { labelRules } from '../resources/labelRules.js';
import { documentsOf, type Resource, resourcesIn } from '../resources/model.js';
import { valuesOfLabel } from '../resources/refusedPool.js';
import { goScalar } from '../resources/tree.js';
import type { KarpenterView } from '../view.js';
import { optionCompletion } from './complete.js';
import { labelMarkdown } from './labels.js';

/** Fields, labels and values that fit the cursor in a YAML file of resources or settings. */
export function completeResources(text: string, offset: number): Completion[] {
  const around = documentsOf(text).find(({ start, end }) => start <= offset && offset <= end);
  if (around === undefined) return [];
  const document = text.slice(around.start, around.end);
  const cursor = yamlCursor(document, offset - around.start);
  const kind = cursor && kindAt(document, offset - around.start);
  if (cursor === undefined || kind === undefined) return [];
  const context = { cursor, offset: offset - around.start, root: resourceDescriptions[kind] };
  return [...keysAt(context), ...valuesAt(context)].map((completion) => ({
    ...completion,
    span: movedSpan(completion.span, around.start),
    insertSpan: movedSpan(completion.insertSpan, around.start),
  }));
}

/** The same in JSON, also in a list as kubectl prints it. */
export function completeJsonResources({ tree, text }: KarpenterView, offset: number): Completion[] {
  const resource = tree && resourcesIn(tree).findLast(({ node }) => touches(node.span, offset));
  if (tree === undefined || resource === undefined) return [];
  const completion: RecordCompletion = {
    ...optionCompletion,
    root: resourceDescriptions[resource.kind],
    keysFor: ({ field, element }, isFree) =>
      (field.knownKeys === 'node-label' && !element ? labelChoices() : [])
        .filter(({ value }) => isFree(value))
        .map(({ value, documentation }, index) => ({
          name: value,
          shape: { snippet: '"$1"', plainText: '""', goesOn: true },
          detail: 'label',
          documentation,
          sortText: sortNumber(index),
          deprecated: false,
        })),
    valuesFor: (position) => {
      const { field, owner, names } = position;
      const documentation = fieldMarkdown(field, owner);
      const choices =
        choicesAt(position, names, resource.node) ?? choicesOf(field).map((value) => ({ value, documentation }));
      return choices.map((choice) => ({ ...choice, detail: elementTypeName(field) }));
    },
  };
  return completeRecord(completion, { tree: { ...tree, root: resource.node }, text }, offset);
}

interface Context {
  readonly cursor: YamlCursor;
  readonly offset: number;
  readonly root: RecordType;
}

/** The kind of the resource around an offset: the only one of the document, or in a list the nearest one before. */
function kindAt(document: string, offset: number): Resource['kind'] | undefined {
  const kinds = [...document.matchAll(/^[ \t]*(?:- )?kind:[ \t]*["']?(\w+)/gm)]
    .map(({ index, 1: kind = '' }) => ({ index, kind }))
    .filter((found): found is { index: number; kind: Resource['kind'] } => found.kind in resourceDescriptions);
  // A nodeClassRef contains a kind, too.
  const named = kinds.filter(({ index, kind }) => kind !== 'AKSNodeClass' || !isReference(document, index));
  return (named.findLast(({ index }) => index <= offset) ?? named[0])?.kind;
}

function isReference(document: string, index: number): boolean {
  const before = document
    .slice(Math.max(0, index - 400), index)
    .split('\n')
    .slice(0, -1);
  const start = before.findLast((line) => !/^[ \t]+(?:group|name):/.test(line));
  return start?.trimStart().startsWith('nodeClassRef:') === true;
}

/** A path without the place in a list of resources. */
function inResource(path: NodePath): NodePath {
  return path[0] === 'items' && typeof path[1] === 'number' ? path.slice(2) : path;
}

type Shown = Pick<Completion, 'label' | 'kind' | 'detail' | 'documentation' | 'sortText'> & {
  readonly snippet: string;
  readonly plainText?: string;
  readonly goesOn?: boolean;
};

function itemAt({ cursor: { word, quote }, offset }: Context, shown: Shown): Completion {
  return {
    plainText: shown.snippet.replace(/\$\d+/g, ''),
    filterText: `${quote}${shown.label}`,
    deprecated: false,
    preselect: false,
    goesOn: false,
    ...shown,
    span: word,
    insertSpan: quote === '' ? { start: word.start, end: Math.max(word.start, Math.min(offset, word.end)) } : word,
  };
}

function keysAt(context: Context): Completion[] {
  const { cursor, root } = context;
  const { key: slot, inset, isFlow, quote } = cursor;
  if (slot === undefined) return [];
  const position = recordPosition(root, inResource(slot.path));
  const given = new Set(slot.object.members.map(({ key }) => key.name));
  const nested = ' '.repeat(inset + 2);
  const written = (name: string, field: Field | undefined): string => {
    const shownName = asSnippet(quote === '' ? name : JSON.stringify(name));
    if (slot.hasColon || slot.hasValue) return shownName;
    const isList = field?.label === 'list';
    if (field === undefined || (!isList && !hasEntries(field) && field.type.kind !== 'object'))
      return `${shownName}: $1`;
    if (isFlow) return `${shownName}: ${isList ? '[$1]' : '{ $1 }'}`;
    return `${shownName}:\n${nested}${isList ? '- $1' : '$1'}`;
  };
  if (position?.object !== undefined) {
    const owner = position.object;
    return owner.fields
      .filter(({ name }) => !given.has(name))
      .map((field, index) =>
        itemAt(context, {
          label: field.name,
          kind: 'field',
          detail: typeName(field),
          documentation: fieldMarkdown(field, owner),
          sortText: sortNumber(index),
          snippet: written(field.name, field),
          goesOn: field.type.kind === 'object' || choicesOf(field).length > 0,
        }),
      );
  }
  if (position?.field?.knownKeys !== 'node-label' || position.element) return [];
  return labelChoices()
    .filter(({ value }) => !given.has(value))
    .map(({ value, documentation }, index) =>
      itemAt(context, {
        label: value,
        kind: 'key',
        detail: 'label',
        documentation,
        sortText: sortNumber(index),
        snippet: written(value, undefined),
      }),
    );
}

interface Choice {
  readonly value: string | boolean;
  readonly documentation: Markdown;
}

function valuesAt(context: Context): Completion[] {
  const { cursor, root } = context;
  const { value: slot, quote, isSpaceMissing } = cursor;
  const path = slot && inResource(slot.path);
  const position = path && recordPosition(root, path);
  if (slot === undefined || path === undefined || position?.field === undefined || position.owner === undefined)
    return [];
  const { field, owner, element } = position;
  if (field.type.kind === 'object' || (hasEntries(field) && !element)) return [];
  const documentation = fieldMarkdown(field, owner);
  const choices =
    choicesAt(position, slot.path, cursor.root) ?? choicesOf(field).map((value) => ({ value, documentation }));
  return choices.map(({ value, documentation: doc }, index) => {
    const text = typeof value === 'string' ? stringText(value, quote) : String(value);
    return itemAt(context, {
      label: String(value),
      kind: 'enum-value',
      detail: elementTypeName(field),
      documentation: doc,
      sortText: sortNumber(index),
      snippet: asSnippet(`${isSpaceMissing ? ' ' : ''}${text}`),
      plainText: `${isSpaceMissing ? ' ' : ''}${text}`,
    });
  });
}

/** A string that Kubernetes reads as one. */
function stringText(value: string, quote: string): string {
  if (quote !== '') return quote === "'" ? `'${value}'` : JSON.stringify(value);
  return /^[\w./][\w./-]*$/.test(value) && goScalar(value).is === 'string' ? value : JSON.stringify(value);
}

/** What a field may be, or an example. */
function choicesOf({ oneOf, type, known, examples }: Field): readonly (string | boolean)[] {
  if (type.kind === 'scalar' && type.scalar === 'bool') return [true, false];
  if (oneOf !== undefined) return oneOf;
  if (known !== undefined) return knownNames(known).map(({ name }) => name);
  const [example] = examples ?? [];
  return typeof example === 'string' ? [example] : [];
}

/** Labels, and the values of a label, for requirements and maps of labels. */
function choicesAt(
  { field, element }: RecordPosition,
  path: NodePath,
  root: SyntaxNode | undefined,
): readonly Choice[] | undefined {
  if (field?.name === 'key' && path.at(-3) === 'requirements') return labelChoices();
  if (field?.name === 'values' && path.at(-4) === 'requirements') {
    const key = stringValue(memberOf(nodeAt(root, pointerOf(path.slice(0, -2))), 'key')?.value);
    return key === undefined ? undefined : valueChoices(key);
  }
  return element && field?.knownKeys === 'node-label' ? valueChoices(String(path.at(-1))) : undefined;
}

/** Labels of Karpenter first, then those that AKS and Kubernetes know. */
function labelChoices(): { readonly value: string; readonly documentation: Markdown }[] {
  const own = labelRules.map(({ label }) => label);
  const others = knownNames('node-label').filter(
    ({ name, removedIn }) => !own.includes(name) && removedIn === undefined,
  );
  return [
    ...own.map((value) => ({ value, documentation: labelMarkdown(value) ?? prose(value) })),
    ...others.map((known) => ({ value: known.name, documentation: nameMarkdown(known) })),
  ];
}

function valueChoices(key: string): Choice[] {
  const documentation = labelMarkdown(key) ?? prose(key);
  if (key === 'node.kubernetes.io/instance-type' || key === 'karpenter.azure.com/sku-name')
    return knownNames('vm-size').map((known) => ({ value: known.name, documentation: nameMarkdown(known) }));
  const { oneOf, example } = knownName('node-label', key) ?? {};
  const examples = typeof example === 'string' ? [example] : [];
  return (valuesOfLabel(key) ?? oneOf ?? examples).map((value) => ({ value, documentation }));
}
