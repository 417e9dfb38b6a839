import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type InstanceData,
  type KarpenterSettings,
  parseGpuComponents,
  readInstanceData,
  readKarpenterSettings,
} from '../core/index.js';
import type { NamedFile, ReadFile, ServerHost } from '../lsp/host.js';
import { nodePlatform } from './nodePlatform.js';
import { createSettingFiles, resolveSettingPath, type SettingFiles } from './settingFiles.js';
import { createVersionControl } from './versionControl.js';

/** The server's machine where that is Node: files are read, and nothing is written. */
export function createNodeHost(): ServerHost {
  const versionControl = createVersionControl();
  const components = createSettingFiles({ what: 'a list of components', parse: (text) => parseGpuComponents(text) });
  const data = createSettingFiles({ what: 'instance data', parse: parseInstanceData });
  const karpenter = createSettingFiles({ what: "Karpenter's settings", parse: parseKarpenterSettings });
  return {
    platform: nodePlatform,
    keeps(uri) {
      const path = pathOf(uri);
      return path !== undefined && versionControl.keeps(path);
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

function parseInstanceData(text: string): ReadFile<InstanceData> {
  const value = readInstanceData(text.replace(/^\ufeff/, ''));
  return value === undefined ? { ok: false, message: 'It is no JSON object.' } : { ok: true, value };
}

function parseKarpenterSettings(text: string): ReadFile<KarpenterSettings> {
  const value = readKarpenterSettings(text);
  return value === undefined
    ? { ok: false, message: 'It is no document of the kind KarpenterSettings, or has syntax errors.' }
    : { ok: true, value };
}

/** The path on this machine; undefined for documents that are no files of it. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // The URI of another host's share, or one with an encoded slash: no path of this machine.
    return undefined;
  }
}
