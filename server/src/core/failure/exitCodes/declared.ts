import { capitalized } from '../../text/strings.js';
import { described } from '../errors/error.js';
import { errorByName } from '../errors/index.js';
import { entryOf, type TableEntry } from './index.js';
import type { FailureFamily } from './table.js';

/** The exit codes that the scripts of a checkout of AgentBaker define, by the family of their table. */
export type DeclaredCodes = ReadonlyMap<FailureFamily, DeclaredTable>;

export interface DeclaredTable {
  /** The path of the script in the checkout. */
  readonly path: string;
  /** The codes that the table doesn't have, or has with another name. */
  readonly added: ReadonlyMap<number, TableEntry>;
}

/** An exit code that a script defines. */
export interface ScriptCode {
  readonly code: number;
  readonly name: string;
  /** The comment behind it; empty without. */
  readonly comment: string;
  /** Whether the definition is only left as a comment. */
  readonly deprecated: boolean;
}

const definition =
  /^[ \t]*(#[ \t]*)?(?:\$global:)?((?:ERR|WINDOWS_CSE)_[A-Z0-9_]{1,150})[ \t]*=[ \t]*(\d{1,5})(?!\d)[ \t]*([^\r\n]*)/;

/**
 * The exit codes of a script: lines such as `ERR_X=3 # comment` of cse_helpers.sh, and `$global:WINDOWS_CSE_X=3` of the
 * Windows scripts. A definition in a comment is a deprecated one.
 */
export function scriptCodes(text: string): ScriptCode[] {
  return text.split('\n').flatMap((line) => {
    const match = definition.exec(line);
    // A bound isn't a code.
    if (match === null || match[2]?.endsWith('_MAX_CODE') === true) return [];
    const [, hash, name = '', number, rest = ''] = match;
    const comment = rest.replace(/^#[ \t]*/, '').trim();
    return [{ code: Number(number), name, comment, deprecated: hash !== undefined }];
  });
}

/** What the codes of a script add to the table of a family. */
export function declaredTable(family: FailureFamily, path: string, text: string): DeclaredTable {
  const added = scriptCodes(text)
    .filter(({ code, name, deprecated }) => !deprecated && entryOf(family, code)?.name !== name)
    .map((one) => [one.code, entryFrom(one, path)] as const);
  return { path, added: new Map(added) };
}

/** A known error is described with its causes; of another one, only its comment is known. */
function entryFrom({ code, name, comment }: ScriptCode, path: string): TableEntry {
  const known = errorByName.get(name);
  const meaning = comment === '' ? `Its definition in ${path} has no comment.` : comment;
  const description = known ?? {
    name,
    phase: 'provisioning',
    ...described(`${capitalized(meaning)}
      > Search ${path} and the scripts beside it for ${name}: the lines around it show what fails.`),
  };
  return { ...description, code, deprecated: false, since: null, until: null };
}

/** The entry that a checkout adds for a code. */
export function declaredEntry(
  codes: DeclaredCodes | undefined,
  family: FailureFamily | null,
  code: number,
): TableEntry | undefined {
  return family === null ? undefined : codes?.get(family)?.added.get(code);
}

/** The entry that a checkout adds under a name. */
export function declaredByName(codes: DeclaredCodes | undefined, name: string): TableEntry | undefined {
  for (const { added } of codes?.values() ?? [])
    for (const entry of added.values()) if (entry.name === name) return entry;
  return undefined;
}
