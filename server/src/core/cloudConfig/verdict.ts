import type { PlainValue } from '../formats/tree/expand.js';
import type { Problem } from '../problems/problem.js';
import type { CloudConfigReading } from './read.js';
import { multipartType, userDataType } from './userData/contentTypes.js';

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
  const unreadable = isUnreadable(fileProblems);
  const contentType = unreadable ? null : (userDataType(text) ?? null);
  if (!isValidated(text)) return { verdict: 'not-validated', contentType, parsed: null };
  return unreadable
    ? { verdict: 'invalid', contentType, parsed: null }
    : { verdict: reading.verdict, contentType, parsed: reading.value };
}
