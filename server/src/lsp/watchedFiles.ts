import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
} from 'vscode-languageserver';

/** Lets an editor report changes of the files that settings name. */
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

  /** Watches a file, if the editor supports that. */
  watch(uri: string): void {
    const slash = uri.lastIndexOf('/');
    this.watchIn(uri.slice(0, slash), asGlob(uri.slice(slash + 1)));
  }

  /** Watches the files in a folder that match a glob. */
  watchIn(baseUri: string, pattern: string): void {
    const key = `${baseUri}/${pattern}`;
    const { dynamicRegistration, relativePatternSupport } = this.#client().workspace?.didChangeWatchedFiles ?? {};
    if (dynamicRegistration !== true || this.#watched.has(key)) return;
    const globPattern =
      relativePatternSupport === true
        ? { baseUri, pattern }
        : `${asGlob(baseUri.replace(/^[a-z]+:\/\/[^/]*/, ''))}/${pattern}`;
    const registered = this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern }],
    });
    this.#watched.set(key, registered);
    this.#background(registered);
  }

  /** Stops watching all files. */
  clear(): void {
    for (const registered of this.#watched.values())
      this.#background(registered.then((registration) => registration.dispose()));
    this.#watched.clear();
  }
}

/** A part of a URI as a glob that matches only this path. */
function asGlob(path: string): string {
  return decodeURIComponent(path).replace(/[*?[\]{}]/g, '[$&]');
}
