/** What a document is; decides which rules, previews and decoders apply to it. */
export const documentKinds = [
  'node-config',
  'cloud-config',
  'user-data',
  'vmss-json',
  'vm-json',
  'activity-log',
  'arm-template',
  'arm-deployment',
  'run-command',
  'bicep',
  'cse-settings',
  'cse-command',
  'custom-data',
  'ignition',
  'goal-state',
  'karpenter-options',
  'kubernetes',
  'terraform',
  'mime',
  'cse-status',
  'provision-log',
  'tool-config',
  'unknown',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Whether a string names a kind. */
export function isDocumentKind(text: string): text is DocumentKind {
  return (documentKinds as readonly string[]).includes(text);
}

/** Whether it is known what a document is. */
export function isKnown({ kind }: { readonly kind: DocumentKind }): boolean {
  return kind !== 'unknown';
}
