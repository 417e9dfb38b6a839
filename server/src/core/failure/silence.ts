import type { Span } from '../text/span.js';

/** Why a text carries no exit code, and what to do about it. */
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
  /** The words that say so; undefined where it is their absence. */
  readonly span: Span | undefined;
}

interface Sign extends Omit<NoExitCode, 'span'> {
  readonly pattern: RegExp;
}

/** Finds out why a text without an exit code has none. `isTrace` says that it is the output of a script alone. */
export function reasonWithoutCode(text: string, isTrace: boolean): NoExitCode {
  for (const { pattern, ...sign } of signs) {
    const match = pattern.exec(text);
    if (match !== null) return { ...sign, span: { start: match.index, end: match.index + match[0].length } };
  }
  return { ...(isTrace ? trace : unrelated), span: undefined };
}

const signs: readonly Sign[] = [
  {
    kind: 'node-controller',
    pattern: /failed to read provision\.json|(?:missing|invalid) ExitCode in provision\.json|parse provision\.json:/,
    reason:
      'aks-node-controller waited for the provision status and could not read it, so there is no exit code. The scripts never wrote one.',
    next: [
      'On the node, see whether /var/log/azure/aks/provision.json is there, and read /var/log/azure/aks/aks-node-controller.log.',
      'Validate the node config: a config that the node refuses ends this way.',
    ],
  },
  {
    kind: 'node-controller',
    pattern: /context deadline exceeded waiting for provision complete/,
    reason:
      'aks-node-controller gave up waiting for provisioning to end. The scripts had not finished, so there is no exit code.',
    next: [
      'On the node, read the end of /var/log/azure/cluster-provision.log: it shows which step the scripts are still at.',
    ],
  },
  {
    kind: 'node-controller',
    pattern:
      /unsupported version: |panic during provisioning|open provision file|--provision-config or --nbc-cmd is required/,
    reason: 'aks-node-controller failed before it started the scripts. The text has its words, but no exit code.',
    next: [
      'Validate /opt/azure/containers/aks-node-controller-config.json.',
      'On the node, read /var/log/azure/aks/aks-node-controller.log; provision.json there carries the code 240 in such cases.',
    ],
  },
  {
    kind: 'platform-timeout',
    pattern:
      /VMExtensionProvisioningTimeout|extension\s+\S{1,80}\s+has timed out|taken too long to complete|OSProvisioningTimedOut|did not finish in the allotted time/i,
    reason:
      'Azure gave up waiting for the VM or its extension to report. Nobody stated an exit code, because nothing had ended.',
    next: [
      'On the node, read the end of /var/log/azure/cluster-provision.log, and /var/log/waagent.log for the extension.',
      'If the node cannot be reached, look at its boot diagnostics: the serial console shows how far cloud-init and the scripts came.',
    ],
  },
  {
    kind: 'agent',
    pattern:
      /VMAgentStatusCommunicationError|has not reported status for VM agent|VM agent is not (?:ready|responding)|GuestAgent is not running/i,
    reason: 'The guest agent of the VM does not report, so Azure does not know how the extension ended.',
    next: [
      'On the node, run `systemctl status walinuxagent` (Ubuntu) or `systemctl status waagent`, and read /var/log/waagent.log.',
      'See whether a firewall or route keeps the node from 168.63.129.16 on ports 80 and 32526.',
    ],
  },
  {
    kind: 'settings',
    pattern:
      /failed to (?:get configuration|parse (?:handler )?(?:configuration|settings))|invalid configuration|(?:commandToExecute|script)[^\n]{0,60}(?:mutually exclusive|were? specified|both|is not specified|empty)|failed to decrypt/i,
    reason: 'The extension refused its settings and ran nothing, so there is no exit code.',
    next: [
      'Validate the settings of the extension: `commandToExecute` may be given once, and not beside `script`.',
      'On the node, read /var/log/azure/custom-script/handler.log.',
    ],
  },
  {
    kind: 'download',
    pattern:
      /(?:processing|failed to) (?:file )?downloads? (?:failed|files?|file\[\d+\])|failed to download (?:files?|file\[)/i,
    reason: 'The extension could not download the files of its settings and ran nothing, so there is no exit code.',
    next: [
      'Look at `fileUris` of the settings: an expired signature or a storage firewall is the usual cause.',
      'On the node, read /var/log/azure/custom-script/handler.log.',
    ],
  },
  {
    kind: 'cut',
    pattern: /terminated with exit status=?\s*\\?$|non-zero exit code of:?\s*['"\\]{0,8}$|exit status=(?!\s*-?\d)/i,
    reason: 'The text was cut just where the exit code should stand.',
    next: ['Take the whole message from the activity log or from `az vmss get-instance-view`.'],
  },
  {
    kind: 'succeeded',
    pattern:
      /Enable succeeded|ProvisioningState\/succeeded|Command execution finished(?!, but failed)|Provisioning succeeded/,
    reason:
      'The extension succeeded, so there is no failure with an exit code. A node that did not join the cluster has another reason.',
    next: [
      'On the node, run `journalctl -u kubelet --no-pager | tail -100`: Unauthorized stands for a bootstrap token that is wrong or has expired.',
      'Run `kubectl get csr` and see whether the request of the node was approved.',
    ],
  },
  {
    kind: 'no-machine',
    pattern:
      /\b(?:AllocationFailed|ZonalAllocationFailed|OverconstrainedAllocationRequest|SkuNotAvailable|QuotaExceeded|OperationNotAllowed|SubnetIsFull|RequestDisallowedByPolicy|InsufficientSubnetSize|VMSizeNotSupported)\b/,
    reason: 'Azure did not create the machine at all, so no script ran and there is no exit code.',
    next: [
      'The code in the message names the reason: capacity, quota, a full subnet or a policy. It has nothing to do with the node config.',
    ],
  },
  {
    kind: 'internal-error',
    pattern:
      /\b(?:InternalExecutionError|InternalOperationError|InternalServerError|InternalDiskManagementError)\b|internal (?:execution )?error/i,
    reason: 'Azure reports an internal error without saying how the scripts ended, so there is no exit code.',
    next: [
      'Look at the instance view of the VM: the status of the extension may say more.',
      'Try again; if it stays, report the correlation id of the activity log to Azure support.',
    ],
  },
  {
    kind: 'resource-provider',
    pattern: /\b\w{1,60}VMExtensionError\b|\b(?:Create|Reconcile|Update)VMSSAgentPoolFailed\b/,
    reason:
      'AKS names what went wrong in words of its own; the exit code of the scripts is in the message of the extension, which is not here.',
    next: [
      'Look at the details of the error, or at the activity log of the scale set, for "vmssCSE exit status" or "Enable failed".',
      'The AKS documentation has a page on each of these names; it says which exit code it stands for.',
    ],
  },
  {
    kind: 'output-only',
    pattern:
      /\[stdout\]|\[stderr\]|Enable failed|ProvisioningState\/failed|VMExtensionProvisioningError|VMExtensionHandlerNonTransientError/,
    reason: 'The text is part of a failure message, but not the part that states the exit code.',
    next: [
      'Take the whole message from the activity log, or the status of the extension from `az vmss get-instance-view`.',
    ],
  },
];

const trace: Omit<NoExitCode, 'span'> = {
  kind: 'trace',
  reason:
    'This is what the scripts wrote while they ran. Numbers in it belong to single commands; the exit code of provisioning is not among them.',
  next: ['The code is in /var/log/azure/aks/provision.json on the node, and in the status of the extension.'],
};

const unrelated: Omit<NoExitCode, 'span'> = {
  kind: 'unrelated',
  reason: 'Nothing in the text tells of provisioning or of the custom script extension.',
  next: [
    'Paste the error of the portal, an entry of the activity log, the instance view of the VM, or provision.json of the node.',
  ],
};
