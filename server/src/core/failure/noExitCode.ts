import type { Span } from '../text/span.js';
import { described, type StepsText } from './errors/error.js';

/** Why a text has no exit code, and what to do next. */
export interface NoExitCode {
  readonly kind:
    | 'platform-timeout'
    | 'agent'
    | 'succeeded'
    | 'settings'
    | 'download'
    | 'node-controller'
    | 'internal-error'
    | 'no-machine'
    | 'resource-provider'
    | 'cut'
    | 'trace'
    | 'output-only'
    | 'unrelated';
  /** One sentence. */
  readonly reason: string;
  readonly next: readonly string[];
  /** The range that shows the reason; undefined if the reason is that something is missing. */
  readonly span: Span | undefined;
}

/** Finds out why a text has no exit code. `isTrace` means that it is only the output of a script. */
export function reasonWithoutCode(text: string, isTrace: boolean): NoExitCode {
  for (const [kind, pattern, sentences] of knownReasons) {
    const match = pattern.exec(text);
    if (match !== null) return noExitCode(kind, sentences, { start: match.index, end: match.index + match[0].length });
  }
  return isTrace ? noExitCode('trace', trace) : noExitCode('unrelated', unrelated);
}

/** A reason without an exit code, from its text: the sentence and the next steps. */
export function noExitCode(kind: NoExitCode['kind'], text: StepsText, span?: Span): NoExitCode {
  const { meaning, next } = described(text);
  return { kind, reason: meaning, next, span };
}

const knownReasons: readonly (readonly [NoExitCode['kind'], RegExp, StepsText])[] = [
  [
    'node-controller',
    /failed to read provision\.json|(?:missing|invalid) ExitCode in provision\.json|parse provision\.json:/,
    `aks-node-controller could not read the provision status, because the scripts never wrote an exit code.
      > On the node, check whether /var/log/azure/aks/provision.json exists, and read /var/log/azure/aks/aks-node-controller.log.
      > Validate the node config: a config that the node rejects has this result.`,
  ],
  [
    'node-controller',
    /context deadline exceeded waiting for provision complete/,
    `aks-node-controller stopped waiting before the scripts finished, so there is no exit code.
      > On the node, read the end of /var/log/azure/cluster-provision.log: it shows the step that is still running.`,
  ],
  [
    'node-controller',
    /unsupported version: |panic during provisioning|open provision file|--provision-config or --nbc-cmd is required/,
    `aks-node-controller failed before it started the scripts. The text contains its error message, but no exit code.
      > Validate /opt/azure/containers/aks-node-controller-config.json.
      > On the node, read /var/log/azure/aks/aks-node-controller.log; provision.json in the same folder has the code 240.`,
  ],
  [
    'platform-timeout',
    /VMExtensionProvisioningTimeout|extension\s+\S{1,80}\s+has timed out|taken too long to complete|OSProvisioningTimedOut|did not finish in the allotted time/i,
    `Azure stopped waiting for the VM or its extension to report. There is no exit code, because the scripts had not finished.
      > On the node, read the end of /var/log/azure/cluster-provision.log, and the lines about the extension in /var/log/waagent.log.
      > If you can't reach the node, open its boot diagnostics: the serial console shows how far cloud-init and the scripts got.`,
  ],
  [
    'agent',
    /VMAgentStatusCommunicationError|has not reported status for VM agent|VM agent is not (?:ready|responding)|GuestAgent is not running/i,
    `The guest agent of the VM doesn't report, so Azure doesn't know how the extension ended.
      > On the node, run \`systemctl status walinuxagent\` (Ubuntu) or \`systemctl status waagent\`, and read /var/log/waagent.log.
      > Check whether a firewall or route blocks the node from 168.63.129.16 on ports 80 and 32526.`,
  ],
  [
    'settings',
    /failed to (?:get configuration|parse (?:handler )?(?:configuration|settings))|invalid configuration|(?:commandToExecute|script)[^\n]{0,60}(?:mutually exclusive|were? specified|both|is not specified|empty)|failed to decrypt/i,
    `The extension rejected its settings and ran nothing, so there is no exit code.
      > Validate the settings of the extension: set \`commandToExecute\` once, and not together with \`script\`.
      > On the node, read /var/log/azure/custom-script/handler.log.`,
  ],
  [
    'download',
    /(?:processing|failed to) (?:file )?downloads? (?:failed|files?|file\[\d+\])|failed to download (?:files?|file\[)/i,
    `The extension could not download the files of its settings and ran nothing, so there is no exit code.
      > Check \`fileUris\` in the settings: the usual cause is an expired signature or a storage firewall.
      > On the node, read /var/log/azure/custom-script/handler.log.`,
  ],
  [
    'cut',
    /terminated with exit status=?\s*\\?$|non-zero exit code of:?\s*['"\\]{0,8}$|exit status=(?!\s*-?\d)/i,
    `The text was cut just before the exit code.
      > Copy the complete message from the activity log or from \`az vmss get-instance-view\`.`,
  ],
  [
    'succeeded',
    /Enable succeeded|ProvisioningState\/succeeded|Command execution finished(?!, but failed)|Provisioning succeeded/,
    `The extension succeeded, so there is no exit code. If the node didn't join the cluster, the cause is elsewhere.
      > On the node, run \`journalctl -u kubelet --no-pager | tail -100\`: Unauthorized means that the bootstrap token is wrong or expired.
      > Run \`kubectl get csr\` and check whether the node's request was approved.`,
  ],
  [
    'no-machine',
    /\b(?:AllocationFailed|ZonalAllocationFailed|OverconstrainedAllocationRequest|SkuNotAvailable|QuotaExceeded|OperationNotAllowed|SubnetIsFull|RequestDisallowedByPolicy|InsufficientSubnetSize|VMSizeNotSupported)\b/,
    `Azure did not create the machine, so no script ran and there is no exit code.
      > Read the error code in the message: the cause is capacity, quota, a full subnet or a policy, not the node config.`,
  ],
  [
    'internal-error',
    /\b(?:InternalExecutionError|InternalOperationError|InternalServerError|InternalDiskManagementError)\b|internal (?:execution )?error/i,
    `Azure reports an internal error but not how the scripts ended, so there is no exit code.
      > Open the instance view of the VM: the status of the extension may contain more.
      > Try again. If the error remains, send Azure support the correlation ID from the activity log.`,
  ],
  [
    'resource-provider',
    /\b\w{1,60}VMExtensionError\b|\b(?:Create|Reconcile|Update)VMSSAgentPoolFailed\b/,
    `AKS reports its own error name. The exit code of the scripts is in the message of the extension, which this text does not contain.
      > Search the error details or the activity log of the scale set for "vmssCSE exit status" or "Enable failed".
      > Look up the error name in the AKS documentation: its page lists the exit code.`,
  ],
  [
    'output-only',
    /\[stdout\]|\[stderr\]|Enable failed|ProvisioningState\/failed|VMExtensionProvisioningError|VMExtensionHandlerNonTransientError/,
    `The text is part of a failure message, but not the part with the exit code.
      > Copy the complete message from the activity log, or the status of the extension from \`az vmss get-instance-view\`.`,
  ],
];

const trace = `This is the trace of the scripts. Its numbers belong to single commands; none is the exit code of provisioning.
  > Read the exit code in /var/log/azure/aks/provision.json on the node, or in the status of the extension.`;

const unrelated = `The text contains nothing about provisioning or the custom script extension.
  > Paste the error from the portal, an activity log entry, the instance view of the VM, or provision.json from the node.`;
