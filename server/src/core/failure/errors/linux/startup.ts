import { linuxErrors, type ErrorText, scriptLog } from '../error.js';

/** Before the scripts start: cloud-init, the guest agent, aks-node-controller, metadata. */
export const startupErrors = [
  ...linuxErrors('cloud-init', {
    ERR_CLOUD_INIT_TIMEOUT: `The script timed out waiting for the commands of cloud-init.
      - A command in \`runcmd\` or \`bootcmd\` hangs, usually on the network.
      - The disk of the VM size is so slow that cloud-init is still running.
      > On the node, run \`cloud-init status --long\` and \`cloud-init analyze blame\`.
      > Search the end of /var/log/cloud-init-output.log for the command that did not return.`,
    ERR_FILE_WATCH_TIMEOUT: `A file that cloud-init should have written did not appear within an hour.
      - cloud-init did not read the custom data, so it wrote none of its files.
      - The custom data was created for another version of the scripts and doesn't contain this file.
      > Search ${scriptLog} for the last \`wait_for_file\`: it names the file.
      > Search /var/log/cloud-init.log for warnings about write_files and about the custom data.`,
    ERR_CSE_PROVISION_SCRIPT_NOT_READY_TIMEOUT: `The provisioning script was not written to the node in time.
      - cloud-init failed or has not written /opt/azure/containers/provision.sh yet.
      - The custom data is damaged or was cut off, so cloud-init ignored it.
      > On the node, run \`cloud-init status --long\` and check whether /opt/azure/containers/provision.sh exists.
      > Decode the custom data of the VM and check whether it contains provision.sh.`,
    ERR_CLOUD_INIT_FAILED: `cloud-init failed, so files and commands of the custom data may be missing.
      - The custom data isn't a valid cloud-config or MIME message.
      - A module of cloud-init failed, such as disk setup or the network.
      > On the node, run \`cloud-init status --long\`; \`cloud-init schema --system\` shows whether the custom data is valid.
      > Search /var/log/cloud-init.log for ERROR and for the first traceback.`,
  }),
  ...linuxErrors('guest-agent', {
    ERR_HOLD_WALINUXAGENT: `The Azure guest agent could not be put on hold, which prevents its update during the installation.
      - apt or dpkg is locked by another process, such as unattended-upgrades.
      > Search ${scriptLog} for \`apt-mark hold walinuxagent\`.
      > On the node, run \`ps aux | grep -e apt -e dpkg\` to see which process holds the lock.`,
    ERR_RELEASE_HOLD_WALINUXAGENT: `The hold on the Azure guest agent could not be removed at the end of provisioning.
      - apt or dpkg was still locked when provisioning ended; the node itself is usually fine.
      > Search ${scriptLog} for \`apt-mark unhold walinuxagent\`.
      > On the node, run \`apt-mark showhold\`; \`apt-mark unhold walinuxagent\` repairs it.`,
  }),
  ...linuxErrors('node-controller', {
    ERR_AKS_NODE_CONTROLLER_ERROR: `aks-node-controller failed before it started the provisioning scripts.
      - aks-node-controller-config.json is missing, can't be read, or its \`version\` is neither v0 nor v1.
      - The node custom data file or the command of the controller can't be used.
      > Read the field Error of the provision status: it contains the message of the controller.
      > On the node, read /var/log/azure/aks/aks-node-controller.log, and validate /opt/azure/containers/aks-node-controller-config.json.`,
  }),
  ...linuxErrors('identity', {
    ERR_IMDS_FETCH_FAILED: `The metadata of the VM could not be read from the instance metadata service or stored.
      - A proxy setting, a route or a firewall rule on the node intercepts traffic to 169.254.169.254.
      - The metadata service throttles because of too many requests from the VM.
      > On the node, run \`curl -s -H Metadata:true --noproxy "*" "http://169.254.169.254/metadata/instance?api-version=2021-02-01"\`.
      > Search ${scriptLog} for requests to 169.254.169.254 and their HTTP status.`,
    ERR_ORAS_IMDS_TIMEOUT: `The instance metadata service did not return a token for the registry login.
      - The kubelet identity is not assigned to the scale set, so the metadata service has no token for it.
      - 169.254.169.254 is not reachable from the node, for example because of a proxy.
      >agentbaker Compare the identities of the scale set with the kubelet identity of the cluster (\`az aks show --query identityProfile\`).
      > Search ${scriptLog} for the token request that \`oras_login_with_kubelet_identity\` makes.`,
    ERR_ORAS_PULL_UNAUTHORIZED: `The registry that the cluster bootstraps from rejected the kubelet identity.
      - The kubelet identity has no AcrPull role on the registry, or got it only minutes ago.
      - The firewall or private endpoint of the registry doesn't include the subnet.
      > Run \`az role assignment list --assignee <kubelet identity> --scope <registry>\` and check it for AcrPull.
      > Search ${scriptLog} for 401 or 403 in the output of oras.`,
  }),
];

function azureStack(thing: string, cause: string): ErrorText {
  return `On Azure Stack, ${thing} could not be fetched.
    - ${cause}
    - The management endpoint of the stamp doesn't return ${thing}.
    > Search ${scriptLog} for the request and its HTTP status, and call the endpoint manually with the same service principal.`;
}

/** Errors that only the engines have, which also created control plane nodes. */
export const engineErrors = [
  ...linuxErrors('etcd', {
    ERR_ETCD_DATA_DIR_NOT_FOUND: `The data directory of etcd is missing on this control plane node.
      - The data disk of etcd is not attached, or was not formatted by cloud-init.
      > On the node, run \`lsblk\` and \`ls -ld /var/lib/etcddisk\`.`,
    ERR_ETCD_RUNNING_TIMEOUT: `etcd did not respond in time.
      - The other members of etcd are not reachable on ports 2379 and 2380, so there is no majority.
      > On the node, run \`etcdctl cluster-health\` and \`journalctl -u etcd --no-pager | tail -50\`.`,
    ERR_ETCD_VOL_MOUNT_FAIL: `The data disk of etcd could not be mounted.
      - The disk was attached late or with another name than the scripts expect.
      > On the node, run \`lsblk -f\` and \`/opt/azure/containers/mountetcd.sh\`; search \`dmesg\` for the disk.`,
    ERR_ETCD_START_TIMEOUT: `The etcd service did not start in time.
      - Its certificates don't match its addresses, or its data is from another cluster.
      > On the node, run \`systemctl status etcd\` and \`journalctl -u etcd --no-pager | tail -50\`.`,
    ERR_ETCD_CONFIG_FAIL: `This node could not be set up as a member of etcd.
      - The member with its name is already registered under another address, for example because the VM was replaced.
      > On the node, run \`etcdctl member list\`, and search ${scriptLog} for \`configureEtcd\`.`,
  }),
  ...linuxErrors('azure-stack', {
    ERR_AZURE_STACK_GET_ARM_TOKEN: azureStack(
      'a token for the resource manager',
      "The service principal or its secret is wrong, or AD FS doesn't know it.",
    ),
    ERR_AZURE_STACK_GET_NETWORK_CONFIGURATION: azureStack(
      'the network configuration of the node',
      "The service principal isn't allowed to read the network interfaces of the resource group.",
    ),
    ERR_AZURE_STACK_GET_SUBNET_PREFIX: azureStack(
      'the address range of the subnet',
      "The service principal isn't allowed to read a virtual network in another resource group.",
    ),
    ERR_AZURE_STACK_GET_SDN_INTERFACES: azureStack(
      'the list of software-defined network interfaces',
      'The interfaces are not registered with the network controller yet.',
    ),
  }),
];
