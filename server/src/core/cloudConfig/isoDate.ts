import { isDate } from '../syntax/yaml/timestamp.js';

/**
 * Whether a text is a date as Python 3.11 reads ISO 8601 (`date.fromisoformat`, which cloud-init's format `date`
 * rests on): a day of a month or of a week, with all dashes or none.
 */
export function isIsoDate(text: string): boolean {
  const day = /^(\d{4})(?:-(\d\d)-(\d\d)|(\d\d)(\d\d))$/.exec(text);
  if (day !== null) return isDate(Number(day[1]), Number(day[2] ?? day[4]), Number(day[3] ?? day[5]));
  const week = /^(\d{4})(?:-W(\d\d)(?:-([1-7]))?|W(\d\d)([1-7])?)$/.exec(text);
  if (week === null) return false;
  const year = Number(week[1]);
  const number = Number(week[2] ?? week[4]);
  return year > 0 && number > 0 && number <= weeksOf(year);
}

/** ISO years have 53 weeks where they begin or end on a Thursday. */
function weeksOf(year: number): number {
  const lastDay = (of: number): number => (of + Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400)) % 7;
  return lastDay(year) === 4 || lastDay(year - 1) === 3 ? 53 : 52;
}
