import { join, relative } from 'node:path';
import { entriesBelow, isFolder, readFoundFile, readNamedFile, RefusedFile, reasonOf } from '../adapters/readFiles.js';
import { nodePlatform } from '../adapters/nodePlatform.js';
import { type CaseFile, CaseUnpacker, isArchive, limits } from '../core/index.js';
import { type CommandIo, type ParsedArguments, UsageError } from './command.js';
import { leadsToFolder, slashed } from './operands.js';

/** Names of archives and compressed files that a case can consist of. */
const archiveName = /\.(?:zip|tar|tgz|gz)$/i;

/**
 * Whether the operands are the files of one case: one is a folder or an archive, standard input is an archive, or the user
 * says so.
 */
export async function isCase(args: ParsedArguments, io: CommandIo): Promise<boolean> {
  if (args.flag('case') || args.files.some((file) => archiveName.test(file) || leadsToFolder(file))) return true;
  if (!args.files.includes('-')) return false;
  // Why it can't be read is reported when it is read.
  return io.readStandardInput().then(isArchive, () => false);
}

/** A file of a case; `wasNamed` says that the user named it, so that the call is wrong if it can't be read. */
export type NamedCaseFile = CaseFile & { readonly wasNamed?: true };

/**
 * Reads the files of a case one at a time: operands, regular files below folders, and files in archives. Links in folders
 * aren't followed. Files that can't be read have a reason.
 */
export async function* caseFiles(args: ParsedArguments, io: CommandIo): AsyncGenerator<NamedCaseFile> {
  if (args.files.length === 0) throw new UsageError('name at least one file, or - for standard input');
  const unpacker = new CaseUnpacker(nodePlatform);
  for (const operand of args.files) {
    try {
      if (operand === '-')
        yield* namedFiles(args.text('name') ?? 'standard input', await io.readStandardInput(), unpacker);
      else if (isFolder(operand)) yield* filesBelow(operand, unpacker);
      else
        yield* namedFiles(slashed(operand), await readNamedFile(operand, { maxBytes: mostBytes(operand) }), unpacker);
    } catch (error) {
      yield { name: slashed(operand), reason: `It cannot be read: ${reasonOf(error)}.`, wasNamed: true };
    }
  }
}

/** A file that the user named, or the files in it if it is an archive. */
function* namedFiles(name: string, bytes: Uint8Array, unpacker: CaseUnpacker): Generator<NamedCaseFile> {
  let isExplained = !isArchive(bytes);
  for (const file of unpacker.files(name, bytes)) {
    const isUnread = 'reason' in file && file.name === name;
    isExplained ||= isUnread || 'bytes' in file;
    yield isUnread ? { ...file, wasNamed: true } : file;
  }
  if (!isExplained) yield { name, reason: 'It contains no file that can be read.', wasNamed: true };
}

function* filesBelow(folder: string, unpacker: CaseUnpacker): Generator<NamedCaseFile> {
  for (const { path, isFile } of entriesBelow(folder, 2 * limits.caseFiles)) {
    const name = slashed(join(folder, relative(folder, path)));
    if (!isFile) {
      yield { name, reason: 'It is a link or not a regular file.' };
      continue;
    }
    try {
      yield* unpacker.files(name, readFoundFile(path, folder, mostBytes(path)));
    } catch (error) {
      yield { name, reason: `It cannot be read: ${error instanceof RefusedFile ? error.message : reasonOf(error)}.` };
    }
  }
}

function mostBytes(path: string): number {
  return archiveName.test(path) ? limits.archiveBytes : limits.inputBytes;
}
