import type { ErrorText } from './errors/error.js';

/**
 * Exit codes that no table has, because they come from the shell or from a wrapper around the scripts. What they mean is
 * the same everywhere: POSIX shells for 126 to 165, GNU coreutils' `timeout` for 124 and 137.
 */
export const shellCodes: ReadonlyMap<number, ErrorText> = new Map<number, ErrorText>([
  [
    1,
    {
      meaning: 'The command failed; 1 is what wrappers answer with, whatever the reason was.',
      causes: [
        'aks-node-controller ends with 1 when provisioning failed: the real code is in its provision status.',
        'The command of the extension is a wrapper that hides the code of the script.',
      ],
      next: [
        'On a Linux node, look at /var/log/azure/aks/provision.json and /var/log/azure/aks/aks-node-controller.log.',
        'On a Windows node, look at C:\\AzureData\\CSEResult.log and C:\\AzureData\\CustomDataSetupScript.log.',
      ],
    },
  ],
  [
    124,
    {
      meaning: 'A command was ended by `timeout` because its time was over.',
      causes: [
        'The provisioning scripts as a whole ran for more than 15 minutes, after which cse_start.sh ends them.',
        'A single step that runs under `timeout` took too long, and its 124 was passed on.',
        'Scripts of old images also used 124 for a missing mark of the node image, which is 65 today.',
      ],
      next: [
        'Compare the duration: 900 seconds stand for the limit of all scripts.',
        'Look at the last commands in /var/log/azure/cluster-provision.log: a download that is tried again and again is the usual one.',
      ],
    },
  ],
  [
    126,
    {
      meaning: 'The shell found the command and could not execute it.',
      causes: ['The file has no permission to be executed, or lies on a file system that is mounted with noexec.'],
      next: ['On the node, run `ls -l` for the command of the extension and `findmnt -T` for its folder.'],
    },
  ],
  [
    127,
    {
      meaning: 'The shell did not find the command.',
      causes: [
        'The script was not downloaded, or is not in the folder in which the extension runs its command.',
        'The first line of the script names an interpreter that is not there, as it does with line ends of Windows.',
      ],
      next: ['Look at the text behind [stderr]: the shell names what it did not find.'],
    },
  ],
  [
    137,
    {
      meaning: 'The command was killed (signal 9).',
      causes: [
        '`timeout` killed the scripts because they did not end when their 15 minutes were over.',
        'The kernel killed the process because the memory was used up.',
      ],
      next: ['On the node, run `dmesg | grep -i -e "killed process" -e oom`, and see how long the scripts ran.'],
    },
  ],
  [
    143,
    {
      meaning: 'The command was asked to end (signal 15) and did.',
      causes: ['The guest agent or systemd ended it, as at a reboot or when the time of the extension was over.'],
      next: ['Look in /var/log/waagent.log for the extension around that time.'],
    },
  ],
]);
