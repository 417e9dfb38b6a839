import type { Skeleton } from './skeleton.js';

/** A difference between upstream and our descriptions. */
export interface Finding {
  /** What is missing in our descriptions, extra in them, or different. */
  readonly is: 'missing' | 'extra' | 'different';
  readonly name: string;
  readonly detail?: string;
  /** What `--write` adds. */
  readonly skeleton?: Skeleton;
}

/** What was compared under one title. */
export interface Section {
  readonly title: string;
  /** How many things of upstream were compared; 0 means that upstream has no such file at this commit. */
  readonly compared: number;
  readonly findings: readonly Finding[];
}

/** Digests of texts of upstream by area and name, as they were when our descriptions were last brought up to date. */
export type Digests = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What reading a repository gives. */
export interface Comparison {
  /** Such as `Azure/AgentBaker`. */
  readonly repository: string;
  /** What a reader has to know about the comparison, as sentences. */
  readonly remarks: readonly string[];
  readonly sections: readonly Section[];
  /** The digests at this commit. */
  readonly digests: Digests;
}

/** Compares names. `detailOf` adds to a name of upstream what a reader wants to know. */
export function namesSection(
  title: string,
  upstream: readonly string[],
  ours: readonly string[],
  { detailOf, skeletonOf, noteOf }: NameDetails = {},
): Section {
  const [there, here] = [new Set(upstream), new Set(ours)];
  const missing = [...there].filter((name) => !here.has(name));
  const extra = [...here].filter((name) => !there.has(name));
  return {
    title,
    compared: there.size,
    findings:
      there.size === 0
        ? []
        : [
            ...missing.map((name) => withDetails({ is: 'missing', name }, detailOf?.(name), skeletonOf?.(name))),
            ...extra.map((name) => withDetails({ is: 'extra', name }, noteOf?.(name))),
          ],
  };
}

interface NameDetails {
  /** What upstream says about a name that is missing here. */
  readonly detailOf?: (name: string) => string | undefined;
  readonly skeletonOf?: (name: string) => Skeleton | undefined;
  /** What we say about a name that upstream doesn't have. */
  readonly noteOf?: (name: string) => string | undefined;
}

export function withDetails(finding: Finding, detail?: string, skeleton?: Skeleton): Finding {
  return { ...finding, ...(detail !== undefined && { detail }), ...(skeleton && { skeleton }) };
}

/** Compares texts with the digests that are known of them; a name that is only on one side is a difference, too. */
export function digestsSection(
  title: string,
  now: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>> = {},
): Section {
  const names = [...new Set([...Object.keys(now), ...Object.keys(known)])].sort();
  const isAbsent = Object.keys(now).length === 0;
  return {
    title,
    compared: Object.keys(now).length,
    findings: isAbsent
      ? []
      : names
          .filter((name) => now[name] !== known[name])
          .map((name) => ({
            is: known[name] === undefined ? 'missing' : now[name] === undefined ? 'extra' : 'different',
            name,
          })),
  };
}
