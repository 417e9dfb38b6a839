import { resolved, type SyntaxNode, walk } from '../formats/tree/node.js';
import { isSecretName } from '../secrets/find.js';
import { type PlacedSecret, secretsBelow } from '../secrets/places.js';
import { Suggestions } from '../text/suggest.js';
import { type Field, hasEntries, type RecordType } from './model.js';

/**
 * The secrets of a record: the values of secret fields, also of a wrong type, and of fields whose names are most like those
 * of secret ones, which no other search would take for secrets.
 */
export function* recordSecrets(root: SyntaxNode | undefined, type: RecordType): Generator<PlacedSecret> {
  yield* new RecordSecrets(type).in(root, type);
}

class RecordSecrets {
  readonly #suggestions = new Suggestions();
  readonly #root: RecordType;
  /** Collected when a name isn't described, which few are: whether each is secret takes long to decide. */
  #known: readonly Name[] | undefined;
  readonly #byType = new Map<RecordType, readonly Name[]>();

  constructor(root: RecordType) {
    this.#root = root;
  }

  /** All names of the description, for objects that aren't described. */
  get #all(): readonly Name[] {
    return (this.#known ??= [...typesIn(this.#root, new Set())].flatMap(namesOf));
  }

  *in(written: SyntaxNode | undefined, type: RecordType): Generator<PlacedSecret> {
    const node = resolved(written);
    if (node?.kind !== 'object') return;
    for (const { key, value } of node.members) {
      const field = type.fieldByKey(key.name);
      if (field === undefined) yield* this.#inUnknown(key.name, value, this.#namesFor(type));
      else if (field.secret === true) yield* secretsBelow(value, key.name);
      else if (field.type.kind === 'object') yield* this.#inField(value, field.type.of, field);
      else if (!hasEntries(field)) yield* this.#inside(value);
    }
  }

  /** Objects in a field. A list or a map may be missing around them; names in other fields are those of the object. */
  *#inField(written: SyntaxNode | undefined, type: RecordType, field: Field): Generator<PlacedSecret> {
    const node = resolved(written);
    if (node?.kind === 'array') for (const item of node.items) yield* this.in(item, type);
    else if (node?.kind === 'object') {
      yield* this.in(node, type);
      if (hasEntries(field)) for (const { value } of node.members) yield* this.in(value, type);
    }
  }

  *#inUnknown(name: string, value: SyntaxNode | undefined, names: readonly Name[]): Generator<PlacedSecret> {
    if (this.#suggestions.nearest(name, names)?.isSecret === true) yield* secretsBelow(value, name);
    else yield* this.#inside(value);
  }

  /** Members of an object that isn't described. */
  *#inside(value: SyntaxNode | undefined): Generator<PlacedSecret> {
    for (const { member } of walk(value))
      if (member !== undefined && this.#suggestions.nearest(member.key.name, this.#all)?.isSecret === true)
        yield* secretsBelow(member.value, member.key.name);
  }

  /** The names that an unknown name in a record may mean: its own, and those of secrets elsewhere. */
  #namesFor(type: RecordType): readonly Name[] {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const names = [...namesOf(type), ...this.#all.filter(({ isSecret }) => isSecret)];
    this.#byType.set(type, names);
    return names;
  }
}

/** A name of a field, and whether its value is secret. */
interface Name {
  readonly name: string;
  readonly isSecret: boolean;
}

function namesOf({ fields }: RecordType): Name[] {
  return fields.flatMap(({ name, jsonName, secret }) =>
    [name, jsonName].map((one) => ({ name: one, isSecret: secret === true || isSecretName(one) })),
  );
}

function* typesIn(type: RecordType, seen: Set<RecordType>): Generator<RecordType> {
  if (seen.has(type)) return;
  seen.add(type);
  yield type;
  for (const field of type.fields) if (field.type.kind === 'object') yield* typesIn(field.type.of, seen);
}
