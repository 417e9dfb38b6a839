import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskForEditing, restoreSecrets } from '../../../server/src/core/index.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const inflate = (bytes: Uint8Array): Uint8Array => gunzipSync(bytes);
const two = 'user: a\npassword: hunter2\nname: b\ntoken: abcdef.0123456789abcdef\n';

/** What is meant when an edit was made to the masked form of a text. */
function edited(text: string, edit: (shown: string) => string): string {
  const editable = maskForEditing(text, inflate);
  const restored = restoreSecrets(edit(editable.text), editable, text);
  return restored.ok ? restored.text : `refused: ${restored.reason}`;
}

describe('secrets of a text that is edited', () => {
  it('are hidden, each behind a mask of its own, equal ones behind the same', () => {
    expect(maskForEditing(`${two}again: hunter2 password=hunter2`).text).toBe(
      'user: a\npassword: ********#1\nname: b\ntoken: ********#2\nagain: hunter2 password=********#1',
    );
  });

  it.each<[string, (shown: string) => string, string]>([
    ['stay', (shown) => shown.replace('name: b', 'name: c'), two.replace('name: b', 'name: c')],
    ['are moved', (shown) => shown.split('\n').reverse().join('\n'), two.split('\n').reverse().join('\n')],
    ['are taken out', (shown) => shown.replace(/token.*\n/, ''), two.replace(/token.*\n/, '')],
    ['are replaced', (shown) => shown.replace('********#1', 'new'), two.replace('hunter2', 'new')],
    ['are used twice', (shown) => `${shown}again: ********#1\n`, `${two}again: hunter2\n`],
  ])('%s', (_, edit, expected) => {
    expect(edited(two, edit)).toBe(expected);
  });

  it.each<[string, (shown: string) => string]>([
    ['stars of another text', (shown) => `${shown}other: ********\n`],
    ['a number that there is not', (shown) => shown.replace('#1', '#3')],
    ['a number with another digit', (shown) => shown.replace('#1', '#11')],
    ['stars that lost their number', (shown) => shown.replace('#1', '')],
    ['stars behind base64', (shown) => `${shown}data: ${b64('{"password": "********", "user": "somebody"}')}\n`],
  ])('are never replaced by %s', (_, edit) => {
    expect(edited(two, edit)).toMatch(/^refused: It holds stars/);
  });

  it('may stand beside stars that are text', () => {
    const text = `# ********\n# ********#1\n# *********************\n${two}`;
    expect(maskForEditing(text).text).toContain('password: ********#2');
    expect(edited(text, (shown) => `${shown}# end\n`)).toBe(`${text}# end\n`);
  });

  it('come back with the base64 and the compression around them as these were', () => {
    const config =
      '{"a": 1, "bootstrap": {"tls_bootstrapping_token": "abcdef.0123456789abcdef"}, "b": "more of the same"}';
    const wrapped = (b64(config).match(/.{1,40}/g) ?? []).join('\n');
    const text = `a: ${b64(config)}\nb:\n${wrapped}\nc: ${b64(gzipSync(config))}\nd: e\n`;
    expect(maskForEditing(text, inflate).text).not.toContain(b64('abcdef.0123456789').slice(4, 16));
    expect(edited(text, (shown) => shown.replace('d: e', 'd: f'))).toBe(text.replace('d: e', 'd: f'));
  });

  it('are all there again where nothing was edited', () => {
    const piece = fc.oneof(
      fc.constantFrom('password=a', ' token: b ', '"secret": "c"\n', '********', '********#1', '#1', '\n', b64(two)),
      fc.string({ maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(edited(text, (shown) => shown)).toBe(text);
      }),
    );
  });
});
