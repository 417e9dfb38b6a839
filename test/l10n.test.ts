import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import bundle from '../l10n/bundle.l10n.json';
import manifest from '../package.json';
import manifestStrings from '../package.nls.json';
import { clientSources, localized, stringsIn } from '../scripts/l10n.mjs';

describe('localization', () => {
  it('keeps every string of the manifest in package.nls.json under one key, and no others', () => {
    const found = localized(manifest, manifestStrings);
    expect(found.manifest).toEqual(manifest);
    expect(found.strings).toEqual(manifestStrings);
  });

  it('gives keys to new strings of the manifest', () => {
    const plain = structuredClone(manifest) as { contributes: { commands: { command: string; title: string }[] } };
    plain.contributes.commands = [{ command: 'aksBootstrap.x', title: 'Do X' }];
    const found = localized(plain, manifestStrings);
    expect(found.strings['command.aksBootstrap.x.title']).toBe('Do X');
    expect(JSON.stringify(found.manifest)).toContain('"title":"%command.aksBootstrap.x.title%"');
  });

  it('lists every string of the client for translators', () => {
    expect(bundle).toEqual(stringsIn(clientSources()));
    expect(Object.keys(bundle)).toEqual(expect.arrayContaining(['From Clipboard', 'Zoom out']));
  });

  it('finds strings in calls of l10n.t', () => {
    expect(stringsIn(["vscode.l10n.t('One {0}', 1); l10n.t(`two`); other.t('no')"])).toEqual({
      'One {0}': 'One {0}',
      two: 'two',
    });
    expect(() => stringsIn(['vscode.l10n.t(name)'])).toThrow('not a string literal');
    expect(readFileSync('l10n/bundle.l10n.json', 'utf8').endsWith('\n')).toBe(true);
  });
});
