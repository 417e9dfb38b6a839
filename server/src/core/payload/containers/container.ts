import { problem, type Problem } from '../../problems/problem.js';
import { type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import type { DecodeContext } from '../content.js';
import type { Opening } from '../opening.js';
import type { AbsentField, Child, Holder, Payload, PayloadDetails } from '../../document/payload.js';

/** A document whose children are looked for. */
export interface Surroundings {
  readonly payload: Payload;
  readonly text: string;
  /** The document in the file, for problems without a finer position. */
  readonly origin: Span;
  /** The bounds, the platform and the time left for the whole file. */
  readonly context: DecodeContext;
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
export type ChildFinder = (surroundings: Surroundings) => Findings;

/** The step to a child, with a number if another child has the same name. */
export function childStep(name: string, taken: Set<string>): string {
  let step = name;
  for (let copy = 2; taken.has(step); copy++) step = `${name}#${copy}`;
  taken.add(step);
  return step;
}

/** The problem that not all children of a document are opened; `things` names them in the plural. */
export function tooMany(things: string, { origin, context: { limits } }: Surroundings): Problem {
  const message = `More than ${limits.childrenPerPayload} ${things}; the rest is not decoded.`;
  return problem('payload/limit-children', origin, message);
}

/** As many of the things found in a document as are opened, and a problem if there are more. */
export function opened<Found>(
  found: readonly Found[],
  things: string,
  surroundings: Surroundings,
): { readonly kept: readonly Found[]; readonly problems: readonly Problem[] } {
  const most = surroundings.context.limits.childrenPerPayload;
  if (found.length <= most) return { kept: found, problems: [] };
  return { kept: found.slice(0, most), problems: [tooMany(things, surroundings)] };
}

/** A holder whose text is the value, without quotes or escapes. */
export function verbatimHolder(text: string, span: Span): Result<Holder> {
  return success({
    value: text.slice(span.start, span.end),
    write: (newText) => success([{ span, newText }]),
  });
}
