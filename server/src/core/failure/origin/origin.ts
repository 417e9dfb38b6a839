import type { Failure } from '../failures.js';
import { type AzureMention, azureCodeIn } from './azureCode.js';
import { isTimeout } from './azureErrors.js';
import { type ClusterWait, clusterWait } from './cluster.js';
import { isCustomScript } from './extensions.js';
import { type ProgramFailure, programFailure } from './nodePrograms.js';
import { type ExtensionReport, extensionReport, isNodeScript } from './reports.js';

/**
 * Who failed: what provisions the node; the custom script extension itself, before any script ran; another extension;
 * Azure's control plane; or a cluster that waits for a node. Null if nothing in the text failed, or nothing says who.
 */
export type FailedPart = 'node-scripts' | 'extension-handler' | 'extension' | 'azure' | 'cluster' | null;

/** Who failed, with what the text says about it. Positions are in the text without escapes. */
export interface Origin {
  readonly failed: FailedPart;
  readonly extension: ExtensionReport | undefined;
  readonly azure: AzureMention | undefined;
  readonly cluster: ClusterWait | undefined;
  readonly program: ProgramFailure | undefined;
}

/**
 * Decides who failed. `text` is what is around the failure, without escapes; `failure` is the mention of an exit code, and
 * `isOfScripts` whether the text has a name that only the scripts of AKS or its resource provider use.
 */
export function originOf(text: string, failure: Failure | undefined, isOfScripts: boolean): Origin {
  const extension = extensionReport(text);
  const azure = azureCodeIn(text);
  const cluster = clusterWait(text);
  const program = programFailure(text);
  const found = { extension, azure, cluster, program };
  const succeeded = failure?.code === 0 || (failure === undefined && isSuccess(text));
  if (succeeded && !isOfScripts) return { ...found, failed: null, azure: undefined };
  return { ...found, failed: failedPart(text, failure, isOfScripts, found) };
}

function failedPart(
  text: string,
  failure: Failure | undefined,
  isOfScripts: boolean,
  { extension, azure, cluster, program }: Omit<Origin, 'failed'>,
): FailedPart {
  const hasNodeCode =
    failure?.status !== undefined || failure?.source === 'windows-script' || failure?.source === 'node-controller';
  if (hasNodeCode || isOfScripts) return 'node-scripts';
  // Azure's words about a VM that doesn't answer count more than the extension that it was waiting for.
  if (azure !== undefined && (isTimeout(azure.code) || azure.code === 'VMAgentStatusCommunicationError'))
    return 'azure';
  if (/has not reported status for (?:the )?VM agent/i.test(text)) return 'azure';
  if (extension !== undefined) {
    const { type, operation, code } = extension;
    const failedItself = operation !== 'script' || code !== undefined;
    if (failedItself && type !== undefined && isCustomScript(type)) return 'extension-handler';
    if (operation !== 'script' && type === undefined) return 'extension-handler';
    if (isNodeScript(extension) && failure !== undefined) return 'node-scripts';
    if (failedItself || failure !== undefined) return 'extension';
    if (!isNodeScript(extension)) return 'extension';
  }
  if (failure?.code !== undefined) return 'node-scripts';
  if (cluster !== undefined && (azure === undefined || azure.code === 'NodesNotReady')) return 'cluster';
  if (program?.beforeProvisioning === false) return 'node-scripts';
  if (azure !== undefined) return 'azure';
  return failure === undefined ? null : 'node-scripts';
}

/** Whether a text says that all went well: no state of it is a failure. */
function isSuccess(text: string): boolean {
  return (
    /ProvisioningState\/succeeded|Enable succeeded|Provisioning succeeded|"?status"?\s?[:=]\s?"?Succeeded/i.test(
      text,
    ) && !/ProvisioningState\/failed|\bfailed\b|"level"\s?:\s?"Error"|\bERROR\b/i.test(text)
  );
}
