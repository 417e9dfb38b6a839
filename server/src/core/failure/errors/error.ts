/** What is known of an error of the provisioning scripts, in our own words. */
export interface KnownError {
  /** As upstream spells it. */
  readonly name: string;
  /** The part of provisioning that it belongs to. */
  readonly phase: string;
  /** What happened, as a sentence. */
  readonly meaning: string;
  /** Likely causes, the most likely one first. */
  readonly causes: readonly string[];
  /** What to look at next: files and commands that prove a cause. */
  readonly next: readonly string[];
}

/** An error without the name it is listed under and the phase it is listed with. */
export type ErrorText = Omit<KnownError, 'name' | 'phase'>;

/** Gives a group of errors their names and their phase. */
export function errorsOf(phase: string, texts: Readonly<Record<string, ErrorText>>): KnownError[] {
  return Object.entries(texts).map(([name, text]) => ({ name, phase, ...text }));
}

/** The log in which the provisioning scripts trace what they do. */
export const scriptLog = '/var/log/azure/cluster-provision.log';

/** A file that could not be fetched in time. */
export function download(thing: string, host: string, proof: string): ErrorText {
  return {
    meaning: `The node could not download ${thing} in the time it had.`,
    causes: [
      `A firewall, proxy, security group or route keeps the node from ${host}, where ${thing} comes from.`,
      `The connection to ${host} is too slow, or the version of ${thing} that was asked for is not there.`,
    ],
    next: [
      `Look in ${scriptLog} for the last lines about ${proof}: curl tells there whether the name, the connection or the answer failed.`,
      `On the node, run \`curl -v https://${host}/\`.`,
    ],
  };
}

/** The same with one more thing to look at. */
export function withMore(text: ErrorText, next: string): ErrorText {
  return { ...text, next: [...text.next, next] };
}

/** A unit that systemd did not start. */
export function unit(thing: string, name: string, cause: string): ErrorText {
  return {
    meaning: `systemd could not start ${thing}.`,
    causes: [cause, `The unit ${name} depends on another one that failed, or runs into its start timeout.`],
    next: [
      `On the node, run \`systemctl status ${name}\` and \`journalctl -u ${name} --no-pager\`: the unit's own last words name the cause.`,
    ],
  };
}

/** A package that could not be installed. */
export function install(thing: string, packages: string, cause: string): ErrorText {
  return {
    meaning: `The installation of ${thing} failed or did not end in time.`,
    causes: [cause, `The package repository does not answer, or another process holds the package manager's lock.`],
    next: [
      `Look in ${scriptLog} for the last lines that name ${packages}: the package manager's own message is there.`,
      `On the node, look at /var/log/apt/term.log or /var/log/dnf.log for ${packages}.`,
    ],
  };
}

/** A key of a package repository that could not be fetched. */
export function keyDownload(owner: string, url: string): ErrorText {
  return {
    meaning: `The signing key of ${owner} could not be downloaded in time.`,
    causes: [
      `The node does not reach ${url}: a firewall or proxy blocks it, or its name does not resolve.`,
      `A proxy that opens TLS answers with a certificate which the node does not trust.`,
    ],
    next: [
      `On the node, run \`curl -fsSLv https://${url} -o /dev/null\`.`,
      `Look in ${scriptLog} for curl's lines about the key of ${owner}.`,
    ],
  };
}

/** A key that was fetched and is not accepted. */
export function keyImport(owner: string): ErrorText {
  return {
    meaning: `apt did not accept the signing key of ${owner} in time.`,
    causes: [
      `What was downloaded is no key: often the page of a proxy or firewall that stands in for ${owner}.`,
      `apt-key waits for a lock that another process holds.`,
    ],
    next: [
      `Look in ${scriptLog} for apt-key and the key of ${owner}; \`gpg\` errors in front of it mean that the file is no key.`,
    ],
  };
}
