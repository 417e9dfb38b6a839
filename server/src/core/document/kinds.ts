/** What a document is; decides which rules, previews and decoders apply to it. */
export const documentKinds = [
  'node-config',
  'cloud-config',
  'user-data',
  'vmss-json',
  'vm-json',
  'activity-log',
  'arm-template',
  'cse-settings',
  'cse-command',
  'custom-data',
  'ignition',
  'goal-state',
  'karpenter-options',
  'kubernetes',
  'mime',
  'cse-status',
  'provision-log',
  'unknown',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Whether a text names a kind. */
export function isDocumentKind(text: string): text is DocumentKind {
  return (documentKinds as readonly string[]).includes(text);
}

/** A kind as a reader would say it. */
export const kindTitles: Readonly<Record<DocumentKind, string>> = {
  'node-config': 'AKS node config',
  'cloud-config': 'cloud-config',
  'user-data': 'cloud-init user data',
  'vmss-json': 'VMSS JSON',
  'vm-json': 'VM JSON',
  'activity-log': 'activity log',
  'arm-template': 'ARM template',
  'cse-settings': 'CSE settings',
  'cse-command': 'CSE command',
  'custom-data': 'custom data',
  ignition: 'Ignition config',
  'goal-state': 'goal state',
  'karpenter-options': 'Karpenter bootstrap options',
  kubernetes: 'Kubernetes manifest',
  mime: 'MIME message',
  'cse-status': 'provisioning status',
  'provision-log': 'provisioning log',
  unknown: 'document of an unknown kind',
};
