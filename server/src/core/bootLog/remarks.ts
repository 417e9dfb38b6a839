import type { LogSteps } from './toldText.js';
import { secondsText } from './chart/seconds.js';
import type { ClockChange } from './clock.js';

/** Steps that lie further apart than this, in milliseconds, may be of different boots. */
const oneBoot = 24 * 60 * 60_000;

/** What has to be known to read the times of a timeline: sentences, one for each matter. */
export function remarksOn(
  told: readonly LogSteps[],
  changes: readonly (ClockChange & { readonly file: string; readonly line: number })[],
  near: number | undefined,
  cut: boolean,
): string[] {
  const filesWith = (has: (text: LogSteps) => boolean): string => listed(told.filter(has).map(({ name }) => name));
  const bare = filesWith(({ steps, ahead }) => ahead === undefined && steps.some(isBare));
  const yearless = filesWith(({ steps }) => steps.some(({ moment }) => moment.yearless === true));
  return [
    ...(bare === '' ? [] : [`Times without a zone are taken for UTC, in which nodes run: ${bare}.`]),
    ...told.flatMap(({ name, ahead, steps }) =>
      ahead === undefined || ahead === 0 || !steps.some(isBare)
        ? []
        : [
            `The bare times in ${name} are ${secondsText(Math.abs(ahead) / 1000)} ${ahead > 0 ? 'ahead of' : 'behind'} UTC, as its own lines show; this is taken out.`,
          ],
    ),
    ...(yearless === ''
      ? []
      : [
          near === undefined
            ? `No time in ${yearless} names a year, and no other text tells it; how far steps are apart is right all the same.`
            : `The year of the times in ${yearless} is not written there; it is the one that brings them nearest to the other times.`,
        ]),
    ...changes.map(clockRemark),
    ...told.flatMap(({ name, restarts }) =>
      restarts.length === 0
        ? []
        : [
            `The node started again in between: ${name} tells of another boot from line ${listed(restarts.map((line) => String(line + 1)))} on.`,
          ],
    ),
    ...told.flatMap(({ name, statuses }) =>
      statuses > 1 ? [`${name} holds ${statuses} provision statuses, which may be of different machines.`] : [],
    ),
    ...farApart(told),
    ...new Set(told.flatMap(({ remarks }) => remarks)),
    ...(cut ? ['There are more steps than can be shown; the last ones are left out.'] : []),
  ];
}

function isBare({ moment }: LogSteps['steps'][number]): boolean {
  return !moment.zoned;
}

function clockRemark({
  file,
  line,
  shift,
  exact,
  before,
  after,
}: ClockChange & { file: string; line: number }): string {
  const size = `${exact ? '' : 'at least '}${secondsText(Math.abs(shift) / 1000)}`;
  const where = `The clock was put ${shift < 0 ? 'back' : 'forward'} by ${size} in front of line ${line + 1} of ${file}`;
  const elsewhere =
    shift < 0 && before > after
      ? ' In other texts, times that the clock passed twice are shown as they are written.'
      : '';
  return `${where}; earlier steps are moved by as much.${elsewhere}`;
}

function farApart(told: readonly LogSteps[]): string[] {
  const times = told.flatMap(({ steps }) =>
    steps.flatMap(({ moment }) => (moment.yearless === true ? [] : [moment.time])),
  );
  const span =
    times.reduce((most, time) => Math.max(most, time), -Infinity) -
    times.reduce((least, time) => Math.min(least, time), Infinity);
  return span > oneBoot
    ? [`The steps lie ${secondsText(span / 1000)} apart: the texts may be of different boots.`]
    : [];
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}
