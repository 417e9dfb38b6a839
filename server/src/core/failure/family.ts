import type { Failure } from './failures.js';
import { codeTables, entryOf } from './tables/index.js';
import { type FailureFamily, failureFamilies } from './tables/table.js';
import { readMoment } from './times.js';

/** Which table counts, and why. */
export interface FamilyVerdict {
  /** Null where the text is about an extension of somebody else, whose codes mean what its author chose. */
  readonly family: FailureFamily | null;
  /** Sentences, the most telling one first. */
  readonly reasons: readonly string[];
}

/** What a family is told by. */
interface Evidence {
  /** The text around the failure, escapes and all. */
  readonly around: string;
  readonly failure: Failure | undefined;
}

interface Clue {
  readonly families: readonly FailureFamily[];
  readonly reason: string;
}

/**
 * Infers the family from what only one of them writes: the name of the extension, its publisher and type, the wording,
 * the status object, names of errors, names of machines, dates. Clues count in this order, and each only among the
 * families that the ones before it have left.
 */
export function familyOf(evidence: Evidence): FamilyVerdict {
  const foreign = foreignExtension(evidence);
  if (foreign !== undefined) return { family: null, reasons: [foreign] };
  let left: readonly FailureFamily[] = failureFamilies;
  const reasons: string[] = [];
  for (const look of looks) {
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
    const named = extensionNames(evidence).find((name) => ownNames.test(name) && !engineName.test(name));
    const why =
      named === undefined ? 'Nothing in the text says more' : `The extension is called ${named}, as AKS names it`;
    reasons.push(`${why}, so the table of ${codeTables[family].title} is the likeliest.`);
  }
  return { family, reasons };
}

type Look = (evidence: Evidence, left: readonly FailureFamily[]) => Clue | undefined;

/** Ours: `vmssCSE` of scale sets, `cse-agent-0` and `cse-master-0` of single machines, `cse0`, and Karpenter's. */
const ownNames = /^(?:vmssCSE|cse-(?:agent|master)-[\w-]+|cse\d+)$/i;
/** A name in quotes behind "extension", the one that timed out, and the one in front of the type in an instance view. */
const namedExtension: readonly RegExp[] = [
  /extension\s{1,4}(?:\\{0,255}['"]|\\{1,255}u002[27]|[\u2018\u201c`])([A-Za-z][\w.-]{0,79})/gi,
  /VM extension ([A-Za-z][\w.-]{0,79}) has timed out/gi,
  /\bname\\{0,255}"\s{0,8}:\s{0,8}\\{0,255}"([\w.-]{1,80})\\{0,255}"\s{0,40},\s{0,40}\\{0,255}"type\\{0,255}"\s{0,8}:\s{0,8}\\{0,255}"Microsoft\.(?:Azure\.Extensions\.CustomScript|Compute\.CustomScriptExtension)\b/gi,
];
const engineName = /^(?:cse-(?:agent|master)-\d+|cse\d+)$/i;

function extensionNames({ around }: Evidence): string[] {
  return [...namedExtension, anywhere].flatMap((pattern) =>
    [...around.matchAll(pattern)].map(([whole, name]) => name ?? whole),
  );
}

/** Our names need no word in front of them. */
const anywhere = /\b(?:vmssCSE|cse-(?:agent|master)-[A-Za-z\d]+|cse\d{1,2})\b/gi;

function foreignExtension(evidence: Evidence): string | undefined {
  const { around, failure } = evidence;
  if (failure?.status !== undefined || failure?.speaker === 'windows-script' || failure?.speaker === 'node-controller')
    return undefined;
  if (around.includes('WINDOWS_CSE_')) return undefined;
  const names = extensionNames(evidence);
  const [first] = names;
  if (first === undefined || names.some((name) => ownNames.test(name))) return undefined;
  return `The extension is called ${first}: it is none that AKS, aks-engine or acs-engine install, so its codes mean what the author of its script chose.`;
}

const windowsOnly = (reason: string): Clue => ({ families: ['windows'], reason });

const windowsMarks: readonly (readonly [RegExp, string])[] = [
  [/WINDOWS_CSE_/, 'The text names an error of the Windows scripts (WINDOWS_CSE_…).'],
  [/ExitCode\s{0,4}:\s{0,4}\|/, 'The scripts report in the form of Windows (`ExitCode: |…|`).'],
  [
    /Microsoft\.Compute\b[^\n]{0,60}CustomScriptExtension/,
    'The extension is CustomScriptExtension of the publisher Microsoft.Compute, which is the one for Windows.',
  ],
  [/non-zero exit code of/, 'The wording "non-zero exit code of" is that of the extension for Windows.'],
  [/VMExtensionCSEWindowsTroubleshoot/i, 'The link leads to the help for the Windows extension.'],
  [/C:\\{1,8}(?:AzureData|k\\|WindowsAzure)/i, 'The text names paths of a Windows node.'],
];

const linuxMarks: readonly (readonly [RegExp, string])[] = [
  [
    /Microsoft\.Azure\.Extensions\b/,
    'The extension is CustomScript of the publisher Microsoft.Azure.Extensions, which is the one for Linux.',
  ],
  [/terminated with exit status/, 'The wording "terminated with exit status" is that of the extension for Linux.'],
  [/VMExtensionCSELinuxTroubleshoot/i, 'The link leads to the help for the Linux extension.'],
];

const linux: readonly FailureFamily[] = ['linux-agentbaker', 'aks-engine', 'acs-engine'];

const looks: readonly Look[] = [
  ({ failure }) =>
    failure?.speaker === 'windows-script'
      ? windowsOnly('The scripts report in the form of Windows (`ExitCode: |…|`).')
      : undefined,
  ({ failure }) =>
    failure?.status === undefined
      ? undefined
      : only('linux-agentbaker', 'Only the scripts of AKS for Linux nodes print a provision status (CSEStatus).'),
  ({ failure }) =>
    failure?.speaker === 'node-controller'
      ? only('linux-agentbaker', 'aks-node-controller speaks, which only Linux nodes of AKS have.')
      : undefined,
  ({ around }) => firstMark(windowsMarks, around, ['windows']),
  ({ around }) => firstMark(linuxMarks, around, linux),
  ({ failure }, left) => codeClue(failure?.code, left),
  ({ around }) =>
    /vmssCSE\s{1,4}exit\s{1,4}status/i.test(around) || /\bSubCode\b/.test(around)
      ? { families: ['linux-agentbaker', 'windows'], reason: 'The wording is that of the AKS resource provider.' }
      : undefined,
  ({ around }) =>
    /\bk8s-[\w]{1,40}-\d{5,9}-(?:vmss|\d)/.test(around)
      ? {
          families: ['aks-engine', 'acs-engine'],
          reason: 'The name of the machine begins with k8s-, as the engines make it.',
        }
      : undefined,
  (evidence) => {
    const name = extensionNames(evidence).find((one) => ownNames.test(one));
    if (name === undefined || !engineName.test(name)) return undefined;
    const reason = `The extension is called ${name}, as the engines name it on single machines.`;
    return { families: ['aks-engine', 'acs-engine'], reason };
  },
  ({ around }) => dateClue(around),
  ({ failure }) => sectionClue(failure?.outputs.output),
  () => ({ families: linux, reason: 'Nothing in the text points to Windows.' }),
];

function only(family: FailureFamily, reason: string): Clue {
  return { families: [family], reason };
}

function firstMark(
  marks: readonly (readonly [RegExp, string])[],
  around: string,
  families: readonly FailureFamily[],
): Clue | undefined {
  const found = marks.find(([pattern]) => pattern.test(around));
  return found && { families, reason: found[1] };
}

/** The engines print nothing but, since 2019, the date and the name of the machine. */
function sectionClue(output: string | undefined): Clue | undefined {
  if (output === undefined) return undefined;
  const text = output.trim();
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} (?:[AP]M )?[A-Z]{1,5} \d{4},\s?[\w.-]+/.test(text))
    return only(
      'aks-engine',
      'Its output begins with date and host name without a provision status, as the scripts of aks-engine print it.',
    );
  if (text === '')
    return {
      families: ['linux-agentbaker', 'windows', 'acs-engine'],
      reason: 'Its output is empty: aks-engine prints date and host name, acs-engine nothing.',
    };
  return undefined;
}

/** aks-engine took over from acs-engine in December 2018, AgentBaker from aks-engine for AKS in the middle of 2020. */
function dateClue(around: string): Clue | undefined {
  let latest: { readonly time: number; readonly text: string } | undefined;
  for (const [text] of around.slice(0, 100_000).matchAll(dates)) {
    const moment = readMoment(text);
    if (moment !== undefined && moment.time > (latest?.time ?? 0)) latest = { time: moment.time, text };
  }
  if (latest === undefined) return undefined;
  if (latest.time < Date.UTC(2018, 11))
    return only('acs-engine', `The time ${latest.text} lies before December 2018, when acs-engine made the nodes.`);
  if (latest.time < Date.UTC(2020, 5))
    return only(
      'aks-engine',
      `The time ${latest.text} lies before the middle of 2020, when aks-engine's scripts made the nodes.`,
    );
  return {
    families: ['linux-agentbaker', 'windows', 'aks-engine'],
    reason: `The time ${latest.text} lies after the end of acs-engine.`,
  };
}

/** Times with a day and a clock; a day alone may be the version of an API. */
const dates =
  /\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z| UTC)?|\b[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d (?:[AP]M )?UTC \d{4}/g;

/** A code that only some of the remaining tables have. */
function codeClue(code: number | undefined, left: readonly FailureFamily[]): Clue | undefined {
  if (code === undefined) return undefined;
  const families = left.filter((family) => entryOf(family, code) !== undefined);
  const titles = families.map((family) => codeTables[family].title).join(' and ');
  const tables = families.length > 1 ? 'tables' : 'table';
  return { families, reason: `The code ${code} is only in the ${tables} of ${titles}.` };
}
