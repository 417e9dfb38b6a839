import type { Platform } from '../platform.js';
import type { FileProblem } from '../document/payload.js';
import { Fingerprints } from '../problems/fingerprint.js';
import { failure, type Result, success } from '../text/result.js';

/** The fingerprints of accepted problems, by the paths of files from the folder of the baseline. */
export type Baseline = ReadonlyMap<string, ReadonlySet<string>>;

/** What a baseline accepts in one file. */
export interface AcceptedProblems {
  /** The baseline as the user knows it. */
  readonly source: string;
  readonly fingerprints: ReadonlySet<string>;
  readonly platform: Pick<Platform, 'sha256'>;
}

/** The accepted problems of one file, as a baseline lists them: each is a code and a fingerprint. */
export interface BaselineEntry {
  readonly file: string;
  readonly problems: readonly string[];
}

/** The entry for the problems of a file, which are in their order. */
export function baselineEntry(
  file: string,
  problems: readonly FileProblem[],
  platform: Pick<Platform, 'sha256'>,
): BaselineEntry {
  const fingerprints = new Fingerprints(platform);
  return { file, problems: problems.map((found) => `${found.code} ${fingerprints.of(found)}`) };
}

/** The text of a baseline, in an order that doesn't depend on that of the entries. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const files = entries
    .filter(({ problems }) => problems.length > 0)
    .map(({ file, problems }) => [file, problems.toSorted()] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${JSON.stringify({ version: 1, files: Object.fromEntries(files) }, undefined, 2)}\n`;
}

/** Reads a baseline; an error is a sentence. */
export function readBaseline(text: string): Result<Baseline> {
  let value: { readonly version?: unknown; readonly files?: unknown } | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return failure("It isn't valid JSON.");
  }
  if (value?.version !== 1 || typeof value.files !== 'object' || value.files === null)
    return failure("It isn't a baseline of version 1, which --write-baseline makes.");
  const files = Object.entries(value.files).map(([file, problems]: [string, unknown]) => {
    const listed = Array.isArray(problems) ? problems.filter((one) => typeof one === 'string') : [];
    return [file, new Set(listed.map((one) => one.slice(one.lastIndexOf(' ') + 1)))] as const;
  });
  return success(new Map(files));
}
