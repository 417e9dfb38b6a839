import type { Problem } from '../problems/problem.js';
import type { PlainValue } from '../syntax/toValue.js';
import { type UserDataType, userDataType } from '../userData/header.js';

/** cloud-init's own verdict on user data (`cloudInit` of the `validate` result). */
export interface CloudInitVerdict {
  readonly verdict: 'valid' | 'invalid' | 'deprecated-only' | 'not-validated';
  /** The MIME type that cloud-init gives the text; null where it knows none. */
  readonly contentType: string | null;
  /** The value as PyYAML loads it, with bytes as `{"$binary": "base64"}`; null where there is none. */
  readonly parsed: PlainValue;
}

const contentTypes: Readonly<Record<UserDataType, string>> = {
  'cloud-config': 'text/cloud-config',
  'cloud-config-archive': 'text/cloud-config-archive',
  'cloud-config-jsonp': 'text/cloud-config-jsonp',
  'cloud-boothook': 'text/cloud-boothook',
  'jinja-template': 'text/jinja2',
  include: 'text/x-include-url',
  'part-handler': 'text/part-handler',
  script: 'text/x-shellscript',
  mime: 'multipart/mixed',
};

/** Whether cloud-init's `schema` command looks into a text at all: other kinds of user data it only names. */
export function isValidated(text: string): boolean {
  const type = userDataType(text);
  return type === undefined || type === 'cloud-config' || type === 'mime';
}

/** The verdict that follows from the problems of a cloud-config (cloud-init 26.2, `schema_command`). */
export function cloudInitVerdict(text: string, value: PlainValue, problems: readonly Problem[]): CloudInitVerdict {
  const type = userDataType(text);
  const contentType = type === undefined ? null : contentTypes[type];
  if (!isValidated(text)) return { verdict: 'not-validated', contentType, parsed: null };
  const verdict = problems.some((found) => found.severity === 'error')
    ? 'invalid'
    : problems.some((found) => found.code === 'cloud-config/deprecated-key')
      ? 'deprecated-only'
      : 'valid';
  return { verdict, contentType, parsed: value };
}
