/** The names of the schemas that this version publishes, each in a file of `schemas/`. */
export const schemaNames = [
  'aks-node-config',
  'aks-bootstrap-config',
  'cloud-config',
  'cse-status',
  'karpenter-bootstrap-options',
] as const;
