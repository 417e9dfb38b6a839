import type { DocumentKind } from '../../document/kinds.js';
import type { AbsentField, Child, Holder, LayerName, Payload, PayloadDetails } from '../../document/payload.js';
import { type Problem, problem } from '../../problems/problem.js';
import { type Result, success } from '../../text/result.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { type Content, type DecodeContext, textContent } from '../content.js';

/** A payload to open. */
export interface Opening {
  readonly content: Content;
  readonly name: string;
  readonly steps: readonly string[];
  /** Layers that the container has already decoded. */
  readonly outerLayers?: readonly LayerName[];
  /** The kind, if it is known from the surroundings. */
  readonly kind?: DocumentKind | undefined;
  /** The type that cloud-init gives the payload as a part of user data. */
  readonly partType?: string;
  /** Set for a document that was printed or copied as a whole, so that its kind is found like that of a file. */
  readonly isWhole?: true;
  /** Set for a file that is written on the node, whatever it holds. */
  readonly isFile?: true;
  /** The kind to use if neither name nor content says one. */
  readonly fallbackKind?: DocumentKind | undefined;
  /** What the surroundings say about transport encodings; by default they are looked for. */
  readonly transport?: 'base64-expected' | 'none';
  /** The format, if the content alone doesn't say it. */
  readonly format?: LayerName;
  /** The format to use if the content is text that says none. */
  readonly fallbackFormat?: LayerName;
  /** What is known about the document from the surroundings. */
  readonly details?: PayloadDetails;
  /** Problems of decoding the outer layers, with spans in the file. */
  readonly problems?: readonly Problem[];
}

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

/** The steps to children of one document, each with the last number that another child of its name got. */
export type TakenSteps = Map<string, number>;

/** The step to a child, with a number if another child has the same name. */
export function childStep(name: string, taken: TakenSteps): string {
  let copy = taken.get(name);
  let step = name;
  if (copy !== undefined) {
    do step = `${name}#${++copy}`;
    while (taken.has(step));
    taken.set(name, copy);
  }
  taken.set(step, 1);
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

/** A range of the document as content, without quotes or escapes. */
export function excerpt({ payload, text }: Pick<Surroundings, 'payload' | 'text'>, range: Span): Content {
  const { start, end } = range;
  const map = composeMaps(payload.map, fragmentMap(start));
  return textContent(text.slice(start, end), map, payload.map.toOuter(range));
}

/** A file of which nothing but the path and the content is known. */
export const plainFile = {
  is: 'file',
  mode: undefined,
  owner: undefined,
  encoding: undefined,
  append: false,
  defer: false,
} as const;

/** Kinds of documents that can be user data of a machine. */
export const userDataKinds: ReadonlySet<DocumentKind> = new Set([
  'cloud-config',
  'user-data',
  'mime',
  'ignition',
  'node-config',
]);

/** A holder whose text is the value, without quotes or escapes. */
export function verbatimHolder(text: string, span: Span): Result<Holder> {
  return success({
    value: text.slice(span.start, span.end),
    write: (newText) => success([{ span, newText }]),
  });
}
