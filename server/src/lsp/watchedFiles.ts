import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
} from 'vscode-languageserver';

/** Has an editor tell of changes to files that settings name, and nothing else. */
export class WatchedFiles {
  readonly #connection: Connection;
  readonly #client: () => ClientCapabilities;
  readonly #background: (work: Promise<unknown>) => void;
  readonly #watched = new Map<string, Promise<Disposable>>();

  constructor(connection: Connection, client: () => ClientCapabilities, background: (work: Promise<unknown>) => void) {
    this.#connection = connection;
    this.#client = client;
    this.#background = background;
  }

  /** Watches a file from now on; an editor that cannot be told so is asked for nothing. */
  watch(uri: string): void {
    const { dynamicRegistration, relativePatternSupport } = this.#client().workspace?.didChangeWatchedFiles ?? {};
    if (dynamicRegistration !== true || this.#watched.has(uri)) return;
    const slash = uri.lastIndexOf('/');
    const globPattern =
      relativePatternSupport === true
        ? { baseUri: uri.slice(0, slash), pattern: asGlob(uri.slice(slash + 1)) }
        : asGlob(uri.replace(/^[a-z]+:\/\/[^/]*/, ''));
    const registered = this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern }],
    });
    this.#watched.set(uri, registered);
    this.#background(registered);
  }

  /** Watches none of these any more. */
  clear(): void {
    for (const registered of this.#watched.values())
      this.#background(registered.then((registration) => registration.dispose()));
    this.#watched.clear();
  }
}

/** A part of a URI as a glob that matches nothing else. */
function asGlob(path: string): string {
  return decodeURIComponent(path).replace(/[*?[\]{}]/g, '[$&]');
}
