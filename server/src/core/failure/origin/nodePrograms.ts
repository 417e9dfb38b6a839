import { described, type ErrorDescription } from '../errors/error.js';
import { type Span, spanOfMatch } from '../../text/span.js';

/** What a program on the node logged when it gave up, without an exit code of the scripts. */
export interface ProgramFailure extends ErrorDescription {
  readonly span: Span;
  /** The field of the node config that leads to it. */
  readonly field?: string;
  /** Whether the operating system did not get as far as provisioning. */
  readonly beforeProvisioning: boolean;
}

interface Row {
  readonly pattern: RegExp;
  readonly text: (match: RegExpExecArray) => Parameters<typeof described>[0];
  readonly field?: (match: RegExpExecArray) => string;
  readonly beforeProvisioning?: true;
}

const rows: readonly Row[] = [
  {
    pattern: /Boothooks script \S{1,300} execution error|\b(?:boot_hook|boothook)\b[^\n]{0,200}(?:failed|error)/,
    text: () => `A boothook of the custom data failed. On AKS nodes, the boothook writes the node config and starts aks-node-controller, so the config never arrived.
      > Decode the custom data of the VM and check the boothook; on the node it is under /var/lib/cloud/instance/boothooks.
      > On the node, read the lines around the error in /var/log/cloud-init.log and the output in /var/log/cloud-init-output.log.`,
  },
  {
    pattern: /unsupported version: [^\n"]{0,40}/,
    text: () => `aks-node-controller refused the node config because its version is missing or unknown, so it started no scripts.
      > Set \`version\` to "v1"; if it is set, a mistake before it made the node lose the rest of the config.
      > Validate /opt/azure/containers/aks-node-controller-config.json.`,
    field: () => 'version',
  },
  {
    pattern: /failed to read provision\.json|(?:missing|invalid) ExitCode in provision\.json|parse provision\.json:/,
    text: () => `aks-node-controller could not read the provision status, because the scripts never wrote an exit code.
      > On the node, check whether /var/log/azure/aks/provision.json exists, and read /var/log/azure/aks/aks-node-controller.log.
      > Validate the node config: a config that the node rejects has this result.`,
  },
  {
    pattern: /context deadline exceeded waiting for provision complete/,
    text: () => `aks-node-controller stopped waiting before the scripts finished, so there is no exit code.
      > On the node, read the end of /var/log/azure/cluster-provision.log: it shows the step that is still running.`,
  },
  {
    pattern: /panic during provisioning|open provision file|--provision-config or --nbc-cmd is required/,
    text: () => `aks-node-controller failed before it started the scripts. The text contains its error message, but no exit code.
      > Validate /opt/azure/containers/aks-node-controller-config.json.
      > On the node, read /var/log/azure/aks/aks-node-controller.log; provision.json in the same folder has the code 240.`,
  },
  {
    pattern: /failed to parse kubelet flag: unknown flag: (--[\w-]{1,80})|unknown flag: (--[\w-]{1,80})/,
    text: (
      match,
    ) => `kubelet doesn't know the flag ${match[1] ?? match[2] ?? ''} in its version, so it ends at once and the node never registers.
      > Remove the flag from \`kubelet_config.kubelet_flags\` of the node config, or from the custom configuration of the node pool.
      > \`kubelet --version\` on the node shows its version; flags are removed with minor versions of Kubernetes.`,
    field: (match) => `kubelet_config.kubelet_flags["${match[1] ?? match[2] ?? ''}"]`,
  },
  {
    pattern: /unrecognized feature gate: ([A-Za-z]{1,80})|cannot set feature gate ([A-Za-z]{1,80}) to/,
    text: (
      match,
    ) => `kubelet doesn't accept the feature gate ${match[1] ?? match[2] ?? ''} in its version, so it ends at once and the node never registers.
      > Remove the gate from \`--feature-gates\` in \`kubelet_config.kubelet_flags\` of the node config.
      > \`kubelet --version\` on the node shows its version.`,
    field: () => 'kubelet_config.kubelet_flags["--feature-gates"]',
  },
  {
    pattern: /"?msg"?[:=]\s?"?(?:aks-node-controller failed|provision failed)\b[^\n]{0,200}/,
    text: () => `aks-node-controller failed before the scripts wrote an exit code.
      > Validate /opt/azure/containers/aks-node-controller-config.json.
      > On the node, read /var/log/azure/aks/aks-node-controller.log; provision.json in the same folder has the code.`,
  },
  {
    pattern:
      /You are in emergency mode|Entering emergency mode|Kernel panic - not syncing|Failed to mount [^\n]{1,120}|Give root password for maintenance/,
    text: () => `The operating system did not start: nothing of cloud-init, the extensions or AKS ran.
      > Read the serial console in the boot diagnostics from its beginning: the first FAILED line shows the cause.
      > Compare the image and the OS disk of the node pool with one that boots.`,
    beforeProvisioning: true,
  },
  {
    pattern:
      /Failed to run module scripts[-_]user|scripts-user\b[^\n]{0,80}(?:failed|error)|ProcessExecutionError[^\n]{0,200}/,
    text: () => `A script that cloud-init runs from the custom data failed.
      > Read its output in /var/log/cloud-init-output.log on the node.
      > Decode the custom data of the VM: \`runcmd\` and the scripts of its parts are under /var/lib/cloud/instance/scripts.`,
  },
];

/** What a program on the node reports in a text without escapes. */
export function programFailure(text: string): ProgramFailure | undefined {
  for (const { pattern, text: words, field, beforeProvisioning = false } of rows) {
    const match = pattern.exec(text);
    if (match === null) continue;
    return {
      ...described(words(match)),
      span: spanOfMatch(match),
      beforeProvisioning,
      ...(field === undefined ? {} : { field: field(match) }),
    };
  }
  return undefined;
}
