import {
  type Analysis,
  karpenterOptionsOf,
  karpenterScriptOf,
  karpenterTemplateOf,
  missingResult,
  renderingFields,
} from '../../../core/index.js';
import type { OptionSpecs } from '../../command.js';
import { mapRendered, maskingRemark, renderCommand } from './command.js';

/** Options of commands that read Karpenter's resources. */
export const karpenterOptions: OptionSpecs = {
  'karpenter-settings': {
    type: 'string',
    value: 'FILE',
    help: "Karpenter's own settings: a KarpenterSettings document, its Deployment or Helm values",
  },
  karpenter: {
    type: 'string',
    value: 'RELEASE',
    help: "release of Karpenter's Azure provider (from v1.4.0; default: the newest rules)",
  },
};

/** Options of commands that make the script of one pool. */
export const resourceOptions: OptionSpecs = {
  ...karpenterOptions,
  'node-pool': { type: 'string', value: 'NAME', help: 'the NodePool or NodeClaim, if a file has several' },
};

export const karpenter = renderCommand({
  name: 'karpenter',
  summary: "the script that Karpenter's Azure provider boots a node with, from bootstrap options or from resources",
  kind: 'karpenter-options',
  options: {
    ...resourceOptions,
    options: { type: 'boolean', help: 'print the bootstrap options that the resources give, not the script' },
    gaps: {
      type: 'boolean',
      help: 'print the script without missing settings, too: marked, with commands that find them',
    },
    template: {
      type: 'boolean',
      help: 'print a KarpenterSettings document with the missing settings, to fill in, instead of the script',
    },
  },
  details: `A file is either a JSON object of options with the names of the provider's own (aks-bootstrap schema
karpenter-bootstrap-options), read in any casing, or YAML with a NodePool or NodeClaim and its
AKSNodeClass, from which the options are computed. Everything else, such as the cluster's
endpoint, is in a document of the kind KarpenterSettings: in the file, or named by --karpenter-settings.
Karpenter's Deployment (kubectl get deployment -o yaml) and the values of its Helm chart are read as settings, too.
Missing settings are reported with the commands that find them out, and there is no script without them, except
with --gaps, which marks them. --template prints a document of settings with their names, for you to fill in.
Labels that only Azure knows are left out and reported. The JSON result lists all of these as "missing".

Labels, kubelet flags and the lists in them are sorted; Karpenter writes them in no fixed order. The
JSON result has containerd's config beside the script that carries it.

The bootstrap token is masked; --show-secrets gives the real thing.

Examples
  aks-bootstrap render karpenter shop.bootstrap-options.json
  aks-bootstrap render karpenter --karpenter-settings settings.yaml --node-pool gpu pools.yaml
  aks-bootstrap render karpenter --template pools.yaml > settings.yaml
  aks-bootstrap render karpenter --karpenter v1.6.3 --karpenter-settings settings.yaml pools.yaml
  kubectl get nodepools,aksnodeclasses -o yaml | aks-bootstrap render karpenter --options -`,
  prepare(args) {
    if (args.flag('template')) {
      return (analysis, secrets) =>
        mapRendered(karpenterOptionsOf(analysis, secrets), ({ missing }) => {
          const template = karpenterTemplateOf(analysis);
          const fields = { template: template ?? null, missing: missing.map(missingResult) };
          return { fields, text: template ?? '# No setting is missing.\n' };
        });
    }
    if (args.flag('options')) {
      return (analysis, secrets) =>
        mapRendered(karpenterOptionsOf(analysis, secrets), ({ text, masked, missing }) => ({
          fields: { options: JSON.parse(text) as unknown, missing: missing.map(missingResult) },
          text,
          remark: remarkOf(analysis, masked, 'options', 'all'),
        }));
    }
    const gaps = args.flag('gaps');
    return (analysis, secrets) =>
      mapRendered(karpenterScriptOf(analysis, { ...secrets, gaps }), (value) => ({
        fields: renderingFields.karpenter(value),
        text: value.script,
        // The script with gaps lists them itself.
        remark: remarkOf(analysis, value.masked, 'script', gaps ? 'none' : 'left-out'),
      }));
  },
});

/** Hidden secrets, missing inputs of which `listed` are named, and the first reason why Karpenter refuses the resources. */
function remarkOf(
  analysis: Analysis,
  masked: number,
  real: string,
  listed: 'all' | 'left-out' | 'none',
): string | undefined {
  const { missingInputs = [], refusals = [] } = analysis.karpenter?.reading.computed ?? {};
  const isListed = ({ blocks }: { readonly blocks: boolean }): boolean =>
    listed === 'all' || (listed === 'left-out' && !blocks);
  const open = missingInputs.filter(isListed).map(({ name }) => name);
  const left = open.length === 0 ? undefined : `left out because no setting contains it: ${open.join(', ')}`;
  const [refusal] = refusals;
  const refused = refusal && `no node is like this. ${refusal.message} Validate the file for all reasons.`;
  const parts = [maskingRemark(masked, real), left, refused].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('; ');
}
