/** A document in an editor that is connected to a server. */
export class DocumentInEditor {
  #client;
  #document;
  #version = 1;

  constructor(client, document) {
    this.#client = client;
    this.#document = { ...document, uri: `file:///bench/${document.name}` };
  }

  /** Opens the document, and waits for its problems. */
  open() {
    const { uri, languageId, text } = this.#document;
    return this.#client.diagnostics('textDocument/didOpen', {
      textDocument: { uri, languageId, version: this.#version, text },
    });
  }

  /** Types the next character of a word in the middle of the document, and waits for the problems. */
  type() {
    const { uri, typing } = this.#document;
    const position = this.#position(typing + this.#version - 1);
    return this.#client.diagnostics('textDocument/didChange', {
      textDocument: { uri, version: ++this.#version },
      contentChanges: [{ range: { start: position, end: position }, text: 'a' }],
    });
  }

  async outline() {
    const { uri } = this.#document;
    answered('outline', (await this.#client.request('textDocument/documentSymbol', { textDocument: { uri } })).length);
  }

  async hover() {
    answered('hover', (await this.#at('textDocument/hover', this.#document.hovered)) !== null);
  }

  async complete() {
    const list = await this.#at('textDocument/completion', this.#document.cursor);
    answered('completion', (list.items ?? list).length);
  }

  #at(method, offset) {
    return this.#client.request(method, {
      textDocument: { uri: this.#document.uri },
      position: this.#position(offset),
    });
  }

  /** The position of an offset that is in the line of the typed word, or before it. */
  #position(offset) {
    const { text, typing } = this.#document;
    const before = text.slice(0, Math.min(offset, typing));
    const line = before.split('\n').length - 1;
    return { line, character: offset - (before.lastIndexOf('\n') + 1) };
  }
}

/** Servers that answer nothing are fast. */
function answered(what, answer) {
  if (!answer) throw new Error(`no answer to the request for ${what}`);
}
