import type { Connection } from 'vscode-languageserver';
import { readSettings, type SourceSettings } from '../core/index.js';
import type { ErrorLog } from './scheduling.js';
import { maskedMessage } from './shown.js';

/** What an editor reports about a document. */
export interface EditorSettings {
  readonly settings: SourceSettings;
  /** Whether the user trusts the folders of the workspace; only VS Code asks. */
  readonly isTrusted: boolean;
}

/** Reads the section `aksBootstrap` of an editor; unknown settings are ignored. */
export function readEditorSettings(section: unknown): EditorSettings {
  const isTrusted = (section as { readonly isTrusted?: unknown } | null | undefined)?.isTrusted !== false;
  return { settings: readSettings(section), isTrusted };
}

/** Milliseconds that an editor has to answer a request for settings. */
const settingsAnswerMs = 5_000;

/** The settings of each document: requested from the editor once if it supports that, else those that it pushed. */
export class SettingsStore {
  readonly #connection: Connection;
  readonly #log: ErrorLog;
  readonly #byDocument = new Map<string, Promise<EditorSettings>>();
  #pushedSection: unknown;
  /** What was pushed, read when it is first used. */
  #pushedSettings: EditorSettings | undefined;
  #canAsk = false;
  /** Whether it was logged that the editor doesn't answer. */
  #isReported = false;
  #onLateAnswer: () => void = () => undefined;

  constructor(connection: Connection, log: ErrorLog) {
    this.#connection = connection;
    this.#log = log;
  }

  get #pushed(): EditorSettings {
    return (this.#pushedSettings ??= readEditorSettings(this.#pushedSection));
  }

  /** Calls a function when settings arrive after requests were answered without them. */
  onLateAnswer(callback: () => void): void {
    this.#onLateAnswer = callback;
  }

  /** From now on, settings are requested from the editor for each document. */
  askFromNow(): void {
    this.#canAsk = true;
  }

  /** Handles a change notification; `settings` is null if the editor only reports that something has changed. */
  changed(settings: unknown): void {
    this.#byDocument.clear();
    const section = (settings as { readonly aksBootstrap?: unknown } | null | undefined)?.aksBootstrap;
    if (section === undefined) return;
    this.#pushedSection = section;
    this.#pushedSettings = undefined;
  }

  forget(uri: string): void {
    this.#byDocument.delete(uri);
  }

  async of(uri: string): Promise<EditorSettings> {
    if (!this.#canAsk) return this.#pushed;
    let settings = this.#byDocument.get(uri);
    if (settings === undefined) {
      const answer = this.#connection.workspace
        .getConfiguration({ scopeUri: uri, section: 'aksBootstrap' })
        .then(readEditorSettings, () => this.#pushed);
      settings = this.#inTime(uri, answer);
      this.#byDocument.set(uri, settings);
    }
    return settings;
  }

  /** The answer of the editor, or the pushed settings until it comes if that takes too long. */
  #inTime(uri: string, answer: Promise<EditorSettings>): Promise<EditorSettings> {
    let isLate = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const missing = new Promise<EditorSettings>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        this.#reportSilence();
        resolve(this.#pushed);
      }, settingsAnswerMs);
    });
    const inTime = Promise.race([answer, missing]);
    void answer.then(() => {
      clearTimeout(timer);
      if (!isLate || this.#byDocument.get(uri) !== inTime) return;
      this.#byDocument.set(uri, answer);
      this.#onLateAnswer();
    });
    return inTime;
  }

  #reportSilence(): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const seconds = settingsAnswerMs / 1_000;
    this.#log.error(
      maskedMessage(
        `The editor has not answered workspace/configuration for ${seconds} seconds. Until it does, default settings are used.`,
      ),
    );
  }
}

/** The path of a file inside each workspace folder that contains it, and its whole path. */
export function pathsOf(uri: string, folders: readonly string[]): string[] {
  const inside = folders.flatMap((folder) => {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    return uri.startsWith(prefix) ? [decoded(uri.slice(prefix.length))] : [];
  });
  return [...inside, pathOf(uri)];
}

/** Whether two URIs are those of one file. Editors escape more characters than they have to. */
export function isSameUri(a: string, b: string | undefined): boolean {
  const plain = (uri: string): string => decoded(uri).replace(/^file:\/\/\/[A-Z]:/, (drive) => drive.toLowerCase());
  return b !== undefined && (a === b || plain(a) === plain(b));
}

/** The path of a URI, decoded if it can be. */
export function pathOf(uri: string): string {
  return decoded(uri.replace(/^[a-z][\w+.-]*:(?:\/\/[^/]*)?/i, ''));
}

export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
