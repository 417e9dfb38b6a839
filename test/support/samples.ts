import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The samples and the custom data rendered from them, as starting points for fuzzing: documents of many kinds. */
export const sampleFiles: readonly Buffer[] = ['test/samples', 'test/golden/custom-data'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
);

/** The same as strings. */
export const sampleTexts: readonly string[] = sampleFiles.map((bytes) => bytes.toString('utf8'));
