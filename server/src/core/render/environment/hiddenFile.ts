import { maskText } from '../../secrets/find.js';
import { decodeBase64 } from '../../text/base64.js';
import { decodeText } from '../../text/bytes.js';

/** A file on the node whose content travels in a variable. */
export interface HiddenFile {
  /** A short name with the right ending; `<n>` stands for the number of a variable that there are many of. */
  readonly name: string;
  /** Where the provisioning scripts write it; absent where that depends on more than the config. */
  readonly path?: string;
  /** The file's text for a value; undefined where the value makes no readable file. */
  readonly read: (value: string) => string | undefined;
}

/** A file that travels as base64. */
export function base64File(name: string, path?: string): HiddenFile {
  return { name, read: decoded, ...(path === undefined ? {} : { path }) };
}

/** A file of lines that travels on one line: the scripts make line ends of the blanks (`tr ' ' '\n'`). */
export function blankSeparatedFile(name: string, path: string): HiddenFile {
  return {
    name,
    path,
    read: (value) => (value === '' ? undefined : `${withoutLastBlanks(value).replaceAll(' ', '\n')}\n`),
  };
}

/** What `base64 -d` makes of a value, where that is text. */
function decoded(value: string): string | undefined {
  if (value === '') return undefined;
  // A masked value stands for content that is not to be seen anyway.
  if (value.includes(maskText)) return value;
  const { bytes, fault, alphabet } = decodeBase64(value);
  if (fault !== undefined || alphabet !== 'base64') return undefined;
  const { text, invalidAt } = decodeText(bytes);
  return invalidAt === undefined ? text : undefined;
}

function withoutLastBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\n')) end--;
  return text.slice(0, end);
}
