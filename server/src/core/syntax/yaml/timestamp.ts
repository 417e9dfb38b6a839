/** Texts that PyYAML 6.0 takes for a date or a time without being told so (YAML 1.1). */
const implicit =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;

const parts =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.\d*)?(?:[ \t]*(?:Z|[-+](\d\d?)(?::(\d\d))?))?)?$/;

/** Whether an untagged plain scalar is a date or a time. */
export function looksLikeTimestamp(source: string): boolean {
  return implicit.test(source);
}

/** Whether Python can make a date or a time of a text; with a day that no month has it cannot. */
export function isTimestamp(source: string): boolean {
  const found = parts.exec(source);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = found
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return isDate(year, month, day) && hour < 24 && minute < 60 && second < 60 && zoneHour * 60 + zoneMinute < 24 * 60;
}

/** Whether a calendar has that day; years are 1 to 9999, as Python counts them. */
export function isDate(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9_999 || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}
