import { resolve } from 'node:path';
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
import { foundFile, isBelow, isInside, readFoundFile, RefusedFile, withSettingFile } from './readFiles.js';

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
