import {
  DescribedRecord,
  type EnumType,
  type Field,
  hasEntries,
  type RecordType,
  type RemovedName,
  type ScalarType,
  type ValueType,
} from '../../record/model.js';
import { isSecretName } from '../../secrets/find.js';
import { limits } from '../../limits.js';
import type { Span } from '../../text/span.js';
import { type Contract, type FieldPath, lowerCamel, positionsIn } from './contract.js';
import { parseProto, type ProtoEnum, type ProtoField, type ProtoFile, type ProtoMessage } from './proto/parse.js';

/** A file of a checkout. */
export interface SourceFile {
  /** Its path in the checkout, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A mistake in a file of a checkout. */
export interface SourceProblem {
  readonly path: string;
  readonly span: Span;
  /** A sentence. */
  readonly message: string;
}

/** The contract that `.proto` files declare, and what in them couldn't be read. */
export interface DeclaredContract {
  readonly contract: Contract;
  readonly problems: readonly SourceProblem[];
}

/**
 * The contract that the `.proto` files of a checkout declare. What `base` describes keeps its description; what it doesn't
 * know has the comment of its declaration; what it has beyond the files counts as removed, except from messages in files
 * with mistakes. Types that no file declares are those of `base`. Never fails: without a message `Configuration`, the
 * contract is `base`.
 */
export function declaredContract(files: readonly SourceFile[], base: Contract): DeclaredContract {
  const linker = new Linker(base);
  for (const file of files) linker.add(file.path, parseProto(file.text));
  return linker.link();
}

/** Declarations by protobuf's scalar types, as protojson reads them. */
const scalars: Readonly<Record<string, ScalarType>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  sint32: 'int32',
  sfixed32: 'int32',
  uint32: 'uint32',
  fixed32: 'uint32',
  int64: 'int64',
  sint64: 'int64',
  sfixed64: 'int64',
  uint64: 'uint64',
  fixed64: 'uint64',
  float: 'float',
  double: 'double',
  bytes: 'bytes',
};

interface Declaration<T> {
  readonly path: string;
  readonly package: string;
  readonly declared: T;
  /** Whether its file has mistakes, so that something may be missing. */
  readonly isPartial: boolean;
}

class Linker {
  readonly #base: Contract;
  readonly #messages = new Map<string, Declaration<ProtoMessage>>();
  readonly #enums = new Map<string, Declaration<ProtoEnum>>();
  readonly #problems: SourceProblem[] = [];
  readonly #records = new Map<string, DescribedRecord>();
  /** Records without their fields yet: messages may contain each other in any depth. */
  readonly #open: string[] = [];
  readonly #linkedEnums = new Map<string, EnumType>();
  readonly #secretNames: ReadonlySet<string>;
  #names = 0;

  constructor(base: Contract) {
    this.#base = base;
    const fields = [...base.messages.values()].flatMap((message) => message.fields);
    this.#secretNames = new Set(fields.filter(({ secret }) => secret === true).map(({ name }) => name));
  }

  add(path: string, { package: packageName, messages, enums, problems }: ProtoFile): void {
    const isPartial = problems.length > 0;
    for (const found of problems) this.#problem(path, found.span, found.message);
    const known = (name: string): boolean => this.#messages.has(name) || this.#enums.has(name);
    const isNew = ({ name, span }: ProtoMessage | ProtoEnum): boolean => {
      if (known(name)) this.#problem(path, span, `${name} is declared already.`);
      return !known(name);
    };
    const isTooMuch = (count: number, span: Span): boolean => {
      const isFirst = this.#names <= limits.contractFields;
      this.#names += count;
      if (this.#names <= limits.contractFields) return false;
      if (isFirst) this.#problem(path, span, `More than ${limits.contractFields} fields and enum values are declared.`);
      return true;
    };
    for (const declared of messages)
      if (!isTooMuch(declared.fields.length, declared.span) && isNew(declared))
        this.#messages.set(declared.name, { path, package: packageName, declared, isPartial });
    for (const declared of enums)
      if (!isTooMuch(declared.values.length, declared.span) && isNew(declared))
        this.#enums.set(declared.name, { path, package: packageName, declared, isPartial });
  }

  link(): DeclaredContract {
    const base = this.#base;
    const rootName = base.root.name;
    if (!this.#messages.has(rootName)) {
      const [path] = [...this.#messages.values()].map((one) => one.path);
      if (path !== undefined)
        this.#problem(path, { start: 0, end: 0 }, `No file here declares the message ${rootName}.`);
      return { contract: base, problems: this.#problems };
    }
    const root = this.#record(rootName);
    for (const name of this.#messages.keys()) this.#record(name);
    for (let name = this.#open.shift(); name !== undefined; name = this.#open.shift())
      this.#records.get(name)?.add(this.#fieldsOf(name));
    const contract = {
      root,
      messages: this.#records,
      enums: this.#linkedEnums,
      required: base.required.flatMap((path) => pathIn(root, path) ?? []),
      positions: positionsIn(root),
    };
    return { contract, problems: this.#problems };
  }

  #problem(path: string, span: Span, message: string): void {
    if (this.#problems.length < limits.syntaxProblems) this.#problems.push({ path, span, message });
  }

  /** The type of a message, whose fields are added later. */
  #record(name: string): RecordType {
    let record = this.#records.get(name);
    if (record === undefined) {
      const known = this.#base.messages.get(name);
      const declaration = this.#messages.get(name);
      const doc = known?.doc ?? declaration?.declared.doc ?? '';
      record = new DescribedRecord(name, doc).addRemoved(missingFrom(name, known, declaration));
      this.#records.set(name, record);
      this.#open.push(name);
    }
    return record;
  }

  /** The fields of a message as they are declared, else as they are described. */
  #fieldsOf(name: string): Field[] {
    const declaration = this.#messages.get(name);
    return declaration === undefined
      ? (this.#base.messages.get(name)?.fields ?? []).map((field) => this.#relinked(field))
      : withoutRepeats(declaration.declared.fields).map((field) => this.#field(field, declaration));
  }

  /** A field of the base in a message that is only there. */
  #relinked(field: Field): Field {
    const { type } = field;
    if (type.kind === 'scalar') return field;
    const of = type.of.name;
    return { ...field, type: type.kind === 'enum' ? this.#enumType(of) : { kind: 'object', of: this.#record(of) } };
  }

  #field(declared: ProtoField, { path, package: packageName, declared: message }: Declaration<ProtoMessage>): Field {
    const { name, number, label, doc, deprecated, redacted } = declared;
    const type = this.#typeNamed(declared.type, message.name, packageName);
    if (type.kind === 'scalar' && type.scalar === 'undeclared')
      this.#problem(path, declared.span, `${declared.type} isn't declared here, so values of ${name} aren't checked.`);
    const known = this.#base.messages.get(message.name)?.fields.find((field) => field.name === name);
    const own = {
      name,
      doc: doc || (known?.doc ?? undescribed),
      jsonName: declared.jsonName ?? lowerCamel(name),
      number,
      label,
      type,
      ...(deprecated && { deprecated }),
      ...((redacted || (known === undefined && this.#isSecret(name))) && { secret: true as const }),
    };
    if (known === undefined) return own;
    if (hasEntries(known) === hasEntries(own) && isSameType(known.type, type))
      return { ...known, ...own, doc: known.doc };
    // The facts are about values of another type; what was secret stays so.
    return { ...own, ...(known.secret && { secret: known.secret }) };
  }

  /** What a field of this name is in any message of the base, it stays, so that moving a field reveals nothing. */
  #isSecret(name: string): boolean {
    return isSecretName(name) || this.#secretNames.has(name);
  }

  /** The type that a name in a message stands for: protobuf looks in the messages around it, from the innermost one. */
  #typeNamed(written: string, message: string, packageName: string): ValueType {
    const scalar = Object.hasOwn(scalars, written) ? scalars[written] : undefined;
    if (scalar !== undefined) return { kind: 'scalar', scalar };
    const absolute = written.startsWith('.') ? written.slice(1) : written;
    const name = absolute.startsWith(`${packageName}.`) ? absolute.slice(packageName.length + 1) : absolute;
    const scopes = message.split('.');
    for (let depth = scopes.length; depth >= 0; depth--) {
      const full = [...scopes.slice(0, depth), name].join('.');
      if (this.#enums.has(full)) return this.#enumType(full);
      if (this.#messages.has(full)) return { kind: 'object', of: this.#record(full) };
    }
    if (this.#base.enums.has(name)) return this.#enumType(name);
    if (this.#base.messages.has(name)) return { kind: 'object', of: this.#record(name) };
    return { kind: 'scalar', scalar: 'undeclared' };
  }

  #enumType(name: string): ValueType {
    let of = this.#linkedEnums.get(name);
    if (of === undefined) this.#linkedEnums.set(name, (of = this.#linkedEnum(name)));
    return { kind: 'enum', of };
  }

  #linkedEnum(name: string): EnumType {
    const known = this.#base.enums.get(name);
    const declaration = this.#enums.get(name);
    if (declaration === undefined) return known ?? { name, doc: '', values: [], removed: [] };
    const { doc, values, reserved } = declaration.declared;
    const knownValue = new Map(known?.values.map((value) => [value.name, value]));
    const declared = new Set(values.map((value) => value.name));
    const former = declaration.isPartial ? [] : [...knownValue.keys()];
    return {
      name,
      doc: (known?.doc ?? doc) || undescribed,
      values: values.map((value) => ({
        doc: value.doc || undescribed,
        ...knownValue.get(value.name),
        name: value.name,
        number: value.number,
      })),
      removed: removedNames([...former, ...reserved], declared, known?.removed ?? [], name),
    };
  }
}

const undescribed = 'Its declaration has no comment.';

/** What a message doesn't have, although it is described or reserved, or was removed by a release. */
function missingFrom(
  name: string,
  known: RecordType | undefined,
  declaration: Declaration<ProtoMessage> | undefined,
): readonly RemovedName[] {
  if (declaration === undefined) return known?.removed ?? [];
  const { fields, reserved } = declaration.declared;
  const declared = new Set(fields.map((field) => field.name));
  const former = declaration.isPartial ? [] : (known?.fields ?? []).map((field) => field.name);
  return removedNames([...former, ...reserved], declared, known?.removed ?? [], name).map((gone) => ({
    ...gone,
    jsonName: gone.jsonName ?? lowerCamel(gone.name),
  }));
}

function removedNames(
  names: readonly string[],
  declared: ReadonlySet<string>,
  before: readonly RemovedName[],
  owner: string,
): RemovedName[] {
  const kept = before.filter(({ name }) => !declared.has(name));
  const isOpen = (name: string): boolean => !declared.has(name) && !kept.some((gone) => gone.name === name);
  return [
    ...kept,
    ...[...new Set(names)].filter(isOpen).map((name) => ({
      name,
      undeclared: true as const,
      hint: `The contract of this checkout doesn't declare ${name} in ${owner}; nodes made from it drop it silently.`,
    })),
  ];
}

/** The first of several fields with the same name, JSON name or number; the reader has reported the others. */
function withoutRepeats(fields: readonly ProtoField[]): ProtoField[] {
  const seen = new Set<string | number>();
  return fields.filter(({ name, jsonName = lowerCamel(name), number }) => {
    const keys = [name, jsonName, number];
    const isFirst = !keys.some((key) => seen.has(key));
    if (isFirst) for (const key of keys) seen.add(key);
    return isFirst;
  });
}

function isSameType(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'scalar' || b.kind === 'scalar')
    return a.kind === 'scalar' && b.kind === 'scalar' && a.scalar === b.scalar;
  return a.kind === b.kind && a.of.name === b.of.name;
}

/** A path of the base with the fields of another root; undefined if it has no such field. */
function pathIn(root: RecordType, path: FieldPath): [FieldPath] | undefined {
  const found: Field[] = [];
  let record: RecordType | undefined = root;
  for (const { name } of path) {
    const field: Field | undefined = record?.fields.find((candidate) => candidate.name === name);
    if (field === undefined) return undefined;
    found.push(field);
    record = !hasEntries(field) && field.type.kind === 'object' ? field.type.of : undefined;
  }
  return [found];
}
