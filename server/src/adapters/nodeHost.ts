import { fileURLToPath } from 'node:url';
import type { ServerHost } from '../lsp/host.js';
import { createGpuComponentsFiles, resolveSettingPath } from './gpuComponentsFile.js';
import { nodePlatform } from './nodePlatform.js';
import { createVersionControl } from './versionControl.js';

/** The server's machine where that is Node: files are read, and nothing is written. */
export function createNodeHost(): ServerHost {
  const versionControl = createVersionControl();
  const files = createGpuComponentsFiles();
  return {
    platform: nodePlatform,
    keeps(uri) {
      const path = pathOf(uri);
      return path !== undefined && versionControl.keeps(path);
    },
    async gpuComponents(setting, uri, folders) {
      const path = resolveSettingPath(setting, uri, folders);
      return path === undefined ? undefined : files.read(path);
    },
  };
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
