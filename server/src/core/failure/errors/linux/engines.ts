import { errorsOf } from '../error.js';
import { scriptLog } from './forms.js';

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
