import { errorsOf, scriptLog } from '../error.js';

/** Before the scripts get to work: cloud-init, the guest agent, aks-node-controller, metadata. */
export const startupErrors = [
  ...errorsOf('cloud-init', {
    ERR_CLOUD_INIT_TIMEOUT: {
      meaning: 'The script gave up waiting for the commands of cloud-init to finish.',
      causes: [
        'A command in `runcmd` or `bootcmd` hangs, most often on the network.',
        'The disk of the VM size is so slow that cloud-init is still at work.',
      ],
      next: [
        'On the node, run `cloud-init status --long` and `cloud-init analyze blame`.',
        'Look at the end of /var/log/cloud-init-output.log for the command that did not return.',
      ],
    },
    ERR_FILE_WATCH_TIMEOUT: {
      meaning: 'A file that cloud-init should have written did not appear within an hour of waiting.',
      causes: [
        'cloud-init did not read the custom data, so that none of its files were written.',
        'The custom data was made for another version of the scripts and does not hold this file.',
      ],
      next: [
        `Look in ${scriptLog} for the last \`wait_for_file\`: it names the file.`,
        'Look in /var/log/cloud-init.log for warnings about write_files and about the custom data.',
      ],
    },
    ERR_CSE_PROVISION_SCRIPT_NOT_READY_TIMEOUT: {
      meaning: 'The provisioning script itself was not on the node in time.',
      causes: [
        'cloud-init had not come as far as writing /opt/azure/containers/provision.sh, or failed before it.',
        'The custom data is damaged or was cut, so that cloud-init ignored it.',
      ],
      next: [
        'On the node, run `cloud-init status --long` and see whether /opt/azure/containers/provision.sh is there.',
        'Decode the custom data of the VM and see whether it holds provision.sh.',
      ],
    },
    ERR_CLOUD_INIT_FAILED: {
      meaning:
        'cloud-init ended with an error of its own, so the files and commands of the custom data cannot be relied on.',
      causes: [
        'The custom data is no valid cloud-config or MIME message.',
        'A module of cloud-init failed, such as disk set-up or the network.',
      ],
      next: [
        'On the node, run `cloud-init status --long`; `cloud-init schema --system` tells whether the custom data is valid.',
        'Look in /var/log/cloud-init.log for ERROR and for the first traceback.',
      ],
    },
  }),
  ...errorsOf('guest-agent', {
    ERR_HOLD_WALINUXAGENT: {
      meaning:
        'The Azure guest agent could not be put on hold, which keeps it from being updated during the installation.',
      causes: ['apt or dpkg is locked by another process, such as unattended-upgrades.'],
      next: [
        `Look in ${scriptLog} for \`apt-mark hold walinuxagent\`.`,
        'On the node, run `ps aux | grep -e apt -e dpkg` to see who holds the lock.',
      ],
    },
    ERR_RELEASE_HOLD_WALINUXAGENT: {
      meaning: 'The hold on the Azure guest agent could not be taken off at the end of provisioning.',
      causes: ['apt or dpkg was still locked when provisioning ended; the node itself is usually fine.'],
      next: [
        `Look in ${scriptLog} for \`apt-mark unhold walinuxagent\`.`,
        'On the node, run `apt-mark showhold`; `apt-mark unhold walinuxagent` repairs it.',
      ],
    },
  }),
  ...errorsOf('node-controller', {
    ERR_AKS_NODE_CONTROLLER_ERROR: {
      meaning: 'aks-node-controller failed before it started the provisioning scripts.',
      causes: [
        'aks-node-controller-config.json is missing, cannot be read, or has a `version` other than v0 and v1.',
        'The file with the node custom data or the command that the controller was given cannot be used.',
      ],
      next: [
        'Read the field Error of the provision status: it has the words of the controller.',
        'On the node, look at /var/log/azure/aks/aks-node-controller.log, and validate /opt/azure/containers/aks-node-controller-config.json.',
      ],
    },
  }),
  ...errorsOf('identity', {
    ERR_IMDS_FETCH_FAILED: {
      meaning: 'The metadata of the VM could not be fetched from the instance metadata service, or not be stored.',
      causes: [
        'A proxy setting, a route or a firewall rule on the node catches traffic to 169.254.169.254.',
        'The metadata service throttles because something on the VM asks it too often.',
      ],
      next: [
        'On the node, run `curl -s -H Metadata:true --noproxy "*" "http://169.254.169.254/metadata/instance?api-version=2021-02-01"`.',
        `Look in ${scriptLog} for requests to 169.254.169.254 and their HTTP status.`,
      ],
    },
    ERR_ORAS_IMDS_TIMEOUT: {
      meaning: 'The node asked the instance metadata service for a token to log in to the registry and got no answer.',
      causes: [
        'The kubelet identity is not assigned to the scale set, so that the metadata service has no token for it.',
        '169.254.169.254 is not reachable from the node, for example because of a proxy.',
      ],
      next: [
        'Compare the identities of the scale set with the kubelet identity of the cluster (`az aks show --query identityProfile`).',
        `Look in ${scriptLog} for the token request that \`oras_login_with_kubelet_identity\` makes.`,
      ],
    },
    ERR_ORAS_PULL_UNAUTHORIZED: {
      meaning: 'The registry that the cluster bootstraps from refused the kubelet identity.',
      causes: [
        'The kubelet identity has no AcrPull role on the registry, or got it only minutes ago.',
        'The registry does not admit this network: its firewall or its private endpoint leaves the subnet out.',
      ],
      next: [
        'Run `az role assignment list --assignee <kubelet identity> --scope <registry>` and look for AcrPull.',
        `Look in ${scriptLog} for 401 or 403 in the output of oras.`,
      ],
    },
  }),
];

const azureStack = (thing: string, cause: string): { meaning: string; causes: string[]; next: string[] } => ({
  meaning: `On Azure Stack, ${thing} could not be fetched.`,
  causes: [cause, `The management endpoint of the stamp does not answer when asked for ${thing}.`],
  next: [
    `Look in ${scriptLog} for the request and its HTTP status, and call the endpoint by hand with the same service principal.`,
  ],
});

/** What only the engines had, which also made control plane nodes. */
export const engineErrors = [
  ...errorsOf('etcd', {
    ERR_ETCD_DATA_DIR_NOT_FOUND: {
      meaning: 'The directory for the data of etcd is not on this control plane node.',
      causes: ['The data disk of etcd is not attached, or was not formatted by cloud-init.'],
      next: ['On the node, run `lsblk` and `ls -ld /var/lib/etcddisk`.'],
    },
    ERR_ETCD_RUNNING_TIMEOUT: {
      meaning: 'etcd did not answer in the time that the script waited for it.',
      causes: ['The other members of etcd are not reachable on ports 2379 and 2380, so that there is no majority.'],
      next: ['On the node, run `etcdctl cluster-health` and `journalctl -u etcd --no-pager | tail -50`.'],
    },
    ERR_ETCD_VOL_MOUNT_FAIL: {
      meaning: 'The data disk of etcd could not be mounted.',
      causes: ['The disk was attached late or under another name than the scripts expect.'],
      next: ['On the node, run `lsblk -f` and `/opt/azure/containers/mountetcd.sh`; look in `dmesg` for the disk.'],
    },
    ERR_ETCD_START_TIMEOUT: {
      meaning: 'The service etcd would not start in time.',
      causes: ['Its certificates do not fit its addresses, or its data come from another cluster.'],
      next: ['On the node, run `systemctl status etcd` and `journalctl -u etcd --no-pager | tail -50`.'],
    },
    ERR_ETCD_CONFIG_FAIL: {
      meaning: 'This node could not be set up as a member of etcd.',
      causes: ['The member with its name is already registered under another address, as after the VM was replaced.'],
      next: [`On the node, run \`etcdctl member list\`, and look in ${scriptLog} for \`configureEtcd\`.`],
    },
  }),
  ...errorsOf('azure-stack', {
    ERR_AZURE_STACK_GET_ARM_TOKEN: azureStack(
      'a token for the resource manager',
      'The service principal or its secret is wrong, or AD FS does not know it.',
    ),
    ERR_AZURE_STACK_GET_NETWORK_CONFIGURATION: azureStack(
      'the network configuration of the node',
      'The service principal may not read the network interfaces of the resource group.',
    ),
    ERR_AZURE_STACK_GET_SUBNET_PREFIX: azureStack(
      'the address range of the subnet',
      'The service principal may not read a virtual network in another resource group.',
    ),
    ERR_AZURE_STACK_GET_SDN_INTERFACES: azureStack(
      'the list of software-defined network interfaces',
      'The interfaces are not registered yet with the network controller.',
    ),
  }),
];
