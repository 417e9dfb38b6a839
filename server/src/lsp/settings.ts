import type { Connection } from 'vscode-languageserver';
import {
  allProblemCodes,
  type CustomDataDialect,
  customDataDialects,
  type ProblemCode,
  type Severity,
} from '../core/index.js';

/** What a user may set, for one document. Immutable: a change makes new settings. */
export interface Settings {
  /** Severity by code; `off` drops the problem. */
  readonly severity: ReadonlyMap<ProblemCode, Severity | 'off'>;
  readonly dialect: CustomDataDialect;
}

export const defaultSettings: Settings = { severity: new Map(), dialect: 'cloud-init' };

const severityWords = ['error', 'warning', 'information', 'hint', 'off'] as const;

/** Reads what an editor sent; anything that is no setting of ours is ignored. */
export function readSettings(value: unknown): Settings {
  const section = asObject(value);
  const severity = new Map<ProblemCode, Severity | 'off'>();
  for (const [code, word] of Object.entries(asObject(asObject(section.problems).severity))) {
    const known = allProblemCodes.find((candidate) => candidate === code);
    const level = severityWords.find((candidate) => candidate === word);
    if (known !== undefined && level !== undefined) severity.set(known, level);
  }
  const dialect = customDataDialects.find((candidate) => candidate === asObject(section.customData).dialect);
  return { severity, dialect: dialect ?? defaultSettings.dialect };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Settings of each document: asked from the editor once where it can answer, else as they were pushed. */
export class SettingsStore {
  readonly #connection: Connection;
  readonly #byDocument = new Map<string, Promise<Settings>>();
  #pushed: Settings = defaultSettings;
  #canAsk = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** From now on the editor is asked for each document. */
  askFromNow(): void {
    this.#canAsk = true;
  }

  /** Takes a change notification; `settings` is null where the editor only says that something changed. */
  changed(settings: unknown): void {
    this.#byDocument.clear();
    const section = asObject(settings).aksBootstrap;
    if (section !== undefined) this.#pushed = readSettings(section);
  }

  forget(uri: string): void {
    this.#byDocument.delete(uri);
  }

  async of(uri: string): Promise<Settings> {
    if (!this.#canAsk) return this.#pushed;
    let settings = this.#byDocument.get(uri);
    if (settings === undefined) {
      settings = this.#connection.workspace
        .getConfiguration({ scopeUri: uri, section: 'aksBootstrap' })
        .then(readSettings, () => this.#pushed);
      this.#byDocument.set(uri, settings);
    }
    return settings;
  }
}
