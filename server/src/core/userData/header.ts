import { multipartType, typeByBeginning } from './contentTypes.js';
import { misspeltBeginning } from './misspelt.js';

/** The type that cloud-init gives user data: by the beginning, else that of a message where the text begins like one. */
export function userDataType(text: string): string | undefined {
  return typeByBeginning(text) ?? (looksLikeMime(text) ? multipartType : undefined);
}

/**
 * Whether a text was meant to be a cloud-config, but begins like a script, or has a mark of YAML or comments in front of
 * the header.
 */
export function isMisspeltCloudConfig(text: string): boolean {
  if (/^\s*#![ \t]*cloud-?[ \t_]*config\b/i.test(text)) return true;
  const isBelow = /(?:[ \t]*(?:---[ \t]*|#[^\n]*)?\n)+[ \t]*#cloud-config[ \t\r]*$/my;
  const head = text.slice(0, 4_000).replaceAll('\r\n', '\n');
  if (!isBelow.test(head)) return false;
  return typeByBeginning(text) === undefined && misspeltBeginning(text) === undefined;
}

/** Whether a text begins with the header of a MIME message, after an optional mbox line. */
function looksLikeMime(text: string): boolean {
  // `[^\n]*` takes the carriage return of a line end: with two ways to read one, every line would double the time.
  return /^(?:From [^\n]*\n)?(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type):/i.test(
    text.slice(0, 4_000),
  );
}
