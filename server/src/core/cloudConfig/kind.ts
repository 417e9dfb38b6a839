import { nameHover } from '../document/azureHover.js';
import type { KindSpec } from '../document/kindSpec.js';
import { parseNextYaml, parseYaml } from '../formats/yaml/read.js';
import { completeIn } from './editing/complete.js';
import { contentFormChanges, contentRefactorings } from './editing/contentForms.js';
import { cloudConfigOutline, commentFoldings } from './editing/outline.js';
import { cloudConfigHints, cloudConfigHover } from './editing/hover.js';
import { ignoringChange } from './ignoreComments.js';
import { definitionsAt, fileLinks, referencesAt } from './editing/relations.js';
import { archiveType, userDataTypeOf } from './userData/contentTypes.js';
import { MessageView, partHeaderHover, UserDataView } from './userData/view.js';
import { templateTree } from './userData/template.js';
import { cloudConfigSecrets } from './secrets.js';
import { CloudConfigView } from './view.js';
import type { CloudConfigContext } from './rules/input.js';

export const cloudConfigKind: KindSpec<CloudConfigView, CloudConfigContext> = {
  title: 'cloud-config',
  icon: 'cloud',
  names: [/^(?=.*\.ya?ml$)(?:.*[/\\_.-])?cloud-(?:config|init)[-_.]/i],
  hasLinks: true,
  read: (document) => {
    const { text, budget, entries } = document;
    if (userDataTypeOf(document) === 'text/jinja2') return templateTree(text, budget);
    return entries === undefined ? parseYaml(text, budget) : parseNextYaml(text, entries, budget);
  },
  view: (document, context) => new CloudConfigView(document, context),
  validate: (view) => view.validate(),
  ignored: (view) => view.ignored,
  secrets: cloudConfigSecrets,
  hover: (view, offset) => cloudConfigHover(view, offset) ?? nameHover(view.text, offset),
  complete: completeIn,
  outline: (view) => cloudConfigOutline(view.tree?.root, view.schema),
  foldings: commentFoldings,
  inlayHints: cloudConfigHints,
  definitions: definitionsAt,
  references: referencesAt,
  fileLinks,
  ignoringChange,
  refactorings: contentRefactorings,
  refactoringChanges: contentFormChanges,
};

/** User data that is neither a cloud-config nor a message. */
export const userDataKind: KindSpec<UserDataView, CloudConfigContext> = {
  title: 'cloud-init user data',
  isPlain: true,
  read: (document) =>
    userDataTypeOf(document) === archiveType ? parseYaml(document.text, document.budget) : undefined,
  view: (document, context) => new UserDataView(document, context),
  validate: (view) => view.validate(),
};

export const messageKind: KindSpec<MessageView> = {
  title: 'MIME message',
  icon: 'mail',
  read: () => undefined,
  view: (document) => new MessageView(document),
  validate: (view) => view.validate(),
  hover: (view, offset) => partHeaderHover(view, offset) ?? nameHover(view.text, offset),
  foldings: ({ parts }) => parts.map(({ whole }) => ({ span: whole, form: 'lines', depth: 0 })),
  selections: ({ parts }) => parts.flatMap(({ whole, body }) => [whole, body]),
};
