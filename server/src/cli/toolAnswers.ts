import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nodePlatform } from '../adapters/nodePlatform.js';
import { isBelow, readFoundFile, reasonOf } from '../adapters/readFiles.js';
import { SourceFileReader } from '../adapters/sourceFiles.js';
import { createVersionControl } from '../adapters/versionControl.js';
import {
  Analysis,
  answerTool,
  assistantTools,
  kindFor,
  limits,
  maskingOf,
  searching,
  type Source,
  type ToolCall,
  toolCall,
  validating,
} from '../core/index.js';
import { errorDetail, grouped } from '../core/names.js';
import type { ToolAnswer } from '../mcp/server.js';
import { type CommandIo, type ParsedArguments, UsageError } from './command.js';
import { configurations, type FileConfiguration, settingFiles } from './configuration.js';
import { contextReader } from './inputs.js';
import { terminalLine, terminalLines, terminalOutput } from './output/terminal.js';

/** A call that can't be answered; the message tells the model what to pass instead. */
class RefusedCall extends Error {}

/** Answers the calls of assistants, about texts and the files of some folders. */
export class ToolAnswers {
  readonly #folders: readonly string[];
  readonly #args: ParsedArguments;
  readonly #io: CommandIo;
  readonly #versionControl = createVersionControl();
  readonly #sourceFiles = new SourceFileReader();

  /** `folders` are absolute paths. */
  constructor(folders: readonly string[], args: ParsedArguments, io: CommandIo) {
    this.#folders = folders;
    this.#args = args;
    this.#io = io;
  }

  async call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolAnswer> {
    try {
      const call = this.#checked(name, args);
      const { question, source, configuration, path, folder } = await this.#read(call);
      const read = (given: Source): Analysis => {
        const analysis = new Analysis(given, nodePlatform);
        return path === undefined ? analysis : this.#sourceFiles.withFiles(analysis, path, [folder]);
      };
      let analysis = read(source);
      const kind = kindFor(question, analysis);
      if (kind !== undefined) analysis = read({ ...source, kind });
      await prepare(analysis, signal);
      const { settings, accepted } = configuration;
      const gpuComponents = settingFiles().gpuComponents(settings.gpuComponents);
      const context = { settings, accepted, containerdVersion: settings.containerdVersion, gpuComponents };
      return { text: terminalOutput(answerTool(question, analysis, context)), isError: false };
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof RefusedCall || error instanceof UsageError) return refused(error.message);
      const detail = errorDetail(error);
      this.#io.err(terminalLine`aks-bootstrap mcp: ${name} failed: ${terminalLines(detail)}\n`.masked(maskingOf([])));
      return refused(`${name} failed inside the server; its standard error output has details.`);
    }
  }

  #checked(name: string, args: Readonly<Record<string, unknown>>): ToolCall {
    const tool = assistantTools.find((one) => one.name === name);
    if (tool === undefined) throw new Error('an unlisted tool was called');
    const call = toolCall(tool, args);
    if (!call.ok) throw new RefusedCall(call.error);
    return call.value;
  }

  /** What is asked about, and for a file its path and the folder that it is in. */
  async #read({ text, file, ...options }: ToolCall) {
    const content = text ?? file;
    if (content === undefined) throw new RefusedCall(this.#folders.length === 0 ? 'Pass text.' : 'Pass file or text.');
    const question = { ...options, file: file ?? 'text' };
    const masking = maskingOf([]);
    const configured = await configurations(this.#args, this.#io, masking, this.#versionControl);
    const contextOf = await contextReader(this.#args, this.#io, masking, 'range', this.#versionControl);
    const configurationOf = (name: string): FileConfiguration => {
      const found = configured(name);
      if (!found.ok) throw new RefusedCall(`${question.file} isn't read: ${found.error}.`);
      return found.value;
    };
    if (text !== undefined) {
      const { length } = text;
      if (length > limits.toolTextCharacters)
        throw new RefusedCall(
          `The text has ${grouped(length)} characters, more than ${grouped(limits.toolTextCharacters)}. Pass a part of it, or the path of a file.`,
        );
      const configuration = configurationOf('-');
      const { kind } = configuration.settings;
      const context = contextOf('-', configuration.settings);
      return { question, configuration, source: { name: question.file, content: text, kind, context } };
    }
    const path = resolve(this.#folders[0] ?? '', content);
    const folder = this.#folders.find((one) => isBelow(path, one));
    if (folder === undefined)
      throw new RefusedCall(
        this.#folders.length === 0
          ? 'This server reads no files, because it was started without a folder. Pass the text.'
          : `${content} isn't in the folders that the server was started with. Pass its text.`,
      );
    const configuration = configurationOf(path);
    const { kind } = configuration.settings;
    const context = contextOf(path, configuration.settings);
    const source = { name: path, content: contentOf(path, folder, content), kind, context };
    return { question, configuration, source, path, folder };
  }
}

/** A sentence for the model. */
function refused(message: string): ToolAnswer {
  return { text: terminalLines(message).masked(maskingOf([])), isError: true };
}

function contentOf(path: string, folder: string, written: string): Uint8Array {
  try {
    return readFoundFile(path, folder, limits.inputBytes);
  } catch (error) {
    throw new RefusedCall(`${written} can't be read: ${reasonOf(error)}.`);
  }
}

/** Does the work that takes longest. Throws as soon as the signal is aborted. */
async function prepare(analysis: Analysis, signal: AbortSignal): Promise<void> {
  let sliceEnd = performance.now() + limits.sliceMilliseconds;
  for (const work of [validating, searching])
    for (const _step of work(analysis)) {
      if (performance.now() < sliceEnd) continue;
      await nextTurn();
      signal.throwIfAborted();
      sliceEnd = performance.now() + limits.sliceMilliseconds;
    }
}
