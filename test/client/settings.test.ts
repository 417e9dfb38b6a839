import { beforeEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../package.json';

/** The part of VS Code's API that the settings use: what the user has set, by scope. */
const host = vi.hoisted(() => ({
  isTrusted: true,
  global: new Map<string, unknown>(),
  workspace: new Map<string, unknown>(),
}));

vi.mock('vscode', () => ({
  workspace: {
    get isTrusted() {
      return host.isTrusted;
    },
    getConfiguration: (section: string) => ({
      inspect: (name: string) => ({
        defaultValue: 'a default of the manifest',
        globalValue: host.global.get(`${section}.${name}`),
        workspaceValue: host.workspace.get(`${section}.${name}`),
      }),
      get: (name: string) =>
        host.workspace.get(`${section}.${name}`) ?? host.global.get(`${section}.${name}`) ?? 'a default',
    }),
  },
}));

const { chosenSettings } = await import('../../client/src/settings.js');

beforeEach(() => {
  host.global.clear();
  host.workspace.clear();
  host.isTrusted = true;
});

describe('the settings that the server gets', () => {
  it('are those that the user has set, without defaults', () => {
    expect(chosenSettings(manifest, undefined)).toEqual({ isTrusted: true });
    host.global.set('aksBootstrap.cloudInit.version', '24.3.1');
    host.workspace.set('aksBootstrap.problems.severity', { 'contract/*': 'off' });
    host.global.set('aksBootstrap.nodeImage', 'x');
    host.workspace.set('aksBootstrap.nodeImage', '');
    expect(chosenSettings(manifest, undefined)).toEqual({
      isTrusted: true,
      cloudInit: { version: '24.3.1' },
      problems: { severity: { 'contract/*': 'off' } },
      nodeImage: '',
    });
  });

  it('say whether the workspace is trusted', () => {
    host.isTrusted = false;
    expect(chosenSettings(manifest, undefined)).toEqual({ isTrusted: false });
  });
});
