import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noticesOf } from '../scripts/notices.mjs';

const metafile = JSON.parse(readFileSync('dist/metafile.json', 'utf8')) as Parameters<typeof noticesOf>[0];

describe('the third-party notices', () => {
  it('list exactly the packages in the bundles', () => {
    expect(readFileSync('THIRD-PARTY-NOTICES.txt', 'utf8')).toBe(noticesOf(metafile));
  });

  it.each(['vscode-languageclient', 'vscode-languageserver', 'pako', '@noble/hashes'])('include %s', (name) => {
    expect(noticesOf(metafile)).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
  });

  it('omit packages that are only used to build', () => {
    expect(noticesOf(metafile)).not.toMatch(/^(?:esbuild|typescript|vitest) /m);
  });
});
