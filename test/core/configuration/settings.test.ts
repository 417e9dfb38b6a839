import { describe, expect, it } from 'vitest';
import {
  readSettings,
  reportedUnder,
  settingsOf,
  withoutFiles,
} from '../../../server/src/core/configuration/settings.js';
import { Analysis, matchesCode, type ProblemCode, validate } from '../../../server/src/core/index.js';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { pathsOf } from '../../../server/src/lsp/settings.js';

const nothing = readSettings({});

/** The codes that settings ignore in a file of the workspace folder `/w`. */
function isIgnored(section: object, uri: string, code: ProblemCode): boolean {
  const { ignored } = settingsOf([{ name: 'x', settings: readSettings(section), paths: pathsOf(uri, ['file:///w']) }]);
  return ignored.some(({ codes }) => codes.some((pattern) => matchesCode(pattern, code)));
}

describe('settings', () => {
  it('keep valid entries and drop the others', () => {
    expect(readSettings(null)).toEqual(nothing);
    expect(readSettings({ nodeImage: '', contract: '', cloudInit: { instanceData: '' } })).toEqual(nothing);
    expect(readSettings({ nodeImage: 5, problems: { severity: 'x', ignore: { '*.json': 'x' } } })).toEqual({
      ...nothing,
      ignored: [{ glob: '*.json', codes: [] }],
    });
    const imagesOf = (nodeImage: string) => {
      const { from, to } = readSettings({ nodeImage }).nodeImages ?? {};
      return [from?.version, to?.version];
    };
    expect(imagesOf('AKSUbuntu-2204gen2containerd-202605.27.0')).toEqual(['202605.27.0', '202605.27.0']);
    expect(imagesOf('202603.30.0..202605.27.0')).toEqual(['202603.30.0', '202605.27.0']);
    expect(imagesOf('latest')).toEqual([undefined, undefined]);
  });

  it('apply areas first and single codes after them, in any order', () => {
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
    const section = { problems: { ignore: { [glob]: ['contract/*'] } } };
    expect(isIgnored(section, uri, 'contract/no-effect')).toBe(matches);
    expect(isIgnored(section, uri, 'json/syntax')).toBe(false);
  });

  it('match every glob and file name to an end', () => {
    const uri = `file:///w/${'a'.repeat(100)}.json`;
    const section = { problems: { ignore: { '*a*a*a*a*a*a*a*a*b': ['contract/*'], '*.json': ['json/*'] } } };
    expect([isIgnored(section, uri, 'contract/no-effect'), isIgnored(section, uri, 'json/syntax')]).toEqual([
      false,
      true,
    ]);
  });
});

describe('sources of settings', () => {
  const source = (name: string, section: object) => ({ name, settings: readSettings(section), paths: ['a/b.json'] });

  it('override each other in their order, entry by entry', () => {
    const settings = settingsOf([
      source('file', {
        nodeImage: '202605.27.0',
        kinds: { '*.json': 'node-config', 'a/*': 'vmss-json' },
        cloudInit: { instanceData: { '**': 'file.json' } },
        problems: { severity: { 'json/syntax': 'hint', 'yaml/tab': 'hint' }, ignore: { 'a/*': ['contract/*'] } },
      }),
      source('settings', {
        kinds: { 'c/*': 'unknown' },
        cloudInit: { instanceData: { 'a/*': 'own.json' } },
        problems: { severity: { 'json/*': 'off' }, ignore: { '*': ['yaml/*'], 'c/*': ['*'] } },
        contract: '../agentbaker',
      }),
    ]);
    expect(settings).toMatchObject({
      kind: 'vmss-json',
      nodeImages: { to: { version: '202605.27.0' } },
      instanceData: { path: 'own.json', source: 'settings' },
      contract: { path: '../agentbaker', source: 'settings' },
      ignored: [
        { codes: ['contract/*'], source: 'file' },
        { codes: ['yaml/*'], source: 'settings' },
      ],
    });
    expect(settings.severity.get('json/syntax')).toEqual({ level: 'off', source: 'settings' });
    expect(settings.severity.get('yaml/tab')).toEqual({ level: 'hint', source: 'file' });
  });

  it('name the paths of a confined source with its folder', () => {
    const confined = { ...source('file', { contract: 'x' }), folder: '/w', isConfined: true };
    expect(settingsOf([confined]).contract).toEqual({ path: 'x', source: 'file', folder: '/w', isConfined: true });
  });

  it('hide and change problems, and lose none', () => {
    const analysis = new Analysis({ name: 'a.node-config.json', content: '{"version": "v0", "x": 1}' }, nodePlatform);
    const all = validate(analysis).problems;
    const settings = settingsOf([
      source('file', {
        problems: { severity: { 'contract/deprecated-version': 'off', 'contract/unknown-field': 'hint' } },
      }),
      source('option', { problems: { ignore: { '**': ['contract/missing-*'] } } }),
    ]);
    const { problems, hidden } = reportedUnder(settings, all);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['contract/unknown-field', 'hint']]);
    expect(hidden.map(({ found, source: by }) => [found.code, by])).toEqual(
      expect.arrayContaining([
        ['contract/deprecated-version', 'file'],
        ['contract/missing-required-field', 'option'],
      ]),
    );
    expect(problems.length + hidden.length).toBe(all.length);
  });

  it('set nothing with files or globs if the user does not trust them', () => {
    const { settings } = source('file', {
      kinds: { '*': 'unknown' },
      nodeImage: '202605.27.0',
      cloudInit: { version: '24.3.1', instanceData: 'a' },
      contract: 'a',
      karpenter: { settings: 'a', release: 'v1.6.3' },
      preview: { gpuComponents: 'a', containerdVersion: '2.0.0' },
      problems: { severity: { '*': 'off' }, ignore: { '*': ['*'] }, baseline: 'a' },
      customData: { dialect: 'flatcar' },
    });
    const { nodeImages, cloudInit, karpenterRelease, dialect, containerdVersion, severity } = settings;
    expect(withoutFiles(settings)).toEqual({
      kinds: [],
      ignored: [],
      instanceData: [],
      shown: {},
      ...{ nodeImages, cloudInit, karpenterRelease, dialect, containerdVersion, severity },
    });
  });
});
