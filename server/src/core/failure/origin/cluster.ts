import { described, type ErrorDescription, type StepsText } from '../errors/error.js';
import { type Span, spanOfMatch } from '../../text/span.js';
import { endOfSigns, matchBehind, readyNode } from './programs/program.js';

/** What waits for a node, and what it waits for. */
export interface ClusterWait extends ErrorDescription {
  readonly span: Span;
}

const readLinux =
  'On a Linux VM, `journalctl -u kubelet` and /var/log/azure/cluster-provision.log show how far it got: `az vmss run-command invoke --command-id RunShellScript --instance-id N --scripts "tail -50 /var/log/azure/cluster-provision.log"`.';

const readNode = `>linux ${readLinux}
      >windows On a Windows VM, read C:\\AzureData\\CustomDataSetupScript.log and C:\\k\\kubelet.err.log.` as const;

/** Its pattern, its words, and the signs that it was got over. */
const rows: readonly (readonly [pattern: RegExp, words: StepsText, settledBy?: RegExp])[] = [
  [
    /\bNodeClassNotReady\b|\bUnhealthyDependents\b|(?:Reason:\s{1,40}|"reason"\s?:\s?")(?:SubnetNotFound|SubnetUnreachable|ImagesNotReady|KubernetesVersionNotReady)\b/,
    `Karpenter creates no VMs, because the AKSNodeClass is not ready.
      > \`kubectl describe aksnodeclass NAME\` shows the condition that is False, such as SubnetsReady or ImagesReady, and its message.`,
  ],
  [
    /\bNoCompatibleInstanceTypes\b|filtered out all (?:compatible )?available instance types|no instance type (?:satisfied|met|which)/i,
    `Karpenter found no VM size that meets all requirements, so it created no VM.
      - The requirements of the node pool and of the pods exclude each other, or the sizes aren't offered in the region.
      > \`kubectl describe nodepool NAME\` shows the requirements; widen those for sizes, families, zones or architectures.`,
  ],
  [
    /(?:Reason:\s{1,40}|"reason"\s?:\s?")LaunchFailed\b|failed launching nodeclaim|launching nodeclaim, creating instance/i,
    `Karpenter could not create the VM.
      > Read the error behind the message: it is Azure's.
      > \`kubectl describe nodeclaim NAME\` and \`kubectl logs -n kube-system deploy/karpenter\` show it in full.`,
  ],
  [
    /Node not registered with cluster|\bNodeNotFound\b|nodeclaim[^\n]{0,80} (?:not registered|registration)|node did not register|Waiting for node to register|did not register within|registration (?:timed out|timeout|ttl)|terminating due to registration|^[\w.-]{1,80} {1,40}Standard_\w{1,40} [^\n]{0,160} (?:Unknown|False) {1,20}\d{1,5}[smhd]/im,
    `Karpenter created the VM, but the node did not register with the cluster.
      > \`kubectl describe nodeclaim NAME\` shows the provider ID: the VM to look at.
      ${readNode}`,
  ],
  [
    /Waiting for a node with matching ProviderID|WaitingForNodeRef|\bNodeProvisioning\b|\bNodeStartupTimeout\b|Node failed to report startup/,
    `Cluster API created the machine, but no node with its provider ID joined the cluster.
      > \`kubectl describe azuremachine NAME\` shows the VM.
      >linux Read /var/log/cloud-init-output.log on it.
      > Without access to the VM, open its boot diagnostics.`,
  ],
  [
    /\bNodesNotReady\b|node(?:s|\(s\))? (?:(?:are|is|were) )?not ready\b|\bReady\s{1,20}False\b[^\n]{0,400}|\bKubeletNotReady\b|^\S{1,100} {1,40}NotReady\b[^\n]{0,60}|Kubelet stopped posting node status|NodeStatusUnknown/im,
    `AKS waited for nodes that did not become ready.
      > \`kubectl get nodes -o wide\` shows which nodes are missing or not ready; \`kubectl describe node NAME\` gives the condition.
      ${readNode}`,
    readyNode,
  ],
  [
    /\b(?:StartupTaintsExist|KnownEphemeralTaintsExist|ResourceNotRegistered|NodeNotReady)\b/,
    `The node registered, but the cluster waits until it can take pods.
      > The condition names what is missing: a taint that another component removes, a resource of a device plugin, or the node's own readiness.
      > \`kubectl describe node NAME\` shows the taints and conditions; look at the pods of the component on that node.`,
    readyNode,
  ],
  [
    /\bVMProvisionFailed\b/,
    `Cluster API could not create the VM.
      > \`kubectl describe azuremachine NAME\` shows the error of Azure behind the condition.`,
  ],
  [
    /waiting for (?:the )?(?:creation|update)\b[^\n]{0,300}context deadline exceeded/,
    `Terraform stopped waiting for Azure, which may still work on the resource.
      >agentbaker \`az aks show\` or \`az aks nodepool show\` with \`--query provisioningState\` shows how it ended; explain the error that the activity log has.
      > If creation only takes long, raise \`timeouts\` of the resource.`,
  ],
  [
    /\bWaitingFor(?:ControlPlane|ClusterInfrastructure|BootstrapData|AvailableMachines)\w{0,40}|Waiting for \w{1,60} to report spec\.providerID|extension is still in provisioning state/,
    `Cluster API still waits for another part of the cluster before this machine becomes a node.
      > \`clusterctl describe cluster NAME --show-conditions all\` shows the part that isn't ready.
      > If a machine is created already, open the boot diagnostics of its VM.`,
  ],
  [
    /(?:node group|scale.?up)[^\n]{0,200}(?:timed out|failed|no nodes)|nodes?(?: added to group \S{1,100})? failed to (?:join|register)|instances? (?:did not|failed to) (?:join|register)|\d unregistered nodes|\blongUnregistered=[1-9]|Removing unregistered node/i,
    `The cluster autoscaler added instances that did not become nodes.
      > \`az vmss list-instances\` shows the newest instances and their provisioning states.
      ${readNode}`,
  ],
];

/** What every wait means. */
export const clusterWaits: readonly ErrorDescription[] = rows.map(([, words]) => described(words));

/** What waits for a node in a text without escapes; undefined if nothing does, or if the condition is met. */
export function clusterWait(text: string): ClusterWait | undefined {
  for (const [pattern, words, settledBy] of rows) {
    const match = matchBehind(text, pattern, endOfSigns(text, settledBy));
    if (match !== null) return { ...described(words), span: spanOfMatch(match) };
  }
  return undefined;
}
