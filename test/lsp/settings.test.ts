import { afterEach, describe, expect, it } from 'vitest';
import { matchesCode } from '../../server/src/core/index.js';
import { defaultSettings, readSettings } from '../../server/src/lsp/settings.js';
import { ignoredCodes, pathsOf } from '../../server/src/lsp/suppression.js';
import { codes, TestEditor } from '../support/lspConnection.js';

describe('settings', () => {
  it('keep what they understand and drop the rest', () => {
    expect(readSettings(null)).toEqual(defaultSettings);
    expect(readSettings({ nodeImage: 5, problems: { severity: 'x', ignore: { '*.json': 'x' } } })).toEqual({
      ...defaultSettings,
      ignored: [{ glob: '*.json', codes: [] }],
    });
    expect(readSettings({ nodeImage: 'AKSUbuntu-2204gen2containerd-202605.27.0' }).nodeImage?.version).toBe(
      '202605.27.0',
    );
    expect(readSettings({ nodeImage: 'latest' }).nodeImage).toBeUndefined();
  });

  it('set a whole area first and single codes over it, in any order', () => {
    const { severity } = readSettings({
      problems: { severity: { 'contract/no-effect': 'hint', 'contract/*': 'off', '*': 'warning' } },
    });
    expect(severity.get('contract/no-effect')).toBe('hint');
    expect(severity.get('contract/unknown-field')).toBe('off');
    expect(severity.get('json/syntax')).toBe('warning');
  });

  it.each([
    ['contract/no-effect', 'contract/no-effect', true],
    ['contract/*', 'contract/no-effect', true],
    ['json/*', 'contract/no-effect', false],
    ['*', 'contract/no-effect', true],
  ] as const)('%s means %s: %s', (pattern, code, meant) => {
    expect(matchesCode(pattern, code)).toBe(meant);
  });

  it.each([
    ['**/fixtures/**', 'file:///w/a/fixtures/x.json', true],
    ['a/*.json', 'file:///w/a/x.json', true],
    ['a/*.json', 'file:///w/b/x.json', false],
    ['*.old.json', 'file:///w/deep/x.old.json', true],
    ['a b/**', 'file:///w/a%20b/x.json', true],
    ['/w/a/**', 'file:///w/a/x.json', true],
    ['**/.hidden/**', 'file:///w/.hidden/x.json', true],
  ])('the glob %s matches %s: %s', (glob, uri, matches) => {
    const settings = { ...defaultSettings, ignored: [{ glob, codes: ['contract/*'] }] };
    const ignored = ignoredCodes(settings, pathsOf(uri, ['file:///w']));
    expect(ignored('contract/no-effect')).toBe(matches);
    expect(ignored('json/syntax')).toBe(false);
  });
});

describe('an editor with settings', () => {
  let editor: TestEditor | undefined;
  afterEach(() => editor?.stop());
  const text = '{ "version": "v1", "cse_timeout": 99999, "provision_output": "/a" }';

  it('hears of fields that its node image does not know', async () => {
    editor = await TestEditor.start({ settings: { nodeImage: '202601.01.0' } });
    const uri = await editor.open('a.node-config.json', text);
    expect(codes(await editor.diagnostics(uri))).toContain('contract/newer-than-node-image');
  });

  it.each([
    ['cloud-init', ['vmss/custom-data-near-limit']],
    // Ignition holds enabled features once, in the config alone.
    ['flatcar', []],
  ])('hears of the size that custom data has as %s', async (dialect, expected) => {
    const features = Object.fromEntries(
      Array.from({ length: 26 }, (_, index) => [`FEATURE_${index}`, 'x'.repeat(1_000)]),
    );
    editor = await TestEditor.start({ settings: { customData: { dialect } } });
    const uri = await editor.open('a.node-config.json', JSON.stringify({ version: 'v1', enabled_features: features }));
    expect(codes(await editor.diagnostics(uri)).filter((code) => code.startsWith('vmss/'))).toEqual(expected);
  });

  it('hears nothing of what it ignores', async () => {
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
  it('takes globs from a folder that is added later, and no more once it is removed', async () => {
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
