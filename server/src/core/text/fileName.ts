import { withoutTrailing } from './strings.js';

/**
 * Characters that a file name can't have on Windows, and those that can't be seen or that change the direction of the text
 * around them: as in visible.ts, and all others that Unicode shows as nothing by default.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>:"|?*/\\]/gu;

/**
 * Names of devices on Windows, also with spaces and an extension; source: "Naming Files, Paths, and Namespaces" of the
 * Windows documentation.
 */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

/** Bytes of a name in UTF-8. File systems accept 255; a number or an extension may follow. */
const nameBytes = 200;

/**
 * A name that is valid as a file name on every system and looks like what it is: `_` replaces characters that are unsafe, and
 * stands before names of devices. It has no dots and spaces at its end, is never empty, and stays the same in a second call.
 */
export function safeFileName(name: string): string {
  const short = withoutTrailing(shortened(shortNamesChanged(name.replace(unsafe, '_'))), '. ');
  if (short === '') return '_';
  return device.test(short) ? `_${short}` : short;
}

/** The safe names of the folders and the file in a path from a document, which can't lead outside. */
export function safeSegments(path: string): string[] {
  return path
    .split(/[/\\]+/)
    .filter((segment) => withoutTrailing(segment, '. ') !== '')
    .map(safeFileName);
}

/**
 * Equal for names that a file system may take for one, and for some others: case is folded in full (`ß` and `SS`, `ı` and
 * `I`), after compatibility characters are replaced (`ſ` and `s`, `ﬁ` and `fi`, the Kelvin sign and `k`).
 */
export function foldedName(name: string): string {
  // Some characters change only in one direction, such as the capital ß, and some get another normal form.
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** NTFS gives long names a second, short one such as `LONGNA~1.TXT`. */
function shortNamesChanged(name: string): string {
  return name.replace(/~(?=\d)/g, '_');
}

function shortened(name: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let kept = '';
  for (const character of name) {
    bytes += encoder.encode(character).length;
    if (bytes > nameBytes) break;
    kept += character;
  }
  return kept;
}
