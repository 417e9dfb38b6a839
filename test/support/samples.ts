import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileDocument } from './layers.js';

/** The samples and the custom data rendered from them, as starting points for fuzzing: documents of many kinds. */
export const sampleDocuments: readonly (FileDocument & { readonly content: Buffer })[] = [
  'test/samples',
  'test/golden/custom-data',
].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, content: readFileSync(join(entry.parentPath, entry.name)) })),
);

/** Their bytes. */
export const sampleFiles: readonly Buffer[] = sampleDocuments.map(({ content }) => content);

/** The same as strings. */
export const sampleTexts: readonly string[] = sampleFiles.map((bytes) => bytes.toString('utf8'));
