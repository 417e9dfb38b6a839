/** What Karpenter reads from the name of a VM size. */
export interface SizeName {
  readonly family: string;
  /** Family, subfamily, features and version, such as `Dps_v6`. */
  readonly series: string;
  /** Without v; a name without one stands for the first. */
  readonly version: string;
  /** The name of the GPU; undefined where the size's name has none. */
  readonly accelerator: string | undefined;
  /** Undefined where the number in the name is none of vCPUs. */
  readonly vCPUs: number | undefined;
  /** Undefined where the name does not tell. */
  readonly arch: 'amd64' | 'arm64' | undefined;
}

const form =
  /^Standard_([A-Z])([A-Z]?)([A-Z]?)([0-9]+)(-[0-9]+)?([abcdeiflmnotspPr]+|C+|NP)?_?(?:NDR_)?(?:((?:xl_)?[A-Z]+[0-9]+[A-Z]*)_?)?(_cc_)?(?:_[0-9]+_)?([vV][1-9])?(?:_Promo)?$/;

/** GPUs of sizes that do not name theirs. */
const impliedGpus: ReadonlyMap<string, string> = new Map([
  ['NC6s_v3', 'V100'],
  ['NC12s_v3', 'V100'],
  ['NC24s_v3', 'V100'],
  ['NC24rs_v3', 'V100'],
  ['ND40rs_v2', 'V100'],
  ['ND96asr_v4', 'A100'],
  ['NV12s_v3', 'M60'],
  ['NV24s_v3', 'M60'],
  ['NV48s_v3', 'M60'],
  ['NV4as_v4', 'MI25'],
  ['NV8as_v4', 'MI25'],
  ['NV16as_v4', 'MI25'],
  ['NV32as_v4', 'MI25'],
]);

/** From this version on the number in a name is always one of vCPUs; the old series counted otherwise. */
const firstCounted = 3;

/**
 * Takes the name of a VM size apart as Karpenter does by Azure/skewer (`vmsize.go`, mid 2026), which minds the casing.
 * That a p among the features means Arm is Microsoft's naming convention; with GPUs that bring their own processor the
 * name does not tell. Undefined for a name of another form.
 */
export function sizeName(vmSize: string): SizeName | undefined {
  const match = form.exec(vmSize);
  if (match === null) return undefined;
  const [, family = '', sub = '', more = '', count = '', constrained, features = '', gpu, , versioned = ''] = match;
  const version = versioned === '' ? '1' : versioned.slice(1);
  const short = vmSize.slice('Standard_'.length).replace(/_Promo$/, '');
  return {
    family,
    series: `${family}${sub}${more}${features}${versioned === '' ? '' : `_${versioned}`}`,
    version,
    accelerator: gpu?.replace(/^xl_/, '') ?? impliedGpus.get(short),
    vCPUs: constrained === undefined && Number(version) >= firstCounted ? Number(count) : undefined,
    arch: gpu?.startsWith('GB') === true ? undefined : features.includes('p') ? 'arm64' : 'amd64',
  };
}
