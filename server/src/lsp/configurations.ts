import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import {
  createLineIndex,
  maskingOf,
  problemHref,
  readSettings,
  type SettingsSource,
  withoutFiles,
} from '../core/index.js';
import { toRange } from './convert.js';
import type { HostConfigurationFile } from './host.js';
import type { Session } from './session.js';
import { isSameUri } from './settings.js';
import type { Shown } from './shown.js';

/** Finds the configuration files of documents, watches them, and reports their mistakes once. */
export class Configurations {
  readonly #session: Session;
  /** The files that were read last, by their URIs. */
  readonly #known = new Map<string, HostConfigurationFile>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** The configuration file that holds for a document; undefined if there is none, or it has mistakes. */
  of(uri: string): HostConfigurationFile | undefined {
    const { host, folders, watchedFiles } = this.#session;
    const found = host.configuration(uri, folders);
    if (found === undefined) return undefined;
    watchedFiles.watchIn(found.searched, '**/.aks-bootstrap.{yaml,yml,json}');
    const { file } = found;
    if (file === undefined) return undefined;
    watchedFiles.watch(file.uri);
    const before = this.#known.get(file.uri);
    this.#known.set(file.uri, file);
    if (before?.content !== file.content) this.#report(file, before);
    return file.content.ok && file.content.value.problems.length === 0 ? file : undefined;
  }

  /** Mistakes are shown in the file, by its own diagnostics if it is open. */
  #report(file: HostConfigurationFile, before: HostConfigurationFile | undefined): void {
    const session = this.#session;
    const { uri, name, content } = file;
    const masking = maskingOf([]);
    const problems = content.ok ? content.value.problems.length : 0;
    // The same reason is said once.
    const isNew = before === undefined || before.content.ok || content.ok || before.content.error !== content.error;
    if (!content.ok && isNew) session.showMessage('Warning', masking.text(`${name} can't be used: ${content.error}.`));
    if (problems > 0) {
      const mistakes = problems === 1 ? 'a mistake' : `${problems} mistakes`;
      session.showMessage('Warning', masking.text(`${name} has ${mistakes}, so none of it is used.`));
    }
    if (problems > 0 || before !== undefined) this.show(uri);
  }

  /** A file was deleted, so that nothing is wrong with it. */
  deleted(uri: string): void {
    for (const file of this.#known.values()) {
      if (!isSameUri(uri, file.uri)) continue;
      this.#known.delete(file.uri);
      this.#session.background(this.#session.publish({ uri: file.uri, diagnostics: [] }));
    }
  }

  /** Shows the mistakes in a file, unless it is open: then it is checked like every document. */
  show(uri: string): void {
    const file = [...this.#known.values()].find((known) => isSameUri(uri, known.uri));
    if (file === undefined) return;
    const isOpen = this.#session.documents.all().some((document) => isSameUri(document.uri, uri));
    this.#session.background(this.#session.publish({ uri, diagnostics: isOpen ? [] : diagnosticsOf(file) }));
  }
}

function diagnosticsOf({ text, content }: HostConfigurationFile): Shown<Diagnostic>[] {
  if (!content.ok) return [];
  const lines = createLineIndex(text);
  const masking = maskingOf([]);
  return content.value.problems.map(({ span, code, message }) => ({
    range: toRange(lines, span),
    severity: DiagnosticSeverity.Error,
    source: 'aks-bootstrap',
    code,
    codeDescription: { href: problemHref(code) },
    message: masking.text(message),
  }));
}

/** A configuration file as a source of settings. */
export function sourceOfFile(
  { name, folder, paths, content }: HostConfigurationFile,
  isTrusted: boolean,
): SettingsSource {
  const settings = content.ok ? content.value.settings : readSettings({});
  return { name, settings: isTrusted ? settings : withoutFiles(settings), paths, folder, isConfined: true };
}
