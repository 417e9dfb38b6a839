import { type EnumType, type Field, type RecordType, type ScalarType } from '../../server/src/core/record/model.js';
import type { Contract } from '../../server/src/core/nodeConfig/contract/contract.js';

/** TypeScript interfaces of the contract: a config as plain JSON with proto names. */
export function contractTypes({ enums, messages }: Contract): string {
  return typesOf('contract/description', enums.values(), messages.values(), {
    absent: '',
    mapOf: (element) => `Readonly<Record<string, ${element}>>`,
  });
}

/** TypeScript interfaces of the options after reading: int64 and durations in nanoseconds are bigints. */
export function karpenterTypes(root: RecordType): string {
  return typesOf('karpenter/description', [], reachable(root), {
    absent: ' | undefined',
    mapOf: (element) => `ReadonlyMap<string, ${element}>`,
  });
}

/** How values are represented. */
interface Representation {
  readonly absent: string;
  readonly mapOf: (element: string) => string;
}

function typesOf(
  source: string,
  enums: Iterable<EnumType>,
  records: Iterable<RecordType>,
  representation: Representation,
): string {
  const unions = Array.from(
    enums,
    ({ name, doc, values }) =>
      `/** ${doc} */\nexport type ${name} =\n${values.map((value) => `  | '${value.name}'`).join('\n')};\n`,
  );
  const interfaces = Array.from(records, ({ name, doc, fields }) => {
    const members = fields.map(
      (field) =>
        `  /** ${field.doc} */\n  readonly ${field.name}?: ${typeOf(field, representation)}${representation.absent};\n`,
    );
    return `/** ${doc} */\nexport interface ${name} {\n${members.join('')}}\n`;
  });
  return `// Generated from ${source} by \`npm run generate\`; do not edit.\n\n${[...unions, ...interfaces].join('\n')}`;
}

function typeOf({ label, type }: Field, { mapOf }: Representation): string {
  const element = type.kind === 'scalar' ? scalarTypes[type.scalar] : type.of.name;
  if (label === 'list') return `readonly ${element}[]`;
  return label === 'map' ? mapOf(element) : element;
}

const scalarTypes: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  bool: 'boolean',
  int32: 'number',
  int64: 'bigint',
  uint32: 'number',
  uint64: 'bigint',
  float: 'number',
  double: 'number',
  bytes: 'string',
  duration: 'bigint',
  undeclared: 'unknown',
};

/** A record type and all record types inside it, without duplicates. */
function reachable(root: RecordType, found = new Set<RecordType>()): Set<RecordType> {
  if (found.has(root)) return found;
  found.add(root);
  for (const { type } of root.fields) if (type.kind === 'object') reachable(type.of, found);
  return found;
}
