import type { codeTables, explainCode } from '../../core/index.js';

/** A code as a table explains it. */
export interface ExplainedCode {
  readonly table: (typeof codeTables)[keyof typeof codeTables];
  readonly entry: NonNullable<ReturnType<typeof explainCode>>;
}

/** What a number means in one table. A code of the shell belongs to none. */
export function codeResult(code: number, { table, entry }: ExplainedCode): object {
  const listed = entry.name !== undefined;
  return {
    exitCode: code,
    errorName: entry.name ?? null,
    family: listed ? table.family : null,
    phase: entry.phase ?? null,
    meaning: entry.meaning,
    causes: entry.causes,
    nextSteps: entry.next,
    deprecated: entry.deprecated === true,
    table: listed ? { family: table.family, source: table.source } : null,
  };
}
