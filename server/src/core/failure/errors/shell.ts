import { described, type ErrorDescription, type ErrorText } from './error.js';

/** What a code of the shell or of a wrapper around the scripts means; undefined for other codes. */
export function shellCode(code: number): ErrorDescription | undefined {
  const text = shellCodes[code];
  return text === undefined ? undefined : described(text);
}

/** `timeout` of GNU coreutils ended the command. */
export const timedOut = 124;

/** POSIX shells define 126 to 165, GNU coreutils' `timeout` 124 and 137. They aren't in the tables. */
const shellCodes: Readonly<Record<number, ErrorText>> = {
  1: `The command failed. Wrappers return 1 for any reason.
    -agentbaker aks-node-controller exits with 1 if provisioning failed: the actual code is in the provision status.
    - The command of the extension is a wrapper that hides the code of the script.
    >agentbaker On a Linux node, read /var/log/azure/aks/provision.json and /var/log/azure/aks/aks-node-controller.log.
    >windows On a Windows node, read C:\\AzureData\\provision.complete and C:\\AzureData\\CustomDataSetupScript.log.
    >engines On the node, read the end of /var/log/azure/cluster-provision.log.`,
  124: `A command ran longer than its time limit, and \`timeout\` ended it.
    -agentbaker The provisioning scripts ran for more than 15 minutes, the limit that cse_start.sh sets.
    -linux A single step under \`timeout\` took too long, and the scripts passed its 124 on.
    -agentbaker Scripts of images from before June 2023 also used 124 for a missing node image marker, which is 65 today.
    -windows A program that the scripts call returned 124; Windows itself has no \`timeout\` that does.
    >agentbaker Check the duration: 900 seconds is the limit for all scripts.
    >linux Check the last commands in /var/log/azure/cluster-provision.log: the usual cause is a download that is retried repeatedly.
    >windows Read the end of C:\\AzureData\\CustomDataSetupScript.log.`,
  126: `The shell found the command but could not execute it.
    -linux The file has no execute permission, or its file system is mounted with noexec.
    -windows The command of the extension is not one that the shell can start.
    >linux On the node, run \`ls -l\` on the extension's command and \`findmnt -T\` on its folder.
    >windows Compare the command with the settings of the extension.`,
  127: `The shell did not find the command.
    - The script was not downloaded, or is not in the folder where the extension runs its command.
    -linux The first line of the script names an interpreter that doesn't exist, for example because of Windows line endings.
    > Read the text after [stderr]: the shell names the missing file.`,
  137: `The command was killed (signal 9).
    -linux \`timeout\` killed the scripts because they did not stop after their time limit.
    -linux The kernel killed the process because the node ran out of memory.
    -windows Something ended the process from outside.
    >linux On the node, run \`dmesg | grep -i -e "killed process" -e oom\`, and check how long the scripts ran.
    >windows Search the system event log of the node around that time.`,
  143: `The command was terminated (signal 15).
    - The guest agent or the system terminated it, for example at a reboot or because the extension timed out.
    >linux Search /var/log/waagent.log for the extension around that time.
    >windows Search C:\\WindowsAzure\\Logs\\WaAppAgent.log for the extension around that time.`,
};
