import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  ApplyWorkspaceEditParams,
  CodeAction,
  Location,
  ShowDocumentParams,
  ShowMessageRequestParams,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { serverCommands } from '../../server/src/protocol.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { type EditorTraits, TestEditor } from '../support/lspConnection.js';

const sample = readFileSync('test/samples/vmss.json', 'utf8');
const config = 'aks-node-controller-config.json';

/** An editor that opens files and applies edits, as Neovim, Helix and Emacs do. */
class FileEditor {
  readonly editor: TestEditor;
  readonly shown: string[] = [];
  readonly messages: string[] = [];
  readonly questions: string[] = [];
  /** The documents as the editor has them. */
  readonly texts = new Map<string, string>();
  /** The answer to the next questions. */
  answer: string | null = null;
  #version = 1;

  private constructor(editor: TestEditor, showsDocuments: boolean) {
    this.editor = editor;
    const { connection } = editor;
    connection.onRequest('window/showDocument', ({ uri }: ShowDocumentParams) => {
      if (showsDocuments) this.shown.push(uri);
      return { success: showsDocuments };
    });
    connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.messages.push(message);
    });
    connection.onRequest('window/showMessageRequest', ({ message, actions }: ShowMessageRequestParams) => {
      this.questions.push(message);
      return actions?.find(({ title }) => title === this.answer) ?? null;
    });
    connection.onRequest('workspace/applyEdit', async ({ edit }: ApplyWorkspaceEditParams) => {
      for (const [uri, edits] of Object.entries(edit.changes ?? {})) {
        const before = TextDocument.create(uri, '', 1, this.texts.get(uri) ?? '');
        await this.type(uri, TextDocument.applyEdits(before, edits));
      }
      return { applied: true };
    });
  }

  static async start(traits: EditorTraits = {}, showsDocuments = true): Promise<FileEditor> {
    const editor = await TestEditor.start({ window: { showDocument: { support: showsDocuments } }, ...traits });
    return new FileEditor(editor, showsDocuments);
  }

  async open(name: string, text: string): Promise<string> {
    const uri = await this.editor.open(name, text);
    this.texts.set(uri, text);
    return uri;
  }

  /** Replaces the text of an open document. */
  async type(uri: string, text: string): Promise<void> {
    this.texts.set(uri, text);
    await this.editor.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: ++this.#version },
      contentChanges: [{ text }],
    });
  }

  /** The actions with commands at the first occurrence of a text. */
  async actions(uri: string, at: string): Promise<CodeAction[]> {
    const text = this.texts.get(uri) ?? '';
    const position = TextDocument.create(uri, '', 1, text).positionAt(text.indexOf(at));
    const actions = await this.editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
    return actions.filter(({ command }) => command !== undefined);
  }

  /** Runs the first action whose title begins and ends with these words. */
  async run(uri: string, at: string, begin: string, end = ''): Promise<void> {
    const actions = await this.actions(uri, at);
    const found = actions.find(({ title }) => title.startsWith(begin) && title.endsWith(end));
    if (found?.command === undefined) throw new Error(`none of ${actions.map(({ title }) => title).join(', ')}`);
    const { command, arguments: args } = found.command;
    await this.editor.connection.sendRequest('workspace/executeCommand', { command, arguments: args });
  }

  /** Opens the node config of the scale set in a file and returns its URI. */
  async openConfig(uri: string): Promise<string> {
    await this.run(uri, '"customData"', 'Open decoded', config);
    return this.shown.at(-1) ?? '';
  }
}

let client: FileEditor;
let uri: string;
beforeEach(async () => {
  client = await FileEditor.start();
  uri = await client.open('vmss.json', sample);
});
afterEach(() => client.editor.stop());

/** The text that the scale set has in this version of its node config. */
async function configIn(text: string): Promise<string> {
  const other = await FileEditor.start();
  const opened = await other.openConfig(await other.open('vmss.json', text));
  const content = readFileSync(fileURLToPath(opened), 'utf8');
  await other.editor.stop();
  return content;
}

// A folder for temporary files that no other test uses.
const { path: temporary } = temporaryFolder();
beforeAll(() => vi.stubEnv('TMPDIR', temporary));
afterAll(() => vi.unstubAllEnvs());
const ownFolders = (): string[] => readdirSync(temporary);

describe('a decoded text in an editor that only opens files', () => {
  it('is offered at its string, and so is each text inside of it', async () => {
    const titles = (await client.actions(uri, '"customData"')).map(({ title }) => title);
    expect(titles[0]).toBe('Open decoded customData');
    expect(titles).toContainEqual(
      expect.stringMatching(/^Open decoded customData > .*aks-node-controller-config\.json$/),
    );
    expect(await client.actions(uri, '"virtualMachineProfile"')).toEqual([]);
  });

  it('opens as a private file with its name and masked secrets, which is deleted at the end', async () => {
    const before = ownFolders();
    const path = fileURLToPath(await client.openConfig(uri));
    expect(path.endsWith(`/${config}`)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(dirname(path))).mode & 0o777).toBe(0o700);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('"kubelet_node_lables"');
    expect(text).toContain('********#1#');
    expect(text).not.toContain('q7k2mz.4f8w1n6c3x9bd05h');
    expect(ownFolders().length).toBe(before.length + 1);
    await client.editor.connection.sendRequest('shutdown');
    expect(existsSync(dirname(dirname(path)))).toBe(false);
    client = await FileEditor.start();
  });

  it('is written back when the user says so, as one edit that keeps the layers and the secrets', async () => {
    const opened = await client.openConfig(uri);
    const text = readFileSync(fileURLToPath(opened), 'utf8');
    await client.open(opened, text);
    await client.type(opened, text.replace('kubelet_node_lables', 'kubelet_node_labels'));
    expect(client.texts.get(uri)).toBe(sample);
    await client.run(opened, '{', 'Write aks-node-controller-config.json back to vmss.json');
    const after = client.texts.get(uri) ?? '';
    expect(after).not.toBe(sample);
    expect(after.replace(/"customData": "[^"]*"/, '')).toBe(sample.replace(/"customData": "[^"]*"/, ''));
    expect(await configIn(after)).toBe(text.replace('kubelet_node_lables', 'kubelet_node_labels'));
    expect(Buffer.from(/"customData": "([^"]*)"/.exec(after)?.[1] ?? '', 'base64').toString()).not.toContain('****');
    // Further changes are written back too.
    await client.type(opened, text.replace('kubelet_node_lables', 'x'));
    await client.run(opened, '{', 'Write');
    expect(await configIn(client.texts.get(uri) ?? '')).toBe(text.replace('kubelet_node_lables', 'x'));
    expect(client.messages).toEqual([]);
  });

  it('is written back from the saved file, from its document, if the editor does not send it', async () => {
    const opened = await client.openConfig(uri);
    const text = readFileSync(fileURLToPath(opened), 'utf8');
    writeFileSync(fileURLToPath(opened), text.replace('kubelet_node_lables', 'y'));
    await client.run(uri, '"customData"', 'Write aks-node-controller-config.json back to vmss.json');
    expect(await configIn(client.texts.get(uri) ?? '')).toBe(text.replace('kubelet_node_lables', 'y'));
  });

  it('does not overwrite what has changed in its document, unless the user confirms it', async () => {
    const opened = await client.openConfig(uri);
    const text = readFileSync(fileURLToPath(opened), 'utf8');
    await client.open(opened, text);
    await client.type(opened, text.replace('kubelet_node_lables', 'mine'));
    await client.run(opened, '{', 'Write');
    const theirs = client.texts.get(uri) ?? '';
    await client.type(uri, sample);
    await client.run(opened, '{', 'Write');
    expect(client.questions).toEqual(['vmss.json has changed since this text was decoded. Overwrite the text there?']);
    expect(client.messages.at(-1)).toMatch(/^Not written back: vmss\.json has changed since/);
    expect(client.texts.get(uri)).toBe(sample);
    client.answer = 'Overwrite';
    await client.run(opened, '{', 'Write');
    expect(client.texts.get(uri)).toBe(theirs);
  });

  it('is not written back if its layers cannot hold it, or its document is closed', async () => {
    const opened = await client.openConfig(uri);
    const text = readFileSync(fileURLToPath(opened), 'utf8');
    await client.open(opened, text);
    await client.type(opened, text.replace('********#1#', '********#7#'));
    await client.run(opened, '{', 'Write');
    expect(client.messages.at(-1)).toMatch(/^Not written back: /);
    await client.editor.close(uri);
    const write = { command: serverCommands.writeBack, arguments: [{ uri: opened }] };
    await client.editor.connection.sendRequest('workspace/executeCommand', write);
    expect(client.messages.at(-1)).toContain('no longer open');
    expect(client.texts.get(uri)).toBe(sample);
  });

  it('is the same file as long as its document has the same text, and a new one if not', async () => {
    const opened = await client.openConfig(uri);
    expect(await client.openConfig(uri)).toBe(opened);
    rmSync(fileURLToPath(opened));
    const again = await client.openConfig(uri);
    expect(again).not.toBe(opened);
    writeFileSync(fileURLToPath(again), '{}');
    await client.run(uri, '"customData"', 'Write');
    writeFileSync(fileURLToPath(again), '{"version": "v1"}');
    await client.type(uri, sample);
    expect(await client.openConfig(uri)).not.toBe(again);
    expect(readFileSync(fileURLToPath(again), 'utf8')).toBe('{"version": "v1"}');
  });

  it('has the kind that its document gives it, and opens the texts inside of it', async () => {
    await client.run(uri, '"customData"', 'Open decoded customData');
    const opened = client.shown.at(-1) ?? '';
    const text = readFileSync(fileURLToPath(opened), 'utf8');
    await client.open(opened, text);
    await client.run(opened, 'cat <<', 'Open decoded', config);
    expect(client.shown.at(-1)).toMatch(/\/aks-node-controller-config\.json$/);
    expect(client.shown.at(-1)).not.toBe(opened);
  });

  it('is the definition of its string once it is open', async () => {
    const definition = async (): Promise<Location | null> => {
      const position = TextDocument.create(uri, '', 1, sample).positionAt(sample.indexOf('"customData": "') + 20);
      return client.editor.connection.sendRequest('textDocument/definition', { textDocument: { uri }, position });
    };
    expect(await definition()).toBeNull();
    await client.run(uri, '"customData"', 'Open decoded customData');
    expect(await definition()).toMatchObject({ uri: client.shown[0] });
  });

  it('is where the problems in it lead once it is open', async () => {
    const related = async () =>
      (await client.editor.diagnostics(uri)).find(({ message }) =>
        JSON.stringify(message).includes('kubelet_node_lables'),
      )?.relatedInformation?.[0];
    expect((await related())?.location.uri).toBe(uri);
    const opened = await client.openConfig(uri);
    const { location, message } = (await related()) ?? {};
    expect(location?.uri).toBe(opened);
    const line = readFileSync(fileURLToPath(opened), 'utf8').split('\n')[location?.range.start.line ?? 0];
    expect(line).toContain('kubelet_node_lables');
    expect(message).toContain(`line ${(location?.range.start.line ?? 0) + 1}, column`);
  });

  it('is shown with more lines in hovers than in an editor that opens it beside its document', async () => {
    const linesOf = async (editor: TestEditor): Promise<number> => {
      const text = `#cloud-config\nwrite_files:\n- path: /etc/a\n  encoding: b64\n  content: ${Buffer.from('line\n'.repeat(60)).toString('base64')}\n`;
      const at = await editor.open('a.yaml', text);
      const params = { textDocument: { uri: at }, position: { line: 4, character: 20 } };
      const { contents } = await editor.connection.sendRequest<{ contents: { value: string } }>(
        'textDocument/hover',
        params,
      );
      return contents.value.split('\n').filter((line) => line === 'line').length;
    };
    expect(await linesOf(client.editor)).toBe(40);
    const other = await TestEditor.start({ initializationOptions: { commands: true } });
    expect(await linesOf(other)).toBe(8);
    await other.stop();
  });

  it('is named in a message if the editor cannot show documents', async () => {
    const other = await FileEditor.start({}, false);
    await other.run(await other.open('vmss.json', sample), '"customData"', 'Open decoded', config);
    const message = await vi.waitUntil(() => other.messages[0]);
    expect(message).toMatch(/^The decoded text is in \/.*\/aks-node-controller-config\.json$/);
    expect(existsSync(message.slice(message.indexOf('/')))).toBe(true);
    await other.editor.stop();
  });

  it('is left to an editor with virtual documents that it can write', async () => {
    const other = await FileEditor.start({ initializationOptions: { commands: true } });
    expect(other.editor.initialized.capabilities.executeCommandProvider).toBeUndefined();
    expect(await other.actions(await other.open('vmss.json', sample), '"customData"')).toEqual([]);
    await other.editor.stop();
  });

  it('is never made unasked', async () => {
    const before = ownFolders();
    await client.actions(uri, '"customData"');
    await client.editor.diagnostics(uri);
    expect(ownFolders()).toEqual(before);
  });
});
