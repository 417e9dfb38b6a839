import { type Member, memberOf, scalarSource, type SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { type Sourced, textAt } from './model.js';
import { isIn, type ProviderRelease } from './release.js';

/** What requirements leave of a label's values. */
export interface Allowed {
  /** Whether all values are allowed except the listed ones, within the bounds; otherwise only the listed ones are. */
  readonly complement: boolean;
  readonly values: ReadonlyMap<string, Sourced>;
  /** Inclusive bounds on whole numbers; a list of allowed values has none, because they were applied to it. */
  readonly least?: bigint | undefined;
  readonly most?: bigint | undefined;
}

/** Older names of labels, which Karpenter replaces with the new ones, in labels of pools too. */
const normalizedNames: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['topology.disk.csi.azure.com/zone', 'topology.kubernetes.io/zone'],
]);

/** The current name of a label. */
export function normalizedName(key: string): string {
  return normalizedNames.get(key) ?? key;
}

/** The zone of nodes that aren't in a zone; the disk driver writes an empty string, which means the same since v1.14.0. */
export const noZone = '0';

const zone = 'topology.kubernetes.io/zone';

/**
 * What the requirements of a NodePool or NodeClaim leave of each label's values (kubernetes-sigs/karpenter v1.14.0,
 * `pkg/scheduling/requirement.go`): all requirements of one key hold together, in any order.
 */
export class Requirements {
  readonly #byKey = new Map<string, Allowed>();
  readonly #sources = new Map<string, Pick<Sourced, 'member' | 'path'>>();
  readonly #forbidden = new Set<string>();
  readonly #release: ProviderRelease | undefined;

  constructor(release: ProviderRelease | undefined) {
    this.#release = release;
  }

  /** Adds the entries of a list; malformed ones are left out. */
  addList(list: SyntaxNode | undefined, path: NodePath, resource: string): void {
    if (list?.kind !== 'array') return;
    for (const [index, item] of list.items.entries()) {
      const key = textAt(item, 'key');
      const operator = textAt(item, 'operator');
      if (key === undefined || operator === undefined) continue;
      const nodes = memberOf(item, 'values')?.value;
      const values = (nodes?.kind === 'array' ? nodes.items : []).flatMap((node, at): Sourced[] => {
        // The API server wants strings; a number without quotes was meant to be one.
        const text = scalarSource(node);
        if (text === undefined) return [];
        const name = { name: key, span: node.span, quoted: true };
        const member: Member = { key: name, value: node, span: node.span };
        return [{ text, member, path: [...path, index, 'values', at], resource }];
      });
      if (operator === 'In' && values.length === 0) continue;
      const member: Member = { key: { name: key, span: item.span, quoted: false }, value: item, span: item.span };
      this.#add(key, operator, values, { member, path: [...path, index] });
    }
  }

  /** Adds a label, which leaves its value as the only one. */
  addLabel(key: string, value: Sourced): void {
    this.#add(key, 'In', [value], value);
  }

  /** Where a label is first required. */
  sourceOf(key: string): Pick<Sourced, 'member' | 'path'> | undefined {
    return this.#sources.get(key);
  }

  /** Whether a requirement says that no node has the label. */
  isForbidden(key: string): boolean {
    return this.#forbidden.has(key);
  }

  keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  of(key: string): Allowed {
    return this.#byKey.get(key) ?? anything;
  }

  /** The only value that is listed for a label. */
  single(key: string): Sourced | undefined {
    const { complement, values } = this.of(key);
    return complement || values.size !== 1 ? undefined : values.values().next().value;
  }

  /** The number that bounds alone leave. Karpenter draws one from 0 up if there is no lower bound. */
  onlyNumber(key: string): string | undefined {
    const { complement, least, most } = this.of(key);
    return complement && most !== undefined && (least ?? 0n) === most ? String(most) : undefined;
  }

  allows(key: string, value: string): boolean {
    return isAllowed(this.of(key), value);
  }

  /** Whether no node may have the label. */
  excludes(key: string): boolean {
    const { complement, values } = this.of(key);
    return !complement && values.size === 0;
  }

  #add(given: string, operator: string, sources: readonly Sourced[], at: Pick<Sourced, 'member' | 'path'>): void {
    const key = normalizedName(given);
    if (!this.#sources.has(key)) this.#sources.set(key, at);
    if (operator === 'DoesNotExist') this.#forbidden.add(key);
    const texts = sources.map((source): [string, Sourced] => {
      const isEmptyZone = key === zone && source.text === '' && isIn({ since: 'v1.14.0' }, this.#release);
      const text = isEmptyZone ? noZone : source.text;
      return [text, { ...source, text }];
    });
    const added = allowedBy(operator, new Map(texts));
    const before = this.#byKey.get(key);
    this.#byKey.set(key, before === undefined ? added : intersection(before, added));
  }
}

const anything: Allowed = { complement: true, values: new Map() };
const nothing: Allowed = { complement: false, values: new Map() };

/** What one requirement leaves; an unknown operator, which the API server rejects, leaves everything. */
function allowedBy(operator: string, values: ReadonlyMap<string, Sourced>): Allowed {
  const bound = wholeNumber([...values.keys()][0] ?? '') ?? 0n;
  switch (operator) {
    case 'In':
      return { complement: false, values };
    case 'NotIn':
      return { complement: true, values };
    case 'DoesNotExist':
      return nothing;
    case 'Gt':
      return bound === largest ? nothing : { ...anything, least: bound + 1n };
    case 'Lt':
      return { ...anything, most: bound - 1n };
    case 'Gte':
      return { ...anything, least: bound };
    case 'Lte':
      return { ...anything, most: bound };
    default:
      return anything;
  }
}

function intersection(a: Allowed, b: Allowed): Allowed {
  const least = extreme(a.least, b.least, (one, other) => one > other);
  const most = extreme(a.most, b.most, (one, other) => one < other);
  if (least !== undefined && most !== undefined && least > most) return nothing;
  const complement = a.complement && b.complement;
  const bounds = { ...anything, least, most };
  const [listed, other] = a.complement ? [b, a] : [a, b];
  const kept = complement
    ? [...a.values, ...b.values]
    : [...listed.values].filter(([text]) => isAllowed(other, text) && isAllowed(bounds, text));
  return complement ? { complement, values: new Map(kept), least, most } : { complement, values: new Map(kept) };
}

function extreme(
  a: bigint | undefined,
  b: bigint | undefined,
  isFirst: (one: bigint, other: bigint) => boolean,
): bigint | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return isFirst(a, b) ? a : b;
}

function isAllowed({ complement, values, least, most }: Allowed, text: string): boolean {
  if (values.has(text) === complement) return false;
  if (least === undefined && most === undefined) return true;
  const number = wholeNumber(text);
  return number !== undefined && (least === undefined || number >= least) && (most === undefined || number <= most);
}

const largest = (1n << 63n) - 1n;

/** Go's `strconv.Atoi`: a decimal number of 64 bits, perhaps with a sign. */
export function wholeNumber(text: string): bigint | undefined {
  // Values of labels have at most 63 characters.
  if (text.length > 63 || !/^[-+]?\d+$/.test(text)) return undefined;
  const number = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}
