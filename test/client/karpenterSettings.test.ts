import { posix } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The part of VS Code's API that writes the setting. */
const host = vi.hoisted(() => {
  interface Uri {
    readonly path: string;
    readonly fsPath: string;
  }
  interface Folder {
    readonly uri: Uri;
    readonly name: string;
  }
  const uriOf = (text: string): Uri => ({ path: text.replace('file://', ''), fsPath: text.replace('file://', '') });
  const state = { folders: [] as Folder[], updates: [] as unknown[][] };
  const folderOf = ({ path }: Uri): Folder | undefined =>
    state.folders.find(({ uri }) => path.startsWith(`${uri.path}/`));
  return {
    state,
    uriOf,
    api: {
      Uri: { parse: uriOf },
      ConfigurationTarget: { Global: 'user', Workspace: 'workspace', WorkspaceFolder: 'folder' },
      workspace: {
        getWorkspaceFolder: folderOf,
        asRelativePath(uri: Uri, withFolder = state.folders.length > 1) {
          const folder = folderOf(uri);
          if (folder === undefined) return uri.path;
          const path = uri.path.slice(folder.uri.path.length + 1);
          return withFolder ? `${folder.name}/${path}` : path;
        },
        getConfiguration: (_section: string, { path }: Uri) => ({
          update: (...update: unknown[]) => void state.updates.push([path, ...update]),
        }),
      },
    },
  };
});
vi.mock('vscode', () => host.api);
const { useSettingsFile } = await import('../../client/src/preview/karpenterSettings.js');

const { state } = host;

/** Opens a window on folders. */
function openFolders(...paths: readonly string[]): void {
  state.folders = paths.map((path) => ({ uri: host.uriOf(path), name: posix.basename(path) }));
}

describe('the settings file of Karpenter', () => {
  beforeEach(() => {
    state.updates.length = 0;
  });

  it.each([
    ['in one folder', ['/work/shop'], '/work/shop/pools/a.yaml', '/work/shop/settings.yaml', 'settings.yaml', 'folder'],
    ['in one of several', ['/work/shop', '/work/b'], '/work/b/a.yaml', '/work/b/set/s.yaml', 'set/s.yaml', 'folder'],
    [
      'of another folder',
      ['/work/shop', '/work/b'],
      '/work/b/a.yaml',
      '/work/shop/s.yaml',
      '/work/shop/s.yaml',
      'folder',
    ],
    ['beside all folders', ['/work/shop'], '/work/shop/a.yaml', '/tmp/s.yaml', '/tmp/s.yaml', 'folder'],
    ['without a folder', [], '/tmp/a.yaml', '/tmp/s.yaml', '/tmp/s.yaml', 'user'],
  ])('%s has a path that leads to it', async (_, folders, resources, file, path, target) => {
    openFolders(...folders);
    await useSettingsFile(`file://${resources}`, `file://${file}`);
    expect(state.updates).toEqual([[resources, 'settings', path, target]]);
  });
});
