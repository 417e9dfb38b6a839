/** Failure texts of our own, in the formats in which users see them. Names, addresses and times are invented. */

/** A provision status as cse_start.sh prints it on one line. */
export const statusOf50 = JSON.stringify({
  ExitCode: '50',
  Output:
    "2025-03-04 10:11:12 start\n+ [[ -n 'curl -v https://mcr.microsoft.com/v2/' ]]\n+ retrycmd_if_failure 50 1 5 curl -v https://mcr.microsoft.com/v2/\n++ date +%s\n+ echo 'giving up'\n+ exit 50",
  Error: '',
  ExecDuration: '64',
  KernelStartTime: 'Tue 2025-03-04 10:10:01 UTC',
  CloudInitLocalStartTime: 'Tue 2025-03-04 10:10:04 UTC',
  CloudInitStartTime: 'Tue 2025-03-04 10:10:07 UTC',
  CloudFinalStartTime: 'Tue 2025-03-04 10:10:15 UTC',
  NetworkdStartTime: 'Tue 2025-03-04 10:10:05 UTC',
  CSEStartTime: 'Tue Mar  4 10:10:20 UTC 2025',
  GuestAgentStartTime: 'Tue 2025-03-04 10:10:14 UTC',
  SystemdSummary: 'Startup finished in 2.1s (kernel) + 12s (userspace) = 14.1s ',
  BootDatapoints: {
    KernelStartTime: 'Tue 2025-03-04 10:10:01 UTC',
    CSEStartTime: 'Tue Mar  4 10:10:20 UTC 2025',
    GuestAgentStartTime: 'Tue 2025-03-04 10:10:14 UTC',
    KubeletStartTime: 'n/a',
  },
});

/** What the extension for Linux makes of a command's end. */
export function extensionMessage(code: number, stdout: string, stderr = ''): string {
  return `Enable failed: failed to execute command: command terminated with exit status=${code}\n[stdout]\n${stdout}\n\n[stderr]\n${stderr}`;
}

/** What the portal shows of it. */
export function portalMessage(code: number, stdout: string, name = 'vmssCSE'): string {
  return `VM has reported a failure when processing extension '${name}' (publisher 'Microsoft.Azure.Extensions' and type 'CustomScript'). Error message: '${extensionMessage(code, stdout)}'. More information on troubleshooting is available at https://aka.ms/VMExtensionCSELinuxTroubleshoot.`;
}

/** The instance view of a scale set instance, with an extension that has nothing to do with provisioning in front. */
export function instanceView(message: string, name = 'vmssCSE'): string {
  return JSON.stringify(
    {
      extensions: [
        {
          name: 'vmssBilling',
          type: 'Microsoft.AKS.Compute.AKS.Linux.Billing',
          statuses: [{ code: 'ProvisioningState/succeeded', message: 'Success' }],
        },
        {
          name,
          type: 'Microsoft.Azure.Extensions.CustomScript',
          typeHandlerVersion: '2.1.10',
          statuses: [
            message.includes('Enable succeeded')
              ? { code: 'ProvisioningState/succeeded', level: 'Info', message }
              : { code: 'ProvisioningState/failed/50', level: 'Error', message },
          ],
        },
      ],
    },
    undefined,
    2,
  );
}

/** The instance view of a VM whose guest agent runs, with the states of its extensions and its own. */
export function statesOf(extensions: Readonly<Record<string, string>>, machine: string): string {
  const stated = (code: string, displayStatus: string): object => ({ code, level: 'Info', displayStatus });
  return JSON.stringify(
    {
      vmAgent: { vmAgentVersion: '2.14.0.1', statuses: [stated('ProvisioningState/succeeded', 'Ready')] },
      extensions: Object.entries(extensions).map(([name, state]) => ({
        name,
        type: 'Microsoft.Azure.Extensions.CustomScript',
        statuses: [stated(`ProvisioningState/${state}`, state)],
      })),
      statuses: [stated(`ProvisioningState/${machine}`, machine), stated('PowerState/running', 'VM running')],
    },
    undefined,
    1,
  );
}

/** An entry of the activity log: the message in an error, in a text of JSON, in a property. */
export function activityLog(message: string): string {
  const error = { code: 'ResourceOperationFailure', details: [{ code: 'VMExtensionProvisioningError', message }] };
  return JSON.stringify(
    {
      operationName: { value: 'Microsoft.Compute/virtualMachineScaleSets/write' },
      properties: { statusCode: 'Conflict', statusMessage: JSON.stringify({ status: 'Failed', error }) },
    },
    undefined,
    2,
  );
}

/** What the Windows scripts report through their extension. */
export function windowsMessage(code: number, name: string): string {
  return `VM has reported a failure when processing extension 'vmssCSE' (publisher 'Microsoft.Compute' and type 'CustomScriptExtension'). Error message: "Command execution finished, but failed because it returned a non-zero exit code of: '1'. The command had an error output of: 'ExitCode: |${code}|, Output: |${name}|, Error: |Something\r\nwent wrong|\r\nAt C:\\Azur...'"`;
}
