import type { OptionSpecs } from '../../arguments.js';

/** What commands take that make Karpenter's script from resources. */
export const resourceOptions: OptionSpecs = {
  'karpenter-settings': {
    type: 'string',
    value: 'FILE',
    help: 'what Karpenter knows beside its resources: a document of the kind KarpenterSettings',
  },
  'node-pool': { type: 'string', value: 'NAME', help: 'the NodePool or NodeClaim, where a file has several' },
};
