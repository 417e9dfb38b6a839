import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { temporaryFolder } from './support/temporaryFolder.js';

const folder = temporaryFolder();
const text = '#cloud-config\nhostname: x\n';
const patient = { timeout: 60_000 };

/** A server over standard input and output that gets stuck in hovers; see `stuckServer.cjs`. */
class StuckServer {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: ProtocolConnection;
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly log: string[] = [];
  errors = '';

  constructor(args: readonly string[], answersWith: string) {
    const options = `--require ${JSON.stringify(resolve('test/support/stuckServer.cjs'))}`;
    this.process = spawn(process.execPath, [...args, '--stdio'], {
      env: { ...process.env, NODE_OPTIONS: options, STUCK_UNTIL: answersWith },
    });
    this.process.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.ended = new Promise((end) => this.process.once('exit', (_, signal) => end(signal)));
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.log.push(message);
    });
    this.connection.listen();
  }

  /** Opens a document, and waits until nothing but requests is left to do for it. */
  async open(uri: string, content: string): Promise<void> {
    await this.connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
    await this.connection.sendNotification('initialized', {});
    const textDocument = { uri, languageId: 'yaml', version: 1, text: content };
    const checked = new Promise((next) => this.connection.onNotification('textDocument/publishDiagnostics', next));
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
    await checked;
  }

  hover(uri: string): Promise<unknown> {
    return this.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 1, character: 2 },
    });
  }

  /** Waits until a text was written to the standard error output. */
  async wrote(expected: string): Promise<void> {
    while (!this.errors.includes(expected)) await new Promise((next) => this.process.stderr.once('data', next));
  }
}

describe('a language server that is stuck', () => {
  const answer = join(folder.path, 'answer');
  let server: StuckServer;
  beforeEach(({ task }) => {
    server = new StuckServer(task.name.includes('command line') ? ['dist/cli.js', 'lsp'] : ['dist/server.js'], answer);
  });
  afterEach(() => {
    server.connection.dispose();
    server.process.kill('SIGKILL');
  });

  it('reports the request and is ended, also if the command line started it', patient, async () => {
    const uri = 'file:///project/password=hunter2hunter2&x=%0A\u202e.yaml';
    await server.open(uri, `${text}# endless\n`);
    server.hover(uri).catch(() => undefined);
    expect(await server.ended).toBe('SIGKILL');
    const lines = server.errors.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^aks-bootstrap: The language server has not answered for 20 seconds\. It works on textDocument\/hover of password=\*{8}.*\\u202e\.yaml\.$/,
    );
    expect(lines[1]).toMatch(
      /^aks-bootstrap: The language server is stuck in textDocument\/hover of .*, and is ended\.$/,
    );
  });

  it('says so in the log of the editor when it goes on, and stays', patient, async () => {
    const uri = 'file:///project/a.yaml';
    await server.open(uri, text);
    const hover = server.hover(uri);
    await server.wrote('It works on textDocument/hover of a.yaml.\n');
    writeFileSync(answer, '');
    expect(await hover).toBeNull();
    await expect.poll(() => server.log, patient).toHaveLength(1);
    expect(server.log[0]).toMatch(
      /^The language server did not answer for \d+ seconds\. It worked on textDocument\/hover of a\.yaml\.$/,
    );
    expect(await server.connection.sendRequest('shutdown')).toBeNull();
    await server.connection.sendNotification('exit');
    expect(await server.ended).toBeNull();
    expect(server.errors.trimEnd().split('\n')).toHaveLength(1);
  });
});
