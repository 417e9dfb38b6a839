import { type BootStep, type BootTimeline, maskSecrets } from '../../core/index.js';
import { printable } from './printable.js';
import type { Style } from './style.js';

/** Columns that the bars of a timeline take. */
const barWidth = 40;

/** A timeline as a chart of text: when each step began, how long it took where that is known, and which line tells it. */
export function bootTimelineText(timeline: BootTimeline, style: Style, showSecrets: boolean): string {
  const { steps, longestGap, slowest, silent } = timeline;
  const shown = (text: string): string => printable(showSecrets ? text : maskSecrets(text).text);
  const last = Math.max(1, ...steps.map(({ sinceStart, duration }) => sinceStart + (duration ?? 0)));
  const widest = Math.max(0, ...steps.map(({ name }) => shown(name).length));
  const rows = steps.map((step) => {
    const name = shown(step.name).padEnd(widest);
    const painted = step.failed ? style.severity('error', name) : name;
    const place = style.dim(`${shown(step.file)}:${step.line + 1}`);
    return `${step.at.padEnd(24)} ${`+${step.sinceStart} s`.padStart(12)}  ${bar(step, last)}  ${painted}${took(step)}  ${place}`;
  });
  const notes = [
    ...(longestGap === null
      ? []
      : [
          `Longest gap: ${longestGap.seconds} s between "${shown(longestGap.after)}" and "${shown(longestGap.before)}".`,
        ]),
    ...(slowest === null ? [] : [`Slowest step: "${shown(slowest.name)}" took ${slowest.seconds} s.`]),
    ...silent.map((file) => `${shown(file)} tells of no step with a time.`),
  ];
  const head = steps.length === 0 ? ['No step of a boot with a time was found.'] : rows;
  return `${[...head, ...(notes.length === 0 ? [] : ['']), ...notes].join('\n')}\n`;
}

/** Where a step begins, and how far it reaches. */
function bar({ sinceStart, duration, failed }: BootStep, last: number): string {
  const from = Math.min(barWidth - 1, Math.floor((sinceStart / last) * barWidth));
  const length = Math.max(1, Math.min(barWidth - from, Math.round(((duration ?? 0) / last) * barWidth)));
  const mark = failed ? '!' : duration === null ? '|' : '=';
  return `[${`${' '.repeat(from)}${mark.repeat(length)}`.padEnd(barWidth)}]`;
}

function took({ duration }: BootStep): string {
  return duration === null ? '' : ` (${duration} s)`;
}
