import { karpenterScriptOf } from '../../../core/index.js';
import { renderingFields } from '../../../results/rendering.js';
import { mapRendered, maskingRemark, renderCommand } from './renderCommand.js';

export const karpenter = renderCommand({
  name: 'karpenter',
  summary: "the script that Karpenter's Azure provider boots a node with, from a bootstrap-options document",
  kind: 'karpenter-options',
  details: `The options are a JSON object with the names of the provider's own (aks-bootstrap schema
karpenter-bootstrap-options), read in any casing. Labels, kubelet flags and the lists in them are
sorted; Karpenter writes them in no fixed order. The JSON result has containerd's config beside the
script that carries it.

The bootstrap token is masked; --show-secrets gives the real thing.`,
  prepare(args) {
    const showSecrets = args.flag('show-secrets');
    return (analysis) =>
      mapRendered(karpenterScriptOf(analysis, { showSecrets }), (value) => ({
        fields: renderingFields.karpenter(value),
        text: value.script,
        remark: maskingRemark(value.masked, 'script'),
      }));
  },
});
