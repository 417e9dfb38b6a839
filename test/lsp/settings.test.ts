import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CompletionItem, type Hover, InlayHintRequest, type Registration } from 'vscode-languageserver';
import { codes, TestEditor } from '../support/lspConnection.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

describe('an editor with settings', () => {
  let editor: TestEditor | undefined;
  afterEach(() => editor?.stop());
  const text = '{ "version": "v1", "cse_timeout": 99999, "provision_output": "/a" }';

  it("gets problems for fields that its node image doesn't know", async () => {
    editor = await TestEditor.start({ settings: { nodeImage: '202601.01.0' } });
    const uri = await editor.open('a.node-config.json', text);
    expect(codes(await editor.diagnostics(uri))).toContain('contract/newer-than-node-image');
  });

  it('gets answers with default settings until it answers for its own', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const answers: (() => void)[] = [];
    const settingsAfter = (): Promise<void> => new Promise((resolve) => answers.push(resolve));
    editor = await TestEditor.start({ settings: { problems: { ignore: { '*.json': ['*'] } } }, settingsAfter });
    const uri = await editor.open('a.node-config.json', text);
    const other = await editor.open('b.node-config.json', text);
    const refreshed = new Promise<void>((resolve) => {
      editor?.connection.onRequest('workspace/diagnostic/refresh', () => {
        resolve();
        return null;
      });
    });
    const found = Promise.all([editor.diagnostics(uri), editor.diagnostics(other)]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(5_000);
    for (const diagnostics of await found) expect(codes(diagnostics)).toContain('contract/value-replaced');
    expect(editor.log).toEqual([expect.stringContaining('workspace/configuration')]);
    for (const answer of answers) answer();
    await refreshed;
    expect(await editor.diagnostics(uri)).toEqual([]);
  });

  it.each([
    ['cloud-init', ['vmss/custom-data-near-limit']],
    // Ignition holds enabled features once, in the config alone.
    ['flatcar', []],
  ])('gets problems for the size of custom data as %s', async (dialect, expected) => {
    const features = Object.fromEntries(
      Array.from({ length: 26 }, (_, index) => [`FEATURE_${index}`, 'x'.repeat(1_000)]),
    );
    editor = await TestEditor.start({ settings: { customData: { dialect } } });
    const uri = await editor.open('a.node-config.json', JSON.stringify({ version: 'v1', enabled_features: features }));
    expect(codes(await editor.diagnostics(uri)).filter((code) => code.startsWith('vmss/'))).toEqual(expected);
  });

  it.each([
    ['a.node-config.json', '{ "version": "v1", "cluster_name": "contoso" }', { nodeConfig: { codeLenses: false } }],
    ['a.txt', "extension 'vmssCSE': command terminated with exit status=34", { failures: { codeLenses: false } }],
    ['a.txt', Buffer.from('#cloud-config\nruncmd: [ls]\n').toString('base64'), { decode: { codeLenses: false } }],
  ])('gets code lenses of each kind unless they are turned off: %s, %s, %j', async (name, written, settings) => {
    const count = async (of: object): Promise<number> => {
      editor = await TestEditor.start({ settings: of });
      const uri = await editor.open(name, written);
      const lenses = await editor.lenses(uri);
      await editor.stop();
      editor = undefined;
      return lenses.length;
    };
    expect(await count({})).toBeGreaterThan(0);
    expect(await count(settings)).toBe(0);
  });

  it('gets hints in cloud-configs unless they are turned off', async () => {
    for (const hints of [true, false]) {
      editor = await TestEditor.start({ settings: { cloudConfig: { hints } } });
      const uri = await editor.open('a.yaml', '#cloud-config\nwrite_files: [{path: /a, permissions: "0755"}]\n');
      const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
      const found = await editor.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
      expect(found?.map(({ label }) => label)).toEqual(hints ? ['rwxr-xr-x'] : []);
      await editor.stop();
      editor = undefined;
    }
  });

  it('gets no ignored problems', async () => {
    editor = await TestEditor.start({
      settings: { problems: { ignore: { 'a.*': ['contract/unused-field'], 'b.*': ['*'] } } },
    });
    const found = codes(await editor.diagnostics(await editor.open('a.node-config.json', text)));
    expect(found).toContain('contract/value-replaced');
    expect(found).not.toContain('contract/unused-field');
    expect(await editor.diagnostics(await editor.open('b.node-config.json', text))).toEqual([]);
  });
});

describe('a workspace of several folders', () => {
  it('uses globs of a folder from its addition to its removal', async () => {
    const editor = await TestEditor.start({
      settings: { problems: { ignore: { 'old/*.json': ['*'] } } },
      workspace: { workspaceFolders: true },
    });
    const folder = { uri: 'file:///project/deep', name: 'deep' };
    const uri = await editor.open('deep/old/a.node-config.json', '{ "version": "v0" }');
    const before = codes(await editor.diagnostics(uri));
    expect(before).not.toEqual([]);
    const change = (event: object): Promise<void> =>
      editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    await change({ added: [folder], removed: [] });
    expect(await editor.diagnostics(uri)).toEqual([]);
    await change({ added: [], removed: [folder] });
    expect(codes(await editor.diagnostics(uri))).toEqual(before);
    await editor.stop();
  });
});

describe('the cloud-init of the target', () => {
  let editor: TestEditor | undefined;
  afterEach(() => editor?.stop());
  const text =
    '#cloud-config\nwrite_files:\n  - path: /a\n    source: {uri: https://a.example/b}\nubuntu_advantage: {}\n';

  it('applies as soon as it is set, in diagnostics, completion and hover', async () => {
    const settings = { cloudInit: { version: '24.3.1' } };
    editor = await TestEditor.start({ settings });
    const uri = await editor.open('a.cloud-config.yaml', text);
    const ask = async <T>(method: string, line: number, character: number): Promise<T | undefined> =>
      editor?.connection.sendRequest<T>(method, { textDocument: { uri }, position: { line, character } });
    const hovered = async (): Promise<string> =>
      JSON.stringify((await ask<Hover>('textDocument/hover', 3, 6))?.contents);
    const detail = async (): Promise<string | undefined> =>
      (await ask<CompletionItem[]>('textDocument/completion', 3, 6))?.find(({ label }) => label === 'source')?.detail;

    expect(codes(await editor.diagnostics(uri))).toEqual(['cloud-config/deprecated-key']);
    expect(await hovered()).toContain('available since cloud-init 24.3');
    expect(await detail()).toBe('mapping');

    settings.cloudInit.version = '23.4';
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    // Before anybody asked for diagnostics again.
    expect(await hovered()).toContain('requires cloud-init 24.3');
    expect(await detail()).toBe('requires cloud-init 24.3: mapping');
    expect(codes(await editor.diagnostics(uri))).toEqual(['cloud-config/too-new']);
  });
});

describe('instance data of templates', () => {
  let editor: TestEditor | undefined;
  afterEach(() => editor?.stop());
  const { path: folder, file } = temporaryFolder();
  const template =
    '## template: jinja\n#cloud-config\nhostname: a\n{% if v1.region == "here" %}\nrunmcd: [a]\n{% endif %}\n';
  const write = (name: string, content: string, time = 1): string => {
    const path = file(name, content);
    utimesSync(path, time, time);
    return path;
  };
  const here = '{"v1": {"region": "here"}}';
  const elsewhere = '{"v1": {"region": "elsewhere"}}';

  it.each([
    ['a path', (path: string) => path],
    ['a path for some documents', (path: string) => ({ '*.yaml': path, '*.json': 'none.json' })],
  ])('are used for rendering if the setting has %s', async (_, setting) => {
    const path = write('here.json', here);
    editor = await TestEditor.start({ settings: { cloudInit: { instanceData: setting(path) } } });
    const uri = await editor.open('a.yaml', template);
    const [found, ...others] = await editor.diagnostics(uri);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'cloud-config/unknown-key', range: { start: { line: 4 } } });
  });

  it('come from the last matching glob', async () => {
    const instanceData = { '**': write('here.json', here), 'a.*': write('elsewhere.json', elsewhere) };
    editor = await TestEditor.start({ settings: { cloudInit: { instanceData } } });
    expect(await editor.diagnostics(await editor.open('a.yaml', template))).toEqual([]);
    expect(codes(await editor.diagnostics(await editor.open('b.yaml', template)))).toEqual([
      'cloud-config/unknown-key',
    ]);
  });

  it.each([
    [
      "isn't a JSON object",
      '[]',
      /names .*bad\.json\. It isn't a JSON object\. The template is validated without instance data/,
    ],
    ['is not there', undefined, /There is no such file/],
  ])("that can't be read are reported: %s", async (_, content, message) => {
    const path = content === undefined ? join(folder, 'missing.json') : write('bad.json', content);
    editor = await TestEditor.start({ settings: { cloudInit: { instanceData: path } } });
    const found = await editor.diagnostics(await editor.open('a.yaml', template));
    expect(codes(found)).toContain('user-data/no-instance-data');
    expect(found.find(({ code }) => code === 'user-data/no-instance-data')?.message).toMatch(message);
    // Only templates need them.
    expect(await editor.diagnostics(await editor.open('b.yaml', '#cloud-config\nhostname: a\n'))).toEqual([]);
  });

  it.each([
    [true, { baseUri: pathToFileURL(folder).href, pattern: 'changing.json' }],
    [false, expect.stringMatching(/\/aks-bootstrap-.*\/changing\.json$/) as string],
  ])(
    'are followed when their file changes; patterns may be relative: %s',
    async (relativePatternSupport, globPattern) => {
      const path = write('changing.json', here);
      editor = await TestEditor.start({
        pull: false,
        settings: { cloudInit: { instanceData: path } },
        workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport } },
      });
      const uri = await editor.open('a.yaml', template);
      await editor.pushed(uri, (found) => codes(found).includes('cloud-config/unknown-key'));
      const watchers = (all: readonly Registration[]) =>
        all
          .filter(({ method }) => method === 'workspace/didChangeWatchedFiles')
          .map(({ registerOptions }) => registerOptions as unknown)
          // Configuration files are watched, too.
          .filter((options) => !JSON.stringify(options).includes('.aks-bootstrap.{'));
      expect(watchers(editor.registrations)).toEqual([{ watchers: [{ globPattern }] }]);
      write('changing.json', elsewhere, 2);
      await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: `file://${path}`, type: 2 }],
      });
      await editor.pushed(uri, (found) => found.length === 0);
    },
  );
});
