import type { DocumentKind } from '../document/kinds.js';
import { kindByName } from './detectKind.js';

/** What shows each kind in the content of a document, as the end of a sentence; `unknown` has nothing. */
const signs: Readonly<Record<Exclude<DocumentKind, 'unknown'>, string>> = {
  'node-config': 'it has fields of aks-node-controller-config.json',
  'cloud-config': 'it begins with #cloud-config, or has keys of cloud-init only',
  'user-data': 'it begins like user data of cloud-init: #!, #cloud-boothook, #include or another of its headers',
  'vmss-json': 'it has a virtualMachineProfile, or the type of a scale set',
  'vm-json': 'it has an osProfile, a storageProfile or an instance view, or the type of a VM',
  'activity-log': 'it has the members or columns of events in the activity log',
  'arm-template': 'it has the $schema or members of a template, or is an expression of one',
  'arm-deployment': 'it has parameters with values, or the outputs or changes of a deployment',
  'run-command': 'it has the output of a run command',
  bicep: 'it has declarations of Bicep',
  'cse-settings': 'it has settings of the custom script extension',
  'cse-command': 'it is a command line like those of the custom script extension',
  'custom-data': 'it is base64 or gzip data of user data',
  ignition: 'it has an ignition version',
  'goal-state': 'it has the root element or members of a goal state of the VM agent',
  'karpenter-options': "it has resources of Karpenter, or options of Karpenter's bootstrap script",
  kubernetes: 'it has an apiVersion and a kind, and a Secret, user data or payload fields',
  terraform: 'it has the members of a state or plan of Terraform, or blocks or changes as in its language',
  mime: 'it begins with the header of a MIME message',
  'cse-status': 'it reports how a custom script extension ended',
  'tool-config': 'it is named like a configuration file of aks-bootstrap',
  'provision-log': 'it has lines of a log of provisioning',
};

/** Why a document has its kind, for "Read as X because …"; undefined if its kind isn't known. */
export function kindReason(kind: DocumentKind, name: string, isChosen: boolean): string | undefined {
  if (kind === 'unknown') return undefined;
  if (isChosen) return 'you chose it';
  return kindByName(name) === kind ? 'its file name says so' : signs[kind];
}
