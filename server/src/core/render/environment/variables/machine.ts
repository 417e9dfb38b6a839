import { textAt } from '../../../contract/value.js';
import { boolAt, numberAt } from '../../../contract/fields.js';
import { base64File } from '../hiddenFile.js';
import { bool, computed, condition, type EnvironmentVariable, verbatim } from '../variable.js';

const admin = 'linux_admin_username';
const ssh = 'enable_ssh';
const size = 'vm_size';
const timeout = 'cse_timeout';

/** The only sizes with Intel SGX that upstream knows, in exactly this casing. */
const sgxSizes: ReadonlySet<string> = new Set(['Standard_DC2s', 'Standard_DC4s']);

/** Six hours, beyond which a timeout counts as a mistake. */
const maxTimeoutSeconds = 21_600;

/** The VM, who may log in to it, and how it is provisioned. */
export const machineVariables: readonly EnvironmentVariable[] = [
  computed(
    'ADMINUSER',
    { from: [admin], rule: `The text of \`${admin}\`; \`azureuser\` where it is empty.` },
    (config) => textAt(config, admin) || 'azureuser',
  ),
  condition(
    'DISABLE_SSH',
    { from: [ssh], rule: `The opposite of \`${ssh}\`; \`false\` where it is absent.` },
    (config) => !boolAt(config, ssh, true),
  ),
  bool('DISABLE_PUBKEY_AUTH', 'disable_pubkey_auth'),
  verbatim('MESSAGE_OF_THE_DAY', 'message_of_the_day', base64File('motd', '/etc/motd')),
  bool('ENABLE_UNATTENDED_UPGRADES', 'enable_unattended_upgrade'),
  bool('IS_VHD', 'is_vhd', true),
  condition(
    'SGX_NODE',
    { from: [size], rule: `Whether \`${size}\` is \`Standard_DC2s\` or \`Standard_DC4s\`, in this casing.` },
    (config) => sgxSizes.has(textAt(config, size)),
  ),
  bool('PRE_PROVISION_ONLY', 'pre_provision_only'),
  computed(
    'CSE_TIMEOUT',
    { from: [timeout], rule: `The number in \`${timeout}\` where it is from 1 to ${maxTimeoutSeconds}, else 900.` },
    (config) => {
      const seconds = numberAt(config, timeout) ?? 0;
      return seconds >= 1 && seconds <= maxTimeoutSeconds ? String(seconds) : '900';
    },
  ),
];
