import { failedUnit, type ProgramRow } from './program.js';

/** What containerd 1.6 to 2.1 says about its config. */
export const containerdConfigRow: ProgramRow = {
  pattern:
    /containerd: (?:load config|failed to load)[^\n]{0,300}|failed to load TOML[^\n]{0,300}|failed to load plugin[^\n]{0,80}\.cri\b[^\n]{0,300}|failed to load plugin"? error="?[^\n]{0,300}\.cri\b/,
  text: `containerd doesn't accept its config, so it or its CRI plugin does not run and kubelet has no runtime.
    > On the node, run \`containerd config dump >/dev/null\`: it shows the line of /etc/containerd/config.toml.
    >agentbaker Check \`containerd_config_content\` and the other fields for containerd in the node config.`,
};

/** Its other messages, and its unit. */
export const containerdRows: readonly ProgramRow[] = [
  {
    pattern: /failed to (?:get sandbox image|pull (?:and unpack )?image|resolve (?:image|reference))[^\n]{0,400}/,
    isBeforeReady: true,
    text: `containerd could not pull an image that the node needs.
      - A firewall, proxy or DNS server keeps the node from the registry, or the identity of kubelet may not pull from it.
      > On the node, run \`crictl pull IMAGE\`, and \`curl -v https://REGISTRY/v2/\`: the error shows whether DNS, the connection or the permission failed.`,
  },
  {
    pattern: new RegExp(
      String.raw`${failedUnit('containerd')}|Failed to start (?:containerd\.service|containerd container runtime)`,
    ),
    settledBy:
      /containerd successfully booted|Started containerd(?:\.service| container runtime)|Successfully registered node/,
    text: `containerd does not run, so kubelet has no container runtime.
      > On the node, run \`systemctl status containerd\` and \`journalctl -u containerd --no-pager | tail -50\`.`,
    isSummary: true,
  },
];

/** The operating system, on the serial console and in the journal. */
export const systemRows: readonly ProgramRow[] = [
  {
    pattern: /Kernel panic - not syncing: [^\n]{1,200}/,
    text: `The kernel stopped: nothing of cloud-init, the extensions or AKS ran after it.
      > Read the serial console in the boot diagnostics from its beginning: the lines before the panic show the cause.
      > Compare the image, the kernel and the VM size of the node pool with one that boots.`,
    beforeProvisioning: true,
  },
  {
    pattern:
      /You are in emergency mode|Entering emergency mode|Give root password for maintenance|Failed to mount [^\n]{1,120}|Timed out waiting for device [^\n]{1,120}|UNEXPECTED INCONSISTENCY[^\n]{0,80}|requires a manual fsck|^\(initramfs\)|dracut-initqueue[^\n]{0,60}timeout|Entering rescue mode|^grub rescue>/m,
    text: `The operating system did not start: nothing of cloud-init, the extensions or AKS ran.
      > Read the serial console in the boot diagnostics from its beginning: the first FAILED line shows the cause.
      > Compare the image and the OS disk of the node pool with one that boots.`,
    beforeProvisioning: true,
    isSummary: true,
    // Only the file system of the operating system keeps it from starting: what follows shows that it runs.
    settledBy:
      /\blogin: |Cloud-init v\. |cloud-init\[|walinuxagent|waagent|Azure Linux Agent|\b(?:kubelet|containerd|sshd?)\.service|Reached target [^\n]{0,30}(?:multi-user|Multi-User|graphical|Graphical)/,
  },
  {
    pattern: /Out of memory: Killed process [^\n]{1,200}|\binvoked oom-killer\b[^\n]{0,120}/,
    text: `The node ran out of memory, and the kernel killed a process.
      > The message names the process. Take a larger VM size, or lower what the node reserves and runs.
      > On the node, run \`dmesg | grep -i -e "killed process" -e oom\`.`,
    beforeProvisioning: true,
    isSummary: true,
    settledBy: /Memory cgroup out of memory|Successfully registered node/,
  },
  {
    pattern:
      /Error fetching the goal state[^\n]{0,300}|\[(?:Wireserver Exception|ProtocolError)\][^\n]{0,300}|Failed to connect to 168\.63\.129\.16[^\n]{0,100}|Unable to contact (?:the )?wire ?server[^\n]{0,100}/i,
    text: `The guest agent can't reach 168.63.129.16, so it gets no extensions and can't report: no script of AKS ran.
      - A firewall on the VM, a route or the image blocks 168.63.129.16 on ports 80 and 32526.
      > On the VM, run \`curl -v http://168.63.129.16/?comp=versions\`.
      > Without access to the VM, open its boot diagnostics.`,
    beforeProvisioning: true,
  },
  {
    pattern: /(?:walinuxagent|waagent)\.service: (?:Main process exited|Failed with result)[^\n]{0,80}/,
    text: `The guest agent ended. While it doesn't run, no extension starts, and Azure gets no report.
      > On the node, run \`systemctl status walinuxagent\` (Ubuntu) or \`systemctl status waagent\`, and read /var/log/waagent.log.`,
    isSummary: true,
    settledBy: /Started (?:walinuxagent|waagent)\.service/,
  },
  {
    pattern: /localdns\.service: (?:Main process exited|Failed with result)[^\n]{0,80}/,
    text: `The DNS server on the node (LocalDNS) failed, so names may not resolve there.
      > On the node, run \`journalctl -u localdns --no-pager | tail -50\`.`,
    isSummary: true,
    settledBy: /Started localdns\.service/,
  },
  {
    pattern: /Provisioning (?:with cloud-init )?failed: ?[^\n]{0,300}|\[ProvisionError\][^\n]{0,300}/,
    text: `The guest agent waited for cloud-init, which did not finish the provisioning of the operating system. Extensions start only afterwards.
      > Read /var/log/cloud-init.log on the VM, or the serial console in its boot diagnostics.`,
    beforeProvisioning: true,
  },
];

/** The scripts for Windows, in C:\AzureData\CustomDataSetupScript.log. */
export const windowsRows: readonly ProgramRow[] = [
  {
    pattern:
      /CustomDataSetupScript\.ps1 : [^\n]{1,300}|\+ FullyQualifiedErrorId : (?!Microsoft\.Azure\.)[^\n]{1,200}|Exception calling "[^\n"]{1,80}"[^\n]{1,200}/,
    text: `The script that provisions a Windows node ended with an error of PowerShell before it set an exit code.
      > Read C:\\AzureData\\CustomDataSetupScript.log on the node: the lines before the error show the step.`,
    isSummary: true,
  },
];
