import { journalTime, kernelTime } from './times.js';
import { looksLikeTrace } from './trace.js';

/** Characters of a text that are searched to recognise it. */
const searchedLength = 256 * 1024;

/** Whether a text reports how provisioning, or an extension that runs scripts, ended. */
export function reportsFailure(text: string): boolean {
  return failureWords.test(text.slice(0, searchedLength));
}

/** Whether the custom script extension reports in a message how its command ended. */
export function isScriptStatus(message: string): boolean {
  return message.includes('[stdout]') || reportsFailure(message);
}

/** Phrases of the extensions, the AKS resource provider and aks-node-controller, and the status on the node. */
const failureWords =
  /terminated with exit status|ProvisioningState\/failed|returned a non-zero exit code|vmssCSE exit status|extension '?(?:vmssCSE|cse-(?:agent|master)-)|VMExtensionProvisioning(?:Error|Timeout)|\bExitCode\s{0,4}:\s{0,4}\||provision failed: exitCode=|"ExitCode\\{0,15}"\s{0,4}:\s{0,4}\\{0,15}"-?\d{1,10}\\{0,15}"\s{0,40},\s{0,40}\\{0,15}"(?:Output|Error|E2E|ExecDuration)\b/;

/** Whether a text is a log of a node's boot. */
export function isProvisionLog(text: string): boolean {
  const start = text.slice(0, 20_000);
  return logLine.test(start) || guestAgentEvent.test(start) || (looksLikeTrace(start) && start.includes('/opt/azure/'));
}

/** The time and the host of a line of the journal. */
const inJournal = String.raw`^${journalTime} [\w.-]{1,80} `;

const beginningsOfLines: readonly RegExp[] = [
  // cloud-init.log and the output of cloud-init.
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} - [\w.-]{1,60}\[[A-Z]{4,8}\]: /,
  /^Cloud-init v\. \S{1,40} running /,
  // The guest agent, in its old and its new format.
  /^(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d\S{0,12}|\S{0,40}) (?:INFO|WARNING|ERROR|VERBOSE) (?:Daemon|ExtHandler|MainThread|EnvHandler)\b/,
  // The custom script extension, and aks-node-controller's output.
  /^time=\S{19,40} (?:version=\S{1,80} operation=|level=[A-Z]{4,5} msg="?aks-node-controller\b)/,
  // The same programs in the system log and the journal.
  new RegExp(
    String.raw`${inJournal}(?:(?:cloud-init|aks-boothook|aks-node-controller[\w-]{0,20})(?:\[\d{1,9}\])?: |[\w.@/()-]{1,80}(?:\[\d{1,9}\])?: (?:\S{19,40} (?:INFO|WARNING|ERROR|VERBOSE) (?:Daemon|ExtHandler|MainThread|EnvHandler)\b|time=\S{19,40} version=\S{1,80} operation=))`,
  ),
  // kubelet, containerd and their units in the journal, also as JSON.
  new RegExp(
    String.raw`${inJournal}(?:(?:kubelet|containerd)\[\d{1,9}\]: |systemd\[1\]: [^\n]{0,60}\b(?:kubelet|containerd)\.service)`,
  ),
  /^\{[^\n]{0,4000}"SYSLOG_IDENTIFIER"\s?:\s?"(?:kubelet|containerd|cloud-init|aks-node-controller[\w-]{0,20}|systemd)"/,
  /^[ \t]{1,8}"SYSLOG_IDENTIFIER" : "(?:kubelet|containerd|cloud-init|aks-node-controller[\w-]{0,20}|systemd)"/,
  // The serial console and dmesg.
  new RegExp(
    String.raw`^\[(?: {0,6}\d{1,9}\.\d{6}|${kernelTime})\] (?:Linux version |cloud-init\[\d{1,9}\]: |Kernel panic )`,
  ),
  /^You are in (?:emergency|rescue) mode\. After logging in/,
  // The scripts for Windows.
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}\S{0,6}: (?:AKS\.WindowsCSE\.|Set ExitCode to )/,
  // aks-node-controller: one JSON object per line.
  /^\{"time":"[^"]{10,40}","level":"[A-Z]{4,5}","msg":"/,
];

/** All of them in one pattern: most texts are no log, and are searched once, not once for each of them. */
const logLine = new RegExp(`^(?:${beginningsOfLines.map(({ source }) => source.slice('^'.length)).join('|')})`, 'm');

/** An event that the scripts write for the guest agent. */
const guestAgentEvent = /"TaskName"\s{0,4}:\s{0,4}"AKS\./;
