import { createHash } from 'node:crypto';
import type { ValidationResult } from '../../core/index.js';

/** A problem in a result. */
export type Reported = ValidationResult['problems'][number];

/**
 * What stays the same when other lines of the file change, so that services recognise a problem again: a hash of its code and
 * its position in the document, with a number for those of the same position. `seen` counts those of one file.
 */
export function fingerprintOf(found: Reported, seen: Map<string, number>): string {
  const position = JSON.stringify([found.code, found.layers, found.pointer]);
  const before = seen.get(position) ?? 0;
  seen.set(position, before + 1);
  return `${hash(position)}:${before + 1}`;
}

/** 32 hexadecimal digits of the SHA-256 of a text. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
