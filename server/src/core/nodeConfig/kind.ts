import { markup } from '../text/markdown.js';
import { nameHover } from '../document/azureHover.js';
import type { HoverInfo, Lens } from '../document/editing.js';
import type { KindSpec } from '../document/kindSpec.js';
import { recordOutline } from '../document/recordEditing.js';
import { recordSecrets } from '../record/secrets.js';
import type { PlacedSecret } from '../secrets/places.js';
import { contract } from './contract/contract.js';
import { completeNodeConfig } from './editing/complete.js';
import { nodeConfigHints } from './editing/hints.js';
import { nodeConfigHover } from './editing/hover.js';
import { configChanges, configRefactorings } from './editing/refactor.js';
import { NodeConfigView } from './view.js';
import type { NodeConfigContext } from './rules/input.js';

export const nodeConfigKind: KindSpec<NodeConfigView, NodeConfigContext> = {
  title: 'AKS node config',
  icon: 'settings-gear',
  names: [
    /^(?=.*\.jsonc?$)(?:.*[/\\_.-])?aks-node-controller-config[-_.]/i,
    /\.(?:aks-)?node-config\.jsonc?$|(?:^|[/\\])aksnodeconfig\.json$/i,
  ],
  isJson: true,
  hasLinks: true,
  view: (document, context) => new NodeConfigView(document, context),
  validate: (view) => view.validate(),
  surroundings: ({ image }) => image?.title ?? '',
  validateAround: (view) => view.validateAround(),
  secrets: configSecrets,
  hover: (view, offset) => both(nameHover(view.text, offset), nodeConfigHover(view, offset)),
  complete: completeNodeConfig,
  // The type of a scalar entry is in the detail of its list or map.
  outline: (view) =>
    recordOutline(view.contract.root, view, ({ type }) => (type.kind === 'scalar' ? undefined : type.of.name)),
  inlayHints: nodeConfigHints,
  lenses: lensesOf,
  refactorings: configRefactorings,
  refactoringChanges: configChanges,
};

/** What is secret by the built-in contract stays so, whatever a checkout declares. */
function* configSecrets({ tree, contract: own }: NodeConfigView): Generator<PlacedSecret> {
  yield* recordSecrets(tree?.root, contract.root);
  if (own !== contract) yield* recordSecrets(tree?.root, own.root);
}

const span = { start: 0, end: 0 };
const previewLenses: readonly Lens[] = [
  { span, title: 'Live preview…', action: { is: 'live-preview' } },
  { span, title: 'Preview custom data', action: { is: 'preview-custom-data' } },
  { span, title: 'Preview CSE', action: { is: 'preview-cse' } },
];

/** What the node starts with, and the previews. Fields in one line have no room for notes. */
function lensesOf({ asNodeSees, text, tree }: NodeConfigView): Lens[] {
  const isOneLine = tree?.root?.kind === 'object' && tree.root.members.length > 1 && !/[\r\n]/.test(text.trim());
  const format: Lens[] = isOneLine ? [{ span, title: 'Format', action: { is: 'format' } }] : [];
  const summary: Lens[] =
    asNodeSees === undefined ? [] : [{ span, title: asNodeSees.summary, action: { is: 'as-node-sees' } }];
  return [...format, ...summary, ...previewLenses];
}

/** The description of a value above the one of its field. */
function both(value: HoverInfo | undefined, field: HoverInfo | undefined): HoverInfo | undefined {
  if (value === undefined || field === undefined) return field ?? value;
  return { markdown: markup`${value.markdown}\n\n---\n\n${field.markdown}`, span: field.span };
}
