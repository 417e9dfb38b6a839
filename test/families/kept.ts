import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Growth } from './growth.js';
import type { FamilyResult } from './measure.js';

/** The results of one or several runs, in a file if it has a name: one line of JSON for each family. */
export class KeptResults {
  readonly #file: string | undefined;
  readonly #results = new Map<string, FamilyResult>();

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { growths, times, ...rest } = JSON.parse(line) as KeptResult;
      const curves = times.map(([entry, curve]) => [entry, new Map(curve)] as const);
      this.#results.set(rest.family, { ...rest, growths: new Map(growths), times: new Map(curves) });
    }
  }

  has(family: string): boolean {
    return this.#results.has(family);
  }

  /** Keeps a result, unless there was no time for it. */
  add(result: FamilyResult): void {
    if (!result.measured) return;
    this.#results.set(result.family, result);
    const times = [...result.times].map(([entry, curve]): KeptResult['times'][number] => [entry, [...curve]]);
    const kept: KeptResult = { ...result, growths: [...result.growths], times };
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(kept)}\n`);
  }

  /** The results of families, in their order. */
  of(families: readonly string[]): FamilyResult[] {
    return families.flatMap((family) => this.#results.get(family) ?? []);
  }
}

/** A result as it is written. */
interface KeptResult extends Omit<FamilyResult, 'growths' | 'times'> {
  readonly growths: [string, Growth][];
  readonly times: [string, [number, number][]][];
}
