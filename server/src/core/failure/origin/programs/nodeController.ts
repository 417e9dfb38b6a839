import { failedUnit, type ProgramRow } from './program.js';

const config = '/opt/azure/containers/aks-node-controller-config.json';

const readLog =
  'On the node, read /var/log/azure/aks/aks-node-controller.log; provision.json in the same folder has the code 240.';

const failedEarly = `aks-node-controller failed before the scripts wrote an exit code.
      > Validate ${config}.
      > On the node, read /var/log/azure/aks/aks-node-controller.log; provision.json in the same folder has the code.` as const;

/** The messages of aks-node-controller (AgentBaker 06836ee230, `aks-node-controller/app.go`). */
export const nodeControllerRows: readonly ProgramRow[] = [
  {
    pattern: /unsupported version: [^\n"]{0,40}/,
    text: `aks-node-controller refused the node config because its version is missing or unknown, so it started no scripts.
      > Set \`version\` to "v1"; if it is set, a mistake before it made the node lose the rest of the config.
      > Validate ${config}.`,
    field: 'version',
  },
  {
    pattern:
      /failed to read provision\.json[^\n"]{0,200}|(?:missing|invalid) ExitCode in provision\.json|parse provision\.json:/,
    text: `aks-node-controller could not read the provision status, because the scripts never wrote an exit code.
      > On the node, check whether /var/log/azure/aks/provision.json exists, and read /var/log/azure/aks/aks-node-controller.log.
      > Validate the node config: a config that the node rejects has this result.`,
  },
  {
    pattern: /open provision file [^\n"]{0,300}|--provision-config or --nbc-cmd is required/,
    text: `aks-node-controller found no node config: the boothook of the custom data did not write it.
      > Decode the custom data of the VM: a boothook or \`write_files\` must write ${config}.
      > On the node, read /var/log/cloud-init.log for the error of the boothook.`,
  },
  {
    pattern: /read NBC command file [^\n"]{0,300}|NBC command file \S{1,200} must be a regular file/,
    text: `aks-node-controller could not read the command of the scripts that the custom data writes beside the node config.
      > Decode the custom data of the VM and check the file that the message names.
      > ${readLog}`,
  },
  {
    pattern: /failed to (?:load GPU config|execute the template)[^\n]{0,300}|panic during provisioning: [^\n"]{0,200}/,
    text: `aks-node-controller failed while it made the command of the scripts from the node config, so it started none.
      > Validate ${config}.
      > ${readLog}`,
  },
  {
    pattern: /aks-node-controller failed"?[\s,]{1,4}"?error"?[:=]\s?"?(?<cause>[^\n]{1,300}?)(?="?\}?\s{0,4}$|",")/m,
    text: failedEarly,
    isSummary: true,
  },
  {
    pattern: /"?msg"?[:=]\s?"?(?:aks-node-controller failed|provision failed)\b[^\n]{0,200}/,
    text: failedEarly,
    isSummary: true,
  },
];

/** Its unit; what it says itself tells more. */
export const controllerUnitRow: ProgramRow = {
  pattern: new RegExp(
    String.raw`aks-node-controller\.service: (?:Failed at step EXEC|Unable to locate executable)[^\n]{0,120}|Failed to start aks-node-controller\.service[^\n]{0,80}|${failedUnit('aks-node-controller')}`,
  ),
  text: `The unit of aks-node-controller failed, so the scripts did not run or did not finish. The status 203/EXEC means that its program is missing.
    > On the node, run \`journalctl -u aks-node-controller --no-pager\`.
    > ${readLog}`,
  isSummary: true,
};

/** What it waited for may have failed, or never have started. */
export const stoppedWaitingRow: ProgramRow = {
  pattern: /context deadline exceeded waiting for provision complete/,
  text: `aks-node-controller stopped waiting before the scripts finished, so there is no exit code.
    > On the node, read the end of /var/log/azure/cluster-provision.log: it shows the step that is still running.`,
};

/** It continues with what it has read so far, so failures of other programs say more. */
export const partialConfigRow: ProgramRow = {
  pattern: /Unmarshalling aksNodeConfigv1 encounters error\b[^\n]{0,400}/,
  text: `aks-node-controller could not read the node config completely and continued with the part before the mistake.
    > Validate ${config}.
    > ${readLog}`,
};

/** An error in other words. */
export const reportedErrorRow: ProgramRow = {
  pattern: /\baks-node-controller[^\n]{0,120}\blevel"?[:=]\s?"?ERROR\b[^\n]{0,300}/,
  text: `aks-node-controller reported an error and no exit code of the scripts.
    > Validate ${config}.
    > ${readLog}`,
};

/** The field that aks-node-controller could not read: protobuf-go names only the last part of its path, in JSON's spelling. */
export function unreadField(text: string): string | undefined {
  const name = /\bproto:[^\n]{0,80}\binvalid value for \w{1,20} field (\w{1,80})/.exec(text)?.[1];
  return name?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
