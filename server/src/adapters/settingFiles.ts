import { dirname, join, resolve } from 'node:path';
import {
  parseGpuComponents,
  readBaseline,
  readInstanceData,
  readKarpenterSettings,
  type Result,
  type SettingPath,
} from '../core/index.js';
// Not through the core, which isn't loaded until a document is opened.
import { limits } from '../core/limits.js';
import { failure, success } from '../core/names.js';
import {
  foundFile,
  isBelow,
  isInside,
  readFoundFile,
  RefusedFile,
  smallFilesIn,
  withSettingFile,
} from './readFiles.js';

/** Reads the file that a setting names; an error is a sentence on why that isn't possible. `folder` is where paths begin. */
export type SettingFileReader<T> = (setting: SettingPath, folder: string) => Result<T>;

/** Readers of all files that settings name. */
export function createSettingFiles() {
  return {
    instanceData: settingFileReader((text) => orFailure(readInstanceData(text), "It isn't a JSON object.")),
    karpenterSettings: settingFileReader((text) =>
      orFailure(
        readKarpenterSettings(text),
        "It isn't a KarpenterSettings document, Karpenter's Deployment or its Helm values, or has syntax errors.",
      ),
    ),
    baseline: settingFileReader((text) => readBaseline(text)),
    gpuComponents: settingFileReader((text) => parseGpuComponents(text)),
  };
}

function orFailure<T>(value: T | undefined, error: string): Result<T> {
  return value === undefined ? failure(error) : success(value);
}

/** Reads files of one format. A file is read again only if it has changed, so that the same content is the same object. */
function settingFileReader<T>(parse: (text: string) => Result<T>): SettingFileReader<T> {
  const known = new Map<string, { readonly stamp: string; readonly content: Result<T> }>();
  /** In another folder, the same path may lead outside, so it is part of the key. */
  const kept = (key: string, stamp: string | undefined, read: () => Uint8Array): Result<T> => {
    const before = known.get(key);
    if (stamp !== undefined && before?.stamp === stamp) return before.content;
    const content = parse(new TextDecoder().decode(read()));
    if (stamp !== undefined) known.set(key, { stamp, content });
    return content;
  };
  return (setting, folder) => {
    const path = resolve(folder, setting.path);
    try {
      if (setting.isConfined !== true)
        return withSettingFile(path, ({ stamp, read }) => kept(path, stamp, () => read(limits.inputBytes)));
      if (!isBelow(path, folder)) return failure(outside(setting));
      return kept(JSON.stringify([folder, path]), foundFile(path)?.stamp, () =>
        readFoundFile(path, folder, limits.inputBytes),
      );
    } catch (error) {
      return failure(unreadable(error));
    }
  };
}

/**
 * The files that a reader accepts in the folder of a file and in the folders above it, up to `end`; all paths are absolute. Of
 * each folder, only the first `limits.settingCandidates` names are looked at.
 */
export function settingsFilesFor(file: string, end: string, read: SettingFileReader<unknown>): string[] {
  const found: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const names = smallFilesIn(folder, limits.settingCandidateBytes).filter(
      (name) => /\.(?:ya?ml|json)$/i.test(name) && join(folder, name) !== file,
    );
    for (const path of names.slice(0, limits.settingCandidates))
      if (read({ path, source: '', isConfined: true }, folder).ok) found.push(join(folder, path));
    if (folder === end || folder === dirname(folder) || !isBelow(folder, end)) return found;
  }
}

/** The folder that a setting names; an error is a sentence on why it can't be used. */
export function settingFolder(setting: SettingPath, folder: string): Result<string> {
  const path = resolve(folder, setting.path);
  if (setting.isConfined === true && !isInside(path, folder)) return failure(outside(setting));
  return success(path);
}

function outside({ source }: SettingPath): string {
  return `Only what is in the folder of ${source} is read, without links.`;
}

/** A sentence on why a file that a setting names can't be read. */
function unreadable(error: unknown): string {
  if (error instanceof RefusedFile) return `It cannot be read: ${error.message}.`;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code ?? ''}).`;
}
