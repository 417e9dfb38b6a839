import type { Connection, Diagnostic } from 'vscode-languageserver';
import { type FileProblem, isKnown, validate } from '../core/index.js';
import type { InitializationOptions } from '../protocol.js';
import { repeatsSources } from '../virtualDocuments.js';
import { type InsidePlace, toDiagnostic, toRange } from './convert.js';
import { layerUri } from './features/layerTexts.js';
import { ignoredCodes, type Settings } from './settings.js';
import type { SyncedDocument } from './syncedDocument.js';

/** What decides, beside a document, which of its problems are reported. */
export interface Reporting {
  readonly settings: Settings;
  readonly options: InitializationOptions;
  /** The names of the file that globs in the settings may match. */
  readonly paths: readonly string[];
}

/** The problems of a document with the severities that its settings give them; none that are switched off. */
export function knownProblems({ analysis, uri }: SyncedDocument, { settings, paths }: Reporting): FileProblem[] {
  const isIgnored = ignoredCodes(settings, paths);
  if (repeatsSources(uri)) return [];
  // The editor is full of files that are none of ours, and their faults are not ours to report.
  if (!isKnown(analysis)) return [];
  return validate(analysis).problems.flatMap((found) => {
    const severity = settings.severity.get(found.code) ?? found.severity;
    return severity === 'off' || isIgnored(found.code) ? [] : [{ ...found, severity }];
  });
}

/**
 * The diagnostics of a document: its problems but for those that the editor shows itself. Both ways of asking,
 * pull and push, end here.
 */
export function diagnosticsOf(document: SyncedDocument, reporting: Reporting): Diagnostic[] {
  const { options } = reporting;
  return knownProblems(document, reporting)
    .filter((found) => !saidByHost(found, document, options))
    .map((found) =>
      toDiagnostic(document.uri, document.analysis.lines, found, positionInside(document, found, options)),
    );
}

/** Syntax errors of the file itself that the editor's own language support reports already. */
export function saidByHost(
  found: FileProblem,
  { languageId, analysis }: SyncedDocument,
  { hostServes }: InitializationOptions,
): boolean {
  if (found.layers.length > 0) return false;
  const json =
    found.code === 'json/syntax' || found.code === 'json/duplicate-key' || found.code === 'json/incomplete-exponent';
  if (json) return hostServes?.json === true && (languageId === 'json' || languageId === 'jsonc');
  const yaml = found.code === 'yaml/syntax' || found.code === 'yaml/tab' || found.code === 'yaml/duplicate-key';
  const isShared = found.code !== 'yaml/syntax' || !isFineInYaml12(analysis.text.slice(found.span.start));
  return yaml && isShared && hostServes?.yaml === true && languageId === 'yaml';
}

/** Whether an editor's YAML support, which reads YAML 1.2, sees nothing wrong in what stands there. */
function isFineInYaml12(text: string): boolean {
  return /^(?:---|\.\.\.|<<|=)/.test(text);
}

/** The exact position of a problem in the decoded document that it is in. */
function positionInside(
  { analysis, uri }: SyncedDocument,
  { inner, layers, document, span }: FileProblem,
  { commands }: InitializationOptions,
): InsidePlace | undefined {
  if (inner === undefined || layers.length === 0 || document.text === undefined) return undefined;
  const range = toRange(analysis.linesOf(document), inner);
  const { line, character } = range.start;
  const message = `In the decoded text: line ${line + 1}, column ${character + 1} of ${document.name}`;
  // Only an editor with our commands can open the decoded text; others are led to the payload string.
  return commands === true
    ? { uri: layerUri(uri, document), range, message }
    : { uri: undefined, range: toRange(analysis.lines, span), message };
}

/** Publishes diagnostics for clients that cannot ask for them; timers are its own and end with it. */
export class DiagnosticsPublisher {
  readonly #connection: Connection;
  readonly #background: (work: Promise<unknown>) => void;
  readonly #compute: (document: SyncedDocument) => Promise<Diagnostic[] | undefined>;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(
    connection: Connection,
    background: (work: Promise<unknown>) => void,
    compute: (document: SyncedDocument) => Promise<Diagnostic[] | undefined>,
  ) {
    this.#connection = connection;
    this.#background = background;
    this.#compute = compute;
  }

  /** Publishes soon; a later call for the same document takes the place of an earlier one. */
  schedule(document: SyncedDocument, delayMs: number): void {
    clearTimeout(this.#timers.get(document.uri));
    const timer = setTimeout(() => {
      this.#timers.delete(document.uri);
      this.#background(this.#publish(document));
    }, delayMs);
    this.#timers.set(document.uri, timer);
  }

  /** Stops for a closed document and takes its diagnostics away. */
  close(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#background(this.#connection.sendDiagnostics({ uri, diagnostics: [] }));
  }

  async #publish(document: SyncedDocument): Promise<void> {
    const { version, uri } = document;
    const diagnostics = await this.#compute(document);
    // The text moved on meanwhile: its own run publishes.
    if (diagnostics !== undefined && document.version === version)
      await this.#connection.sendDiagnostics({ uri, version, diagnostics });
  }
}
