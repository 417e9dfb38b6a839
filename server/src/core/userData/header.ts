import { multipartType, typeByBeginning } from './contentTypes.js';

/** The type that cloud-init gives user data: by the beginning, else that of a message where the text begins like one. */
export function userDataType(text: string): string | undefined {
  return typeByBeginning(text) ?? (looksLikeMime(text) ? multipartType : undefined);
}

/** Whether a text was meant to be a cloud-config, but begins like a script. */
export function isMisspeltCloudConfig(text: string): boolean {
  return /^\s*#![ \t]*cloud-?[ \t_]*config\b/i.test(text);
}

/** Whether a text begins with the header of a MIME message, after an optional mbox line. */
function looksLikeMime(text: string): boolean {
  // `[^\n]*` takes the carriage return of a line end: with two ways to read one, every line would double the time.
  return /^(?:From [^\n]*\n)?(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type):/i.test(
    text.slice(0, 4_000),
  );
}
