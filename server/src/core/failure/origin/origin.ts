import type { Failure } from '../failures.js';
import { successIn } from '../provisioningState.js';
import { type AzureMention, azureCodeIn, isOfExtension } from './azureCode.js';
import { azureError, isTimeout } from './azureErrors.js';
import { type ClusterWait, clusterWait } from './cluster.js';
import { isCustomScript } from './extensions.js';
import { type ProgramFailure, programFailure } from './programs/index.js';
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
  /** The code of another failure in the text, which Azure reports beside an exit code. */
  readonly otherAzure: AzureMention | undefined;
  readonly cluster: ClusterWait | undefined;
  readonly program: ProgramFailure | undefined;
}

/**
 * Decides who failed. `text` is what is around the failure, without escapes; `failure` is the mention of an exit code, and
 * `isOfScripts` whether the text has a name that only the scripts of AKS or its resource provider use.
 */
export function originOf(text: string, failure: Failure | undefined, isOfScripts: boolean): Origin {
  if (failure === undefined && scriptStart.test(text)) return nothing;
  const extension = extensionReport(text);
  const azure = azureCodeIn(text);
  const cluster = clusterWait(text);
  const program = programFailure(text);
  const found = { extension, azure, otherAzure: undefined, cluster, program };
  const isDone = (failure === undefined || failure.code === 0) && !reportsFailedState(text);
  if (isDone && !isOfScripts && (failure !== undefined || isSuccess(text)))
    return { ...found, failed: null, azure: undefined };
  // A success beside a failed state is of something else, such as the scripts of a VM whose other extension failed.
  const failed = failedPart(text, failure?.code === 0 ? undefined : failure, isOfScripts, found);
  const hasExitCode = failed !== 'azure' && failed !== 'cluster' && (failure?.code ?? extension?.code) !== undefined;
  if (!hasExitCode || azure === undefined) return { ...found, failed };
  if (!isOfExtension(azure.code))
    return { ...found, failed, azure: azureCodeIn(text, isOfExtension), otherAzure: azure };
  return {
    ...found,
    failed,
    otherAzure: azureCodeIn(text, (code) => !isOfExtension(code) && azureError(code) !== undefined),
  };
}

/** A script contains the messages that it can print. */
export const scriptStart = /^\s{0,40}#!\s?\/[^\n]{0,100}sh\b/;

const nothing: Origin = {
  failed: null,
  extension: undefined,
  azure: undefined,
  otherAzure: undefined,
  cluster: undefined,
  program: undefined,
};

function failedPart(
  text: string,
  failure: Failure | undefined,
  isOfScripts: boolean,
  { extension, azure, cluster, program }: Omit<Origin, 'failed' | 'otherAzure'>,
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
    const isScript = operation === undefined || operation === 'script';
    const failedItself = !isScript || code !== undefined;
    if (failedItself && type !== undefined && isCustomScript(type)) return 'extension-handler';
    if (!isScript && type === undefined) return 'extension-handler';
    const ran = failure !== undefined || (operation === 'script' && extension.name !== undefined);
    if (isNodeScript(extension) && ran) return 'node-scripts';
    if (failedItself || ran) return 'extension';
    if (!isNodeScript(extension)) return 'extension';
  }
  if (failure?.code !== undefined) return 'node-scripts';
  if (cluster !== undefined && (azure === undefined || azure.code === 'NodesNotReady')) return 'cluster';
  // Azure's words about a VM say more than what only kept the operating system from provisioning.
  if (azure !== undefined && program?.beforeProvisioning !== false) return 'azure';
  return failure === undefined && program === undefined ? null : 'node-scripts';
}

/** Whether a text says that an extension or a machine succeeded. What the script printed meanwhile doesn't count. */
function isSuccess(text: string): boolean {
  return successIn(text) !== undefined && !/\bERROR (?:ExtHandler|Daemon)\b/.test(text);
}

/** Whether a status in the text, such as one of several extensions, is a failure. */
function reportsFailedState(text: string): boolean {
  return /ProvisioningState\/failed|"level"\s{0,4}:\s{0,4}"Error"|\b(?:Enable|Install|Update) failed\b|reported a failure when processing|(?:"?status"?|"provisioningState")\s?[:=]\s?"?Failed\b|"(?:error|errorDetail|provisioningError)"\s?:\s?\{|has reported terminal failure/i.test(
    text,
  );
}
