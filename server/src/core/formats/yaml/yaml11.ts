/** Untagged plain scalars that PyYAML 6.0 reads as a date or a time (YAML 1.1). */
const implicitTimestamp =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;

const timestampParts =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.\d*)?(?:[ \t]*(?:Z|[-+](\d\d?)(?::(\d\d))?))?)?$/;

/** Whether Python can read a string as a date or a time; it refuses days that don't exist. */
export function isTimestamp(source: string): boolean {
  const found = timestampParts.exec(source);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return isDate(year, month, day) && hour < 24 && minute < 60 && second < 60 && zoneHour * 60 + zoneMinute < 24 * 60;
}

/** Whether a day exists; years are 1 to 9999, as in Python. */
export function isDate(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9_999 || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}

/**
 * Plain scalars as PyYAML's SafeLoader resolves them (PyYAML 6.0, YAML 1.1), because cloud-init uses it.
 * `merge` and `value` are the keys `<<` and `=`, for which YAML has no value.
 */
export type PlainScalar =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: number }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'timestamp' }
  | { readonly type: 'merge' }
  | { readonly type: 'value' }
  | { readonly type: 'str' };

const boolean = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const truth = /^(?:yes|true|on)$/i;
// Numbers of base 60 have at most 1,000 colons, because each repetition of a group needs stack space.
const integer =
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9]){1,1000})$/;
const float =
  /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,1000}\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** What an untagged plain scalar is. */
export function resolvePlain(source: string): PlainScalar {
  // Most strings begin with none of these characters.
  if (!/^(?:[-+.~<=0-9nNyYtTfFoO]|$)/.test(source)) return { type: 'str' };
  if (/^(?:~|null|Null|NULL|)$/.test(source)) return { type: 'null' };
  if (boolean.test(source)) return { type: 'bool', value: truth.test(source) };
  if (integer.test(source)) return { type: 'int', value: integerValue(source) };
  if (float.test(source)) return { type: 'float', value: floatValue(source) };
  if (implicitTimestamp.test(source)) return { type: 'timestamp' };
  if (source === '<<') return { type: 'merge' };
  if (source === '=') return { type: 'value' };
  return { type: 'str' };
}

/** The value of `!!int`; undefined if Python's `int` refuses it. */
export function taggedInteger(source: string): PlainScalar | undefined {
  const { sign, digits } = signed(source);
  const wanted = digits.startsWith('0b')
    ? /^0b[01]+$/
    : digits.startsWith('0x')
      ? /^0x[0-9a-fA-F]+$/
      : digits.startsWith('0')
        ? /^[0-7]+\s*$/
        : /^\s*[-+]?\d+\s*(?::\s*[-+]?\d+\s*){0,1000}$/;
  if (!wanted.test(digits)) return undefined;
  const value = /^0[bx]/.test(digits) || !/\D/.test(digits) ? integerValue(source) : sign * sexagesimal(digits);
  return { type: 'int', value };
}

/** The value of `!!float`; undefined if Python's `float` refuses it. */
export function taggedFloat(source: string): PlainScalar | undefined {
  const { sign, digits } = signed(source.toLowerCase());
  if (digits === '.inf' || digits === '.nan') return { type: 'float', value: floatValue(source) };
  const parts = digits.split(':').map(pythonFloat);
  return parts.every((part) => part !== undefined)
    ? { type: 'float', value: sign * parts.reduce((sum, part) => sum * 60 + part, 0) }
    : undefined;
}

function pythonFloat(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^[-+]?(?:inf|infinity)$/.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity;
  if (/^[-+]?nan$/.test(trimmed)) return NaN;
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** The value of `!!bool`. */
export function taggedBoolean(source: string): PlainScalar | undefined {
  return /^(?:yes|no|true|false|on|off)$/i.test(source) ? { type: 'bool', value: truth.test(source) } : undefined;
}

function integerValue(source: string): number {
  const { sign, digits } = signed(source);
  if (digits.startsWith('0b')) return sign * parseInt(digits.slice(2), 2);
  if (digits.startsWith('0x')) return sign * parseInt(digits.slice(2), 16);
  if (digits.includes(':')) return sign * sexagesimal(digits);
  if (digits.startsWith('0')) return sign * parseInt(digits, 8);
  return sign * Number(digits);
}

function floatValue(source: string): number {
  const { sign, digits } = signed(source.toLowerCase());
  if (digits === '.inf') return sign * Infinity;
  if (digits === '.nan') return NaN;
  return sign * (digits.includes(':') ? sexagesimal(digits) : Number(digits));
}

function signed(source: string): { sign: number; digits: string } {
  const digits = source.replace(/_/g, '');
  if (digits.startsWith('-')) return { sign: -1, digits: digits.slice(1) };
  return { sign: 1, digits: digits.replace(/^\+/, '') };
}

function sexagesimal(digits: string): number {
  return digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
