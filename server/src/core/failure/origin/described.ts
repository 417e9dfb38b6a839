import { type Advice, described, type ErrorDescription } from '../errors/error.js';
import { azureErrorIn } from './azureErrors.js';
import { knownExtension } from './extensions.js';
import type { Origin } from './origin.js';
import { reportedReason } from './programs/cloudInit.js';
import type { ExtensionReport, Operation } from './reports.js';

/** What happened, why and what to do next, for failures that aren't an exit code of the provisioning scripts. */
export function describedOrigin(origin: Origin, text: string): ErrorDescription | undefined {
  const { failed, azure, cluster, program, extension } = origin;
  if (failed === 'azure') return azureDescription(azure?.code ?? '', text);
  if (failed === 'cluster') return cluster;
  if (failed === 'extension') return extensionDescription(extension);
  if (failed === 'extension-handler') return handlerDescription(extension);
  return program;
}

/** What a code of Azure means, with the numbers and reasons that the text gives. */
export function azureDescription(code: string, text: string): ErrorDescription {
  const known = azureErrorIn(text, code);
  const numbers = numbersIn(text);
  if (known === undefined)
    return {
      meaning: `Azure refused or could not finish the operation: ${code}. No script of the node ran because of it.`,
      causes: [],
      next: [
        everybody(
          'Read the message behind the code, and look the code up in the documentation of Azure Resource Manager.',
        ),
      ],
    };
  const reason = reportedReason.exec(text)?.[1];
  const isStated = reason !== undefined && code.startsWith('OSProvisioning');
  const details = [numbers, isStated ? `cloud-init reports the reason: ${reason}.` : undefined];
  const meaning = [known.meaning, ...details].filter((sentence) => sentence !== undefined).join(' ');
  return { ...known, meaning, causes: isStated ? [] : known.causes };
}

/** The numbers of a limit in a text, as a sentence. */
function numbersIn(text: string): string | undefined {
  const quota = /Current Limit: ?(\d{1,9}), ?Current Usage: ?(\d{1,9}), ?Additional Required: ?(\d{1,9})/.exec(text);
  if (quota !== null)
    return `The limit is ${quota[1] ?? ''}, ${quota[2] ?? ''} are used, and ${quota[3] ?? ''} more are needed.`;
  const addresses = /Pre-allocated IPs (\d{1,9}) exceeds IPs available (\d{1,9})/.exec(text);
  if (addresses !== null) return `${addresses[1] ?? ''} addresses are needed, and ${addresses[2] ?? ''} are free.`;
  const left = /left regional vcpu quota (\d{1,9}), requested quota (\d{1,9})/i.exec(text);
  if (left !== null) return `${left[1] ?? ''} vCPUs are left, and ${left[2] ?? ''} are needed.`;
  const family = /vcpu quota requested (\d{1,9}), remaining (\d{1,9})/i.exec(text);
  if (family !== null) return `${family[2] ?? ''} vCPUs are left, and ${family[1] ?? ''} are needed.`;
  const wait = /try again after '?(\d{1,6})'? seconds/i.exec(text);
  return wait === null ? undefined : `Azure asks to wait ${wait[1] ?? ''} seconds.`;
}

function extensionDescription(extension: ExtensionReport | undefined): ErrorDescription {
  const name = extension?.name ?? extension?.type ?? '';
  const known = knownExtension(name) ?? knownExtension(extension?.type ?? '');
  if (known === undefined)
    return {
      meaning: `The extension ${name} failed. AKS doesn't provision nodes with it, so its author defines what its codes mean.`,
      causes: [],
      next: [
        everybody('Read the output in the message.'),
        { words: 'Read the log of the extension under /var/log/azure on the VM.', scope: 'linux' },
        { words: 'Read the log of the extension under C:\\WindowsAzure\\Logs\\Plugins on the VM.', scope: 'windows' },
      ],
    };
  const effect = known.blocksNode ? 'The node waits for it.' : "It doesn't keep the node from joining the cluster.";
  const log: readonly Advice[] =
    known.log === undefined ? [] : [{ words: `Its log on the node is under ${known.log}.`, scope: 'linux' }];
  return { meaning: `${known.meaning} ${effect}`, causes: known.causes, next: [...known.next, ...log] };
}

function everybody(words: string): Advice {
  return { words, scope: 'all' };
}

const agentLogs = `>linux On the node, read /var/log/waagent.log.
    >windows On the node, read C:\\WindowsAzure\\Logs\\WaAppAgent.log.`;

const handlerLogs = `>linux On the node, read /var/log/azure/custom-script/handler.log, and run \`df -h /var\`.
    >windows On the node, read the logs in C:\\WindowsAzure\\Logs\\Plugins\\Microsoft.Compute.CustomScriptExtension.`;

/** What it means that the custom script extension itself failed at an operation. */
export const handlerErrors: Readonly<Record<Exclude<Operation, 'script'>, ErrorDescription>> = {
  download: described(`The guest agent could not download the custom script extension, so no script ran on the node.
    - The VM can't reach Azure storage, its disk is full, or the region doesn't offer the version.
    > Check that the subnet reaches Azure storage, and 168.63.129.16 on ports 80 and 32526.
    ${agentLogs}`),
  install:
    described(`The custom script extension could not be installed on the VM, so no script ran. The code is its own, not one of the scripts.
    > Read its output in the message: mostly the disk is full or read-only.
    ${handlerLogs}
    ${agentLogs}`),
  enable:
    described(`The custom script extension ended before it started the script. The code is its own, not one of the scripts.
    > Read its output in the message: mostly it can't write its files.
    ${handlerLogs}`),
  disable: described(`The custom script extension could not be disabled. No script ran; the code is its own.
    ${handlerLogs}`),
  update: described(`The custom script extension could not be updated. No script ran; the code is its own.
    ${handlerLogs}
    ${agentLogs}`),
  settings: described(`The custom script extension refused its settings, so no script ran.
    > Validate the settings of the extension: set \`commandToExecute\` once, and not together with \`script\`.
    > If it can't decrypt them, deploy the extension again: the certificate of the VM is missing or has changed.
    ${handlerLogs}`),
  permission: described(`The guest agent may not process the custom script extension, so no script ran.
    >linux Allow it in the file that the message names: \`Extensions.Enabled=y\` in /etc/waagent.conf, or its name in the list of /etc/waagent_policy.json.
    > Compare the node image with one of AKS: these settings come from the image or from what changes it.
    ${agentLogs}`),
  files: described(`The custom script extension could not download the files of its settings, so no script ran.
    > Check \`fileUris\` in the settings: the usual cause is an expired signature or a storage firewall.
    ${handlerLogs}`),
};

function handlerDescription(extension: ExtensionReport | undefined): ErrorDescription {
  const operation = extension?.operation ?? 'enable';
  return handlerErrors[operation === 'script' ? 'enable' : operation];
}
