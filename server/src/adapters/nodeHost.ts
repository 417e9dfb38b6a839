import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { limits, parseGpuComponents, readInstanceData, readKarpenterSettings, type Result } from '../core/index.js';
import { failure, success } from '../core/names.js';
import type { FromSetting, ServerHost } from '../lsp/host.js';
import { Checkouts } from './checkout.js';
import { nodePlatform } from './nodePlatform.js';
import { RefusedFile, withSettingFile } from './readFiles.js';
import { foldersOf, SourceFileReader } from './sourceFiles.js';
import { createVersionControl } from './versionControl.js';

/** The host of a server that runs on Node. It reads files and never writes any. */
export function createNodeHost(): ServerHost {
  const versionControl = createVersionControl();
  const checkouts = new Checkouts();
  const sourceFiles = new SourceFileReader();
  // The core is named inside functions, so that it is loaded when the first file is read.
  return {
    platform: nodePlatform,
    isTracked(uri) {
      const path = pathOf(uri);
      return path !== undefined && versionControl.isTracked(path);
    },
    gpuComponents: filesOf((text) => parseGpuComponents(text)),
    instanceData: filesOf((text) => orFailure(readInstanceData(text), "It isn't a JSON object.")),
    karpenterSettings: filesOf((text) =>
      orFailure(
        readKarpenterSettings(text),
        "It isn't a KarpenterSettings document, Karpenter's Deployment or its Helm values, or has syntax errors.",
      ),
    ),
    checkout(setting, uri, folders) {
      const isElsewhere = uri.startsWith('file:') && containing(uri, folders).length === 0;
      const root = setting === '' && isElsewhere ? undefined : resolveSettingPath(setting, uri, folders);
      const found = root === undefined ? undefined : checkouts.in(root, setting !== '');
      if (root !== undefined && found !== undefined) {
        const [rootUri, protos] = [found.root, found.protos].map((path) => pathToFileURL(path).href);
        return success({ checkout: found.checkout, root: rootUri ?? '', protos: protos ?? '' });
      }
      return setting === '' ? undefined : failure('It has no .proto files.');
    },
    sourceFile(path, uri, folders) {
      const source = pathOf(uri);
      if (source === undefined) return undefined;
      const around = containing(uri, folders).map(pathOf);
      const within = around.length > 0 ? around : [versionControl.rootOf(dirname(source))];
      const file = sourceFiles.read(source, path, foldersOf(source, within));
      return { uri: file.path && pathToFileURL(file.path).href, content: file.content };
    },
  };
}

function orFailure<T>(value: T | undefined, error: string): Result<T> {
  return value === undefined ? failure(error) : success(value);
}

/**
 * Reads files of one format. A file is read again only if it has changed, so that the same content is the same object.
 */
function filesOf<T>(parse: (text: string) => Result<T>): FromSetting<T> {
  const known = new Map<string, { readonly stamp: string; readonly content: Result<T> }>();
  const read = (path: string): Result<T> => {
    try {
      return withSettingFile(path, ({ stamp, read: readBytes }) => {
        const before = known.get(path);
        if (before?.stamp === stamp) return before.content;
        const content = parse(new TextDecoder().decode(readBytes(limits.inputBytes)));
        known.set(path, { stamp, content });
        return content;
      });
    } catch (error) {
      return failure(unreadable(error));
    }
  };
  return (setting, uri, folders) => {
    const path = setting === '' ? undefined : resolveSettingPath(setting, uri, folders);
    return Promise.resolve(path === undefined ? undefined : { uri: pathToFileURL(path).href, content: read(path) });
  };
}

/** A sentence on why a file that a setting names can't be read. */
function unreadable(error: unknown): string {
  if (error instanceof RefusedFile) return `It cannot be read: ${error.message}.`;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code ?? ''}).`;
}

/**
 * The absolute path that a setting names for a document: a relative path starts at the workspace folder that contains
 * the document. Undefined if that folder isn't on this machine, as in a virtual workspace.
 */
function resolveSettingPath(path: string, documentUri: string, folders: readonly string[]): string | undefined {
  if (isAbsolute(path))
    return documentUri.startsWith('file:') || documentUri.startsWith('untitled:') ? path : undefined;
  const folder = pathOf(containing(documentUri, folders)[0] ?? folders[0] ?? '');
  return folder === undefined ? undefined : join(folder, path);
}

/** The workspace folders that contain a document, the innermost one first. */
function containing(documentUri: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => documentUri.startsWith(folder.endsWith('/') ? folder : `${folder}/`))
    .toSorted((a, b) => b.length - a.length);
}

/** The path on this machine; undefined for URIs of anything but local files. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // The URI names a share of another host or has an encoded slash, so it isn't a local path.
    return undefined;
  }
}
