import { withoutLeadingBlanks } from './pythonText.js';

/** First characters of user data and the type that cloud-init 26.2 takes it for: the longest of them counts. */
const beginnings: readonly (readonly [string, string])[] = [
  ['text/x-shellscript-per-instance', 'text/x-shellscript-per-instance'],
  ['text/x-shellscript-per-boot', 'text/x-shellscript-per-boot'],
  ['text/x-shellscript-per-once', 'text/x-shellscript-per-once'],
  ['#cloud-config-archive', 'text/cloud-config-archive'],
  ['#cloud-config-jsonp', 'text/cloud-config-jsonp'],
  ['## template: jinja', 'text/jinja2'],
  ['#cloud-boothook', 'text/cloud-boothook'],
  ['#include-once', 'text/x-include-once-url'],
  ['#cloud-config', 'text/cloud-config'],
  ['#part-handler', 'text/part-handler'],
  ['#include', 'text/x-include-url'],
  ['#!', 'text/x-shellscript'],
];

/**
 * The type that cloud-init gives a text by its beginning, after white space and in any case; undefined where it knows
 * none. No blank is needed behind the beginning: `#cloud-configX` counts too.
 */
export function typeByBeginning(text: string): string | undefined {
  // White space may be long, but what follows it is not.
  const start = withoutLeadingBlanks(text).slice(0, 64).toLowerCase();
  return beginnings.find(([beginning]) => start.startsWith(beginning))?.[1];
}

/** Types that say so little that cloud-init looks at the text; a script may turn out to be something else. */
export function isTypeByBeginning(contentType: string): boolean {
  return contentType === 'text/plain' || contentType === notMultipart || contentType === 'text/x-shellscript';
}

/** The type of user data that is no message. */
export const notMultipart = 'text/x-not-multipart';

/** The type of user data that is a message of several parts. */
export const multipartType = 'multipart/mixed';

/** Types whose content is unpacked, and only then looked at. */
const compressedTypes = new Set([
  'application/gzip',
  'application/gzip-compressed',
  'application/gzipped',
  'application/x-compress',
  'application/x-compressed',
  'application/x-gunzip',
  'application/x-gzip',
  'application/x-gzip-compressed',
]);

export function isCompressedType(contentType: string): boolean {
  return compressedTypes.has(contentType);
}

export function isIncludeType(contentType: string): boolean {
  return contentType === 'text/x-include-url' || contentType === 'text/x-include-once-url';
}

export const archiveType = 'text/cloud-config-archive';

/** Who takes a part of each type (cloud-init 26.2); a part handler may take further ones. */
const handlers = new Map([
  ['text/cloud-config', 'CloudConfigPartHandler'],
  ['text/cloud-config-jsonp', 'CloudConfigPartHandler'],
  ['text/x-shellscript', 'ShellScriptPartHandler'],
  ['text/x-shellscript-per-boot', 'ShellScriptByFreqPartHandler'],
  ['text/x-shellscript-per-instance', 'ShellScriptByFreqPartHandler'],
  ['text/x-shellscript-per-once', 'ShellScriptByFreqPartHandler'],
  ['text/cloud-boothook', 'BootHookPartHandler'],
  ['text/jinja2', 'JinjaTemplatePartHandler'],
  ['text/part-handler', '(registered as a new part handler)'],
]);

/** cloud-init's name of what takes parts of a type; null where nothing does. */
export function handlerOf(contentType: string): string | null {
  return handlers.get(contentType) ?? null;
}

/** Types of parts that something takes, or that are taken apart; for messages and suggestions. */
export const knownContentTypes: readonly string[] = [
  ...handlers.keys(),
  'text/x-include-url',
  'text/x-include-once-url',
  archiveType,
];
