import type { DocumentKind } from '../../document/kinds.js';
import { machineFields, statusText, templatePayloads } from './machine.js';
import { cloudConfigFiles } from './cloudConfigFiles.js';
import type { LayerName } from '../../document/payload.js';
import { commandLine } from './shell.js';
import type { ChildFinder } from './container.js';
import { jsonInCells, jsonLines, looseFields, looseText } from './looseJson.js';
import { secretUserData } from './kubernetesSecret.js';
import { goalState } from './goalState.js';
import { ignitionFiles } from './ignition.js';
import { mimeParts, userDataChildren } from './userData.js';
import { tarMembers } from './tar.js';

/** Where each kind of document keeps its payloads; the other kinds hold none. */
const finders: Partial<Record<DocumentKind, ChildFinder>> = {
  'vmss-json': machineFields,
  'vm-json': machineFields,
  'arm-template': templatePayloads,
  'activity-log': machineFields,
  'cse-settings': machineFields,
  'cloud-config': cloudConfigFiles,
  'user-data': userDataChildren,
  'cse-command': commandLine,
  ignition: ignitionFiles,
  kubernetes: secretUserData,
  mime: mimeParts,
  'goal-state': goalState,
  'cse-status': machineFields,
  unknown: looseText,
};

/** Formats that no kind of document stands for. */
const formatFinders: Partial<Record<LayerName, ChildFinder>> = {
  tar: tarMembers,
  jsonl: jsonLines,
  csv: jsonInCells,
  'cse-status-text': statusText,
};

/** What looks for the children of a document; undefined where it can hold none. */
export function finderOf(kind: DocumentKind, format: LayerName): ChildFinder | undefined {
  // JSON in a string may hold fields wherever it came from.
  if (kind === 'unknown' && format === 'json-string') return looseFields;
  return formatFinders[format] ?? finders[kind];
}
