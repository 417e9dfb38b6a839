import './withoutGeneratedCode.js';
import { Readable, type Writable } from 'node:stream';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Masked } from '../core/index.js';
// Not through the core, which isn't loaded until a tool is called.
import { limits } from '../core/limits.js';

/** A tool as it is listed. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' };
}

/** What is served, by the front end that starts the server. */
export interface ToolHost {
  readonly version: string;
  /** What a model gets to know about all tools. */
  readonly instructions: Masked;
  readonly tools: readonly ServedTool[];
  /** Calls one of the tools. May throw once the signal is aborted. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<ToolAnswer>;
}

export interface ToolAnswer {
  readonly text: Masked;
  /** Whether the text explains what the model has to do differently. */
  readonly isError: boolean;
}

/**
 * Serves tools over the Model Context Protocol until the client closes the input. Calls are answered one after the other, so
 * that only one document is in memory. Returns why the server ended before, in words of ours.
 */
export async function serveTools(host: ToolHost, input: Readable, output: Writable): Promise<string | undefined> {
  // McpServer, which is recommended, makes its schemas with zod and more than doubles the code.
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(
    { name: 'aks-bootstrap', title: 'AKS Bootstrap', version: host.version },
    { capabilities: { tools: {} }, instructions: host.instructions, jsonSchemaValidator: unused },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: host.tools.map(listed) }));
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const { name, arguments: args = {} } = params;
    if (!host.tools.some((tool) => tool.name === name))
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no such tool. The tools are ${host.tools.map((tool) => tool.name).join(', ')}.`,
      );
    const answer = last.then(() => {
      signal.throwIfAborted();
      return host.call(name, args, signal);
    });
    last = answer.catch(() => undefined);
    return answer.then(({ text, isError }): CallToolResult => ({ content: [{ type: 'text', text }], isError }));
  });
  let reason: string | undefined;
  const messages = Readable.from(
    wholeMessages(input, () => {
      reason = `a message has more than ${limits.toolMessageBytes >> 20} MiB`;
    }),
  );
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    // What the client has asked before is still answered.
    messages.once('end', () => void last.then(() => setImmediate(() => void server.close())));
  });
  await server.connect(new StdioServerTransport(messages, output, { maxBufferSize: 2 * limits.toolMessageBytes }));
  await ended;
  return reason;
}

/**
 * The input in pieces that end with or after a message, because the SDK copies what it has of a message with each piece.
 * Ends early after too many bytes without one.
 */
async function* wholeMessages(input: AsyncIterable<Buffer>, tooLong: () => void): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input) {
    pieces.push(piece);
    length += piece.length;
    if (length > limits.toolMessageBytes) {
      tooLong();
      return;
    }
    if (!piece.includes('\n')) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
  }
}

/** The SDK validates only what users enter, which this server never asks for. Its own validator generates code. */
const unused = {
  getValidator(): never {
    throw new Error('nothing is validated');
  },
};

function listed({ name, title, description, inputSchema }: ServedTool) {
  const annotations = { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, annotations };
}
