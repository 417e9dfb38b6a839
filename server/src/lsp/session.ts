import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import type { InitializationOptions } from '../protocol.js';
import type { ErrorLog } from './guard.js';
import type { SyncedDocument } from './syncedDocument.js';

/** What the families of handlers in `features/` need of the server. */
export interface Session {
  readonly connection: Connection;
  readonly documents: { get(uri: string): SyncedDocument | undefined };
  readonly log: ErrorLog;
  /** What the client can do; nothing before it has said so. */
  readonly client: () => ClientCapabilities;
  /** What the editor said of itself when it started the server. */
  readonly options: () => InitializationOptions;
  /** Whether the editor shows the structure of a document itself, so that ours would stand beside its own. */
  readonly structuredByHost: (document: SyncedDocument) => boolean;
}
