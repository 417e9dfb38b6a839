import { type Member, memberOf, type SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { textAt } from './model.js';

/** A text that a resource gives, with its place. */
export interface Sourced {
  readonly text: string;
  /** What gives it, as if it were a member: its name is that of a label. */
  readonly member: Member | undefined;
  readonly path: NodePath;
  /** The field and the resource. */
  readonly resource: string;
  /** Whether its place is known already, as that of an entry of the labels. */
  readonly inPlace?: true;
}

/** What requirements leave of a label's values. */
export interface Allowed {
  /** Undefined where any value is, but for the ones below. */
  readonly values: readonly Sourced[] | undefined;
  readonly excluded: ReadonlySet<string>;
  /** Whether no node may have the label. */
  readonly absent: boolean;
}

/** Older names of labels, which Karpenter takes for the new ones. */
const normalized: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
]);

/**
 * What the requirements of a NodePool or NodeClaim leave of each label's values (sigs.k8s.io/karpenter
 * pkg/scheduling): all of one key have to hold. Bounds on numbers count where the values are listed.
 */
export class Requirements {
  readonly #byKey = new Map<string, Allowed>();

  /** Adds the entries of a list; what is none is left out. */
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

  /** Adds a label, which its value is the only one of. */
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
    const texts = new Set(values.map(({ text }) => text));
    const keep = (wanted: (value: Sourced) => boolean): Allowed => ({
      ...before,
      values: before.values?.filter(wanted),
    });
    const bound = Number(values[0]?.text);
    this.#byKey.set(
      key,
      (() => {
        switch (operator) {
          case 'In': {
            const fresh = values.filter(
              ({ text }, at) => !before.excluded.has(text) && values.findIndex((other) => other.text === text) === at,
            );
            return before.values === undefined ? { ...before, values: fresh } : keep(({ text }) => texts.has(text));
          }
          case 'NotIn':
            return { ...keep(({ text }) => !texts.has(text)), excluded: new Set([...before.excluded, ...texts]) };
          case 'DoesNotExist':
            return { ...before, absent: true };
          case 'Gt':
            return keep(({ text }) => Number(text) > bound);
          case 'Lt':
            return keep(({ text }) => Number(text) < bound);
          default:
            return before;
        }
      })(),
    );
  }
}

const any: Allowed = { values: undefined, excluded: new Set(), absent: false };
