/**
 * Plain scalars as PyYAML's SafeLoader resolves them (PyYAML 6.0, YAML 1.1). js-yaml's 1.1 schema
 * differs in places (`y`, `+.5`, `08`), and cloud-init's verdict is PyYAML's.
 */
export type PlainScalar =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: number }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'str' };

const boolean = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const truth = /^(?:yes|true|on)$/i;
const integer =
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const float =
  /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** What an untagged plain scalar is. Timestamps, `<<` and `=` are left as text for the caller. */
export function resolvePlain(source: string): PlainScalar {
  if (/^(?:~|null|Null|NULL|)$/.test(source)) return { type: 'null' };
  if (boolean.test(source)) return { type: 'bool', value: truth.test(source) };
  if (integer.test(source)) return { type: 'int', value: integerValue(source) };
  if (float.test(source)) return { type: 'float', value: floatValue(source) };
  return { type: 'str' };
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
