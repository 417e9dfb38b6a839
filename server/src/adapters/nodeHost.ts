import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type InstanceData,
  type KarpenterSettings,
  parseGpuComponents,
  readInstanceData,
  readKarpenterSettings,
  type Result,
} from '../core/index.js';
import { failure, success } from '../core/names.js';
import type { NamedFile, ServerHost } from '../lsp/host.js';
import { nodePlatform } from './nodePlatform.js';
import { createSettingFiles, resolveSettingPath, type SettingFiles } from './settingFiles.js';
import { createVersionControl } from './versionControl.js';

/** The host of a server that runs on Node. It reads files and never writes any. */
export function createNodeHost(): ServerHost {
  const versionControl = createVersionControl();
  // Named inside the function: the core is loaded when the first file is read.
  const components = createSettingFiles({ what: 'a list of components', parse: (text) => parseGpuComponents(text) });
  const data = createSettingFiles({ what: 'instance data', parse: parseInstanceData });
  const karpenter = createSettingFiles({ what: "Karpenter's settings", parse: parseKarpenterSettings });
  return {
    platform: nodePlatform,
    isTracked(uri) {
      const path = pathOf(uri);
      return path !== undefined && versionControl.isTracked(path);
    },
    async gpuComponents(setting, uri, folders) {
      const path = resolveSettingPath(setting, uri, folders);
      return path === undefined ? undefined : components.read(path);
    },
    async instanceData(setting, uri, folders) {
      const path = resolveSettingPath(setting, uri, folders);
      return path === undefined ? undefined : named(path, data);
    },
    async karpenterSettings(setting, uri, folders) {
      const path = resolveSettingPath(setting, uri, folders);
      return path === undefined ? undefined : named(path, karpenter);
    },
  };
}

async function named<T>(path: string, files: SettingFiles<T>): Promise<NamedFile<T>> {
  return { uri: pathToFileURL(path).href, content: await files.read(path) };
}

function parseInstanceData(text: string): Result<InstanceData> {
  const value = readInstanceData(text.replace(/^\ufeff/, ''));
  return value === undefined ? failure("It isn't a JSON object.") : success(value);
}

function parseKarpenterSettings(text: string): Result<KarpenterSettings> {
  const value = readKarpenterSettings(text);
  return value === undefined ? failure("It isn't a KarpenterSettings document, or has syntax errors.") : success(value);
}

/** The path on this machine; undefined for documents that aren't local files. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // The URI names a share of another host or has an encoded slash, so it isn't a local path.
    return undefined;
  }
}
