import type { Child, Payload } from '../document/payload.js';
import type { HclAttribute, HclTemplate, HclValue } from '../formats/hcl/syntax.js';
import { parseJson } from '../formats/json/parse.js';
import {
  itemsOf,
  MemberIndex,
  memberOf,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
  walk,
} from '../formats/tree/node.js';
import { nearestNode } from '../formats/tree/paths.js';
import { isSecretName } from '../secrets/find.js';
import { isHarmless, isRemoved } from '../secrets/harmless.js';
import { type PlacedSecret, secretsBelow } from '../secrets/places.js';
import type { Span } from '../text/span.js';
import { hclOf } from './containers/terraform.js';
import { openSettings, settingSecrets } from './secrets.js';

/**
 * The secrets of a document of Terraform: what it marks as sensitive, protected settings, and values under secret names. The
 * secrets of payloads that were opened are found inside of them.
 */
export function* terraformSecrets({ payload }: { readonly payload: Payload }): Generator<PlacedSecret> {
  const { tree, text, children, map } = payload;
  if (tree?.root !== undefined) {
    // By their pointers: positions inside of gzip, for instance, are all the same in the file.
    const index = new MemberIndex();
    const opened = new Set(startsOf(tree.root, children, index));
    yield* jsonSecrets(tree.root, ({ start }) => opened.has(start));
  } else if (text !== undefined) {
    const opened = new Set(map.exact ? children.map(({ span }) => span.start) : []);
    yield* new HclSecrets(text, ({ start, end }) => opened.has(map.toOuter({ start, end }).start)).below(
      hclOf(text),
      {},
    );
  }
}

/** Where the values of JSON begin that hold payloads. */
function* startsOf(root: SyntaxNode, children: readonly Child[], index: MemberIndex): Generator<number> {
  for (const child of children) {
    const found = 'pointer' in child ? nearestNode(root, child.pointer, index) : undefined;
    if (found?.exact === true) yield found.node.span.start;
  }
}

type IsOpened = (span: Span) => boolean;

/** Members with values, and those that say which of them are sensitive. */
const marks = [
  ['values', 'sensitive_values'],
  ['before', 'before_sensitive'],
  ['after', 'after_sensitive'],
] as const;

function* jsonSecrets(root: SyntaxNode | undefined, isOpened: IsOpened): Generator<PlacedSecret> {
  for (const { node, member } of walk(root)) {
    const name = member?.key.name ?? '';
    if (/^protected_?settings$/i.test(name)) {
      yield* node.kind === 'string' ? encodedSettings(node.value, name) : settingSecrets(node, name);
      if (node.kind === 'string' && !isOpened(node.span)) yield* secretsBelow(node, name);
    }
    if (node.kind !== 'object') continue;
    for (const [values, marked] of marks)
      yield* markedSecrets(memberOf(node, values)?.value, memberOf(node, marked)?.value, name, isOpened);
    yield* listedSecrets(node, isOpened);
    const sensitive = memberOf(node, 'sensitive')?.value;
    // An output, or a variable in JSON syntax.
    if (sensitive?.kind === 'boolean' && sensitive.value)
      for (const given of ['value', 'default']) yield* unopened(memberOf(node, given)?.value, name, isOpened);
  }
}

/** The values that have the mark `true` at their place in an object of the same structure. */
function* markedSecrets(
  value: SyntaxNode | undefined,
  mark: SyntaxNode | undefined,
  name: string,
  isOpened: IsOpened,
): Generator<PlacedSecret> {
  const open = [{ value, mark, name }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: given, mark: said } = next;
    if (given === undefined || said === undefined) continue;
    if (said.kind === 'boolean' && said.value) yield* unopened(given, next.name, isOpened);
    else if (said.kind === 'object')
      for (const { key, value: inner } of said.members)
        open.push({ value: memberOf(given, key.name)?.value, mark: inner, name: key.name });
    else if (said.kind === 'array')
      for (const [index, inner] of said.items.entries())
        open.push({ value: itemsOf(given)[index], mark: inner, name: next.name });
  }
}

/** The attributes of an instance in a state that `sensitive_attributes` lists, each by its path. */
function* listedSecrets(instance: ObjectNode, isOpened: IsOpened): Generator<PlacedSecret> {
  const attributes = resolved(memberOf(instance, 'attributes')?.value);
  for (const path of itemsOf(memberOf(instance, 'sensitive_attributes')?.value)) {
    let found = attributes;
    let name = '';
    for (const step of itemsOf(path)) {
      const given = resolved(memberOf(step, 'value')?.value);
      // A step into a list has a number or an object with its value.
      const inner = given?.kind === 'object' ? resolved(memberOf(given, 'value')?.value) : given;
      name = stringValue(inner) ?? name;
      found =
        inner?.kind === 'number'
          ? itemsOf(found)[inner.value]
          : resolved(memberOf(found, stringValue(inner) ?? '')?.value);
    }
    if (found !== attributes) yield* unopened(found, name, isOpened);
  }
}

function* unopened(value: SyntaxNode | undefined, name: string, isOpened: IsOpened): Generator<PlacedSecret> {
  for (const secret of secretsBelow(value, name)) {
    // The span is without quotes.
    if (secret.span !== undefined && isOpened({ start: secret.span.start - 1, end: secret.span.end + 1 })) continue;
    yield secret;
  }
}

/** Protected settings as JSON in a string; positions in it aren't those of the document. */
function* encodedSettings(json: string, name: string): Generator<PlacedSecret> {
  const { root } = parseJson(json);
  if (root?.kind !== 'object') return;
  for (const { value, name: own } of settingSecrets(root, name)) yield { value, name: own };
}

/** What is known about the values in a part of Terraform source. */
interface Secrecy {
  /** The name that makes all strings secret. */
  readonly name?: string;
  /** Whether they are protected settings, of which some members aren't secret. */
  readonly isSettings?: boolean;
}

/** The secrets of Terraform source and of printed plans. */
class HclSecrets {
  readonly #text: string;
  readonly #isOpened: IsOpened;

  constructor(text: string, isOpened: IsOpened) {
    this.#text = text;
    this.#isOpened = isOpened;
  }

  *below(root: HclValue, secrecy: Secrecy): Generator<PlacedSecret> {
    const open = [{ value: root, secrecy }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, secrecy: around } = next;
      const later = (values: readonly HclValue[], own = around): void => {
        for (const inner of values) open.push({ value: inner, secrecy: own });
      };
      if (value.kind === 'tuple') later(value.items);
      else if (value.kind === 'call') later(value.arguments);
      else if (value.kind === 'expression') later(value.operands);
      else if (value.kind === 'template') yield* this.#string(value, around);
      else {
        const isSensitive = value.attributes.some(
          ({ name, value: { span } }) => name === 'sensitive' && this.#text.slice(span.start, span.end) === 'true',
        );
        for (const attribute of value.attributes) {
          const own = secrecyOf(attribute, isSensitive, around);
          later([attribute.value, ...(attribute.before === undefined ? [] : [attribute.before])], own);
        }
        for (const { body } of value.blocks) open.push({ value: body, secrecy: around });
      }
    }
  }

  *#string({ text, map, span, symbols }: HclTemplate, { name, isSettings }: Secrecy): Generator<PlacedSecret> {
    if (name === undefined || text.trim() === '' || isRemoved(text)) return;
    if (isSettings === true && /^\s*\{/.test(text)) yield* encodedSettings(text, name);
    if (this.#isOpened(span) || isHarmless(name, text, { isQuoted: true, separator: '=' })) return;
    // A here-document ends with a line ending.
    const value = text.trim();
    const start = text.indexOf(value);
    yield { value, name, ...(symbols.length === 0 ? { span: map.toOuter({ start, end: start + value.length }) } : {}) };
  }
}

/** `isSensitive` says whether the variable or output around an attribute is marked like this. */
function secrecyOf({ name }: HclAttribute, isSensitive: boolean, around: Secrecy): Secrecy {
  if (/^protected_?settings$/i.test(name)) return { name, isSettings: true };
  if (around.isSettings === true) return openSettings.has(name.toLowerCase()) ? {} : { name, isSettings: true };
  if (isSecretName(name)) return { name };
  if (around.name !== undefined) return around;
  return isSensitive && (name === 'default' || name === 'value') ? { name } : {};
}
