import { type Member, memberOf, type SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { type Sourced, textAt } from './model.js';

/** What requirements leave of a label's values. */
export interface Allowed {
  /** Undefined if all values are allowed except the excluded ones. */
  readonly values: readonly Sourced[] | undefined;
  readonly excluded: ReadonlySet<string>;
  /** Whether no node may have the label. */
  readonly absent: boolean;
}

/** Older names of labels, which Karpenter replaces with the new ones. */
const normalized: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
]);

/**
 * What the requirements of a NodePool or NodeClaim leave of each label's values (sigs.k8s.io/karpenter
 * pkg/scheduling): all of one key must be met. Bounds on numbers only apply to listed values.
 */
export class Requirements {
  readonly #byKey = new Map<string, Allowed>();

  /** Adds the entries of a list; malformed ones are left out. */
  addList(list: SyntaxNode | undefined, path: NodePath, resource: string): void {
    if (list?.kind !== 'array') return;
    for (const [index, item] of list.items.entries()) {
      const key = textAt(item, 'key');
      const operator = textAt(item, 'operator');
      if (key === undefined || operator === undefined) continue;
      const nodes = memberOf(item, 'values')?.value;
      const values = (nodes?.kind === 'array' ? nodes.items : []).flatMap((node, at): Sourced[] => {
        if (node.kind !== 'string') return [];
        const name = { name: key, span: node.span, quoted: true };
        const member: Member = { key: name, value: node, span: node.span };
        return [{ text: node.value, member, path: [...path, index, 'values', at], resource }];
      });
      this.#add(normalized.get(key) ?? key, operator, values);
    }
  }

  /** Adds a label, which leaves its value as the only one. */
  addLabel(key: string, value: Sourced): void {
    this.#add(normalized.get(key) ?? key, 'In', [value]);
  }

  keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  of(key: string): Allowed {
    return this.#byKey.get(key) ?? any;
  }

  /** The only value that a label may have. */
  single(key: string): Sourced | undefined {
    const { values } = this.of(key);
    return values?.length === 1 ? values[0] : undefined;
  }

  allows(key: string, value: string): boolean {
    const { values, excluded, absent } = this.of(key);
    return !absent && !excluded.has(value) && (values === undefined || values.some(({ text }) => text === value));
  }

  #add(key: string, operator: string, values: readonly Sourced[]): void {
    const before = this.of(key);
    const listed = new Map(values.toReversed().map((value) => [value.text, value]));
    const keep = (wanted: (text: string) => boolean): Allowed => ({
      ...before,
      values: before.values?.filter(({ text }) => wanted(text)),
    });
    const bound = Number(values[0]?.text);
    const after = (): Allowed => {
      switch (operator) {
        case 'In':
          if (before.values !== undefined) return keep((text) => listed.has(text));
          return {
            ...before,
            values: values.filter((own) => listed.get(own.text) === own && !before.excluded.has(own.text)),
          };
        case 'NotIn':
          return { ...keep((text) => !listed.has(text)), excluded: new Set([...before.excluded, ...listed.keys()]) };
        case 'DoesNotExist':
          return { ...before, absent: true };
        case 'Gt':
          return keep((text) => Number(text) > bound);
        case 'Lt':
          return keep((text) => Number(text) < bound);
        default:
          return before;
      }
    };
    this.#byKey.set(key, after());
  }
}

const any: Allowed = { values: undefined, excluded: new Set(), absent: false };
