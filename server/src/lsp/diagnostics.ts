import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import {
  type AcceptedProblems,
  type FileProblem,
  isKnown,
  limits,
  maskingOf,
  mostSevere,
  nameInResources,
  namesAround,
  type ProblemCode,
  reportedUnder,
  resourcesIn,
  type Settings,
  validate,
} from '../core/index.js';
import { grouped } from '../core/names.js';
import type { InitializationOptions } from '../protocol.js';
import { repeatsSources } from '../virtualDocuments.js';
import { diagnosticSource, type InsidePlace, toDiagnostic, toRange } from './convert.js';
import { fileOfPayload, type Layer, layerAt, layerUri, stepsInSource } from './features/layerTexts.js';
import { fileName, outerNames } from './payloadEntries.js';
import type { Waiting } from './scheduling.js';
import type { Session } from './session.js';
import { maskedMessage, type Shown } from './shown.js';
import type { SyncedDocument } from './syncedDocument.js';

/** What decides, besides a document, which of its problems are reported. */
export interface Reporting {
  readonly settings: Settings;
  readonly options: InitializationOptions;
  /** What its baseline accepts. */
  readonly accepted: AcceptedProblems | undefined;
}

/** Applies the settings to a document, and returns what decides about its diagnostics. */
export async function reportingOf(session: Session, document: SyncedDocument): Promise<Reporting> {
  await session.configure(document);
  return reportingAt(session, document.uri);
}

/** What decides about the problems of a file, which needn't be open. */
export async function reportingAt(session: Session, uri: string): Promise<Reporting> {
  const settings = await session.settingsFor(uri);
  return { settings, options: session.options, accepted: await session.acceptedIn(settings, uri) };
}

/** The problems of a document with the severities of its settings, without those that are switched off. */
export function knownProblems(
  { analysis, uri }: Pick<SyncedDocument, 'analysis' | 'uri'>,
  { settings, accepted }: Reporting,
): readonly FileProblem[] {
  // Most documents in an editor aren't ours; their problems aren't reported.
  if (repeatsSources(uri) || !isKnown(analysis)) return [];
  return reportedUnder(settings, validate(analysis).problems, accepted).problems;
}

/**
 * Checks a document and returns its diagnostics: its problems without those that the editor shows itself. Otherwise, says
 * why it wasn't checked.
 */
export async function diagnose(
  session: Session,
  document: SyncedDocument,
  waiting?: Waiting,
): Promise<Shown<Diagnostic>[] | 'cancelled' | 'dismissed'> {
  const reporting = await reportingOf(session, document);
  const checked = await session.check(document, waiting);
  if (checked !== 'checked') return checked;
  const { analysis } = document;
  for (const { rule, error } of validate(analysis).failures) {
    const masking = maskingOf([analysis]);
    session.log.error(masking.text(`the rule ${rule} failed and was left out: ${String(error)}`));
  }
  const isShownInside = await reportedInside(session, document, waiting);
  // Meanwhile, the document may have changed.
  if (!document.isCurrent(analysis)) return 'cancelled';
  const problems = knownProblems(document, reporting).filter(
    (found) => !isReportedByHost(found, document, reporting.options),
  );
  const listed = problems.length > limits.diagnostics ? mostSevere(problems, limits.diagnostics - 1) : problems;
  const diagnostics = listed.map((found) => {
    const shown: FileProblem = isShownInside(found) ? { ...found, severity: 'hint' } : found;
    return diagnosticOf(document, shown, positionInside(session, document, found));
  });
  return listed === problems ? diagnostics : [...diagnostics, noteOnFurther(problems.length - listed.length)];
}

/** A diagnostic at the beginning of a document that says how many problems aren't listed. */
function noteOnFurther(count: number): Shown<Diagnostic> {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Information,
    source: diagnosticSource,
    message: maskedMessage(`${grouped(count)} further problems are not listed; the most severe ones are.`),
  };
}

/**
 * Which problems of a document are also those of decoded texts inside it that the user sees. They are hints around these
 * texts, so that a mistake counts once.
 */
async function reportedInside(
  session: Session,
  document: SyncedDocument,
  waiting: Waiting | undefined,
): Promise<(found: FileProblem) => boolean> {
  const own = layerAt(session, document.uri);
  const source = own?.source ?? document;
  const keys = new Set<string>();
  for (const text of session.documents.all()) {
    const layer = session.tabs?.has(text.uri) === false ? undefined : layerAt(session, text.uri);
    const isInside = layer?.source === source && layer.payload !== own?.payload && isPart(own?.steps, layer.steps);
    if (!isInside || document === text) continue;
    const reporting = await reportingOf(session, text);
    if ((await session.check(text, waiting)) !== 'checked') continue;
    for (const found of knownProblems(text, reporting)) keys.add(keyOf(found, text, layer));
  }
  return keys.size === 0 ? () => false : (found) => keys.has(keyOf(found, document, own));
}

function isPart(outer: readonly string[] = [], inner: readonly string[]): boolean {
  return outer.every((step, index) => step === inner[index]);
}

/** Equal for a problem in a decoded text and in the documents around it. Messages differ if secrets are masked. */
function keyOf(
  { code, pointer, document: payload }: FileProblem,
  { analysis }: SyncedDocument,
  layer: Layer | undefined,
): string {
  const steps = layer === undefined ? payload.steps : stepsInSource(layer, analysis.root, payload);
  return JSON.stringify([code, pointer, steps]);
}

/**
 * The diagnostic of a problem. Each is masked on its own, so that it has the same text in the list of a document as in a
 * code action.
 */
export function diagnosticOf(
  { analysis, uri }: SyncedDocument,
  found: FileProblem,
  inside?: InsidePlace,
): Shown<Diagnostic> {
  const masking = maskingOf([analysis]);
  const { document } = found;
  const names =
    document === analysis.root
      ? namesAround(analysis, found)
      : [...outerNames(analysis, document, masking), fileName(document.name)];
  return toDiagnostic(uri, analysis.lines, found, inside, names, masking);
}

/** Whether it is a syntax error of the file that the editor's own language support reports already. */
export function isReportedByHost(
  found: FileProblem,
  { languageId, analysis }: Pick<SyncedDocument, 'languageId' | 'analysis'>,
  { hostServes }: InitializationOptions,
): boolean {
  if (found.layers.length > 0) return false;
  const json = jsonSyntax.has(found.code);
  if (json) return hostServes?.json === true && (languageId === 'json' || languageId === 'jsonc');
  const yaml = found.code === 'yaml/syntax' || found.code === 'yaml/tab' || found.code === 'yaml/duplicate-key';
  // The line that cloud-init names can be before the mistake.
  const { span } = found.related?.[0] ?? found;
  const isShared = found.code !== 'yaml/syntax' || !isFineInYaml12(analysis.text.slice(span.start));
  return yaml && isShared && hostServes?.yaml === true && languageId === 'yaml';
}

/** Mistakes that every reader of JSON reports. */
const jsonSyntax: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'json/syntax',
  'json/duplicate-key',
  'json/incomplete-exponent',
  'configuration/syntax',
]);

/** Whether the editor's YAML support, which reads YAML 1.2, reports no error for text that begins like this. */
function isFineInYaml12(text: string): boolean {
  return /^(?:---|\.\.\.|<<|=)/.test(text);
}

/** The exact position of a problem in the decoded document that it is in. */
function positionInside(
  session: Session,
  source: SyncedDocument,
  { inner, layers, document, span }: FileProblem,
): InsidePlace | undefined {
  if (inner === undefined || layers.length === 0 || document.text === undefined) return undefined;
  const { analysis, uri } = source;
  const file = fileOfPayload(source, document);
  const isSame = file?.content.ok === true && textOf(file.content.value) === document.text;
  const range = toRange(analysis.linesOf(document), inner);
  const { line, character } = range.start;
  const name = nameInResources(analysis, resourcesIn(analysis).around(document), document.name);
  const position = `line ${line + 1}, column ${character + 1} of ${name}`;
  if (isSame) return { uri: file.uri, range, message: `In the file that is read: ${position}` };
  const message = `In the decoded text: ${position}`;
  // Only an editor with our commands can open the decoded text; the link of others leads to the payload string, until the
  // user opens the decoded text in a file.
  const decodedUri =
    session.options.commands === true ? layerUri(source, document) : session.decodedFiles.of(uri, document.steps)?.uri;
  return decodedUri === undefined
    ? { uri: undefined, range: toRange(analysis.lines, span), message }
    : { uri: decodedUri, range, message };
}

function textOf(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** How long diagnostics wait after a change: this part of what they take, but not longer than that many milliseconds. */
const delayShare = 0.25;
const longestDelayMs = 100;

/** Publishes diagnostics for clients that can't request them. */
export class DiagnosticsPublisher {
  readonly #session: Session;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Milliseconds that the last diagnostics of a document took. */
  readonly #durations = new Map<string, number>();

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Publishes soon; a later call for the same document replaces an earlier one. For a document that takes long, it waits for
   * a part of that time, in which the user may go on typing.
   */
  schedule(document: SyncedDocument): void {
    const { uri } = document;
    clearTimeout(this.#timers.get(uri));
    const timer = setTimeout(
      () => {
        this.#timers.delete(uri);
        const work = this.#publish(document);
        this.#session.background(this.#session.watched('textDocument/publishDiagnostics', uri, work));
      },
      Math.min(longestDelayMs, (this.#durations.get(uri) ?? 0) * delayShare),
    );
    this.#timers.set(uri, timer);
  }

  /** Removes the diagnostics of a closed document. */
  close(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#durations.delete(uri);
    this.#session.background(this.#session.publish({ uri, diagnostics: [] }));
  }

  async #publish(document: SyncedDocument): Promise<void> {
    const { version, uri } = document;
    const began = performance.now();
    const diagnostics = await diagnose(this.#session, document);
    // If the text has changed in the meantime, its own run publishes.
    if (typeof diagnostics === 'string' || document.version !== version) return;
    this.#durations.set(uri, performance.now() - began);
    await this.#session.publish({ uri, version, diagnostics });
  }
}
