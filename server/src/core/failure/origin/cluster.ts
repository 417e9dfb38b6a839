import { described, type ErrorDescription, type StepsText } from '../errors/error.js';
import { type Span, spanOfMatch } from '../../text/span.js';

/** What waits for a node, and what it waits for. */
export interface ClusterWait extends ErrorDescription {
  readonly span: Span;
}

const readNode =
  'On that VM, `journalctl -u kubelet` and /var/log/azure/cluster-provision.log show how far it got: `az vmss run-command invoke --command-id RunShellScript --instance-id N --scripts "tail -50 /var/log/azure/cluster-provision.log"`.';

const rows: readonly (readonly [RegExp, StepsText])[] = [
  [
    /Node not registered with cluster|\bNodeNotFound\b|nodeclaim[^\n]{0,80} (?:not registered|registration)|node did not register|Waiting for node to register|did not register within|registration (?:timed out|timeout|ttl)/i,
    `Karpenter created the VM, but the node did not register with the cluster.
      > \`kubectl describe nodeclaim NAME\` shows the provider ID: the VM to look at.
      > ${readNode}`,
  ],
  [
    /Waiting for a node with matching ProviderID|WaitingForNodeRef|\bNodeProvisioning\b/,
    `Cluster API created the machine, but no node with its provider ID joined the cluster.
      > \`kubectl describe azuremachine NAME\` shows the VM; read /var/log/cloud-init-output.log on it.
      > Without access to the VM, open its boot diagnostics.`,
  ],
  [
    /\bNodesNotReady\b|nodes? (?:are|is|were) not ready|Kubelet stopped posting node status|NodeStatusUnknown/i,
    `AKS waited for nodes that did not become ready.
      > \`kubectl get nodes -o wide\` shows which nodes are missing or not ready; \`kubectl describe node NAME\` gives the condition.
      > ${readNode}`,
  ],
  [
    /(?:node group|scale.?up)[^\n]{0,200}(?:timed out|failed|no nodes)|nodes? failed to (?:join|register)|instances? (?:did not|failed to) (?:join|register)/i,
    `The cluster autoscaler added instances that did not become nodes.
      > \`az vmss list-instances\` shows the newest instances and their provisioning states.
      > ${readNode}`,
  ],
];

/** What waits for a node in a text without escapes; undefined if nothing does, or if the condition is met. */
export function clusterWait(text: string): ClusterWait | undefined {
  for (const [pattern, words] of rows) {
    const match = pattern.exec(text);
    if (match !== null) return { ...described(words), span: spanOfMatch(match) };
  }
  return undefined;
}
