/** Shares of what lies between two bounds, the upper one given; the last one has none. */
type Brackets = readonly (readonly [upperBound: number, rate: number])[];

const cpuBrackets: Brackets = [
  [1, 0.06],
  [2, 0.04],
  [4, 0.02],
  [Number.MAX_VALUE, 0.01],
];
const memoryBrackets: Brackets = [
  [4, 0.25],
  [8, 0.2],
  [16, 0.1],
  [128, 0.06],
  [Number.MAX_VALUE, 0.02],
];

/**
 * What Karpenter keeps for the kubelet on a machine (Azure/karpenter-provider-azure 00ae1126, `KubeReservedResources` in
 * pkg/providers/instancetype/instancetype.go), as quantities in their canonical form. Memory is in GiB. The arithmetic is
 * Go's on doubles, cut off at the end, so that it is off where Go is off.
 */
export function kubeReserved(vCPUs: number, memoryGiB: number): ReadonlyMap<string, string> {
  const milli = BigInt(Math.trunc(1_000 * shareOf(cpuBrackets, vCPUs)));
  const mebi = BigInt(Math.trunc(1_024 * shareOf(memoryBrackets, memoryGiB)));
  return new Map([
    ['cpu', milli % 1_000n === 0n ? String(milli / 1_000n) : `${milli}m`],
    ['memory', binaryQuantity(mebi)],
  ]);
}

function shareOf(brackets: Brackets, amount: number): number {
  let share = 0;
  let lower = 0;
  for (const [bound, rate] of brackets) {
    if (lower > amount) continue;
    share += (Math.min(bound, amount) - lower) * rate;
    lower = bound;
  }
  return share;
}

/** Mebibytes in the largest binary unit that leaves a whole number. */
function binaryQuantity(mebi: bigint): string {
  if (mebi === 0n) return '0';
  let amount = mebi;
  let unit = 0;
  while (amount % 1_024n === 0n && unit < units.length - 1) {
    amount /= 1_024n;
    unit++;
  }
  return `${amount}${units[unit] ?? ''}`;
}

const units = ['Mi', 'Gi', 'Ti', 'Pi'];
