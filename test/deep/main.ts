/**
 * Asks the main questions about documents that are deep, or that have long runs of characters, and prints what fails. Run it
 * with a small stack, `node --stack-size=400 scripts/runTypeScript.mjs test/deep/main.ts deep [PATTERN...]`, or with patterns
 * as V8 compiles them in a process that has many: `--no-regexp-optimization` and `long`.
 */
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, decodingResult, maskingOf, readInstanceData, validate } from '../../server/src/core/index.js';
import { type DeepDocument, deepDocuments } from './documents.js';
import { longDocuments } from './longDocuments.js';

/** With instance data, templates are also rendered. */
const instanceData = readInstanceData('{"v1": {"a": {"a": ["b"]}}}');

function check({ name, text }: DeepDocument): void {
  const source = { name, content: text, templates: { useDefaults: true }, context: { instanceData } };
  const analysis = new Analysis(source, nodePlatform);
  for (const { error } of validate(analysis).failures) throw error;
  const masking = maskingOf([analysis]);
  JSON.stringify(decodingResult('file', analysis, { withText: true, masking }));
  masking.text(analysis.text);
}

/** The first frames of where an error comes from. */
function placeOf(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').slice(1, 6) : [];
  return frames.map((line) => line.trim()).join(' < ');
}

const [which, ...titles] = process.argv.slice(3);
const patterns = titles.map((title) => new RegExp(title));
let checked = 0;
let failed = 0;
for (const document of which === 'long' ? longDocuments() : deepDocuments()) {
  if (!patterns.every((pattern) => pattern.test(document.title))) continue;
  checked++;
  try {
    check(document);
  } catch (error) {
    failed++;
    console.log(`${document.title}: ${String(error).slice(0, 200)} ${placeOf(error)}`);
  }
}
console.log(`${checked} documents, ${failed} failures`);
