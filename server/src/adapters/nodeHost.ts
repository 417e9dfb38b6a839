import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SettingPath } from '../core/index.js';
import { failure, success } from '../core/names.js';
import type { FromSetting, ServerHost } from '../lsp/host.js';
import { Checkouts } from './checkout.js';
import { DecodedFiles } from './decodedFiles.js';
import { nodePlatform } from './nodePlatform.js';
import { ConfigurationFiles, pathsFrom } from './configurationFiles.js';
import { createSettingFiles, type SettingFileReader, settingFolder, settingsFilesFor } from './settingFiles.js';
import { foldersOf, SourceFileReader } from './sourceFiles.js';
import { createVersionControl } from './versionControl.js';

/** The host of a server that runs on Node. It writes no files but decoded ones. */
export function createNodeHost(): ServerHost {
  const versionControl = createVersionControl();
  const checkouts = new Checkouts();
  const sourceFiles = new SourceFileReader();
  const configurations = new ConfigurationFiles(versionControl);
  const files = createSettingFiles();
  const readBaseline = fromSetting(files.baseline);
  // The core is named inside functions, so that it is loaded when the first file is read.
  return {
    platform: nodePlatform,
    decodedFiles: new DecodedFiles(),
    isTracked(uri) {
      const path = pathOf(uri);
      return path !== undefined && versionControl.isTracked(path);
    },
    gpuComponents: fromSetting(files.gpuComponents),
    instanceData: fromSetting(files.instanceData),
    karpenterSettings: fromSetting(files.karpenterSettings),
    karpenterSettingsFiles(uri, folders) {
      const path = pathOf(uri);
      if (path === undefined) return [];
      const end = pathOf(containing(uri, folders)[0] ?? '') ?? dirname(path);
      return settingsFilesFor(path, end, files.karpenterSettings).map((file) => ({
        uri: pathToFileURL(file).href,
        path: relative(end, file).split(sep).join('/'),
      }));
    },
    async baseline(setting, uri, folders) {
      const found = await readBaseline(setting, uri, folders);
      const path = pathOf(uri);
      if (found === undefined || path === undefined) return undefined;
      const { uri: baselineUri, content } = found;
      if (!content.ok) return { uri: baselineUri, content };
      const file = relative(dirname(fileURLToPath(baselineUri)), path)
        .split(sep)
        .join('/');
      return { uri: baselineUri, content: success(content.value.get(file) ?? nothingAccepted) };
    },
    checkout(setting, uri, folders) {
      const isElsewhere = uri.startsWith('file:') && containing(uri, folders).length === 0;
      const folder = setting?.folder ?? folderOf(uri, folders, setting);
      if (folder === undefined || (setting === undefined && isElsewhere)) return undefined;
      const root = setting === undefined ? success(folder) : settingFolder(setting, folder);
      if (!root.ok) return root;
      const found = checkouts.in(root.value, setting !== undefined);
      if (found === undefined) return setting === undefined ? undefined : failure('It has no .proto files.');
      const [rootUri, protos] = [found.root, found.protos].map((path) => pathToFileURL(path).href);
      return success({ checkout: found.checkout, root: rootUri ?? '', protos: protos ?? '' });
    },
    configuration(uri, folders) {
      const path = pathOf(uri);
      if (path === undefined) return undefined;
      const around = pathOf(containing(uri, folders)[0] ?? '');
      const searched = configurations.searchedUpTo(path) ?? around ?? dirname(path);
      const file = configurations.of(path);
      const known = file && {
        uri: pathToFileURL(file.path).href,
        name: relative(around ?? searched, file.path)
          .split(sep)
          .join('/'),
        folder: dirname(file.path),
        paths: pathsFrom(dirname(file.path), path),
        text: file.text,
        content: file.content,
      };
      return { file: known, searched: pathToFileURL(searched).href };
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

const nothingAccepted: ReadonlySet<string> = new Set();

/** Reads files that settings name, by the place of a document. */
function fromSetting<T>(read: SettingFileReader<T>): FromSetting<T> {
  return (setting, uri, folders) => {
    const folder = setting?.folder ?? folderOf(uri, folders, setting);
    if (setting === undefined || folder === undefined) return Promise.resolve(undefined);
    const target = pathToFileURL(resolve(folder, setting.path)).href;
    return Promise.resolve({ uri: target, content: read(setting, folder) });
  };
}

/**
 * The folder at which relative paths in the settings of an editor begin: the workspace folder that contains the document.
 * Undefined if that isn't on this machine, as in a virtual workspace.
 */
function folderOf(
  documentUri: string,
  folders: readonly string[],
  setting: SettingPath | undefined,
): string | undefined {
  const folder = pathOf(containing(documentUri, folders)[0] ?? folders[0] ?? '');
  const isHere = documentUri.startsWith('file:') || documentUri.startsWith('untitled:');
  return isAbsolute(setting?.path ?? '') ? (isHere ? (folder ?? sep) : undefined) : folder;
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
