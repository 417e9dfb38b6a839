import type { ProblemCode } from '../problems/codes.js';
import type { Problem } from '../problems/problem.js';
import type { PlainValue } from '../formats/tree/expand.js';
import { multipartType, userDataType } from './userData/contentTypes.js';
import { type CloudInitVersion, defaultCloudInitVersion, isBefore } from './version.js';

/** cloud-init's own verdict on user data (`cloudInit` of the `validate` result). */
export interface CloudInitVerdict {
  readonly verdict: 'valid' | 'invalid' | 'deprecated-only' | 'not-validated';
  /** The MIME type that cloud-init gives the text; null where it knows none. */
  readonly contentType: string | null;
  /** The value as PyYAML loads it, with bytes as `{"$binary": "base64"}`; null where there is none. */
  readonly parsed: PlainValue;
}

/** Whether cloud-init's `schema` command looks into a text at all: other kinds of user data it only names. */
export function isValidated(text: string): boolean {
  const type = userDataType(text);
  return type === undefined || type === 'text/cloud-config' || type === multipartType;
}

/** Bytes in which cloud-init does not even find a header. */
const noHeader: readonly ProblemCode[] = ['json/byte-order-mark', 'payload/invalid-utf-8', 'payload/binary-input'];

/** Problems that leave nothing to be loaded. */
const unread: readonly ProblemCode[] = [...noHeader, 'yaml/syntax', 'yaml/tab'];

/**
 * Problems that cloud-init itself has with a document. Whatever else we find there is our advice, and no part of the
 * verdict, however severe.
 */
const fatal: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...unread,
  'cloud-config/header',
  'cloud-config/not-a-mapping',
  'cloud-config/unknown-key',
  'cloud-config/too-new',
  'yaml/hidden-character',
  'cloud-config/wrong-type',
  'cloud-config/invalid-value',
  'cloud-config/missing-key',
  'cloud-config/key-not-text',
  'cloud-config/unquoted-permissions',
  'user-data/unhandled-part',
  'user-data/template-fails',
]);

/**
 * The verdict that follows from the problems of a cloud-config (cloud-init 26.2, `schema_command`), as the target's
 * version has it.
 */
export function cloudInitVerdict(
  text: string,
  value: PlainValue,
  problems: readonly Problem[],
  target: CloudInitVersion = defaultCloudInitVersion,
): CloudInitVerdict {
  const codes = new Set(problems.map((found) => found.code));
  const contentType = noHeader.some((code) => codes.has(code)) ? null : (userDataType(text) ?? null);
  if (!isValidated(text)) return { verdict: 'not-validated', contentType, parsed: null };
  return {
    verdict: verdictOf(problems, target),
    contentType,
    parsed: unread.some((code) => codes.has(code)) ? null : value,
  };
}

/** The verdict on a text that is validated. */
export function verdictOf(
  problems: readonly Problem[],
  target: CloudInitVersion = defaultCloudInitVersion,
): CloudInitVerdict['verdict'] {
  if (problems.some((found) => fatal.has(found.code) && !isLetThrough(found, target))) return 'invalid';
  return problems.some((found) => found.code === 'cloud-config/deprecated-key') ? 'deprecated-only' : 'valid';
}

/** Before cloud-init 23.4 (canonical/cloud-init#4562) keys at the top that no module has were nothing to its validator. */
function isLetThrough({ code, pointer }: Problem, target: CloudInitVersion): boolean {
  if (code !== 'cloud-config/unknown-key' && code !== 'cloud-config/too-new') return false;
  return pointer.lastIndexOf('/') === 0 && isBefore(target, '23.4');
}
