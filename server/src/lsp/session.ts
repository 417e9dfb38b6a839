import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import type { InitializationOptions } from '../protocol.js';
import type { ErrorLog } from './scheduling.js';
import type { RenderingContext } from './renderings.js';
import type { Settings } from './settings.js';
import type { SyncedDocument } from './syncedDocument.js';

/** What the families of handlers in `features/` need of the server. */
export interface Session {
  readonly connection: Connection;
  readonly documents: { get(uri: string): SyncedDocument | undefined; all(): readonly SyncedDocument[] };
  /** An open document validated as its settings say; undefined for one that is not open. */
  readonly judged: (uri: string) => Promise<SyncedDocument | undefined>;
  readonly settingsOf: (uri: string) => Promise<Settings>;
  /** Makes a document that is not open, validated like one at its URI. */
  readonly loose: (uri: string, text: string) => Promise<SyncedDocument>;
  /** What the renderings of a document depend on; it never fails. */
  readonly renderingContext: (uri: string) => Promise<RenderingContext>;
  /** Whether the editor can open virtual documents. */
  readonly opensVirtual: () => boolean;
  readonly log: ErrorLog;
  /** What the client can do; nothing before it has said so. */
  readonly client: () => ClientCapabilities;
  /** What the editor said of itself when it started the server. */
  readonly options: () => InitializationOptions;
  /** Whether the editor shows the structure of a document itself, so that ours would stand beside its own. */
  readonly structuredByHost: (document: SyncedDocument) => boolean;
  /** Whether the editor has an outline of a YAML document, and leads from its aliases to their anchors. */
  readonly outlinedByHost: (document: SyncedDocument) => boolean;
}
