import type { PlainValue } from '../formats/tree/expand.js';
import { resolved, type SyntaxNode } from '../formats/tree/node.js';
import { limits } from '../limits.js';
import { numbered, type RenderedVariable, renderEnvironment } from '../nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import type { MessageValue } from '../nodeConfig/value.js';
import { isSecretName, maskText } from '../secrets/find.js';
import { byteString } from '../text/bytes.js';
import type { Both, Side } from './comparison.js';
import { linesOf, type Showing } from './differences.js';
import { align, type TextLines } from './hunks.js';
import { Identities, isRounded } from './identities.js';
import { isTree } from './pieceDifferences.js';
import type { ComparedPart } from './pieces.js';
import { plainMessage } from './trees.js';

/** A part of both texts; the side that has no such part has nothing in its place. */
export interface Section {
  readonly title: string;
  readonly lines: Both<TextLines>;
}

/** The lines of both sides as they are shown; where they would look alike and are not, the later one says so. */
export function shownLines({ before, after }: Both<TextLines>): Both<readonly string[]> {
  if (before === undefined || after === undefined) {
    return { ...(before && { before: before.shown }), ...(after && { after: after.shown }) };
  }
  const remarked = [...after.shown];
  for (const { same, before: old, after: now } of align(before.real, after.real)) {
    if (same) {
      // Equal lines look equal, whatever stands around them.
      for (let i = 0; i < now.end - now.start; i++) remarked[now.start + i] = before.shown[old.start + i] ?? '';
      continue;
    }
    const looks = new Map<string, string>();
    for (const line of before.shown.slice(old.start, old.end)) looks.set(line.trim(), line);
    const known = new Set(before.real.slice(old.start, old.end));
    for (let i = now.start; i < now.end; i++) {
      const line = after.shown[i] ?? '';
      const alike = known.has(after.real[i] ?? '') ? undefined : looks.get(line.trim());
      if (alike === line) remarked[i] = `${line}  (not the same, in what is hidden)`;
      else if (alike !== undefined) remarked[i] = `${line}  (not the same, in white space)`;
    }
  }
  return { before: before.shown, after: remarked };
}

/** The lines of a text. One that has no line end at its end says so. */
function fileLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines, '(no line end here)'];
}

/** Both forms of lines; what does not fit line by line is told by what is shown. */
function textLines(real: readonly string[], shown: readonly string[]): TextLines {
  return real.length === shown.length ? { real, shown } : { real: shown, shown };
}

/** What a value is made of; texts of several lines stand below their name. */
type Shape<T> =
  | { readonly is: 'object'; readonly entries: readonly (readonly [name: string, value: T])[] }
  | { readonly is: 'list'; readonly items: readonly T[] }
  | { readonly is: 'text'; readonly lines: TextLines };

/** Deeper values are not indented further, so that a text does not grow with the square of its nesting. */
const deepestIndent = 40;

/**
 * Lays a value out like JSON, but with every line for itself: no commas, so that one more entry is one more line.
 * `shapeOf` is asked for each value once, with the name that it stands under. After `limits.laidOutLines` it ends.
 */
function layOut<T>(root: T, shapeOf: (value: T, name: string) => Shape<T>): TextLines {
  const lines = { real: [] as string[], shown: [] as string[] };
  const add = (real: string, shown = real): void => {
    lines.real.push(real);
    lines.shown.push(shown);
  };
  const open: (
    | { readonly value: T; readonly name: string; readonly label: string; readonly depth: number }
    | { readonly line: string }
  )[] = [{ value: root, name: '', label: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (lines.real.length >= limits.laidOutLines) {
      add(`… and more; only ${limits.laidOutLines} lines are shown`);
      break;
    }
    if ('line' in next) {
      add(next.line);
      continue;
    }
    const { name, label, depth } = next;
    const indent = '  '.repeat(Math.min(depth, deepestIndent));
    const lead = `${indent}${label === '' ? '' : `${label}: `}`;
    const shape = shapeOf(next.value, name);
    if (shape.is === 'text') addText(shape.lines, lead, indent, add);
    else {
      const isObject = shape.is === 'object';
      const [opening, closing] = isObject ? ['{', '}'] : ['[', ']'];
      const inner = isObject
        ? shape.entries.map(([key, value]) => ({ value, name: key, label: JSON.stringify(key), depth: depth + 1 }))
        : shape.items.map((value) => ({ value, name, label: '', depth: depth + 1 }));
      if (inner.length === 0) add(`${lead}${opening}${closing}`);
      else {
        add(`${lead}${opening}`);
        open.push({ line: `${indent}${closing}` });
        for (const entry of inner.reverse()) open.push(entry);
      }
    }
  }
  return lines;
}

function addText(
  { real, shown }: TextLines,
  lead: string,
  indent: string,
  add: (real: string, shown: string) => void,
): void {
  if (real.length === 1) {
    add(lead + (real[0] ?? ''), lead + (shown[0] ?? ''));
    return;
  }
  add(`${lead}|`, `${lead}|`);
  for (const [index, line] of real.entries()) add(`${indent}  | ${line}`, `${indent}  | ${shown[index] ?? ''}`);
}

/** A value of a config, and the same as it may be shown. */
interface Twin {
  readonly real: PlainValue;
  readonly shown: PlainValue;
}

/** The fields of a config in the order of the contract, by their proto names. */
export function configLines(real: MessageValue, shown: MessageValue): TextLines {
  return layOut<Twin>({ real: plainMessage(real), shown: plainMessage(shown) }, shapeOf);
}

function shapeOf({ real, shown }: Twin): Shape<Twin> {
  if (Array.isArray(real)) {
    const hidden = Array.isArray(shown) ? shown : [];
    return { is: 'list', items: real.map((item, index) => ({ real: item, shown: hidden[index] ?? null })) };
  }
  if (typeof real === 'object' && real !== null) {
    const hidden = typeof shown === 'object' && shown !== null && !Array.isArray(shown) ? shown : {};
    const entries = Object.entries(real).map(
      ([name, value]) => [name, { real: value, shown: hidden[name] ?? null }] as const,
    );
    return { is: 'object', entries };
  }
  return { is: 'text', lines: { real: [JSON.stringify(real)], shown: [JSON.stringify(shown)] } };
}

/** A config as it is, and the same as it may be shown. */
export interface ConfigTwin {
  readonly real: MessageValue;
  readonly shown: MessageValue;
}

/** The variables of both configs, one on each line, and the files in them, each as a section of its own. */
export function environmentSections(
  before: ConfigTwin,
  after: ConfigTwin,
  options: EnvironmentOptions,
): readonly Section[] {
  const [old, now] = [variablesOf(before, options), variablesOf(after, options)];
  const lines = { before: new LineList(), after: new LineList() };
  const files: Section[] = [];
  for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const variables = { before: old.get(name), after: now.get(name) };
    const file = fileSection(name, variables);
    if (file !== undefined) files.push(file);
    for (const side of ['before', 'after'] as const) {
      const variable = variables[side];
      if (variable === undefined) continue;
      const isFile = file?.lines[side] !== undefined;
      const text = (value: string): string => `${name}=${isFile ? '(the file below)' : value}`;
      lines[side].add(text(variable.real.value), text(variable.shown));
    }
  }
  return [{ title: 'Environment of the provisioning scripts', lines }, ...files];
}

interface VariableTwin {
  readonly real: RenderedVariable;
  readonly shown: string;
}

function variablesOf({ real, shown }: ConfigTwin, options: EnvironmentOptions): ReadonlyMap<string, VariableTwin> {
  const rendered = renderEnvironment(real, options);
  const hidden = real === shown ? rendered : renderEnvironment(shown, options);
  const values = new Map(hidden.map(({ name, value }) => [name, value]));
  return new Map(
    rendered.map((variable) => [variable.name, { real: variable, shown: values.get(variable.name) ?? '' }]),
  );
}

/** The file in a variable; undefined where no side has one, or where the two differ though their files do not. */
function fileSection(name: string, variables: Both<VariableTwin | undefined>): Section | undefined {
  const some = variables.after ?? variables.before;
  const file = some?.real.variable.file;
  if (some === undefined || file === undefined) return undefined;
  const path = file.path ?? file.name;
  const lines = { ...linesOfFile('before', variables.before), ...linesOfFile('after', variables.after) };
  const { before, after } = lines;
  const differ = variables.before?.real.value !== variables.after?.real.value;
  if (before === undefined && after === undefined) return undefined;
  if (before && after && differ && before.real.join('\n') === after.real.join('\n')) return undefined;
  return { title: `${numbered(path, some.real.index ?? 0)} in ${name}`, lines };
}

function linesOfFile(side: 'before' | 'after', twin: VariableTwin | undefined): Both<TextLines> {
  const read = twin?.real.variable.file?.read;
  if (twin === undefined || read === undefined) return {};
  const [real, shown] = [read(twin.real.value), read(twin.shown)];
  if (real === undefined || shown === undefined) return {};
  return { [side]: textLines(fileLines(real), fileLines(shown)) };
}

class LineList implements TextLines {
  readonly real: string[] = [];
  readonly shown: string[] = [];

  add(real: string, shown: string): void {
    this.real.push(real);
    this.shown.push(shown);
  }
}

/** A document beside the configs: its values in a fixed layout where it has such, else its lines. */
export function pieceLines(piece: ComparedPart, showing: Showing): TextLines {
  if (isTree(piece)) return treeLines(piece, showing);
  const { text, payload } = piece;
  if (text === undefined) {
    // The bytes tell whether two are the same; nobody reads them.
    const shown = [`(no text, ${payload.bytes.length} bytes)`];
    return { real: [byteString(payload.bytes)], shown };
  }
  const { shown } = linesOf(text, showing);
  return textLines(fileLines(text), fileLines(shown.join('\n')));
}

function treeLines({ payload, omitted }: ComparedPart, showing: Showing): TextLines {
  const identities = new Identities(omitted);
  return layOut<SyntaxNode | undefined>(payload.tree?.root, (node, name): Shape<SyntaxNode | undefined> => {
    const target = resolved(node);
    if (target?.kind === 'array') return { is: 'list', items: target.items };
    if (target?.kind === 'object') {
      const entries = [...identities.entriesOf(target)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return { is: 'object', entries: entries.map(([key, { value }]) => [key, value] as const) };
    }
    return { is: 'text', lines: leafLines(target, name, showing) };
  });
}

function leafLines(node: SyntaxNode | undefined, name: string, showing: Showing): TextLines {
  if (node?.kind !== 'string') {
    const real = leafText(node);
    return { real: [real], shown: linesOf(real, showing).shown };
  }
  const { value } = node;
  const { maskOf = () => maskText } = showing;
  const { real, shown } =
    value !== '' && isSecretName(name) && !showing.showSecrets
      ? { real: value.split('\n'), shown: value.split('\n').map(() => maskOf(value)) }
      : linesOf(value, showing);
  if (value.includes('\n')) return { real, shown };
  return { real: [JSON.stringify(value)], shown: [JSON.stringify(shown[0] ?? '')] };
}

/** Values that say the same have the same text, as in {@link Identities}. */
function leafText(node: SyntaxNode | undefined): string {
  switch (node?.kind) {
    case 'number':
      return Number.isFinite(node.value) && !isRounded(node.value) ? String(node.value) : node.raw;
    case 'boolean':
      return String(node.value);
    case 'binary':
      return `!!binary ${node.source.value.replace(/\s+/g, '')}`;
    default:
      return 'null';
  }
}

/** What stands in the place of a secret on one side; `place` is where the secret is in its document. */
export type SideMask = (secret: string, place: string) => string;

/**
 * Gives the secrets of two documents masks by which they can be told apart but not known. A secret that both sides
 * have in the same places is masked as always; any other gets a number, which is the same wherever it stands.
 */
export class SecretNames {
  readonly #places: Readonly<Record<Side, Map<string, string[]>>> = { before: new Map(), after: new Map() };
  readonly #numbers = new Map<string, number>();

  /** Takes notice of each secret that it is asked to mask. All of both sides have to be seen before any is named. */
  noticing(side: Side): SideMask {
    return (secret, place) => {
      const places = this.#places[side].get(secret);
      if (places === undefined) this.#places[side].set(secret, [place]);
      else places.push(place);
      return maskText;
    };
  }

  readonly naming: SideMask = (secret) => {
    const { before, after } = this.#places;
    const [old, now] = [before.get(secret), after.get(secret)];
    if (old?.join('\n') === now?.join('\n')) return maskText;
    let number = this.#numbers.get(secret);
    if (number === undefined) this.#numbers.set(secret, (number = this.#numbers.size + 1));
    return `${maskText}#${number}`;
  };
}
