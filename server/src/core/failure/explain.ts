import type { PlainValue } from '../formats/tree/expand.js';
import type { Masked, Masking } from '../secrets/masking.js';
import type { Budget } from '../text/budget.js';
import { composeMaps, fragmentMap, innerOffset } from '../text/positionMap.js';
import { movedSpan, type Span, spanOfMatch } from '../text/span.js';
import {
  adviceFor,
  advisedFor,
  type AdvisedError,
  type Audience,
  described,
  type ErrorDescription,
} from './errors/error.js';
import { shellCode } from './errors/shell.js';
import { type Failure, failuresIn, type FailureText, messageTextOf } from './failures.js';
import { familyOf, type FamilyVerdict, platformIn } from './family.js';
import { numberMember } from './provisionStatus.js';
import { type NoExitCode, noExitCode, reasonWithoutCode } from './noExitCode.js';
import { evidenceIn, messageAround, messageBehind, sentencesAround } from './evidence.js';
import { declaredByName, type DeclaredCodes, declaredEntry } from './exitCodes/declared.js';
import { codeTables, entryByName, entryOf, meaningsAt, meaningsOf, type TableEntry } from './exitCodes/index.js';
import { type CodeMeaning, errorNamed, meaningOn, providerNames, scriptsName } from './exitCodes/meaning.js';
import type { FailureFamily } from './exitCodes/table.js';
import { instancesIn } from './instances.js';
import type { MappedText } from '../text/mappedText.js';
import { flattened } from './message.js';
import { azureDescription, describedOrigin } from './origin/described.js';
import { azureCodeIn, isOfExtension, isWrapper } from './origin/azureCode.js';
import { azureErrorIn } from './origin/azureErrors.js';
import { knownExtension } from './origin/extensions.js';
import { type FailedPart, type Origin, originOf } from './origin/origin.js';
import { isProvisionLog } from './recognise.js';
import { dayOf, type TextDay } from './when.js';
import {
  durationOf,
  lastCommands,
  looksLikeTrace,
  type TimelineEntry,
  timelineOf,
  type TraceCommand,
} from './trace.js';

/** What a failure text reports, explained. Fields are null if the text doesn't contain them. */
export interface Explanation {
  /** Who failed. */
  readonly failed: FailedPart;
  /** The extension concerned, as the text names it. */
  readonly extension: string | null;
  /** The code of Azure's control plane that says most. */
  readonly azureCode: string | null;
  /** Microsoft's page about that code. */
  readonly documentation: `https://${string}` | null;
  /** The field of the node config that leads to the failure. */
  readonly field: string | null;
  readonly exitCode: number | null;
  /** As upstream spells it; null for success, for codes of the shell and for codes missing from the table. */
  readonly errorName: string | null;
  /** All names that the code had, if nothing in the text decides between them. Dates are `yyyy-mm-dd`. */
  readonly candidates: readonly CandidateName[];
  /** The line that shows the cause. */
  readonly evidence: { readonly text: Masked; readonly span: Span } | null;
  /** The VMs that a text about several of them reports on, in order. */
  readonly instances: readonly InstanceFailure[];
  readonly family: FailureFamily | null;
  /** Sentences that say why this family was chosen. */
  readonly familyReasons: readonly string[];
  readonly phase: string | null;
  /** The last lines of the message that came with the code. */
  readonly detail: Masked | null;
  readonly meaning: string | null;
  readonly causes: readonly string[];
  readonly nextSteps: readonly string[];
  /** Whether the text contains the beginning of a provision status. */
  readonly hasCseStatusJson: boolean;
  /** Whether a part of the provision status was cut off. */
  readonly truncated: boolean;
  /** The code that the extension itself reports. */
  readonly outerExitCode: number | null;
  readonly status: PlainValue;
  readonly timeline: readonly (TimelineEntry & { readonly at: Masked })[];
  /** How long the scripts ran, in seconds. */
  readonly duration: number | null;
  readonly lastCommands: readonly (TraceCommand & { readonly command: Masked })[];
  readonly table: { readonly family: FailureFamily; readonly source: string } | null;
  /** Why there is no exit code; null if there is one. */
  readonly silence: NoExitCode | null;
  /** Sentences about missing parts, contradictions and background. */
  readonly notes: readonly string[];
  /** Codes of the other failures in the text, in their order. */
  readonly others: readonly { readonly exitCode: number; readonly errorName: string | null }[];
  /** The range that states the code or the failure. */
  readonly span: Span | undefined;
  /** The message that contains `span`. */
  readonly extent: Span | undefined;
}

/** A name that a code had between two dates; it still has it if `until` is null. */
export interface CandidateName {
  readonly errorName: string;
  readonly since: string | null;
  readonly until: string | null;
}

/** How one of several VMs ended; without a code it has failed otherwise, or is still being provisioned. */
export interface InstanceFailure {
  readonly name: Masked;
  readonly exitCode: number | null;
  readonly errorName: string | null;
}

export interface ExplainOptions {
  /** The table that the user chose; inferred if absent. */
  readonly family?: FailureFamily | undefined;
  /** The day or node image that the user named; read from the text if absent. */
  readonly day?: TextDay | undefined;
  /** What a checkout of AgentBaker adds to the tables. */
  readonly exitCodes?: DeclaredCodes | undefined;
  readonly masking: Masking;
  /** The time for explaining; what is left then is left out, and a note says so. */
  readonly budget?: Budget | undefined;
}

/**
 * Explains the first failure in a text, or the first success if there is none. The text may be an error of the portal,
 * a status of the extension, a log or anything that quotes them; or one that was read already. Never fails.
 */
export function explainFailure(text: string | FailureText, options: ExplainOptions): Explanation {
  const { budget, masking } = options;
  return timed(options, () => {
    const read = readOnce(text, options);
    const explanation = explained(read, mainFailure(read), options);
    const instances: InstanceFailure[] = [];
    for (const { name, span } of instancesIn(read.source, read.failures, budget)) {
      if (budget?.isSpent === true) break;
      const { exitCode, errorName } = explainedPart(read.source, span, options);
      instances.push({ name: masking.text(name), exitCode, errorName });
    }
    return withTimeNote({ ...explanation, instances }, read, options);
  });
}

function timed<Result>({ budget }: ExplainOptions, work: () => Result): Result {
  return budget === undefined ? work() : budget.timed(work);
}

function readOnce(text: string | FailureText, { budget }: ExplainOptions): FailureText {
  return typeof text === 'string' ? failuresIn(text, budget) : text;
}

/** The explanation with a note if there was no time to read the whole text. */
function withTimeNote(explanation: Explanation, read: FailureText, { budget }: ExplainOptions): Explanation {
  if (budget?.isSpent !== true && !read.isPartial) return explanation;
  const note = 'There was no time to read the whole text; further failures are left out.';
  return { ...explanation, notes: [...explanation.notes, note] };
}

/** The explanation of a part of a text, with positions in that part. */
function explainedPart(source: string, { start, end }: Span, options: ExplainOptions): Explanation {
  const read = failuresIn(source.slice(start, end), options.budget);
  return explained(read, mainFailure(read), options);
}

/** What a text says about one of several VMs. Positions in the explanation are in the part of the text at `part`. */
export interface ExplainedInstance {
  readonly name: Masked;
  readonly part: Span;
  readonly explanation: Explanation;
}

/** Explains each VM of a text about several of them, until the budget is spent; none for other texts. */
export function explainInstances(text: string | FailureText, options: ExplainOptions): ExplainedInstance[] {
  const { budget, masking } = options;
  return timed(options, () => {
    const read = readOnce(text, options);
    const found: ExplainedInstance[] = [];
    for (const { name, span } of instancesIn(read.source, read.failures, budget)) {
      if (budget?.isSpent === true) break;
      const explanation = withTimeNote(explainedPart(read.source, span, options), read, options);
      found.push({ name: masking.text(name), part: span, explanation });
    }
    return found;
  });
}

/** The first failure with a code, or else the first success, or the first report without a code. */
function mainFailure({ failures }: FailureText): Failure | undefined {
  return (
    failures.find(({ code }) => code !== undefined && code !== 0) ??
    failures.find(({ code }) => code !== undefined) ??
    failures[0]
  );
}

/** Explains every failure in a text. */
export function explainFailures(text: string | FailureText, options: ExplainOptions): Explanation[] {
  const { budget } = options;
  return timed(options, () => {
    const read = readOnce(text, options);
    const found: Explanation[] = [];
    for (const failure of read.failures) {
      found.push(withTimeNote(explained(read, failure, options), read, options));
      if (budget?.isSpent === true) break;
    }
    return found;
  });
}

/** Whether the message of a failed extension, which has no exit code, says who failed or why. */
export function givesReason(message: string): boolean {
  const { kind } = reasonWithoutCode(message);
  if (kind !== 'output-only' && kind !== 'failed-state' && kind !== 'unrelated') return true;
  const { failed, azure } = originOf(flattened(message).text, undefined, false);
  return failed !== null && azure?.code !== 'VMExtensionProvisioningError';
}

/** A meaning of a code; one of the shell, or of success, is in no table. */
export type CodeEntry = AdvisedError & Partial<Omit<TableEntry, keyof AdvisedError>>;

/** What a code means in a table, the newest meaning first; on one day, if it's given. */
export function explainCode(
  family: FailureFamily,
  code: number,
  { day, exitCodes }: Pick<ExplainOptions, 'day' | 'exitCodes'> = {},
): readonly CodeEntry[] {
  const own = declaredEntry(exitCodes, family, code);
  const known = day === undefined ? meaningsOf(family, code) : meaningsAt(family, code, day.day);
  const entries = [...(own === undefined || day !== undefined ? [] : [own]), ...known.toReversed()];
  return entries.map((entry) => advisedFor(entry, family));
}

/** What a code means whatever scripts ran: success, or a code of the shell; undefined for other codes. */
export function explainShellCode(code: number): CodeEntry | undefined {
  const description = code === 0 ? success : shellCode(code);
  return description && advisedFor(description, null);
}

function explained(read: FailureText, failure: Failure | undefined, options: ExplainOptions): Explanation {
  const { masking, exitCodes } = options;
  const around = surroundings(read, failure);
  const { text } = around;
  const windowsName = windowsNameIn(failure, text);
  const providerName = providerNames.exec(text) ?? scriptsName.exec(text);
  const provider = errorNamed(providerName?.[0] ?? '', exitCodes);
  const origin = originOf(text, failure, windowsName !== undefined || provider !== undefined);
  const { failed } = origin;
  const why = failure?.code === undefined ? whyNoCode(read) : undefined;
  const { family, reasons } = tableOf(why, failure, origin, text, options);
  const named =
    windowsName === undefined
      ? undefined
      : (entryByName('windows', windowsName) ?? declaredByName(exitCodes, windowsName));
  const code = codeOf(failure, origin, named ?? provider);
  const day = options.day ?? dayOf(text) ?? dayOf(writtenAround(read, failure));
  const { entry: listed, candidates } = meaningFor(failure, family, code, day, exitCodes);
  const entry = named ?? (failure?.code === undefined ? provider : undefined) ?? listed;
  // The node's own name for the code says more than the table of another version.
  const own = named === undefined ? windowsName : undefined;
  const description = descriptionOf(failed, entry, origin, code, family, text);
  const silence =
    code === undefined && description === undefined && why !== undefined ? noExitCodeOf(why, failure) : null;
  const audience = family ?? audienceOf(text, origin);
  const inSource = (span: Span): Span => around.map.toOuter(span);
  const silenceSpan = silence?.span && read.cleaned.map.toOuter(silence.span);
  const shown = spanOf(origin) ?? (providerName === null ? undefined : spanOfMatch(providerName));
  const members = failure?.status?.members;
  const timeline = members === undefined ? { entries: [], remarks: [] } : timelineOf(members);
  const detail = failure && messageTextOf(failure.message, failure.status, failure.outputs.errors);
  const evidence =
    failed === null && code !== undefined ? undefined : evidenceOf(text, origin, partsAbout(read, failure, around));
  return {
    failed,
    extension: failed === null ? null : (origin.extension?.name ?? null),
    azureCode: failed === null || isWrapper(origin.azure?.code ?? '') ? null : (origin.azure?.code ?? null),
    documentation: failed === 'azure' ? (azureErrorIn(text, origin.azure?.code ?? '')?.documentation ?? null) : null,
    field: failed === 'node-scripts' ? (origin.program?.field ?? null) : null,
    exitCode: code ?? null,
    errorName: failed === 'node-scripts' || failed === null ? (own ?? entry?.name ?? null) : null,
    candidates: (entry === listed ? candidates : []).map(({ name, since, until }) => ({
      errorName: name,
      since,
      until,
    })),
    evidence:
      evidence === undefined
        ? null
        : { text: masking.text(text.slice(evidence.start, evidence.end)), span: inSource(evidence) },
    instances: [],
    family,
    familyReasons: reasons,
    phase: entry?.phase ?? null,
    detail: detail === undefined ? null : masking.text(detail),
    meaning: description?.meaning ?? null,
    causes: adviceFor(description?.causes ?? [], audience),
    nextSteps: adviceFor((silence ?? description)?.next ?? [], audience),
    hasCseStatusJson: failure?.status?.begins === true,
    truncated: failure?.status !== undefined && !(failure.status.begins && failure.status.ends),
    outerExitCode: failure?.outerCode ?? null,
    status: members === undefined ? null : masking.value(members),
    timeline: timeline.entries.map((one) => ({ ...one, at: masking.text(one.at) })),
    duration: members === undefined ? null : durationOf(members),
    lastCommands: lastCommands(traceText(read, failure), code).map((one) => ({
      ...one,
      command: masking.text(one.command),
    })),
    table: family === null ? null : { family, source: sourceOf(family, entry, exitCodes) },
    silence,
    notes: [
      ...notesOn(failure, code, entry),
      ...otherAzureNote(origin, text),
      ...historyNotes(family, entry, day),
      ...timeline.remarks,
    ],
    others: otherCodes(read, failure, family, exitCodes),
    span: failure?.span ?? (shown === undefined ? silenceSpan : inSource(shown)),
    extent: failure?.extent ?? (shown === undefined ? silenceSpan : inSource(shown)),
  };
}

/** Where an entry comes from: a script of a checkout, or the upstream file of its table. */
export function sourceOf(
  family: FailureFamily,
  entry: Partial<Pick<TableEntry, 'code' | 'name' | 'since' | 'until'>> | undefined,
  exitCodes: DeclaredCodes | undefined,
): string {
  const declared = exitCodes?.get(family);
  const added = declared?.added.get(entry?.code ?? NaN);
  // An entry of a table with the same name has a date, or it would not have been added.
  const isDeclared = added !== undefined && added.name === entry?.name && entry.since === null && entry.until === null;
  return declared !== undefined && isDeclared ? `${declared.path} of the checkout` : codeTables[family].source;
}

/** Whom advice is for if no table applies. A program whose text shows no platform is one of AKS with Linux. */
function audienceOf(text: string, { program }: Origin): Audience {
  const shown = program?.audience ?? platformIn(text);
  return program === undefined ? shown : (shown ?? 'linux-agentbaker');
}

/** Characters on each side of a failure that are searched for what goes with it. */
const surroundingLength = 8_000;

/** Characters that are searched in a text with one failure. */
const longestAlone = 200_000;

/** The text around a failure, without escapes at any depth. */
function surroundings({ cleaned, failures }: FailureText, failure: Failure | undefined): MappedText {
  const isOnly = failure === undefined || failures.length < 2;
  const { text, map } = cleaned;
  const at = isOnly ? 0 : innerOffset(map, text.length, failure.span.start);
  const start = Math.max(0, at - surroundingLength);
  const flat = flattened(text.slice(start, isOnly ? longestAlone : at + surroundingLength));
  return { text: flat.text, map: composeMaps(composeMaps(map, fragmentMap(start)), flat.map) };
}

/** The same as it was pasted, with the times at the beginnings of its lines. */
function writtenAround({ source }: FailureText, failure: Failure | undefined): string {
  const start = Math.max(0, (failure?.span.start ?? 0) - surroundingLength);
  return source.slice(start, start + 2 * surroundingLength);
}

/** The table that applies; none if something else than the provisioning scripts failed. */
function tableOf(
  why: NoExitCode | undefined,
  failure: Failure | undefined,
  { failed, extension }: Origin,
  around: string,
  options: ExplainOptions,
): FamilyVerdict {
  if (options.family !== undefined) return { family: options.family, reasons: ['You chose this table.'] };
  if (failed === 'node-scripts') return familyOf({ around, failure, extension: extension?.name });
  if (failed === null) {
    const isUnrelated = failure === undefined && why?.kind === 'unrelated';
    return isUnrelated ? { family: null, reasons: [] } : familyOf({ around, failure, extension: extension?.name });
  }
  const name = extension?.name;
  const isUnknown = name !== undefined && knownExtension(name) === undefined;
  const reason =
    failed === 'extension' && isUnknown
      ? [
          `The extension is called ${name}. AKS, aks-engine and acs-engine don't install it, so the author of its script defines the codes.`,
        ]
      : [];
  return { family: null, reasons: reason };
}

/** The exit code that counts: of the scripts, or of the extension or its handler. Azure and clusters have none. */
function codeOf(
  failure: Failure | undefined,
  { failed, extension }: Origin,
  named: TableEntry | undefined,
): number | undefined {
  if (failed === 'azure' || failed === 'cluster') return undefined;
  if (failed === 'extension' || failed === 'extension-handler') return extension?.code ?? failure?.code;
  return failure?.source === 'extension' && named !== undefined ? named.code : (failure?.code ?? named?.code);
}

/** A wrapper's 1 is no error of the scripts, even if their table has a 1. */
function meaningFor(
  failure: Failure | undefined,
  family: FailureFamily | null,
  code: number | undefined,
  day: TextDay | undefined,
  exitCodes: DeclaredCodes | undefined,
): CodeMeaning {
  if (family === null || code === undefined || (code === 1 && failure?.source === 'extension'))
    return { entry: undefined, candidates: [] };
  return meaningOn(family, code, day, exitCodes);
}

function descriptionOf(
  failed: FailedPart,
  entry: TableEntry | undefined,
  origin: Origin,
  code: number | undefined,
  family: FailureFamily | null,
  text: string,
): ErrorDescription | undefined {
  const known = failed === 'node-scripts' || failed === null ? entry : undefined;
  return known ?? describedOrigin(origin, text) ?? (code === undefined ? undefined : unknownCode(family, code));
}

/** The words that name the failure, for failures without an exit code. */
function spanOf({ failed, azure, cluster, program, extension }: Origin): Span | undefined {
  if (failed === 'azure') return azure?.span;
  if (failed === 'cluster') return cluster?.span ?? azure?.span;
  if (failed === 'extension' || failed === 'extension-handler') return extension?.span;
  return program?.span;
}

/**
 * The parts of the text in which the cause of a failure is looked for: all of it, or for one of several failures its own
 * report and what is before it, as in a log. A message of the extension goes on to the next failure, and is complete.
 */
function partsAbout({ failures }: FailureText, failure: Failure | undefined, { text, map }: MappedText): Span[] {
  if (failure === undefined || failures.length < 2) return [{ start: 0, end: text.length }];
  const index = failures.indexOf(failure);
  const [before, next] = [failures[index - 1], failures[index + 1]];
  const inText = (offset: number): number => innerOffset(map, text.length, offset);
  const { extent, outerCode, outputs } = failure;
  const isMessage = outerCode !== undefined && outputs.output !== undefined;
  const isShared = next !== undefined && next.extent.start < extent.end;
  const start = inText(extent.start);
  const end = isShared ? next.span.start : isMessage ? next?.extent.start : extent.end;
  const report = { start, end: next === undefined || end === undefined ? text.length : inText(end) };
  const first = before === undefined ? 0 : inText(before.extent.end);
  const isComplete = isMessage && before !== undefined;
  return isComplete || first >= start ? [report] : [report, { start: first, end: start }];
}

/** The line that shows the cause. `parts` are those about the failure, the most telling first. */
function evidenceOf(
  text: string,
  { failed, azure, otherAzure, cluster, program, extension }: Origin,
  parts: readonly Span[],
): Span | undefined {
  if (failed === 'azure' && azure !== undefined) {
    const said = isSentence(text, azure.span) ? sentencesAround(text, azure.span) : messageBehind(text, azure.span);
    const { sentence } = azure;
    // Behind long names of resources, the message may be cut before what it says.
    const isCut =
      said !== undefined && sentence !== undefined && contains(said, sentence.start) && said.end < sentence.end;
    return (isCut ? undefined : said) ?? (sentence && sentencesAround(text, sentence)) ?? evidenceIn(text);
  }
  if (failed === 'cluster' && cluster !== undefined)
    return (
      (isSentence(text, cluster.span) ? undefined : messageBehind(text, cluster.span)) ??
      messageAround(text, cluster.span)
    );
  if (program !== undefined)
    return (
      (program.isSummary ? evidenceIn(text) : undefined) ??
      (program.isWhole ? program.span : messageAround(text, program.span))
    );
  if (failed === null) return undefined;
  const isReported = failed === 'extension' || failed === 'extension-handler';
  const isAboutOther = (line: string): boolean =>
    otherAzure !== undefined && azureCodeIn(line, (code) => !isOfExtension(code)) !== undefined;
  for (const { start, end } of parts) {
    const found = evidenceIn(text.slice(start, end), isAboutOther);
    if (found !== undefined) return movedSpan(found, start);
  }
  return isReported && extension !== undefined ? messageAround(text, extension.span) : undefined;
}

/** Whether a range is words of a message, not a code. */
function isSentence(text: string, { start, end }: Span): boolean {
  return /[a-z] [a-z]/i.test(text.slice(start, end));
}

function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

/** The name of an error that the Windows scripts write; their table may not have it. */
function windowsNameIn(failure: Failure | undefined, around: string): string | undefined {
  if (failure?.source === 'status') return undefined;
  return /(?:Output\s{0,4}:\s{0,4}\||CSE Error:\s{0,4})\s{0,4}(WINDOWS_CSE_ERROR_[A-Z0-9_]{1,120})/.exec(around)?.[1];
}

/** What the code meant at other times, if the text can be about a node with an older image. */
function historyNotes(family: FailureFamily | null, entry: TableEntry | undefined, day: TextDay | undefined): string[] {
  if (family === null || entry === undefined) return [];
  const notes: string[] = [];
  if (entry.until !== null)
    notes.push(
      `${entry.code} had this meaning until ${entry.until}; the scripts of newer node images don't use it so.`,
    );
  const renamed = meaningsOf(family, entry.code).find(
    ({ since, name }) => since === entry.since && name !== entry.name,
  );
  if (renamed !== undefined) notes.push(`Newer scripts call this error ${renamed.name}.`);
  if (day === undefined || day.isImage) return notes;
  for (const { name, until } of meaningsOf(family, entry.code))
    if (name !== entry.name && until !== null && until <= day.day)
      notes.push(`On nodes with images from before ${until}, ${entry.code} is ${name}.`);
  return notes;
}

const success = described(`Provisioning finished without an error.
  >linux If the node did not join the cluster, run \`journalctl -u kubelet --no-pager | tail -100\` on it.
  >windows If the node did not join the cluster, read C:\\k\\kubelet.err.log on it.`);

function unknownCode(family: FailureFamily | null, code: number): ErrorDescription {
  if (code === 0) return success;
  const known = shellCode(code);
  if (known !== undefined) return known;
  const meaning =
    family === null
      ? `The script of the extension ended with ${code}. The author of the script defines what that means.`
      : `The table of ${codeTables[family].title} has no code ${code}: it comes from another version of the scripts or from a program that they call.`;
  return described(`${meaning}
    > Read the end of the script output: the last commands and messages show what failed.`);
}

function whyNoCode({ source, cleaned: { text } }: FailureText): NoExitCode {
  return reasonWithoutCode(text, looksLikeTrace(text) ? 'trace' : isProvisionLog(source) ? 'log' : undefined);
}

function noExitCodeOf(found: NoExitCode, failure: Failure | undefined): NoExitCode {
  if (failure === undefined || found.kind !== 'unrelated') return found;
  return noExitCode(
    'cut',
    `The part of the provision status with the exit code was cut off.
      >agentbaker Read the complete status in /var/log/azure/aks/provision.json on the node.`,
  );
}

/** The trace of a failure; the whole text if it reports only this failure and the message has no trace. */
function traceText({ cleaned, failures }: FailureText, failure: Failure | undefined): string {
  const own = failure?.outputs.output ?? failure?.message ?? '';
  if (looksLikeTrace(own) || failures.length > 1) return own;
  const outer = cleaned.text;
  return looksLikeTrace(outer) ? outer : own;
}

function notesOn(failure: Failure | undefined, code: number | undefined, entry: TableEntry | undefined): string[] {
  const notes: string[] = [];
  if (failure === undefined) return notes;
  const { status, outerCode, source, levels } = failure;
  if (status?.begins === false)
    notes.push('The beginning of the provision status is missing: the extension keeps only the last 4 KiB of output.');
  if (status !== undefined && !status.ends) notes.push('The end of the provision status is missing: the text was cut.');
  if (source === 'trace' && code !== undefined)
    notes.push(
      `The code is from the \`exit ${code}\` with which the trace ends. If the log is complete, it is the one of the scripts; the status of the extension has it for certain.`,
    );
  const output = failure.outputs.output;
  if (status?.begins === true && output !== undefined && output.length >= outputLimit)
    notes.push('The beginning of the output is missing: the scripts keep only the last 3,000 bytes of their log.');
  if (outerCode !== undefined && code !== undefined && outerCode !== code && source !== 'extension')
    notes.push(
      `The extension reports ${outerCode}, but the code from the node counts: it comes from the scripts themselves.`,
    );
  if (status !== undefined && code !== undefined && numberMember(status.members, 'ExitCode') === undefined)
    notes.push('The provision status lost its exit code; this is the code that the extension reports.');
  if (entry !== undefined && code !== undefined && entry.code !== code)
    notes.push(
      `The text names ${entry.name}, which is ${entry.code} in the table: the node runs another version of the scripts.`,
    );
  if (entry?.deprecated === true) notes.push(`${entry.name} is deprecated: current scripts don't use it.`);
  if (levels > 0)
    notes.push(`${levels === 1 ? 'One level of escapes was' : `${levels} levels of escapes were`} decoded.`);
  return notes;
}

/** What Azure reports beside the failure. */
function otherAzureNote({ otherAzure }: Origin, text: string): string[] {
  if (otherAzure === undefined) return [];
  const { meaning } = azureDescription(otherAzure.code, text);
  return [`The text also reports a failure of Azure, ${otherAzure.code}: ${meaning}`];
}

/** Output of this length was most likely cut at its beginning. */
const outputLimit = 2_900;

function otherCodes(
  { failures }: FailureText,
  main: Failure | undefined,
  family: FailureFamily | null,
  exitCodes: DeclaredCodes | undefined,
): Explanation['others'] {
  const codes = new Set(
    failures.flatMap((one) => (one === main || one.code === undefined || one.code === main?.code ? [] : [one.code])),
  );
  return [...codes].map((exitCode) => ({
    exitCode,
    errorName: (family && (declaredEntry(exitCodes, family, exitCode) ?? entryOf(family, exitCode)))?.name ?? null,
  }));
}

/**
 * The failures that a document reports, in order. For a failure message without an exit code, the
 * explanation says why it has none.
 */
export function failuresOf(text: string, isAboutFailure: boolean, options: ExplainOptions): readonly Explanation[] {
  const found = codeWords.test(text) ? explainFailures(text, options) : [];
  return found.length === 0 && isAboutFailure ? [explainFailure(text, options)] : found;
}

/** Words that every statement of an exit code contains; a fast check that rules out most documents. */
const codeWords = /exit(?:code|\s{1,4}(?:status|code))|ExecDuration|BootDatapoints/i;
