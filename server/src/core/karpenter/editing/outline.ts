import type { OutlineEntry } from '../../document/editing.js';
import { entryCount, type EntryFacts, membersOf, shortValue } from '../../document/outline.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { hasEntries, typeName } from '../../record/model.js';
import { recordPosition } from '../../record/navigate.js';
import { bootstrapOptions } from '../options/description.js';
import { resourcesIn } from '../resources/model.js';
import type { KarpenterView } from '../view.js';

/** The options of a document; the documents of a stream of resources are named by their kind and name. */
export function karpenterOutline({ tree }: KarpenterView): OutlineEntry[] {
  const entries = membersOf(tree?.root, [], optionFacts);
  const resources = tree?.language === 'yaml' ? resourcesIn(tree) : [];
  return entries.map((entry) => {
    const resource = resources.find(({ node }) => node.span.start === entry.span.start);
    return resource === undefined ? entry : { ...entry, name: `${resource.kind} ${resource.name}`.trim() };
  });
}

/** `string "amd64"`, `list of Taint, 2 entries`. */
function optionFacts(path: readonly (string | number)[], value: SyntaxNode | undefined): EntryFacts {
  const { field, element = false } = recordPosition(bootstrapOptions, path) ?? {};
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  const short = shortValue(value, { secret: field?.secret === true, name });
  const many = field !== undefined && !element && hasEntries(field);
  const count = many ? entryCount(value) : undefined;
  const type = field === undefined || element ? undefined : typeName(field);
  return { detail: [[type, short].filter(Boolean).join(' '), count].filter(Boolean).join(', '), deprecated: false };
}
