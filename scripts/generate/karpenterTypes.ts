import type { ObjectDescription, OptionType } from '../../server/src/core/karpenter/options/describe.js';

/** TypeScript interfaces of the options as they are read: int64 and the nanoseconds of durations are bigints. */
export function karpenterTypes(root: ObjectDescription): string {
  const objects = [...reachable(root)].map((object) => {
    const fields = object.options.map(
      ({ doc, name, type }) => `  /** ${doc} */\n  readonly ${name}?: ${typeText(type)} | undefined;\n`,
    );
    return `/** ${object.doc} */\nexport interface ${object.name} {\n${fields.join('')}}\n`;
  });
  return `// Generated from karpenter/description by \`npm run generate\`; do not edit.\n\n${objects.join('\n')}`;
}

/** An object and all that are inside it, each once. */
function reachable(root: ObjectDescription, found = new Set<ObjectDescription>()): Set<ObjectDescription> {
  if (found.has(root)) return found;
  found.add(root);
  for (const { type } of root.options) {
    const inner = elementOf(type);
    if (inner.kind === 'object') reachable(inner.of, found);
  }
  return found;
}

function elementOf(type: OptionType): OptionType {
  return type.kind === 'list' || type.kind === 'map' ? elementOf(type.of) : type;
}

function typeText(type: OptionType): string {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'bool':
      return 'boolean';
    case 'integer':
      return type.bits === 32 ? 'number' : 'bigint';
    case 'duration':
      return 'bigint';
    case 'object':
      return type.of.name;
    case 'list':
      return `readonly ${typeText(type.of)}[]`;
    case 'map':
      return `ReadonlyMap<string, ${typeText(type.of)}>`;
  }
}
