/** What the name of an Azure VM size tells, by Microsoft's naming convention for VM sizes. */
export interface VmSizeName {
  /** Family and subfamily in lower case, such as `d` or `nc`. */
  readonly family: string;
  readonly cpus: number;
  /** Letters behind the number, each a feature, in lower case. */
  readonly features: string;
  /** Parts between features and version in lower case; one of them names the accelerator. */
  readonly extras: readonly string[];
  readonly version: number;
}

const sizeForm = /^standard_([a-z]+)(\d+)(?:-\d+)?([a-z]*)((?:_[a-z0-9]+)*)$/;

/** The parts of a VM size's name in any casing, or undefined for a text that is none. */
export function parseVmSizeName(vmSize: string): VmSizeName | undefined {
  const [, family, cpus, features, tail] = sizeForm.exec(vmSize.toLowerCase()) ?? [];
  if (family === undefined || features === undefined || tail === undefined) return undefined;
  const extras = tail.split('_').slice(1);
  const version = /^v(\d+)$/.exec(extras.at(-1) ?? '')?.[1];
  if (version !== undefined) extras.pop();
  return { family, cpus: Number(cpus), features, extras, version: Number(version ?? 1) };
}
