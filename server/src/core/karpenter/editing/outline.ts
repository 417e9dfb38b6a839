import type { OutlineEntry } from '../../document/editing.js';
import { recordOutline } from '../../document/recordEditing.js';
import { bootstrapOptions } from '../options/description.js';
import { resourcesIn } from '../resources/model.js';
import type { KarpenterView } from '../view.js';

/** The options of a document; the documents of a stream of resources are named by their kind and name. */
export function karpenterOutline(view: KarpenterView): OutlineEntry[] {
  const { tree } = view;
  const entries = recordOutline(bootstrapOptions, view);
  const resources = tree?.language === 'yaml' ? resourcesIn(tree) : [];
  return entries.map((entry) => {
    const resource = resources.find(({ node }) => node.span.start === entry.span.start);
    return resource === undefined ? entry : { ...entry, name: `${resource.kind} ${resource.name}`.trim() };
  });
}
