import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import bundle from '../l10n/bundle.l10n.json';
import manifest from '../package.json';
import texts from '../package.nls.json';
import { clientSources, localized, textsIn } from '../scripts/l10n.mjs';

describe('localization', () => {
  it('keeps every string of the manifest in package.nls.json under one key, and no others', () => {
    const found = localized(manifest, texts);
    expect(found.manifest).toEqual(manifest);
    expect(found.texts).toEqual(texts);
  });

  it('gives keys to new strings of the manifest', () => {
    const plain = structuredClone(manifest) as { contributes: { commands: { command: string; title: string }[] } };
    plain.contributes.commands = [{ command: 'aksBootstrap.x', title: 'Do X' }];
    const found = localized(plain, texts);
    expect(found.texts['command.aksBootstrap.x.title']).toBe('Do X');
    expect(JSON.stringify(found.manifest)).toContain('"title":"%command.aksBootstrap.x.title%"');
  });

  it('lists every string of the client for translators', () => {
    expect(bundle).toEqual(textsIn(clientSources()));
  });

  it('finds strings in calls of l10n.t', () => {
    expect(textsIn(["vscode.l10n.t('One {0}', 1); l10n.t(`two`); other.t('no')"])).toEqual({
      'One {0}': 'One {0}',
      two: 'two',
    });
    expect(() => textsIn(['vscode.l10n.t(name)'])).toThrow('not a text');
    expect(readFileSync('l10n/bundle.l10n.json', 'utf8').endsWith('\n')).toBe(true);
  });
});
