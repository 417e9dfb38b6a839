import type { Analysis } from '../analysis.js';
import type { FileProblem } from '../document/payload.js';
import { type ProblemCode, type Severity, severities } from '../problems/codes.js';
import type { Masking } from '../secrets/masking.js';
import { FleetGrouping, type FleetRecord, type FleetRecorder } from './groups.js';
import { fleetDocuments } from './values.js';
import { addToList } from '../text/strings.js';

/** What summaries need of a problem. */
export interface CountedProblem {
  readonly code: ProblemCode;
  readonly severity: Severity;
}

/** The problems of one machine, or of another file, with the version of the machine's node image. */
interface ImageProblems {
  readonly problems: readonly CountedProblem[];
  readonly image?: string;
}

export interface DocumentProblems extends ImageProblems {
  readonly record: FleetRecord;
}

/** The problems of each document in a file; those outside of all machines belong to the first. */
export function problemsByDocument(
  analysis: Analysis,
  problems: readonly FileProblem[],
  masking: Masking,
  recorder: FleetRecorder,
): readonly DocumentProblems[] {
  const documents = fleetDocuments(analysis, masking);
  const byPointer = new Map(documents.map((document) => [document.pointer, [] as CountedProblem[]]));
  const first = documents[0]?.pointer ?? '';
  for (const { code, severity, layers, pointer } of problems)
    byPointer.get(around(layers[0] ?? pointer, byPointer) ?? first)?.push({ code, severity });
  return documents.map((document) => {
    const image = document.values.find(({ path }) => path === 'machine.image')?.shown().value;
    return {
      problems: byPointer.get(document.pointer) ?? [],
      ...(typeof image === 'string' && { image }),
      record: recorder.record(document),
    };
  });
}

/** The pointer among some that a pointer is below. */
function around(pointer: string, pointers: ReadonlyMap<string, unknown>): string | undefined {
  for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    const start = pointer.slice(0, end);
    if (pointers.has(start)) return start;
    if (end === 0) break;
  }
  return undefined;
}

/** How often a code was found. */
export interface CodeCount extends CountedProblem {
  readonly problems: number;
  /** Documents, or files, with such problems. */
  readonly documents: number;
}

/** Counts the problems of documents by code and severity, the most severe and frequent ones first. */
export function codeCounts(documents: Iterable<readonly CountedProblem[]>): readonly CodeCount[] {
  const counts = new Map<string, CountedProblem & { problems: number; documents: number }>();
  for (const problems of documents) {
    const seen = new Set<string>();
    for (const { code, severity } of problems) {
      const key = `${severity} ${code}`;
      const count = counts.get(key) ?? { code, severity, problems: 0, documents: 0 };
      count.problems++;
      if (!seen.has(key)) count.documents++;
      seen.add(key);
      counts.set(key, count);
    }
  }
  const rank = ({ severity }: CountedProblem): number => severities.indexOf(severity);
  return [...counts.values()].sort((a, b) => rank(a) - rank(b) || b.problems - a.problems);
}

/** The problems of documents that have something in common. */
export interface ProblemGroup {
  /** An image, or what distinguishes a group of documents. */
  readonly title: string;
  readonly documents: number;
  readonly codes: readonly CodeCount[];
}

/** Summarises the problems of documents by the image of their machine, or by what they mean. */
export class ProblemSummary {
  readonly #documents: ImageProblems[] = [];
  readonly #grouping = new FleetGrouping();
  readonly #by: 'image' | 'group';

  constructor(by: 'image' | 'group') {
    this.#by = by;
  }

  add(file: string, documents: readonly DocumentProblems[]): void {
    for (const { record, ...document } of documents) {
      this.#documents.push(document);
      if (this.#by === 'group') this.#grouping.add(file, record);
    }
  }

  /** The largest group first; images in the order of their versions. */
  get groups(): readonly ProblemGroup[] {
    if (this.#by === 'group') {
      const { groups, groupOf } = this.#grouping.groups();
      const problems = groups.map((): ImageProblems[] => []);
      for (const [index, document] of this.#documents.entries()) problems[groupOf[index] ?? -1]?.push(document);
      return groups.map(({ title }, index) => groupOfProblems(title, problems[index] ?? []));
    }
    const byImage = new Map<string, ImageProblems[]>();
    for (const document of this.#documents) addToList(byImage, document.image ?? noImage, document);
    const sorted = [...byImage].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([image, documents]) => groupOfProblems(image, documents));
  }
}

const noImage = 'no known image';

function groupOfProblems(title: string, documents: readonly ImageProblems[]): ProblemGroup {
  return { title, documents: documents.length, codes: codeCounts(documents.map(({ problems }) => problems)) };
}
