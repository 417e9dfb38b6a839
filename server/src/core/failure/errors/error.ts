/** What an error means. */
export interface ErrorDescription {
  /** What happened, as a sentence. */
  readonly meaning: string;
  /** Likely causes, the most likely one first. */
  readonly causes: readonly string[];
  /** Next steps: files and commands that confirm a cause. */
  readonly next: readonly string[];
}

/** An error of the provisioning scripts. */
export interface KnownError extends ErrorDescription {
  /** As upstream spells it. */
  readonly name: string;
  /** The part of provisioning. */
  readonly phase: string;
}

/** A description as text: the meaning, a line with `- ` for each cause, and then one with `> ` for each next step. */
export type ErrorText = `${string}\n${string}- ${StepsText}`;
/** The same without causes. */
export type StepsText = `${string}\n${string}> ${string}`;

/** Reads a description. */
export function described(text: StepsText): ErrorDescription {
  const [meaning = '', ...lines] = text.split(/\n\s*/);
  const marked = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
  return { meaning, causes: marked('- '), next: marked('> ') };
}

/** Reads the texts of errors in one part of provisioning, by their names. */
export function errorsOf(phase: string, texts: Readonly<Record<string, ErrorText>>): KnownError[] {
  return Object.entries(texts).map(([name, text]) => ({ name, phase, ...described(text) }));
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
