import { escapedCharacter } from '../../syntax/jsonEscapes.js';

/**
 * Gives text the escapes that it needs in a JSON string, in the manner of one that is there: characters that this one
 * escapes though it need not are escaped in the same way.
 */
export function escapesAlike(written: string): (text: string) => string {
  const usual = new Map<string, string>();
  for (const [escape] of written.matchAll(/\\(?:u[0-9a-fA-F]{4}|[^u])/g)) usual.set(escapedCharacter(escape), escape);
  const isAscii = [...usual.keys()].some((character) => character > '\u007f') && !/[\u0080-\uffff]/.test(written);
  const isCapital = [...usual.values()].some((escape) => /^\\u.*[A-F]/.test(escape));
  return (text) =>
    text.replace(/[^]/g, (character) => {
      const escape = usual.get(character);
      if (escape !== undefined) return escape;
      if (character < ' ' || character === '"' || character === '\\') return JSON.stringify(character).slice(1, -1);
      // YAML takes some characters only behind escapes, and in editors nobody sees them.
      const isHidden = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/.test(character);
      if (!isHidden && !(isAscii && character > '\u007f')) return character;
      const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${isCapital ? digits.toUpperCase() : digits}`;
    });
}
