import type { Payload } from '../payload/payload.js';
import type { NodePath } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import type { RenderedVariable } from '../render/environment/renderEnvironment.js';
import type { ScriptVariable } from '../karpenter/script/variable.js';
import type { Trace } from '../render/trace.js';

/** A stretch of a preview that is about one thing: a variable, a file, or a document. */
export interface PreviewSection {
  readonly span: Span;
  /** The part that names it. */
  readonly head: Span;
  /** The variable that it shows, or whose file it shows; undefined for other documents. */
  readonly variable: RenderedVariable | undefined;
  /** The variable of Karpenter's script that it sets. */
  readonly scriptVariable?: ScriptVariable;
  /** Where parts of it come from, in places of the preview; undefined where no part has a place of its own. */
  readonly traces: readonly Trace[] | undefined;
}

/** A text made of a node config or of bootstrap options, with what it consists of, in the order of the text. */
export interface Preview {
  /** What a file with this text would be called. */
  readonly name: string;
  readonly text: string;
  /** The document, where it is one inside custom data. */
  readonly payload?: Payload;
  readonly passages: readonly PreviewSection[];
}

/** The fields that a variable is made of, as paths of proto names, map keys and list indexes. */
export function sourcesOf({ variable, index }: RenderedVariable): NodePath[] {
  // A row that stands for many variables has one for each item of its list.
  return variable.sources.map((source) => [...source.split('.'), ...(index === undefined ? [] : [index])]);
}
