import { type PlainValue, toValue } from '../formats/tree/expand.js';
import {
  hasMapping,
  type KeyNode,
  MemberIndex,
  type ObjectNode,
  resolved,
  type SyntaxNode,
  type SyntaxTree,
} from '../formats/tree/node.js';
import { nearestNode, stepsOf } from '../formats/tree/paths.js';
import type { Problem } from '../problems/problem.js';
import type { Budget } from '../text/budget.js';
import { type Span, spanOfMatch } from '../text/span.js';
import { type Lifecycle, rootSchema, type SchemaNode } from './schema/schemaNode.js';
import { annotationsOf, type ShapeFault, shapeFaults } from './schema/shapeFaults.js';
import { isRepresentable, type SchemaDocument, schemaDocument } from './schema/validator.js';
import { multipartType, userDataType } from './userData/contentTypes.js';
import { type CloudInitVersion, isBefore } from './version.js';

/** How cloud-init finds the header of a text. */
type Header =
  | { readonly is: 'exact' }
  /** cloud-init 26.2 reads it, older versions and other tools don't. */
  | { readonly is: 'unusual'; readonly span: Span }
  /** The text isn't taken for a cloud-config. */
  | { readonly is: 'behind-mark' | 'absent' }
  | { readonly is: 'misspelt'; readonly span: Span };

/** A reason for which cloud-init refuses a cloud-config or warns about it. */
type CloudConfigFailure =
  | { readonly is: 'empty' | 'no-mapping' }
  | { readonly is: 'shape'; readonly fault: ShapeFault }
  /** A key that isn't a string, in the mapping at `pointer`. */
  | { readonly is: 'key'; readonly pointer: string; readonly key: KeyNode }
  | { readonly is: 'lifecycle'; readonly pointer: string; readonly lifecycle: Lifecycle };

/** What cloud-init makes of a cloud-config. */
export interface CloudConfigReading {
  readonly header: Header;
  readonly failures: readonly CloudConfigFailure[];
  readonly verdict: 'valid' | 'invalid' | 'deprecated-only';
  /** The value as PyYAML loads it, with bytes as `{"$binary": "base64"}`; null if there is none. */
  readonly value: PlainValue;
}

/** What is read, and by which cloud-init. */
interface CloudConfigSource {
  readonly text: string;
  readonly tree: SyntaxTree;
  /** The schema as the target's version has it. */
  readonly schema: SchemaNode;
  readonly target: CloudInitVersion;
  /** Whether the bytes began with a byte order mark, which the text doesn't show. */
  readonly byteOrderMark: boolean;
  /** Whether the document is handled as a cloud-config whatever it begins with. */
  readonly isPart: boolean;
  readonly budget: Budget;
}

/** The same with the document as cloud-init's validator sees it. */
interface ValidatedSource extends CloudConfigSource {
  readonly document: SchemaDocument;
}

/**
 * Reads a cloud-config as cloud-init 26.2 does (`schema_command`), with the keys of the target's version. When the budget is
 * spent, the rest is not checked.
 */
export function readCloudConfig(source: CloudConfigSource): CloudConfigReading {
  const { tree } = source;
  const header = headerOf(source.text, source.byteOrderMark);
  const seen = { ...source, document: schemaDocument(tree) };
  const failures = [...shapeFailures(seen), ...keyFailures(seen), ...lifecycleFailures(seen)];
  const isHeaderFatal = !source.isPart && header.is !== 'exact' && header.is !== 'unusual';
  const isFatal = isHeaderFatal || isUnread(tree) || failures.some((failure) => isRefused(failure, source.target));
  const isDeprecated = failures.some(
    (failure) =>
      failure.is === 'lifecycle' && (failure.lifecycle.deprecated ?? failure.lifecycle.changed) !== undefined,
  );
  return {
    header,
    failures,
    verdict: isFatal ? 'invalid' : isDeprecated ? 'deprecated-only' : 'valid',
    get value() {
      return !isUnread(tree) && isRepresentable(tree.root) ? toValue(tree.root, 'tagged') : null;
    },
  };
}

/** Whether PyYAML refuses the text. Limits are ours. */
function isUnread({ problems }: SyntaxTree): boolean {
  return problems.some(({ code }) => code === 'yaml/syntax' || code === 'yaml/tab');
}

/** The header of a text; cloud-init 26.2 ignores case and white space in front of it, older versions don't. */
function headerOf(text: string, byteOrderMark: boolean): Header {
  if (byteOrderMark || text.startsWith('\ufeff')) return { is: 'behind-mark' };
  if (text.startsWith('#cloud-config')) return { is: 'exact' };
  const found = /^[ \t]*#!?[ \t]*cloud-?[ \t_]*config\b[^\r\n]*/im.exec(text);
  const isRead = userDataType(text) === 'text/cloud-config';
  // Python counts more characters as white space.
  if (found === null)
    return isRead ? { is: 'unusual', span: { start: 0, end: text.search(/\r?\n|$/) } } : { is: 'absent' };
  return { is: isRead ? 'unusual' : 'misspelt', span: spanOfMatch(found) };
}

function* shapeFailures({ tree, document, budget }: ValidatedSource): Generator<CloudConfigFailure> {
  const { root } = tree;
  if (root === undefined || root.kind === 'null') {
    if (tree.problems.length === 0) yield { is: 'empty' };
    return;
  }
  if (root.kind !== 'object') {
    yield { is: 'no-mapping' };
    return;
  }
  const index = new MemberIndex();
  const broken = brokenKeys(root, tree);
  for (const fault of shapeFaults(rootSchema, document, budget)) {
    if (broken.has(stepsOf(fault.instancePath)[0] ?? '')) continue;
    // Unreadable syntax, and an unknown alias, make a value look absent; both are reported as such.
    const { node, exact } = nearestNode(root, fault.instancePath, index);
    const isAbsent = tree.problems.length > 0 && (node.kind === 'null' || !exact);
    if (!isAbsent) yield { is: 'shape', fault };
  }
}

/** The top-level keys whose values couldn't be read completely, so that what is missing in them isn't known. */
function brokenKeys({ members }: ObjectNode, { problems, refusal }: SyntaxTree): ReadonlySet<string> {
  if (refusal === undefined) return new Set();
  const faults = problems.filter(({ code }) => code === 'yaml/syntax' || code === 'yaml/tab');
  return new Set(
    faults.flatMap(({ span }) => members.findLast(({ key }) => key.span.start <= span.start)?.key.name ?? []),
  );
}

/**
 * Keys that YAML makes a number, a boolean or something else of, where cloud-init's schema compares every key of the
 * mapping with a pattern. Its validator (26.2) can do that with strings only, and fails as a whole.
 */
function* keyFailures({ tree, document, budget }: ValidatedSource): Generator<CloudConfigFailure> {
  const { root } = tree;
  if (root === undefined || !hasMapping(tree.kept, root, hasOtherKeys)) return;
  const seen = new Set<SyntaxNode>();
  const index = new MemberIndex();
  for (const { pointer } of annotationsOf('patternProperties', rootSchema, document.value, 'evaluated', budget)) {
    const found = nearestNode(root, pointer, index);
    if (!found.exact || found.node.kind !== 'object' || seen.has(found.node)) continue;
    seen.add(found.node);
    for (const { key } of found.node.members) if (!isText(key)) yield { is: 'key', pointer, key };
  }
}

function isText({ node, merge }: KeyNode): boolean {
  return resolved(node)?.kind === 'string' || merge === true;
}

function hasOtherKeys({ members }: ObjectNode): boolean {
  return !members.every(({ key }) => isText(key));
}

function lifecycleFailures({ tree, document, schema: target, budget }: ValidatedSource): CloudConfigFailure[] {
  if (tree.root?.kind !== 'object') return [];
  return annotationsOf('cloudInit', target, document.value, 'fitting', budget).map(
    ({ pointer, value: annotation }) => ({
      is: 'lifecycle',
      pointer,
      lifecycle: annotation as Lifecycle,
    }),
  );
}

/** Whether cloud-init refuses the document for a failure. */
function isRefused(failure: CloudConfigFailure, target: CloudInitVersion): boolean {
  switch (failure.is) {
    case 'shape': {
      const { fault } = failure;
      const isUnknownTop = fault.keyword === 'additionalProperties' && fault.instancePath === '';
      if (!isUnknownTop || !ignoresTopKeys(target)) return true;
      return hiddenCharacters.test(String(fault.params.additionalProperty));
    }
    case 'lifecycle': {
      const isTop = failure.pointer.lastIndexOf('/') === 0;
      return failure.lifecycle.missing !== undefined && !(isTop && ignoresTopKeys(target));
    }
    default:
      return true;
  }
}

/** Before cloud-init 23.4 (canonical/cloud-init#4562) its validator ignored top-level keys that no module has. */
function ignoresTopKeys(target: CloudInitVersion): boolean {
  return isBefore(target, '23.4');
}

/** Spaces that aren't spaces to YAML, and characters without width. */
export const hiddenCharacters = /[\u00a0\u00ad\u200b-\u200f\u2060\u3000\ufeff]/;

/** cloud-init's own verdict on user data (`cloudInit` of the `validate` result). */
export interface CloudInitVerdict {
  readonly verdict: 'valid' | 'invalid' | 'deprecated-only' | 'not-validated';
  /** The MIME type that cloud-init gives the text; null if it knows none. */
  readonly contentType: string | null;
  /** The value as PyYAML loads it, with bytes as `{"$binary": "base64"}`; null if there is none. */
  readonly parsed: PlainValue;
}

/** Whether cloud-init's `schema` command looks into a text at all: other kinds of user data it only names. */
export function isValidated(text: string): boolean {
  const type = userDataType(text);
  return type === undefined || type === 'text/cloud-config' || type === multipartType;
}

/** Whether the bytes of a file are such that cloud-init finds no header in them. */
export function isUnreadable(fileProblems: readonly Problem[]): boolean {
  return fileProblems.some(
    ({ code }) =>
      code === 'json/byte-order-mark' || code === 'payload/invalid-utf-8' || code === 'payload/binary-input',
  );
}

/** The verdict on a cloud-config of its own (cloud-init 26.2, `schema_command`). */
export function verdictOf(
  text: string,
  reading: CloudConfigReading,
  fileProblems: readonly Problem[],
): CloudInitVerdict {
  const isUnread = fileProblems.some(({ code }) => code === 'payload/limit-input');
  if (isUnread) return { verdict: 'not-validated', contentType: null, parsed: null };
  const unreadable = isUnreadable(fileProblems);
  const contentType = unreadable ? null : (userDataType(text) ?? null);
  if (!isValidated(text) || (text === '' && !unreadable))
    return { verdict: 'not-validated', contentType, parsed: null };
  return unreadable
    ? { verdict: 'invalid', contentType, parsed: null }
    : { verdict: reading.verdict, contentType, parsed: reading.value };
}
