/**
 * Fails if a row that `npm run upstream -- DIR --write` added still has no sentence: a part of `npm run lint`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What stands for a sentence that is left to write. */
export const marker = 'TO BE WRITTEN:';

const folders = ['server/src/core', 'schemas/cloud-config/modules'];

/** The lines with an unwritten sentence, as `path:line`. */
export function unwrittenLines(root) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => {
        const path = join(entry.parentPath, entry.name);
        const lines = readFileSync(path, 'utf8').split('\n');
        return lines.flatMap((line, index) => (line.includes(marker) ? [`${path}:${index + 1}`] : []));
      }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = unwrittenLines(process.cwd());
  for (const line of found) console.error(`${line}: write the sentence of this row`);
  if (found.length > 0) process.exitCode = 1;
}
