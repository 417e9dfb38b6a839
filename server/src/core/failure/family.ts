import { timedOut } from './errors/shell.js';
import type { Failure } from './failures.js';
import { codeTables, entryOf } from './exitCodes/index.js';
import { type FailureFamily, failureFamilies } from './exitCodes/table.js';
import { provisionsNodes } from './origin/extensions.js';
import { latestDate } from './when.js';

/** The table that applies, and why. */
export interface FamilyVerdict {
  /** Null if the failure isn't one of provisioning scripts. */
  readonly family: FailureFamily | null;
  /** Sentences, the strongest reason first. */
  readonly reasons: readonly string[];
}

/** The input of the detection. */
interface FamilyInput {
  /** The text around the failure, without escapes. */
  readonly around: string;
  readonly failure: Failure | undefined;
  /** The name of the extension that failed. */
  readonly extension: string | undefined;
}

interface FamilyHint {
  readonly families: readonly FailureFamily[];
  readonly reason: string;
}

/**
 * Infers the family from what only some of them write: the name of the extension, its publisher and type, the wording,
 * the status object, names of errors, names of machines, dates. Hints are checked in this order; each narrows the
 * families that the earlier ones left.
 */
export function familyOf(evidence: FamilyInput): FamilyVerdict {
  let left: readonly FailureFamily[] = failureFamilies;
  const reasons: string[] = [];
  for (const look of hintFinders) {
    const clue = look(evidence, left);
    const narrowed = clue && left.filter((family) => clue.families.includes(family));
    if (clue === undefined || narrowed === undefined || narrowed.length === 0 || narrowed.length === left.length)
      continue;
    left = narrowed;
    reasons.push(clue.reason);
    if (left.length === 1) break;
  }
  const [family = 'linux-agentbaker'] = left;
  if (left.length > 1) {
    const { extension } = evidence;
    const why =
      extension !== undefined && provisionsNodes(extension) && !engineName.test(extension)
        ? `The extension is called ${extension}, a name that AKS uses`
        : 'The text has no other hints';
    reasons.push(`${why}, so the table of ${codeTables[family].title} is the most likely.`);
  }
  return { family, reasons };
}

type HintFinder = (evidence: FamilyInput, left: readonly FailureFamily[]) => FamilyHint | undefined;

/** Names that the engines use on single machines. */
const engineName = /^(?:cse-(?:agent|master)-\d+|cse\d+)$/i;

const windowsMarks: readonly (readonly [RegExp, string])[] = [
  [/WINDOWS_CSE_/, 'The text contains an error name of the Windows scripts (WINDOWS_CSE_…).'],
  [/ExitCode\s{0,4}:\s{0,4}\|/, 'The report has the format of the Windows scripts (`ExitCode: |…|`).'],
  [
    /Microsoft\.Compute\b[^\n]{0,60}CustomScriptExtension/,
    'The extension is CustomScriptExtension of the publisher Microsoft.Compute, the one for Windows.',
  ],
  [/non-zero exit code of/, 'The extension for Windows uses the wording "non-zero exit code of".'],
  [/VMExtensionCSEWindowsTroubleshoot/i, 'The text links to the help for the Windows extension.'],
  [
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}(?:Z|[+-]\d\d:\d\d): /m,
    'The lines have the format of the log of the Windows scripts.',
  ],
  [/C:\\{1,8}(?:AzureData|k\\|WindowsAzure)/i, 'The text contains paths of a Windows node.'],
];

const linuxMarks: readonly (readonly [RegExp, string])[] = [
  [
    /Microsoft\.Azure\.Extensions\b/,
    'The extension is CustomScript of the publisher Microsoft.Azure.Extensions, the one for Linux.',
  ],
  [/terminated with exit status/, 'The extension for Linux uses the wording "terminated with exit status".'],
  [/VMExtensionCSELinuxTroubleshoot/i, 'The text links to the help for the Linux extension.'],
];

/** The scripts of AKS for the operating system that a text shows, for failures of something else than the scripts. */
export function platformIn(text: string): 'windows' | 'linux-agentbaker' | null {
  if (windowsMarks.some(([mark]) => mark.test(text)) || windowsNames.test(text)) return 'windows';
  return linuxMarks.some(([mark]) => mark.test(text)) || linuxNames.test(text) ? 'linux-agentbaker' : null;
}

/** What else only one operating system has: names of its extensions and machines, folders, programs. */
const windowsNames =
  /windows-cse-agent-karpenter|CAPZ\.Windows\.|LinkedTo\w{0,20}Windows|aka\.ms\/\w{0,40}Windows|\bakswin\w{0,9}\b|Windows(?:Server)?20(?:19|22|25)|kubernetes\.io\/os[=:]\s?windows/i;
const linuxNames =
  /\/var\/(?:log|lib)\/|\bcloud-init\b|\bsystemd\[|ForLinux\b|Linux\w{0,20}Agent|CAPZ\.Linux\.|aka\.ms\/\w{0,40}Linux|\baks-[\w-]{1,40}-vmss|AKSUbuntu|AzureLinux|kubernetes\.io\/os[=:]\s?linux/i;

const linux: readonly FailureFamily[] = ['linux-agentbaker', 'aks-engine', 'acs-engine'];
const engines: readonly FailureFamily[] = ['aks-engine', 'acs-engine'];

const hintFinders: readonly HintFinder[] = [
  ({ failure }) =>
    failure?.source === 'windows-script'
      ? only('windows', 'The report has the format of the Windows scripts (`ExitCode: |…|`).')
      : undefined,
  ({ failure }) =>
    failure?.status === undefined
      ? undefined
      : only('linux-agentbaker', 'Only the scripts of AKS for Linux nodes print a provision status (CSEStatus).'),
  ({ failure }) =>
    failure?.source === 'node-controller'
      ? only('linux-agentbaker', 'aks-node-controller reports the code, and it only runs on Linux nodes of AKS.')
      : undefined,
  ({ around }) => firstMark(windowsMarks, around, ['windows']),
  ({ around }) => firstMark(linuxMarks, around, linux),
  ({ failure }, left) => codeClue(failure?.code, left),
  ({ around }) =>
    /vmssCSE\s{1,4}exit\s{1,4}status/i.test(around) || /\bSubCode\b/.test(around)
      ? { families: ['linux-agentbaker', 'windows'], reason: 'The AKS resource provider uses this wording.' }
      : undefined,
  ({ around }) =>
    /\bk8s-[\w]{1,40}-\d{5,9}-(?:vmss|\d)/.test(around)
      ? { families: engines, reason: 'The machine name begins with k8s-, as in clusters of the engines.' }
      : undefined,
  ({ extension }) =>
    extension !== undefined && engineName.test(extension)
      ? {
          families: engines,
          reason: `The extension is called ${extension}, the name that the engines use on single machines.`,
        }
      : undefined,
  ({ around }) =>
    around.includes('mcr.microsoft.com')
      ? {
          families: ['linux-agentbaker', 'windows', 'aks-engine'],
          reason: 'The scripts of acs-engine never connected to mcr.microsoft.com.',
        }
      : undefined,
  ({ around }) => dateClue(around),
  // The whole log of any generation begins with date and host name.
  ({ failure }) => (failure?.source === 'trace' ? undefined : sectionClue(failure?.outputs.output)),
  () => ({ families: linux, reason: 'The text has no hints of Windows.' }),
];

function only(family: FailureFamily, reason: string): FamilyHint {
  return { families: [family], reason };
}

function firstMark(
  marks: readonly (readonly [RegExp, string])[],
  around: string,
  families: readonly FailureFamily[],
): FamilyHint | undefined {
  const found = marks.find(([pattern]) => pattern.test(around));
  return found && { families, reason: found[1] };
}

/** acs-engine prints nothing; aks-engine, since 2019, the date and the host name. */
function sectionClue(output: string | undefined): FamilyHint | undefined {
  if (output === undefined) return undefined;
  const text = output.trim();
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} (?:[AP]M )?[A-Z]{1,5} \d{4},\s?[\w.-]+/.test(text))
    return only(
      'aks-engine',
      'The output is date and host name without a provision status, as printed by the scripts of aks-engine.',
    );
  if (text === '')
    return {
      families: ['linux-agentbaker', 'windows', 'acs-engine'],
      reason: 'The output is empty, and aks-engine would print date and host name.',
    };
  return undefined;
}

/** aks-engine took over from acs-engine in December 2018, AgentBaker from aks-engine for AKS in the middle of 2020. */
function dateClue(around: string): FamilyHint | undefined {
  const latest = latestDate(around);
  if (latest === undefined) return undefined;
  if (latest.time < Date.UTC(2018, 11))
    return only('acs-engine', `The time ${latest.text} is before December 2018, when acs-engine created the nodes.`);
  if (latest.time < Date.UTC(2020, 5))
    return only(
      'aks-engine',
      `The time ${latest.text} is before the middle of 2020, when aks-engine created the nodes.`,
    );
  return {
    families: ['linux-agentbaker', 'windows', 'aks-engine'],
    reason: `The time ${latest.text} is after the end of acs-engine.`,
  };
}

/** A code that only some of the remaining tables have. */
function codeClue(code: number | undefined, left: readonly FailureFamily[]): FamilyHint | undefined {
  if (code === undefined || code === timedOut) return undefined;
  const families = left.filter((family) => entryOf(family, code) !== undefined);
  const titles = families.map((family) => codeTables[family].title).join(' and ');
  const tables = families.length > 1 ? 'tables' : 'table';
  return { families, reason: `The code ${code} is only in the ${tables} of ${titles}.` };
}
