import { existsSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import manifest from '../../package.json';

interface Provider {
  readonly onDidChangeMcpServerDefinitions: (listener: () => void) => void;
  readonly provideMcpServerDefinitions: () => { readonly given: readonly unknown[] }[];
}

/** The part of VS Code's API that the registration uses. */
const host = vi.hoisted(() => {
  class EventEmitter {
    readonly #listeners: (() => void)[] = [];
    readonly event = (listener: () => void): void => void this.#listeners.push(listener);
    fire(): void {
      for (const listener of this.#listeners) listener();
    }
    dispose(): void {
      this.#listeners.length = 0;
    }
  }
  const [folders, trust] = [new EventEmitter(), new EventEmitter()];
  const registered = new Map<string, unknown>();
  const lm: { registerMcpServerDefinitionProvider: unknown } = {
    registerMcpServerDefinitionProvider(id: string, provider: unknown) {
      registered.set(id, provider);
      return {};
    },
  };
  return {
    folders,
    trust,
    registered,
    api: {
      version: '1.101.0',
      EventEmitter,
      Disposable: { from: () => ({}) },
      workspace: {
        isTrusted: true,
        workspaceFolders: [] as object[],
        onDidChangeWorkspaceFolders: folders.event,
        onDidGrantWorkspaceTrust: trust.event,
      },
      lm,
      McpStdioServerDefinition: class {
        readonly given: readonly unknown[];
        constructor(...given: unknown[]) {
          this.given = given;
        }
      },
    },
  };
});
vi.mock('vscode', () => host.api);
const { registerMcpServer } = await import('../../client/src/mcpServer.js');

const context = {
  asAbsolutePath: (path: string) => `${process.cwd()}/${path}`,
  extension: { packageJSON: { version: '1.2.3' } },
} as unknown as vscode.ExtensionContext;

/** The provider under the id in the manifest. */
function registered(): Provider {
  registerMcpServer(context);
  const id = manifest.contributes.mcpServerDefinitionProviders[0]?.id ?? '';
  return host.registered.get(id) as Provider;
}

const { workspace, lm } = host.api;
beforeEach(() => {
  workspace.isTrusted = true;
  workspace.workspaceFolders = [
    { uri: { scheme: 'file', fsPath: '/work/a b' } },
    { uri: { scheme: 'vscode-vfs', fsPath: '/github' } },
  ];
});

describe('the registration of the server for assistants', () => {
  it('starts the command line with the workspace folders of this machine', () => {
    const [definition] = registered().provideMcpServerDefinitions();
    const [label, command, args, env, version] = definition?.given ?? [];
    expect([label, version]).toEqual(['AKS Bootstrap', '1.2.3']);
    expect(existsSync(String(command))).toBe(true);
    expect(args).toEqual([`${process.cwd()}/dist/cli.js`, 'mcp', '/work/a b']);
    expect(env).toEqual({ ELECTRON_RUN_AS_NODE: '1' });
  });

  it('starts nothing in an untrusted workspace, until it is trusted', () => {
    const provider = registered();
    let changes = 0;
    provider.onDidChangeMcpServerDefinitions(() => changes++);
    workspace.isTrusted = false;
    expect(provider.provideMcpServerDefinitions()).toEqual([]);
    workspace.isTrusted = true;
    host.trust.fire();
    host.folders.fire();
    expect(changes).toBe(2);
    expect(provider.provideMcpServerDefinitions()).toHaveLength(1);
  });

  it('does nothing in a version of VS Code without such servers', () => {
    const { registerMcpServerDefinitionProvider } = lm;
    lm.registerMcpServerDefinitionProvider = undefined;
    host.registered.clear();
    expect(registered()).toBeUndefined();
    lm.registerMcpServerDefinitionProvider = registerMcpServerDefinitionProvider;
  });

  it.each([
    ['1.100.3', false],
    ['1.101.0', true],
    ['1.139.1', true],
    ['2.0.0', true],
  ])('is made in VS Code %s: %s', (version, isMade) => {
    const before = host.api.version;
    host.api.version = version;
    host.registered.clear();
    registerMcpServer(context);
    expect(host.registered.size).toBe(isMade ? 1 : 0);
    host.api.version = before;
  });
});
