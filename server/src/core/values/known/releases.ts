import { words } from '../../text/table.js';

/** A release of AgentBaker, and the node image that is built from it: `v0.20260527.0` and `202605.27.0`. */
export interface Release {
  readonly tag: string;
  /** The version of the node image alone. */
  readonly version: string;
  /** Grows with the content of releases, which is almost always the order of their tags. */
  readonly order: number;
}

/** A change of aks-node-controller or of its contract. */
export interface Change {
  /** The first release with it. */
  readonly release: Release;
  /** The number of the pull request in Azure/AgentBaker, if it is known. */
  readonly pull?: number;
  /** What is different since then, as a sentence. */
  readonly what: string;
}

/** The releases between which something exists; `until` is the first one without it. */
export interface Lifetime {
  readonly since?: Release;
  readonly until?: Release;
  /** The pull requests in Azure/AgentBaker that brought it and took it away, if they are known. */
  readonly sincePull?: number;
  readonly untilPull?: number;
}

/** Releases that were cut from another branch, by the release whose sources they have. */
const cutFrom: ReadonlyMap<string, string> = new Map([
  ['v0.20260101.0', 'v0.20260122.0'],
  ['v0.20260118.0', 'v0.20251221.0'],
]);

function releaseOf(month: string, day: string, patch: string): Release | undefined {
  const date = month + day.padStart(2, '0');
  if (!isDate(Number(date))) return undefined;
  const tag = `v0.${date}.${Number(patch)}`;
  const version = `${month}.${date.slice(6)}.${Number(patch)}`;
  const [, ownDate = date, ownPatch = patch] = tagForm.exec(cutFrom.get(tag) ?? tag) ?? [];
  return { tag, version, order: Number(ownDate) * patches + Number(ownPatch) };
}

/** More than the number behind a date can be. */
const patches = 10_000;

const tagForm = /^v0\.(20\d{6})\.(\d{1,4})$/;

function isDate(date: number): boolean {
  const month = Math.floor(date / 100) % 100;
  const day = date % 100;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Reads the tag of a release, such as `v0.20260312.0`. */
export function parseRelease(text: string): Release | undefined {
  const [, date, patch] = tagForm.exec(text.trim()) ?? [];
  return date === undefined || patch === undefined ? undefined : releaseOf(date.slice(0, 6), date.slice(6), patch);
}

/**
 * Reads a node image version, alone (`202605.27.0`) or as Azure names the whole image
 * (`AKSUbuntu-2204gen2containerd-202605.27.0`). Undefined if the text has none.
 */
export function parseNodeImage(text: string): Release | undefined {
  const [, month, day, patch] = /(?:^|-)v?(20\d{4})\.(\d{1,2})\.(\d{1,4})$/.exec(text.trim()) ?? [];
  return month === undefined || day === undefined || patch === undefined ? undefined : releaseOf(month, day, patch);
}

/** A release that a table of facts names; throws for a tag that can't be read, which the first test finds. */
export function release(tag: string): Release {
  const found = parseRelease(tag);
  if (found === undefined) throw new Error(`not a release of AgentBaker: ${tag}`);
  return found;
}

/** A row of a history: the first release with a change, its pull request, and what changed as a sentence. */
export function change(tag: string, pull: number, what: string): Change {
  return { release: release(tag), pull, what };
}

/**
 * The releases of 2026 up to v0.20260821.0 (Azure/AgentBaker 06836ee230), and of 2025 the last ones of August, October
 * and December: dates, each with the last numbers of its tags.
 */
const listed = words(`
  20250826.1 20251029.2 20251221.0
  20260101.0 20260104.0 20260107.0-1 20260113.0-1 20260118.0 20260122.0 20260123.0 20260127.0-8
  20260210.0 20260213.0-13 20260217.0-1 20260219.0-4 20260223.0 20260224.0 20260226.0 20260227.0-1
  20260304.0-15 20260312.0-5 20260317.0 20260318.0-2 20260319.0 20260322.0 20260324.0-1 20260325.0 20260326.0
  20260327.0 20260330.0-2 20260331.0
  20260401.0 20260402.0 20260403.0 20260406.0 20260407.0 20260408.0 20260409.0 20260410.0 20260413.0-1 20260414.0
  20260415.0 20260416.1 20260417.0 20260420.0 20260421.0-1 20260422.0 20260423.0 20260424.0-3 20260427.0 20260428.0
  20260429.1 20260430.0
  20260501.0 20260504.1 20260505.1-3 20260506.0 20260507.0 20260508.0 20260511.0 20260512.0 20260513.0 20260514.0
  20260515.0 20260518.0 20260519.0-1 20260520.0-1 20260521.0-8 20260522.0-3 20260525.0-2 20260526.0-4 20260527.0-1
  20260528.0-1 20260529.0-2
  20260601.0-3 20260602.0 20260603.0 20260604.0-7 20260605.0-8 20260607.0 20260608.1 20260609.0 20260610.0-3
  20260611.0 20260612.0 20260615.0 20260616.0-1 20260617.0 20260618.0 20260619.0 20260622.0 20260623.0 20260624.0
  20260625.0 20260626.0 20260629.0 20260630.0-1
  20260701.0 20260702.0-1 20260706.0 20260707.0 20260708.0 20260709.0-2 20260710.0 20260713.0 20260714.0 20260717.0
  20260720.0-1 20260721.0 20260723.0 20260724.0 20260727.0 20260729.0-1 20260730.1 20260731.1
  20260803.0 20260804.0 20260805.0 20260806.1-2 20260807.0 20260810.0 20260811.0 20260812.0 20260813.0 20260814.0
  20260817.0 20260818.0 20260819.0 20260820.0 20260821.0
`);

/** All releases that are known, by their tags. */
export const knownReleases: readonly Release[] = listed.flatMap((entry) => {
  const [, date = '', first = '', last = first] = /^(\d{8})\.(\d+)(?:-(\d+))?$/.exec(entry) ?? [];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) => release(`v0.${date}.${Number(first) + index}`));
});

export const oldestRelease = release('v0.20250826.1');
export const newestRelease = release('v0.20260821.0');

/**
 * Why the answers for a release may differ from what its images do, as a sentence; undefined for a known release. A
 * release between two known ones counts as the older one, and one after the newest as that.
 */
export function releaseRemark({ tag, version, order }: Release): string | undefined {
  if (knownReleases.some((known) => known.tag === tag)) return undefined;
  if (order > newestRelease.order)
    return `The node image ${version} is newer than ${newestRelease.version} (AgentBaker ${newestRelease.tag}), the newest one that is known here, and is treated like it.`;
  if (order < oldestRelease.order)
    return `The node image ${version} is older than ${oldestRelease.version} (AgentBaker ${oldestRelease.tag}), the oldest one that is known completely; only fields that it drops are known.`;
  const nearest = knownReleases.findLast((known) => known.order < order) ?? oldestRelease;
  return `AgentBaker ${tag} isn't one of the known releases; the node image ${version} is treated like ${nearest.version}.`;
}

/** The known releases between two, with these, in the order of their tags; undefined if the first comes after the second. */
export function releasesBetween(from: Release, to: Release): readonly Release[] | undefined {
  const [first, last] = [place(from), place(to)];
  if (first > last) return undefined;
  const between = knownReleases.filter((known) => first < place(known) && place(known) < last);
  return first === last ? [to] : [from, ...between, to];
}

/** The place of a release in the order of tags, whatever it contains. */
function place({ tag }: Release): number {
  const [, date, patch] = tagForm.exec(tag) ?? [];
  return Number(date) * patches + Number(patch);
}

/** Node images, or releases, that a call or setting names: one, or all from one to another (`202603.30.0..202608.20.0`). */
export interface ImageRange {
  readonly from: Release;
  readonly to: Release;
}

/** Reads one node image or release, or a range of them; undefined if the text has none, or the range is empty. */
export function parseImageRange(
  text: string,
  parse: (text: string) => Release | undefined = parseNodeImage,
): ImageRange | undefined {
  const [first = '', last = first, ...more] = text.split('..');
  const [from, to] = [parse(first), parse(last)];
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  return place(from) <= place(to) ? { from, to } : undefined;
}

/**
 * The aks-node-controller of a release: which changes it contains. Those of the same release can be left out one by one,
 * which shows what each of them does.
 */
export class Controller {
  readonly release: Release;
  readonly #without: ReadonlySet<Change>;

  constructor(of: Release, without: ReadonlySet<Change> = new Set()) {
    this.release = of;
    this.#without = without;
  }

  has(one: Change): boolean {
    return one.release.order <= this.release.order && !this.#without.has(one);
  }

  knows({ since, until }: Lifetime): boolean {
    const { order } = this.release;
    return (since === undefined || since.order <= order) && (until === undefined || order < until.order);
  }
}

/** Whether a controller contains a change; without a controller, the newest one counts. */
export function contains(controller: Controller | undefined, one: Change): boolean {
  return controller?.has(one) ?? true;
}
