/** A version of cloud-init, the target of a cloud-config. */
export interface CloudInitVersion {
  /** As upstream writes it, such as `24.3.1`. */
  readonly text: string;
  /** Year, release in that year, and further numbers if any. */
  readonly numbers: readonly number[];
}

/**
 * The default target: the version on current AKS images with Ubuntu (AgentBaker's notes on AKSUbuntu 22.04, image
 * 202610.08.0). Azure Linux 3 images of the same day have 24.3.1.
 */
export const defaultCloudInitVersion: CloudInitVersion = { text: '26.1', numbers: [26, 1] };

/**
 * Reads a version of cloud-init: alone (`26.1`), from a package (`26.1-0ubuntu1~22.04.1`, `cloud-init-24.3.1-3.azl3`)
 * or from the program's output (`/usr/bin/cloud-init 24.4.1`). Undefined for other text; versions before 2017 have
 * another scheme.
 */
export function parseCloudInitVersion(text: string): CloudInitVersion | undefined {
  const version = /^(?:\S*cloud-init[ -])?(\d\d\.\d{1,2}(?:\.\d{1,3}){0,2})(?:[-+~]|$)/.exec(text.trim())?.[1];
  return version === undefined || version < '17' ? undefined : { text: version, numbers: numbersOf(version) };
}

/** Whether a version is before a release such as `25.3`. */
export function isBefore({ numbers }: CloudInitVersion, release: string): boolean {
  for (const [index, number] of numbersOf(release).entries()) {
    const own = numbers[index] ?? 0;
    if (own !== number) return own < number;
  }
  return false;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
