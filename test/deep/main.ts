/**
 * Asks the main questions about deep documents, and prints what fails: run it with a small stack,
 * `node --stack-size=400 scripts/runTypeScript.mjs test/deep/main.ts [PATTERN...]`.
 */
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, decodingResult, maskingOf, readInstanceData, validate } from '../../server/src/core/index.js';
import { type DeepDocument, deepDocuments } from './documents.js';

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

const patterns = process.argv.slice(3).map((pattern) => new RegExp(pattern));
let checked = 0;
let failed = 0;
for (const document of deepDocuments()) {
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
