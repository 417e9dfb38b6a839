import { readMoment } from './times.js';

/** The day that a text is about. */
export interface TextDay {
  /** `yyyy-mm-dd`. */
  readonly day: string;
  /** As written. */
  readonly text: string;
  /** Whether it is the version of the node image, which decides what its scripts are; a message may be months younger. */
  readonly isImage: boolean;
}

/** A version of a node image: `202602.10.0`. */
const imageVersion = /\b(20[12]\d)(0[1-9]|1[0-2])\.(0[1-9]|[12]\d|3[01])\.\d{1,3}\b/;

/** The older form, which Azure's API reference for agent pools shows in `AKSUbuntu-1804gen2containerd-2021.10.12`. */
const formerVersion = /(?<![\w.])(20[12]\d)\.(0[1-9]|1[0-2])\.(0[1-9]|[12]\d|3[01])(?![\w.])/;

/** The same in a text, where it can also be a date or the version of something else: only behind what names an image. */
const formerVersionOfImage = new RegExp(
  String.raw`(?<=\bAKS[A-Za-z][\w-]{0,60}-|\bnode ?image(?: ?version)?["']?\s{0,4}[:= ]\s{0,4}["']?|/versions/)${formerVersion.source}`,
  'i',
);

/** Dates with a time; a date alone may be an API version. */
const dates =
  /\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z| UTC)?|\b[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d (?:[AP]M )?UTC \d{4}/g;

/** Characters of a text in which dates are looked for. */
const searched = 100_000;

/** The latest date in a text, in milliseconds since 1970, and as written. */
export function latestDate(text: string): { readonly time: number; readonly text: string } | undefined {
  let latest: { readonly time: number; readonly text: string } | undefined;
  for (const [written] of text.slice(0, searched).matchAll(dates)) {
    const time = readMoment(written)?.time;
    if (time !== undefined && time > (latest?.time ?? 0)) latest = { time, text: written };
  }
  return latest;
}

/** The version of the node image in a text, or else its latest date. */
export function dayOf(text: string): TextDay | undefined {
  const start = text.slice(0, searched);
  const image = imageVersion.exec(start) ?? formerVersionOfImage.exec(start);
  if (image !== null) return { ...imageDay(image), isImage: true };
  const latest = latestDate(text);
  if (latest === undefined) return undefined;
  return { day: new Date(latest.time).toISOString().slice(0, 10), text: latest.text, isImage: false };
}

/** The day of a node image's version; undefined if it isn't one. */
export function dayOfImage(version: string): TextDay | undefined {
  const image = imageVersion.exec(version) ?? formerVersion.exec(version);
  return image === null ? undefined : { ...imageDay(image), isImage: true };
}

function imageDay([text, year = '', month = '', day = '']: RegExpExecArray): { day: string; text: string } {
  return { day: `${year}-${month}-${day}`, text };
}
