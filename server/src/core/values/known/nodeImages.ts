/**
 * AKS node images by the names of their galleries and definitions, as AgentBaker 06836ee230 publishes them
 * (`pkg/agent/datamodel/sig_config.go`). Definitions consist of a few words, so that removed and future ones are
 * read as well.
 */
export interface NodeImageFacts {
  /** Such as `Ubuntu 22.04`. */
  readonly os: string;
  readonly generation: 1 | 2;
  readonly architecture: 'x64' | 'Arm64';
  /** Other properties of the image, as clauses. */
  readonly traits: readonly string[];
  readonly version: ImageVersion | undefined;
  /** The last version of a discontinued image. */
  readonly last: string | undefined;
}

/** A version of an image; aliases such as `latest` aren't resolved. */
export interface ImageVersion {
  readonly name: string;
  /** When the image was built, as `2026-05-27`; undefined if the name does not contain it. */
  readonly built: string | undefined;
  /** The build of Windows in it. */
  readonly windowsBuild: string | undefined;
}

/** An image in a gallery, as a resource ID or a node image version names it. */
export interface NamedImage {
  readonly gallery: string;
  readonly definition: string;
  readonly version: string | undefined;
}

/**
 * The image that a string names: `…/galleries/AKSUbuntu/images/2204gen2containerd/versions/202605.27.0`, the same in a
 * community or shared gallery, or a node image version such as `AKSUbuntu-2204gen2containerd-202605.27.0`.
 */
export function namedImage(text: string): NamedImage | undefined {
  const id =
    /\/(?:community|shared)?galleries\/([\w.-]{1,120})\/images\/([\w.-]{1,80})(?:\/versions\/([\w.-]{1,80}))?(?=$|[/"'\s])/i.exec(
      text,
    );
  if (id !== null) return { gallery: id[1] ?? '', definition: id[2] ?? '', version: id[3] };
  const name = /^(AKS[A-Za-z]{3,20})-([\w-]{1,80}?)-(\d[\d.]{7,30})$/.exec(text);
  return name === null ? undefined : { gallery: name[1] ?? '', definition: name[2] ?? '', version: name[3] };
}

/** What is known about an image; undefined for galleries that are not AKS's. */
export function nodeImageFacts({ gallery, definition, version }: NamedImage): NodeImageFacts | undefined {
  // The public name of a community gallery has an ID behind the name.
  const known = gallery.replace(/-[\da-f]{8}-[\da-f-]{27}$/i, '').toLowerCase();
  const family = families.find(({ name }) => name.toLowerCase() === known);
  const os = family?.os(definition);
  if (family === undefined || os === undefined) return undefined;
  const words = [...traits.keys()].filter((word) => definition.toLowerCase().includes(word.toLowerCase()));
  return {
    os,
    generation: /gen2/i.test(definition) ? 2 : 1,
    architecture: /arm64/i.test(definition) ? 'Arm64' : 'x64',
    traits: words.flatMap((word) => traits.get(word) ?? []),
    version: version === undefined ? undefined : imageVersion(version),
    last: family.last?.(definition),
  };
}

interface Family {
  /** The gallery. */
  readonly name: string;
  readonly os: (definition: string) => string | undefined;
  readonly last?: (definition: string) => string | undefined;
}

const lastMariner = '202512.06.0';
const lastMarinerKata = '202509.05.0';

const lastOfVersion2 = (definition: string): string | undefined =>
  !/^V2/i.test(definition) ? undefined : /kata/i.test(definition) ? lastMarinerKata : lastMariner;

const families: readonly Family[] = [
  { name: 'AKSUbuntu', os: ubuntu, last: lastUbuntu },
  { name: 'AKSUbuntuEdgeZone', os: ubuntu },
  {
    name: 'AKSCBLMariner',
    os: (definition) => numbered('CBL-Mariner', definition),
    last: (definition) => (/^V1$/i.test(definition) ? '202308.28.0' : lastOfVersion2(definition)),
  },
  { name: 'AKSAzureLinux', os: (definition) => numbered('Azure Linux', definition), last: lastOfVersion2 },
  { name: 'AKSFlatcar', os: (definition) => (/^flatcar/i.test(definition) ? 'Flatcar Container Linux' : undefined) },
  { name: 'AKSWindows', os: windows },
];

function ubuntu(definition: string): string | undefined {
  const [, year, month] = /^(\d\d)(\d\d)(?!\d)/.exec(definition) ?? [];
  return year === undefined || month === undefined ? undefined : `Ubuntu ${year}.${month}`;
}

function lastUbuntu(definition: string): string | undefined {
  return /minimal/i.test(definition) ? '202401.12.0' : undefined;
}

function numbered(name: string, definition: string): string | undefined {
  const [, guard, version] = /^(OSGuard)?V(\d)/i.exec(definition) ?? [];
  return version === undefined ? undefined : `${name} ${version}${guard === undefined ? '' : ' with OS Guard'}`;
}

function windows(definition: string): string | undefined {
  const [, release] = /^windows-(\d{4}|\d\dH\d)(?:-|$)/i.exec(definition) ?? [];
  return release === undefined ? undefined : `Windows Server ${release.toUpperCase()}`;
}

/** What words in a definition mean, as clauses. */
const traits: ReadonlyMap<string, string> = new Map([
  ['fips', 'FIPS-validated cryptography'],
  ['CVM', 'for confidential VMs'],
  ['TL', 'for trusted launch'],
  ['kata', 'with Kata for pod sandboxing'],
  ['minimal', 'a minimal set of packages'],
  ['gb200', 'for GB200 sizes'],
]);

function imageVersion(name: string): ImageVersion {
  // Of Windows: build and revision, then the day.
  const windows = /^(\d{5}\.\d{1,5})\.(\d\d)(\d\d)(\d\d)$/.exec(name);
  // Of Linux 202605.27.0, and up to autumn 2022 2022.08.29.
  const [, year, month, day] = /^20(\d\d)\.?(\d\d)\.(\d\d)(?:\.\d{1,4})?$/.exec(name) ?? windows?.slice(1) ?? [];
  return { name, built: day === undefined ? undefined : `20${year}-${month}-${day}`, windowsBuild: windows?.[1] };
}
