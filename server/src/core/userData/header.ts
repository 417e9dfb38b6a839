/** The kinds of user data that cloud-init tells apart by the first characters (26.2, `user_data.kinds`). */
export type UserDataType =
  | 'cloud-config'
  | 'cloud-config-archive'
  | 'cloud-config-jsonp'
  | 'cloud-boothook'
  | 'jinja-template'
  | 'include'
  | 'part-handler'
  | 'script'
  | 'mime';

/** Prefixes in cloud-init's order of search: the longest match wins. */
const prefixes: readonly [string, UserDataType][] = [
  ['#cloud-config-archive', 'cloud-config-archive'],
  ['#cloud-config-jsonp', 'cloud-config-jsonp'],
  ['## template: jinja', 'jinja-template'],
  ['#cloud-boothook', 'cloud-boothook'],
  ['#include-once', 'include'],
  ['#cloud-config', 'cloud-config'],
  ['#part-handler', 'part-handler'],
  ['#include', 'include'],
  ['#!', 'script'],
];

/** What cloud-init takes a text for; like it, white space in front and case do not matter. */
export function userDataType(text: string): UserDataType | undefined {
  const start = text.trimStart().slice(0, 40).toLowerCase();
  const known = prefixes.find(([prefix]) => start.startsWith(prefix))?.[1];
  return known ?? (looksLikeMime(text) ? 'mime' : undefined);
}

/** Whether a text was meant to be a cloud-config, but begins like a script. */
export function isMisspeltCloudConfig(text: string): boolean {
  return /^\s*#![ \t]*cloud-?[ \t_]*config\b/i.test(text);
}

/** Whether a text begins with the header of a MIME message, after an optional mbox line. */
export function looksLikeMime(text: string): boolean {
  // `[^\n]*` takes the carriage return of a line end: with two ways to read one, every line would double the time.
  return /^(?:From [^\n]*\n)?(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type):/i.test(
    text.slice(0, 4_000),
  );
}
