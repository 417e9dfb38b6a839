import type { StepsText } from '../../errors/error.js';
import type { ProgramRow } from './program.js';

const readLog =
  'On the node, read the lines around the error in /var/log/cloud-init.log and the output in /var/log/cloud-init-output.log.';

const decode =
  'Decode the custom data of the VM and check the part; on the node it is /var/lib/cloud/instance/user-data.txt.';

/** kubeadm, which Cluster API's custom data runs. */
export const kubeadmRows: readonly ProgramRow[] = [
  {
    pattern: /error execution phase [\w/-]{1,60}: [^\n]{1,400}|couldn't initialize a Kubernetes cluster[^\n]{0,100}/,
    text: `kubeadm stopped with an error, so the VM did not become a node.
      > Read the output of kubeadm in /var/log/cloud-init-output.log on the VM: the lines before the error show the cause.
      > If kubeadm waited for kubelet, read \`journalctl -u kubelet --no-pager | tail -100\`.`,
    isSummary: true,
  },
];

function failedModule(name = ''): StepsText {
  return /^scripts[-_]user$/.test(name)
    ? `A script that cloud-init runs from the custom data failed.
      > Read its output in /var/log/cloud-init-output.log on the node.
      > Decode the custom data of the VM: \`runcmd\` and the scripts of its parts are under /var/lib/cloud/instance/scripts.`
    : `The module ${name} of cloud-init failed; cloud-init continued without it.
      > Check the keys of this module in the cloud-config of the custom data.
      > ${readLog}`;
}

/** How cloud-init reports to Azure that it couldn't provision the operating system: `result=error|reason=…|agent=Cloud-Init/24.4|…`. */
export const reportedReason = /\bresult=error\|'?reason=(?<cause>[^|\n"]{1,200})\|/;

/** cloud-init 22 to 26, in cloud-init.log, its output, the journal, its status files and on the console. */
export const cloudInitRows: readonly ProgramRow[] = [
  {
    pattern: /Boothooks? script \S{1,300} execution error|\b(?:boot_hook|boothook)\b[^\n]{0,200}(?:failed|error)/,
    text: `A boothook of the custom data failed. On AKS nodes, the boothook writes the node config and starts aks-node-controller, so the config never arrived.
      > Decode the custom data of the VM and check the boothook; on the node it is under /var/lib/cloud/instance/boothooks.
      > ${readLog}`,
  },
  {
    pattern: reportedReason,
    text: (match) =>
      `cloud-init could not provision the operating system: ${match[1] ?? ''}. The custom data had no effect, so the node config never arrived.
      > Look up the reason at https://aka.ms/linuxprovisioningerror.
      > ${readLog}`,
    beforeProvisioning: true,
  },
  {
    pattern:
      /Could not crawl Azure metadata|No Azure metadata found|failed to obtain DHCP lease|Getting data from [^\n]{0,80}DataSourceAzure[^\n]{0,60} failed|No instance datasource found!/i,
    text: `cloud-init could not get its data from Azure, so it has no custom data: the node config never arrived.
      - The VM can't reach the metadata service (169.254.169.254) or 168.63.129.16, or has no address from DHCP.
      > Check the network interface of the VM, and what the image or a route changes about 169.254.169.254 and 168.63.129.16.
      > ${readLog}`,
  },
  {
    pattern:
      /Ignition failed: [^\n]{1,300}|ignition-\w{1,20}\.service: (?:Main process exited|Failed with result)[^\n]{0,100}/,
    text: `Ignition could not apply the custom data, so the VM did not boot: the node config never arrived.
      > Decode the custom data of the VM, and validate the Ignition config.
      > Read the serial console in the boot diagnostics: the lines of \`ignition[\` before the error show the step.`,
  },
  {
    pattern:
      /Failed to parse user-data: [^\n]{1,200}|Unhandled (?:non-multipart|unknown content-type) [^\n]{1,200}|Unhandled userdata[^\n]{0,200}|Undecodable user-?data[^\n]{0,200}/i,
    text: `cloud-init does not recognise the custom data or a part of it, and ignored it: the node config never arrived.
      - The custom data is encoded twice, or begins with something else than \`#cloud-config\`, \`#!\`, \`#cloud-boothook\` or a MIME header.
      > ${decode}
      > ${readLog}`,
  },
  {
    pattern: /Failed calling handler (\w{1,80})|Failed at (?:calling|attempted import of) [^\n]{1,160}/,
    text: (match) =>
      `${match[1] ?? 'A part handler'} of cloud-init failed, so that part of the custom data had no effect. If the part writes the node config, the config never arrived.
      > ${decode}
      > ${readLog}`,
    isSummary: true,
  },
  {
    pattern: /Failed loading yaml blob|Failed at merging in cloud config part|Errors? parsing cloud-config/i,
    text: `cloud-init found mistakes in the cloud-config of the custom data and ignored what it could not read. If the node config is among it, the config never arrived.
      > Validate the cloud-config in the custom data: each mistake is shown at its position.
      > On the node, run \`cloud-init schema --system\`.`,
  },
  {
    pattern:
      /(?:cloud-config|Cloud config) (?:failed schema validation|schema errors)|Invalid (?:cloud-config|user-data|schema)[^\n]{0,40} provided/i,
    text: `cloud-init found mistakes in the cloud-config of the custom data, and went on. Keys that it doesn't know have no effect, and a value of a wrong type can make its module fail.
      > Validate the cloud-config in the custom data: each mistake is shown at its position.
      > On the node, run \`cloud-init schema --system\`.`,
  },
  {
    // What /run/cloud-init/status.json, result.json beside it and `cloud-init status` list.
    pattern: /(?<cause>\('([\w-]{1,60})', \w{1,60}(?:Error|Exception)\([^\n"]{1,200}\)\))/,
    text: (match) => failedModule(match[2]),
  },
  {
    pattern:
      /Failed to run module (scripts[-_]user)|Running module (scripts[-_]user)\b[^\n]{0,200} failed|scripts-user\b[^\n]{0,80}(?:failed|error)|Failed running \/var\/lib\/cloud\/instances?\/\S{1,200}/,
    text: failedModule('scripts_user'),
    isSummary: true,
  },
  {
    pattern: /Running module ([\w-]{1,60}) [^\n]{0,200}failed|Failed to run module ([\w-]{1,60})/,
    text: (match) => failedModule(match[1] ?? match[2]),
    isSummary: true,
  },
  {
    pattern:
      /cloud-(?:init|init-local|init-network|config|final)\.service: (?:Main process exited|Failed with result)[^\n]{0,120}|Failed to start [^\n]{0,60}(?:[Cc]loud-init|cloud-config|[Cc]loud user\/final scripts)[^\n]{0,100}/,
    text: `A stage of cloud-init failed, so the custom data had no effect or only a part of it.
      > ${readLog}
      > On the node, run \`systemctl --failed\` and \`cloud-init status --long\`.`,
    isSummary: true,
  },
  {
    pattern: /^(?:extended_)?status: error\b[^\n]{0,80}|"extended_status"\s?:\s?"error\b[^\n"]{0,80}/m,
    text: `cloud-init ended this boot with errors, so a part of the custom data may have had no effect.
      > ${readLog}`,
    isSummary: true,
  },
  {
    pattern:
      /cloudinit(?:\.\w{1,40}){0,4}\.?ProcessExecutionError[^\n]{0,200}|\w{1,40}\.py\[(?:ERROR|CRITICAL)\]: [^\n]{1,300}|finish: [\w/-]{1,80}: FAIL: [^\n]{1,200}/,
    text: `cloud-init reports an error, so a part of the custom data may have had no effect.
      > ${readLog}
      > On the node, \`cloud-init status --long\` lists the errors of this boot.`,
    isSummary: true,
  },
];
