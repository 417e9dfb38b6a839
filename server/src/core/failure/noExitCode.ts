import { firstMatch, type Span, spanOfMatch } from '../text/span.js';
import { type Advice, described, type StepsText } from './errors/error.js';
import { scriptStart } from './origin/origin.js';
import { waitForNodeScript } from './origin/reports.js';
import { failedStateIn, successIn, unfinishedExtensionIn, unfinishedIn } from './provisioningState.js';

/** Why a text has no exit code, and what to do next. */
export interface NoExitCode {
  readonly kind:
    'succeeded' | 'unfinished' | 'failed-state' | 'resource-provider' | 'cut' | 'trace' | 'output-only' | 'unrelated';
  /** One sentence. */
  readonly reason: string;
  readonly next: readonly Advice[];
  /** The range that shows the reason; undefined if the reason is that something is missing. */
  readonly span: Span | undefined;
}

/** Finds out why a text has no exit code. It can be only the output of a script, or a log. */
export function reasonWithoutCode(text: string, form?: 'trace' | 'log'): NoExitCode {
  for (const [kind, pattern, sentences] of knownReasons) {
    const span = pattern instanceof RegExp ? firstMatch(text, pattern) : pattern(text);
    if (span !== undefined) return noExitCode(kind, sentences, span);
  }
  if (form === 'trace') return noExitCode('trace', trace);
  return noExitCode('unrelated', form === 'log' ? quietLog : unrelated);
}

/** Whether something failed, although the text gives no exit code. */
export function isFailure({ kind }: NoExitCode): boolean {
  return kind !== 'succeeded' && kind !== 'unfinished' && kind !== 'unrelated';
}

/** A reason without an exit code, from its text: the sentence and the next steps. */
export function noExitCode(kind: NoExitCode['kind'], text: StepsText, span?: Span): NoExitCode {
  const { meaning, next } = described(text);
  return { kind, reason: meaning, next, span };
}

const whileUnfinished = `
      > Read the state again later. Scripts that run unusually long mostly wait for a download or for DNS.
      >linux On the node, read the end of /var/log/azure/cluster-provision.log: it shows how far the scripts got.
      >windows On the node, read the end of C:\\AzureData\\CustomDataSetupScript.log: it shows how far the scripts got.`;

const knownReasons: readonly (readonly [
  NoExitCode['kind'],
  RegExp | ((text: string) => Span | undefined),
  StepsText,
])[] = [
  [
    'unrelated',
    scriptStart,
    `This is a script, not what it printed.
      > Explain its log or the status of the extension; \`decode\` and \`validate\` read scripts.`,
  ],
  [
    'cut',
    /terminated with exit status=?\s*\\?$|non-zero exit code of:?\s*['"\\]{0,8}$|exit status=(?!\s*-?\d)/i,
    `The text was cut just before the exit code.
      > Copy the complete message from the activity log or from \`az vmss get-instance-view\`.`,
  ],
  [
    'unfinished',
    unfinishedExtensionIn,
    `The custom script extension has not finished, so it isn't known yet whether provisioning succeeds.${whileUnfinished}`,
  ],
  [
    'unfinished',
    unfinishedIn,
    `Provisioning has not finished, so it isn't known yet whether it succeeds.${whileUnfinished}`,
  ],
  [
    'succeeded',
    successIn,
    `Provisioning succeeded, so there is no exit code. If the node didn't join the cluster, the cause is elsewhere.
      >linux On the node, run \`journalctl -u kubelet --no-pager | tail -100\`: Unauthorized means that the bootstrap token is wrong or expired.
      > Run \`kubectl get csr\` and check whether the node's request was approved.`,
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
    waitForNodeScript,
    `The custom script extension failed or did not end in time, so the guest agent skipped the others. The text doesn't say how.
      >linux On the node, read the lines about the extension in /var/log/waagent.log, and /var/log/azure/custom-script/handler.log.
      > Copy the message of the extension from the activity log or from \`az vmss get-instance-view\`.`,
  ],
  [
    'output-only',
    partOfMessage,
    `The text is part of a failure message, but not the part with the exit code.
      > Copy the complete message from the activity log, or the status of the extension from \`az vmss get-instance-view\`.`,
  ],
  [
    'failed-state',
    failedStateIn,
    `The state is Failed, but the text gives no cause.
      > Read what failed in the activity log of the cluster's resource group and of the node resource group: \`az monitor activity-log list --resource-group GROUP --status Failed\`.
      > Read the statuses of the extensions: \`az vmss get-instance-view --instance-id N\` or \`az vm get-instance-view\`.`,
  ],
];

/** Sections of the message of an extension. The guest agent logs them also for commands that succeed. */
function partOfMessage(text: string): Span | undefined {
  const sections =
    /\bCommand: [^\n]{1,400}\n\[stdout\][^]{0,8000}?\n\[stderr\]|\[stdout\]|\[stderr\]|Enable failed|VMExtensionProvisioningError|VMExtensionHandlerNonTransientError/g;
  for (const match of text.matchAll(sections)) if (!match[0].startsWith('Command: ')) return spanOfMatch(match);
  return undefined;
}

const trace = `This is the trace of the scripts. Its numbers belong to single commands; none is the exit code of provisioning.
  >agentbaker Read the exit code in /var/log/azure/aks/provision.json on the node, or in the status of the extension.
  >engines Read the exit code in the status of the extension.`;

const quietLog = `No failure was found in this log.
  >linux If the node didn't join the cluster, explain the other logs together, best as a folder: /var/log/azure, /var/log/cloud-init.log, /var/log/waagent.log and \`journalctl -u kubelet\`.
  >windows If the node didn't join the cluster, explain the logs in C:\\AzureData and C:\\k together.`;

const unrelated = `The text contains nothing about provisioning or the custom script extension.
  > Paste the error from the portal, an activity log entry, the instance view of the VM, or provision.json from the node.`;
