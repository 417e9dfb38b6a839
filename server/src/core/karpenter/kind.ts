import type { Lens, LazyEntry } from '../document/editing.js';
import type { KindSpec } from '../document/kindSpec.js';
import { recordOutline } from '../document/recordEditing.js';
import { looksLikeJson } from '../formats/json/detect.js';
import { recordSecrets } from '../record/secrets.js';
import type { PlacedSecret } from '../secrets/places.js';
import { completeOptions } from './editing/complete.js';
import { completeJsonResources, completeResources } from './editing/completeResources.js';
import { karpenterHover } from './editing/hover.js';
import { bootstrapOptions } from './options/description.js';
import { looksLikeResources, resourcesIn } from './resources/model.js';
import { settingsDocument } from './resources/settings.js';
import { resourceTree } from './resources/tree.js';
import { type KarpenterContext, KarpenterView } from './view.js';

export const karpenterKind: KindSpec<KarpenterView, KarpenterContext> = {
  title: 'Karpenter bootstrap options',
  icon: 'settings-gear',
  names: [/(?:^|[/\\_.-])bootstrap-options\.jsonc?$|\.karpenter\.json$/i],
  isJson: true,
  // Options are JSON, the resources that they are made from YAML.
  read: ({ text }, json) => (!looksLikeJson(text) && looksLikeResources(text) ? resourceTree(text) : json()),
  view: (document, context) => new KarpenterView(document, context),
  validate: (view) => view.validate(),
  secrets: karpenterSecrets,
  hover: karpenterHover,
  complete: (view, offset) => {
    if (view.tree?.language === 'yaml') return completeResources(view.text, offset);
    return view.hasResources ? completeJsonResources(view, offset) : completeOptions(view, offset);
  },
  outline: karpenterOutline,
  lenses: () => lenses,
};

const lenses: Lens[] = [{ span: { start: 0, end: 0 }, title: 'Live preview…', action: { is: 'live-preview' } }];

/** The options of a document; the documents of a stream of resources are named by their kind and name. */
function* karpenterOutline(view: KarpenterView): Generator<LazyEntry> {
  const { tree } = view;
  const resources = tree?.language === 'yaml' ? resourcesIn(tree) : [];
  for (const entry of recordOutline(bootstrapOptions, view)) {
    const resource = resources.find(({ node }) => node.span.start === entry.span.start);
    yield resource === undefined ? entry : { ...entry, name: `${resource.kind} ${resource.name}`.trim() };
  }
}

/** The secrets of options, and of settings beside resources, which have none themselves. */
function* karpenterSecrets({ tree, hasResources }: KarpenterView): Generator<PlacedSecret> {
  if (tree === undefined) return;
  if (!hasResources) yield* recordSecrets(tree.root, bootstrapOptions);
  for (const { kind, node } of hasResources ? resourcesIn(tree) : [])
    if (kind === 'KarpenterSettings') yield* recordSecrets(node, settingsDocument);
}
