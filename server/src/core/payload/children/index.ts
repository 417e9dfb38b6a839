import type { DocumentKind } from '../../document/kinds.js';
import { cloudConfigFiles } from './cloudConfigFiles.js';
import type { ChildFinder } from './finder.js';
import { ignitionFiles } from './ignitionFiles.js';
import { machineFields } from './machineFields.js';
import { mimeParts } from './mimeParts.js';
import { userDataChildren } from './userDataChildren.js';

/** Where each kind of document keeps its payloads; the other kinds hold none. */
export const childFinders: Partial<Record<DocumentKind, ChildFinder>> = {
  'vmss-json': machineFields,
  'vm-json': machineFields,
  'arm-template': machineFields,
  'activity-log': machineFields,
  'cse-settings': machineFields,
  'cloud-config': cloudConfigFiles,
  'user-data': userDataChildren,
  ignition: ignitionFiles,
  mime: mimeParts,
};
