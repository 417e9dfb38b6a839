import * as vscode from 'vscode';
import { type CompareParams, type CompareResult, requests } from '../../../server/src/protocol.js';
import type { ComparisonView } from '../../../server/src/virtualDocuments.js';
import type { Requester } from '../server.js';

/** Whether the editor has a document open, shown or not. */
export function isOpen(uri: string): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
}

/**
 * Opens a document that is not open, because VS Code closes what no tab shows after a while. One that was never saved is
 * gone then, and so is a file that was deleted; both stay closed.
 */
export async function openAgain(uri: string): Promise<void> {
  if (isOpen(uri) || uri.startsWith('untitled:')) return;
  try {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  } catch {
    // Whoever asks for the document is told that it is not open.
  }
}

/** Asks for comparisons, once for both sides, so that these belong together. */
export class Comparisons {
  readonly #server: Requester;
  /** Comparisons of the documents as they are now that are being made, by both addresses. */
  readonly #asked = new Map<string, Promise<CompareResult>>();

  constructor(server: Requester) {
    this.#server = server;
  }

  /** The text of one side, or the reason why there is none. */
  async textOf({ source: before, after, side }: ComparisonView): Promise<string> {
    const result = await this.#compare({ before, after });
    return result.ok ? result[side] : `# ${result.message}\n`;
  }

  /** What is asked for from now on is made anew, because a document has changed. */
  forget(): void {
    this.#asked.clear();
  }

  #compare(params: CompareParams): Promise<CompareResult> {
    const key = JSON.stringify([params.before, params.after]);
    const asked = this.#asked.get(key) ?? this.#request(params);
    this.#asked.set(key, asked);
    const done = (): void => {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    };
    asked.then(done, done);
    return asked;
  }

  async #request(params: CompareParams): Promise<CompareResult> {
    await Promise.all([openAgain(params.before), openAgain(params.after)]);
    return this.#server.request<CompareResult>(requests.compare, params);
  }
}
