import type { FailureFamily } from '../exitCodes/table.js';

/** Whom a piece of advice is for: everybody, nodes of a platform, or nodes that one generation of scripts provisions. */
const scopes = {
  all: ['linux-agentbaker', 'windows', 'aks-engine', 'acs-engine'],
  linux: ['linux-agentbaker', 'aks-engine', 'acs-engine'],
  windows: ['windows'],
  agentbaker: ['linux-agentbaker'],
  engines: ['aks-engine', 'acs-engine'],
} as const satisfies Readonly<Record<string, readonly FailureFamily[]>>;
export type Scope = keyof typeof scopes;

/** A cause or next step. It becomes text only for an audience; see {@link advisedFor}. */
export interface Advice {
  readonly words: string;
  readonly scope: Scope;
}

/** What an error means, for all generations of scripts. */
export interface ErrorDescription {
  /** What happened, as a sentence. */
  readonly meaning: string;
  /** Likely causes, the most likely one first. */
  readonly causes: readonly Advice[];
  /** Next steps: files and commands that confirm a cause. */
  readonly next: readonly Advice[];
}

/** What an error means for one audience. */
export interface AdvisedError {
  readonly meaning: string;
  readonly causes: readonly string[];
  readonly next: readonly string[];
}

/** The scripts that provisioned the node concerned; null if the text doesn't show them. */
export type Audience = FailureFamily | null;

/** The advice for an audience. Nothing else makes text of it, so no log is named that its scripts never wrote. */
export function adviceFor(advice: readonly Advice[], audience: Audience): string[] {
  const isMeant = ({ scope }: Advice): boolean => {
    const families: readonly FailureFamily[] = scopes[scope];
    return audience === null ? scope !== 'engines' : families.includes(audience);
  };
  return advice.filter(isMeant).map(({ words }) => words);
}

/** A description for an audience. */
export function advisedFor<Description extends ErrorDescription>(
  description: Description,
  audience: Audience,
): Omit<Description, 'causes' | 'next'> & AdvisedError {
  const { causes, next } = description;
  return { ...description, causes: adviceFor(causes, audience), next: adviceFor(next, audience) };
}

/** An operating system of nodes. */
export type Platform = 'linux' | 'windows';

/** An error of the provisioning scripts. */
export interface KnownError<Name extends string = string> extends ErrorDescription {
  /** As upstream spells it. */
  readonly name: Name;
  /** The part of provisioning. */
  readonly phase: string;
}

type Mark = '' | Exclude<Scope, 'all'>;
/**
 * A description as text: the meaning, a line with `- ` for each cause, and then one with `> ` for each next step. Behind the
 * mark may stand whom the line is for: `>windows `.
 */
export type ErrorText = `${string}\n${string}-${Mark} ${StepsText}`;
/** The same without causes. */
export type StepsText = `${string}\n${string}>${Mark} ${string}`;

/** Reads a description. Lines without a scope have that of the whole. */
export function described(text: StepsText, whole: Scope = 'all'): ErrorDescription {
  const [meaning = '', ...lines] = text.split(/\n\s*/);
  const marked = (mark: string): Advice[] =>
    lines
      .filter((line) => line.startsWith(mark))
      .map((line) => {
        const end = line.indexOf(' ');
        const scope = line.slice(1, end);
        return { words: line.slice(end + 1), scope: isScope(scope) ? scope : whole };
      });
  return { meaning, causes: marked('-'), next: marked('>') };
}

function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}

/** What only the other platform has. A text with it is not accepted by the types of the functions below. */
interface Foreign {
  readonly linux: `${string}${'C:\\' | 'PowerShell' | '.exe '}${string}`;
  readonly windows: `${string}${'/var/' | '/opt/' | '/etc/' | 'journalctl' | 'systemctl' | 'cloud-init'}${string}`;
}
type Native<Texts, OS extends Platform> = { readonly [Name in keyof Texts]: Exclude<Texts[Name], Foreign[OS]> };

type Names<Texts> = Extract<keyof Texts, string>;

/** Reads the texts of errors of Linux nodes in one part of provisioning, by their names. */
export function linuxErrors<const Texts extends Readonly<Record<string, ErrorText>>>(
  phase: string,
  texts: Texts & Native<Texts, 'linux'>,
): KnownError<Names<Texts>>[] {
  return errorsOf<Names<Texts>>('linux', phase, texts);
}

/** Reads the texts of errors of Windows nodes in one part of provisioning, by their names. */
export function windowsErrors<const Texts extends Readonly<Record<string, ErrorText>>>(
  phase: string,
  texts: Texts & Native<Texts, 'windows'>,
): KnownError<Names<Texts>>[] {
  return errorsOf<Names<Texts>>('windows', phase, texts);
}

function errorsOf<Name extends string>(
  platform: Platform,
  phase: string,
  texts: Readonly<Record<string, ErrorText>>,
): KnownError<Name>[] {
  // The keys of `texts` are the names.
  return Object.entries(texts).map(([name, text]) => ({ name: name as Name, phase, ...described(text, platform) }));
}

/** The trace of the provisioning scripts. */
export const scriptLog = '/var/log/azure/cluster-provision.log';

/** A file that could not be fetched in time. */
export function download(thing: string, host: string, proof: string): ErrorText {
  return `The node could not download ${thing} in time.
    - A firewall, proxy, security group or route blocks ${host}, the source of ${thing}.
    - The connection to ${host} is too slow, or it doesn't have the requested version of ${thing}.
    > Search ${scriptLog} for the last lines about ${proof}: curl reports whether DNS, the connection or the response failed.
    > On the node, run \`curl -v https://${host}/\`.`;
}

/** The same error with one more next step. */
export function withMore(text: ErrorText, next: string): ErrorText {
  return `${text}
    > ${next}`;
}

/** A unit that systemd did not start. */
export function unit(thing: string, name: string, cause: string): ErrorText {
  return `systemd could not start ${thing}.
    - ${cause}
    - The unit ${name} depends on another one that failed, or it timed out while starting.
    > On the node, run \`systemctl status ${name}\` and \`journalctl -u ${name} --no-pager\`: the last messages of the unit show the cause.`;
}

/** A package that could not be installed. */
export function install(thing: string, packages: string, cause: string): ErrorText {
  return `The installation of ${thing} failed or timed out.
    - ${cause}
    - The package repository doesn't answer, or another process holds the package manager's lock.
    > Search ${scriptLog} for the last lines about ${packages}: they contain the message of the package manager.
    > On the node, search /var/log/apt/term.log or /var/log/dnf.log for ${packages}.`;
}

/** A key of a package repository that could not be fetched. */
export function keyDownload(owner: string, url: string): ErrorText {
  return `The signing key of ${owner} could not be downloaded in time.
    - The node can't reach ${url}: a firewall or proxy blocks it, or its name doesn't resolve.
    - A proxy that inspects TLS presents a certificate that the node doesn't trust.
    > On the node, run \`curl -fsSLv https://${url} -o /dev/null\`.
    > Search ${scriptLog} for curl's lines about the key of ${owner}.`;
}

/** A key that was fetched but not accepted. */
export function keyImport(owner: string): ErrorText {
  return `apt did not accept the signing key of ${owner} in time.
    - The downloaded file isn't a key, but often a page of a proxy or firewall instead of ${owner}.
    - apt-key waits for a lock that another process holds.
    > Search ${scriptLog} for apt-key and the key of ${owner}; \`gpg\` errors before it mean that the file isn't a key.`;
}
