import type { TomlCursor } from './cursor.js';

/** Reads a number, a switch, a date or a time at a cursor; throws for everything else. */
export function readScalar(cursor: TomlCursor): void {
  const start = cursor.at;
  // A date and a time may have one blank between them.
  const word = cursor.match(/\d{4}-\d\d-\d\d [0-9][^\s,\]}#]*|[^\s,\]}#=]+/y);
  const reason = fault(word);
  if (reason !== undefined) cursor.fail(reason, start, Math.max(cursor.at, start + 1));
}

/** Why a word is no value; undefined where it is one. */
function fault(word: string): string | undefined {
  if (word === '') return 'A value is missing here.';
  if (/^(?:true|false|[+-]?(?:inf|nan))$/.test(word)) return undefined;
  if (/^\d{4}-|^\d\d:/.test(word)) return isMoment(word) ? undefined : 'This is no date or time.';
  if (/^[+-]?[\d.]/.test(word)) return numberFault(word);
  if (/^(?:true|false|yes|no|on|off)$/i.test(word)) return 'TOML knows true and false, in lower case.';
  return 'Text needs quotes in TOML.';
}

function numberFault(word: string): string | undefined {
  const integer = /^(?:[+-]?(?:0|[1-9](?:_?\d)*)|0x[\da-f](?:_?[\da-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)$/i;
  if (integer.test(word) && !/^0[XOB]/.test(word))
    return fits(word) ? undefined : 'The number does not fit into 64 bits.';
  const digits = String.raw`\d(?:_?\d)*`;
  const float = new RegExp(
    String.raw`^[+-]?(?:0|[1-9](?:_?\d)*)(?:\.${digits}(?:[eE][+-]?${digits})?|[eE][+-]?${digits})$`,
  );
  if (float.test(word)) return undefined;
  if (/^[+-]?0\d/.test(word)) return 'A number of TOML has no leading zeros; an octal one is written 0o644.';
  return 'This is no number of TOML; text needs quotes.';
}

function fits(word: string): boolean {
  const plain = word.replaceAll('_', '');
  const value = plain.startsWith('-') ? -BigInt(plain.slice(1)) : BigInt(plain.replace(/^\+/, ''));
  return value >= -(1n << 63n) && value < 1n << 63n;
}

function isMoment(word: string): boolean {
  const time = String.raw`(\d\d):(\d\d):(\d\d)(?:\.\d+)?`;
  const whole = new RegExp(`^(?:(\\d{4})-(\\d\\d)-(\\d\\d)(?:[Tt ]${time}(?:[Zz]|[+-](\\d\\d):(\\d\\d))?)?|${time})$`);
  const found = whole.exec(word);
  if (found === null) return false;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute, alone, aloneMinute, aloneSecond] = found
    .slice(1)
    .map((part: string | undefined) => (part === undefined ? undefined : Number(part)));
  const isClock = (h = 0, m = 0, s = 0): boolean => h < 24 && m < 60 && s <= 60;
  if (year === undefined) return isClock(alone, aloneMinute, aloneSecond);
  return (
    month !== undefined &&
    day !== undefined &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    isClock(hour, minute, second) &&
    isClock(offsetHour, offsetMinute)
  );
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
