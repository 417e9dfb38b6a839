import { type Span, spanOfMatch } from '../../text/span.js';
import { words } from '../../text/table.js';
import { azureCodes, azureError } from './azureErrors.js';

/** A code of Azure's control plane in a text. */
export interface AzureMention {
  readonly code: string;
  /** The code, or the words that stand for it. */
  readonly span: Span;
  /** A sentence of Azure in the text, if the code has a position of its own. */
  readonly sentence?: Span | undefined;
}

/** Codes that only say that something inside failed. */
const wrappers = new Set(
  words(`
    DeploymentFailed InvalidTemplateDeployment Conflict BadRequest ResourceDeploymentFailure ResourceOperationFailure
    CreateVMSSAgentPoolFailed ReconcileVMSSAgentPoolFailed UpdateVMSSAgentPoolFailed SetVNetOwnershipFailed
    MultipleErrorsOccurred ReconcileStandardLoadBalancerError
  `),
);

/** Words in the places of codes that are none: states, and categories of errors. */
const noCodes = new Set(
  words(
    'Failed Succeeded Error Warning Info Accepted Running Updating Creating Canceled ClientError Unknown Transient',
  ),
);

/** What is written around a code: members, `Code=…`, headings of messages, brackets of the Azure CLI. */
const places: readonly RegExp[] = [
  /["'](?:code|errorCode|subCode)["']\s{0,8}:\s{0,8}["']((?:ErrCode_)?[A-Z][A-Za-z\d]{2,80}(?:\/[A-Z][A-Za-z\d]{2,80})?)["']/gi,
  /\b(?:Code|ERROR CODE|SubCode|ErrorCode)\s{0,4}[=:]\s{0,4}["']?((?:ErrCode_)?[A-Z][A-Za-z\d]{2,80}(?:\/[A-Z][A-Za-z\d]{2,80})?)\b/g,
  /\bStatus\s{0,4}[=:]\s{0,4}"([A-Z][A-Za-z]{7,80})"/g,
  /(?:^|[\s"'])\(((?:ErrCode_)?[A-Z][a-z\d]+[A-Z][A-Za-z\d]{2,80})\) /gm,
  /\b(ErrCode_[A-Z][A-Za-z\d]{2,80}): /g,
  /\bProvisioningState\/failed\/([A-Z][A-Za-z]{6,80})\b/g,
  // A word such as Forbidden may be one of HTTP.
  new RegExp(String.raw`\b(${azureCodes.filter((code) => /.[A-Z]/.test(code)).join('|')})\b`, 'g'),
];

/** Sentences that stand for a code, as Azure and its clients write them. */
const sentences: readonly (readonly [code: string | ((text: string) => string), sentence: RegExp])[] = [
  ['VMAgentStatusCommunicationError', /has not reported status for (?:the )?VM agent/i],
  ['VMExtensionProvisioningError', /VM has reported a failure when processing extension/i],
  ['VMExtensionProvisioningTimeout', /Provisioning of VM extension '?[\w.-]{1,80}'? has timed out/i],
  [
    'VMExtensionHandlerNonTransientError',
    /The handler for VM extension type '[^'\n]{1,200}' has reported terminal failure/i,
  ],
  [
    (text) =>
      /VM guest agent was detected running/i.test(text) ? 'OSProvisioningClientError' : 'OSProvisioningTimedOut',
    /OS\s{1,4}Provisioning for VM ['\u2018\u2019]?[\w.-]{1,80}['\u2018\u2019]? did not finish in the allotted time|OS provisioning failure has reached terminal state/i,
  ],
  ['OSProvisioningInternalError', /OS\s{1,4}Provisioning failed for VM [^\n]{1,90} due to an internal error/i],
  ['VMStartTimedOut', /VM ['\u2018\u2019]?[\w.-]{1,80}['\u2018\u2019]? did not start in the allotted time/i],
  [
    (text) =>
      /constraints applied are[^.]{0,400}\bzone\b/i.test(text)
        ? 'OverconstrainedZonalAllocationRequest'
        : 'OverconstrainedAllocationRequest',
    /Allocation failed\.\s{1,4}VM\(s\) with the following constraints cannot be allocated/i,
  ],
  // The provider of Karpenter words these codes itself.
  [
    'OverconstrainedZonalAllocationRequest',
    /unable to allocate resources in the selected zone \([\w-]{1,40}\) with [\w-]{1,20} capacity type/i,
  ],
  ['OverconstrainedAllocationRequest', /unable to allocate resources in all zones with/i],
  [
    'ZonalAllocationFailed',
    /unable to allocate resources in the selected zone|do not have sufficient capacity for the requested VM size in this zone/i,
  ],
  [
    'AllocationFailed',
    /all requested instance types were unavailable during launch|do not have sufficient capacity for the requested VM size in this region|VM allocation failed|unable to allocate resources with selected VM size/i,
  ],
  [
    'SkuNotAvailable',
    /the requested SKU is unavailable|SKUs have failed for Capacity Restrictions|\bskuNotAvailable\b|The requested (?:VM )?size for resource(?: '[^'\n]{1,300}')? is currently not available|The VM size of \S{1,60} is not allowed in your subscription/i,
  ],
  [
    'QuotaExceeded',
    /exceeding (?:the )?(?:approved|allowed)? ?[^.\n]{0,80}\b(?:cores? )?quota|vCPU quota[^.\n]{0,80} has been reached|(?:regional|family) (?:[\w-]{1,20} )?(?:vCPU|cores?) quota|insufficient (?:regional )?vcpu quota/i,
  ],
  ['RequestDisallowedByPolicy', /was disallowed by policy/i],
  ['InsufficientSubnetSize', /Pre-allocated IPs \d{1,9} exceeds IPs available/i],
  ['SubnetIsFull', /Subnet [^\n]{1,300} does not have enough capacity for \d{1,9} IP addresses|subnet is full/i],
  ['AuthorizationFailed', /does not have authorization to perform action/i],
  [
    'LinkedAuthorizationFailed',
    /does not have permission to perform action(?:\(s\))? [^\n]{1,300} on the linked scope/i,
  ],
  [
    'ServicePrincipalValidationClientError',
    /\bAADSTS(?:7000215|7000222)\b|credentials in ServicePrincipalProfile were invalid/,
  ],
  ['ScopeLocked', /because (?:the )?following scope\(s\) are locked/i],
  ['MissingSubscriptionRegistration', /subscription is not registered to use namespace/i],
  ['InvalidParameter', /The requested VM size \S{1,80} is not available in the current region/i],
  ['SubscriptionRequestsThrottled', /Number of requests for subscription '[^'\n]{1,80}'[^\n]{0,300} exceeded/i],
  ['PublicIPCountLimitReached', /Cannot create more than \d{1,9} public IP addresses/i],
];

/**
 * The code of the control plane that says most: the innermost one that is no wrapper, or the documented one of a sentence;
 * only of those that are wanted. `text` has no escapes.
 */
export function azureCodeIn(text: string, isWanted: (code: string) => boolean = () => true): AzureMention | undefined {
  const found = new Map<number, AzureMention>();
  for (const place of places) {
    for (const match of text.matchAll(place)) {
      const [whole, code = ''] = match;
      const start = match.index + whole.lastIndexOf(code);
      const isLonger = code.length > (found.get(start)?.code.length ?? 0);
      const isCode = !wrappers.has(code) && !noCodes.has(code) && !otherNames.test(code);
      if (isLonger && isCode && isWanted(code)) found.set(start, { code, span: { start, end: start + code.length } });
    }
  }
  const mentions = [...found.values()].sort((a, b) => a.span.start - b.span.start);
  const best = mentions.reduce<AzureMention | undefined>(
    (before, one) => (before === undefined || weightOf(one) > weightOf(before) ? one : innermost(before, one)),
    undefined,
  );
  const said = sentenceIn(text, isWanted);
  if (best === undefined || weightOf(best) < weights.vague)
    return said ?? best ?? (isWanted('BadRequest') ? refusal(text) : undefined);
  return { ...best, sentence: said?.span };
}

/** A wrapper alone, which says at least that Azure refused the request. */
function refusal(text: string): AzureMention | undefined {
  const match =
    /Operation failed with status: 'Bad Request'|\(BadRequest(?=\) )|\bCode="?BadRequest\b|"code"\s{0,8}:\s{0,8}"BadRequest/.exec(
      text,
    );
  return match === null ? undefined : { code: 'BadRequest', span: spanOfMatch(match) };
}

/** Whether a code says that an extension failed, or that its VM doesn't report; others are of failures without a script. */
export function isOfExtension(code: string): boolean {
  return /^VM(?:Extension|Agent)/.test(code);
}

/** Whether a code only says that something inside failed. */
export function isWrapper(code: string): boolean {
  return wrappers.has(code);
}

/** Status codes of instance views, and the names that AKS gives to exit codes. */
const otherNames = /^(?:ProvisioningState|PowerState|ComponentStatus|HealthState|OSState)\b|VMExtensionError$/;

/** Of two unknown codes, the later one is inside the message of the other; of two known ones, the first says more. */
function innermost(before: AzureMention, one: AzureMention): AzureMention {
  return weightOf(before) === weightOf(one) && weightOf(one) === weights.unknown ? one : before;
}

/** `OperationNotAllowed` says only that the present state forbids the operation; a code inside it says why. */
const weights = { internal: 0, unknown: 1, vague: 2, known: 3 } as const;

function weightOf({ code }: AzureMention): number {
  if (/^(?:Internal|Server)\w*Error$/.test(code)) return weights.internal;
  if (code === 'OperationNotAllowed') return weights.vague;
  return azureError(code) === undefined ? weights.unknown : weights.known;
}

function sentenceIn(text: string, isWanted: (code: string) => boolean): AzureMention | undefined {
  for (const [code, sentence] of sentences) {
    const match = sentence.exec(text);
    if (match === null) continue;
    const found = typeof code === 'string' ? code : code(text);
    if (isWanted(found)) return { code: found, span: spanOfMatch(match) };
  }
  return undefined;
}
