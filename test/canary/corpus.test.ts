import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, maskingOf } from '../../server/src/core/index.js';

/** Payloads and failures as users have them. They aren't in this repository; without them, this test is skipped. */
const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

/** The secrets of the corpus, by their digests: somebody has looked at each of them. */
const judged: ReadonlySet<string> = new Set(
  readFileSync(new URL('corpusSecrets.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#')),
);

const digest = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16);

/** What is masked in the texts of a file. */
function hiddenIn(path: string): readonly string[] {
  const analysis = new Analysis({ name: path, content: readFileSync(path) }, nodePlatform);
  const hidden: string[] = [];
  const masking = maskingOf([analysis]);
  for (const { text = '' } of analysis.documents()) {
    const shown = masking.inPlace(text);
    for (const { index, 0: stars } of shown.matchAll(/\*{3}[*\n\r]*/g)) {
      const value = text.slice(index, index + stars.length);
      if (value !== stars) hidden.push(value.trim());
    }
  }
  return hidden;
}

describe.skipIf(!existsSync(corpus))('masks in the texts of real documents', () => {
  it('hide nothing but secrets', () => {
    const files = readdirSync(corpus, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^index\.jsonl$|\.md$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    const hidden = files.flatMap((path) => hiddenIn(path).map((value) => ({ path, value })));
    const others = [...new Map(hidden.map((one) => [one.value, one])).values()].filter(
      ({ value }) => !judged.has(digest(value)),
    );
    console.log(`${hidden.length} masks in ${files.length} files, ${others.length} of them not known to hide a secret`);
    expect(
      others.map(({ path, value }) => `${digest(value)} ${path.slice(corpus.length)}: ${value.slice(0, 80)}`),
    ).toEqual([]);
  }, 120_000);
});
