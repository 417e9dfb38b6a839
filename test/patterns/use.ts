import { rootSchema } from '../../server/src/core/cloudConfig/schema/schemaNode.js';
import { pythonRegExp } from '../../server/src/core/cloudConfig/schema/validator.js';
import { namedImage, nodeImageFacts } from '../../server/src/core/values/known/nodeImages.js';
import { entryPoints, Subject } from '../families/entryPoints.js';
import { sampleDocuments } from '../support/samples.js';

/** Runs what makes patterns: every entry point with the samples, every pattern of the schema, and a known image. */
export function useEverything(): void {
  for (const { name, content } of sampleDocuments) {
    const subject = new Subject({ name, write: () => content }, content.length);
    for (const entry of ['validate', 'decode', 'mask', 'hover', 'completion', 'redact', 'explain']) {
      entryPoints[entry]?.before?.(subject);
      entryPoints[entry]?.run(subject);
    }
  }
  for (const pattern of patternsOf(rootSchema)) pythonRegExp(pattern);
  const image = namedImage('AKSUbuntu-2204gen2containerd-202605.27.0');
  if (image !== undefined) nodeImageFacts(image);
}

function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'pattern' && typeof value === 'string') return [value];
    const names = key === 'patternProperties' ? Object.keys(value as object) : [];
    return [...names, ...patternsOf(value)];
  });
}
