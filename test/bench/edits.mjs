/** What is read, checked and searched after a character was typed, next to what is when a document is opened. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { documentOf, sizes } from './documents.mjs';

const require = createRequire(import.meta.url);

const works = {
  yaml: 'entries of YAML that are read',
  'user-data': 'scripts that are read',
  rules: 'embedded documents that are checked',
  secrets: 'texts that are searched for secrets',
};

export function measureEdits() {
  const { madeFrom } = require(join(process.cwd(), 'dist/bench/core.cjs'));
  const rows = Object.keys(sizes).flatMap((size) => {
    const { name, text, typing } = documentOf('cloud-config', size, { faulty: true });
    const edited = `${text.slice(0, typing)}x${text.slice(typing)}`;
    const [opened, after] = madeFrom(name, [text, edited]);
    return Object.entries(works).map(([what, work]) => [
      work,
      `cloud-config ${size}`,
      String(opened[what] ?? 0),
      String(after[what] ?? 0),
    ]);
  });
  return { head: ['Work', 'Document', 'Characters when it is opened', 'After an edit'], rows };
}
