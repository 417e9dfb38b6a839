import type { KnownName } from './vocabulary.js';

/** What a flag's value is. A boolean is `true` or `false` here; the kubelet also reads Go's other spellings (`1`, `T`). */
type FlagType =
  | 'bool'
  | 'duration'
  | 'int'
  | 'list'
  | 'list of name=value'
  | 'list of signal<threshold'
  | 'path'
  | 'quantity'
  | 'text';

type FlagFacts = Omit<KnownName, 'name' | 'detail' | 'doc'>;

const factsOfType: Partial<Record<FlagType, FlagFacts>> = {
  bool: { oneOf: ['true', 'false'], example: 'true' },
  duration: { format: 'duration' },
  path: { format: 'absolute-path' },
  quantity: { format: 'quantity' },
};

/** A flag of the kubelet, with what its type says about the value unless `facts` say otherwise. */
export function flag(name: string, detail: FlagType, doc: string, facts: FlagFacts = {}): KnownName {
  return { name, detail, doc, ...factsOfType[detail], ...facts };
}
