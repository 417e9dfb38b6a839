import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileDocument } from '../support/layers.js';
import { checkInput, EntryError } from './check.js';
import type { Figures } from './entries/entry.js';
import { inputOf, type Style } from './inputs.js';
import { runSession } from './session.js';
import { shrunk } from './shrink.js';

/** The processor time of one input: milliseconds, and more for each kilobyte of all documents in it. */
const maxMilliseconds = 4_000;
const maxMillisecondsPerKilobyte = 20;

/** A range of seeds; the end is exclusive. */
export interface SeedRange {
  readonly start: number;
  readonly end: number;
}

/** What a run did and found. */
export interface RunFigures extends Figures {
  /** In order, without gaps that aren't there. */
  seeds: readonly SeedRange[];
  inputs: number;
  sessions: number;
  slowest: { readonly seed: number; readonly milliseconds: number };
  /** The peak of the process. */
  megabytes: number;
  failures: number;
}

export const noFigures = (): RunFigures => ({
  seeds: [],
  inputs: 0,
  documents: 0,
  characters: 0,
  fixes: 0,
  edits: 0,
  requests: 0,
  sessions: 0,
  slowest: { seed: 0, milliseconds: 0 },
  megabytes: 0,
  failures: 0,
});

/** An invariant that an input violates. */
export interface Find {
  readonly seed: number;
  readonly reason: string;
  /** The same for inputs that probably fail for the same reason. */
  readonly signature: string;
  /** The smallest document that fails; absent for a session. */
  readonly document?: FileDocument;
}

export interface RunOptions {
  readonly first: number;
  readonly runs: number;
  readonly style?: Style | undefined;
  readonly entry?: string | undefined;
  /** Whether inputs that need much time are finds, too. */
  readonly timed?: boolean;
  /** Signatures of finds that were reported. */
  readonly known?: Set<string>;
}

/** Tries the inputs of a range of seeds. Only the first find with a signature is reported; all are counted. */
export async function runInputs(options: RunOptions, figures: RunFigures, report: (find: Find) => void): Promise<void> {
  const { first, runs, style, entry, known = new Set() } = options;
  for (let seed = first; seed < first + runs; seed++) {
    // Let Node run pending work, such as freeing zlib's memory, as it does between the requests of an editor.
    await nextTurn();
    const document = inputOf(seed, style);
    const { characters } = figures;
    const start = process.cpuUsage();
    const error = failureOf(document, seed, figures, entry);
    const { user, system } = process.cpuUsage(start);
    const milliseconds = (user + system) / 1_000;
    figures.inputs++;
    if (milliseconds > figures.slowest.milliseconds) figures.slowest = { seed, milliseconds };
    const decoded = figures.characters - characters;
    const isSlow =
      options.timed === true && milliseconds > maxMilliseconds + (decoded / 1_024) * maxMillisecondsPerKilobyte;
    if (error === undefined && !isSlow) continue;
    figures.failures++;
    const signature = error === undefined ? 'slow' : signatureOf(error);
    if (known.has(signature)) continue;
    known.add(signature);
    const unused = noFigures();
    const smaller =
      error === undefined
        ? document
        : shrunk(document, (candidate) => {
            const other = failureOf(candidate, seed, unused, error.entry);
            return other !== undefined && signatureOf(other) === signature;
          });
    const reason = error?.message ?? `took ${milliseconds.toFixed(0)} ms for ${decoded} characters`;
    report({ seed, reason, signature, document: smaller });
  }
}

function failureOf(document: FileDocument, seed: number, figures: Figures, entry?: string): EntryError | undefined {
  try {
    checkInput(document, seed, figures, entry);
    return undefined;
  } catch (error) {
    if (error instanceof EntryError) return error;
    throw error;
  }
}

/** What is the same when another document fails in the same way: the entry, the kind of message, where it was thrown. */
function signatureOf({ message }: EntryError): string {
  const [first = '', ...stack] = message.split('\n');
  const frame = stack.find((line) => line.includes('at ') && !line.includes('at check')) ?? '';
  const words = first
    .replace(/"[^"]*"/g, '""')
    .replace(/[\d.]+/g, '0')
    .slice(0, 70);
  return `${words} ${frame.replace(/[\d:]+\)?$/, '')}`;
}

/** Runs the sessions of a range of seeds. */
export async function runSessions(
  { first, runs, known = new Set() }: RunOptions,
  figures: RunFigures,
  report: (find: Find) => void,
): Promise<void> {
  for (let seed = first; seed < first + runs; seed++) {
    figures.sessions++;
    try {
      await runSession(seed, figures);
    } catch (error) {
      figures.failures++;
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const signature = reason.slice(0, 60);
      if (known.has(signature)) continue;
      known.add(signature);
      report({ seed, reason, signature });
    }
  }
}
