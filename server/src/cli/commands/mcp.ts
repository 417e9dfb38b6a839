import { resolve } from 'node:path';
import { assistantTools, maskingOf, toolDescription, toolSchema } from '../../core/index.js';
import { version } from '../../version.js';
import { type Command, exitStatus, sharedOptions, UsageError } from '../command.js';
import { leadsToFolder } from '../operands.js';
import { terminalLine, terminalLines } from '../output/terminal.js';
import { ToolAnswers } from '../toolAnswers.js';

export const mcp: Command = {
  name: 'mcp',
  summary: 'serve tools for assistants over the Model Context Protocol',
  operands: '[FOLDER...]',
  options: { config: sharedOptions.config, help: sharedOptions.help },
  details: `Standard input and output carry the protocol. The tools validate, decode, preview and explain a
text, or a file below one of the folders. Without a folder, they read no files. They write
nothing, and secrets are masked. The nearest .aks-bootstrap.yaml of a file decides what is reported;
for a text, that of the working folder. docs/assistants.md shows how clients start it.

Example
  aks-bootstrap mcp ~/infra`,
  async run(args, io) {
    const folders = args.files.map((folder) => resolve(folder));
    for (const folder of folders) if (!leadsToFolder(folder)) throw new UsageError(`${folder} isn't a folder`);
    const answers = new ToolAnswers(folders, args, io);
    const named = folders.length === 0 ? undefined : 'the folders that the server was started with';
    const rooms = folders.length === 0 ? 'It reads no files: pass texts.' : `It reads files in: ${folders.join(', ')}`;
    // Only this command has a use for the SDK.
    const { serveTools } = await import('../../mcp/server.js');
    const reason = await serveTools(
      {
        version,
        instructions: terminalLines(
          `Tools for documents that AKS nodes boot with, and for failures of that. ${rooms}`,
        ).masked(maskingOf([])),
        tools: assistantTools.map((tool) => ({
          name: tool.name,
          title: tool.title,
          description: toolDescription(tool, named),
          inputSchema: toolSchema(tool, named),
        })),
        call: (...call) => answers.call(...call),
      },
      process.stdin,
      process.stdout,
    );
    if (reason === undefined) return exitStatus.fine;
    io.err(terminalLine`aks-bootstrap mcp: the connection is broken: ${reason}\n`.masked(maskingOf([])));
    return exitStatus.usage;
  },
};
