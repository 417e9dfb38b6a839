import { type Masked, type MaskedStrings, maskingOf, visible, visibleLine } from '../core/index.js';

/**
 * An answer or message to the editor. All text in it is masked, so that a feature which forgets to mask a text of a
 * document doesn't compile. Exceptions are the members in {@link Unshown}, and literals, which are words of ours.
 */
export type Shown<T> = MaskedStrings<T, Unshown>;

/** The members whose text stays as it is. */
const unshown = [
  // Text that the editor writes into documents, and words by which it finds and sorts completions.
  'newText',
  'insertText',
  'filterText',
  'sortText',
  // The string of a document that the user wants to open as a document of its own, and masked files in base64.
  'content',
  // Addresses of documents, payloads and fields, which have to lead there. Links with secrets aren't offered.
  'uri',
  'targetUri',
  'target',
  'source',
  'missing',
  'steps',
  'pointer',
  'part',
  'file',
  'pool',
  'pools',
  // Words of ours: identifiers, titles of kinds, names of layers, links to the documentation.
  'command',
  'code',
  'codes',
  'href',
  'kind',
  'family',
  'fix',
  'languageId',
  'icon',
  'layers',
] as const;

type Unshown = (typeof unshown)[number];

/** The members whose text keeps its invisible characters: also decoded and rendered texts, which are documents themselves. */
const exact: ReadonlySet<string> = new Set([...unshown, 'text']);

/** What the server gets back as it was, edits of documents by their URIs, and ranges, of which a long answer has many. */
const untouched: ReadonlySet<string> = new Set(['data', 'arguments', 'edit', 'range', 'selectionRange']);

/** The members that editors show on one line. */
const onOneLine: ReadonlySet<string> = new Set(['name', 'title', 'label', 'detail', 'description']);

/**
 * The same answer or message with invisible characters shown as escapes, so that a document can't reverse or hide text in
 * the user interface. Session does this with all that it sends.
 */
export function withVisibleText<T>(answer: T): T {
  // Nearly all answers have nothing to escape, and copies of their objects take longer than all the rest.
  return isVisible(answer, '') ? answer : (withVisible(answer, '') as T);
}

/** Whether an answer stays as it is. */
function isVisible(value: unknown, member: string): boolean {
  if (typeof value === 'string') return shownText(value, member) === value;
  if (typeof value !== 'object' || value === null || untouched.has(member)) return true;
  if (Array.isArray(value)) return value.every((item) => isVisible(item, member));
  const members = value as Readonly<Record<string, unknown>>;
  return Object.keys(members).every((name) => visible(name) === name && isVisible(members[name], name));
}

function withVisible(value: unknown, member: string): unknown {
  if (typeof value === 'string') return shownText(value, member);
  if (typeof value !== 'object' || value === null || untouched.has(member)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => withVisible(item, member));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [visible(name), withVisible(inner, name)]));
}

function shownText(text: string, member: string): string {
  if (exact.has(member)) return text;
  return onOneLine.has(member) ? visibleLine(text) : visible(text);
}

/** A message about no particular document, masked by the format and the names of secrets. */
export function maskedMessage(text: string): Masked {
  return maskingOf([]).text(visible(text));
}

/** What the editor sends back, such as an item to resolve, is what the server has sent before. */
export function shownBefore<T>(sent: T): Shown<T> {
  return sent as Shown<T>;
}
