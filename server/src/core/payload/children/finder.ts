import type { Problem } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';
import type { DecodeContext } from '../context.js';
import type { Opening } from '../opening.js';
import type { AbsentField, Child, Payload, PayloadDetails } from '../payload.js';

/** A document whose children are looked for. */
export interface Surroundings {
  readonly payload: Payload;
  readonly text: string;
  /** The document in the file, where no finer place is known. */
  readonly origin: Span;
  /** Opens something found inside. */
  readonly open: (opening: Opening) => Payload;
}

/** What was found inside a document; problem spans are in the file. */
export interface Findings {
  readonly children: readonly Child[];
  readonly problems: readonly Problem[];
  readonly absent?: readonly AbsentField[];
  readonly details?: PayloadDetails;
}

/** Finds the payloads inside one kind of document. */
export type ChildFinder = (surroundings: Surroundings, context: DecodeContext) => Findings;

/** Steps of a child, made unique where two children share a name. */
export function childStep(name: string, taken: Set<string>): string {
  let step = name;
  for (let copy = 2; taken.has(step); copy++) step = `${name}#${copy}`;
  taken.add(step);
  return step;
}
