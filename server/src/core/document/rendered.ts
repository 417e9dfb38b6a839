import { failure, type Result } from '../text/result.js';

/** Why a document can't be rendered. */
export interface RenderFailure {
  readonly code:
    | 'render/not-a-node-config'
    | 'render/too-large'
    | 'render/refused-by-the-node'
    | 'render/unmarshalable-number'
    /** A format of custom data that the release doesn't make. */
    | 'render/no-such-dialect'
    /** A release that is older than what is known completely. */
    | 'render/unknown-release'
    | 'render/not-bootstrap-options'
    /** Karpenter's own reader refuses the options. */
    | 'render/unreadable-options'
    | 'render/karpenter-panics'
    /** Karpenter knows more than its resources contain. */
    | 'render/unanswered'
    /** A file or a part of the custom data that this config doesn't have. */
    | 'render/no-such-part';
  readonly message: string;
  /** For errors in the document: the message without them, as the beginning of a list of them. */
  readonly because?: string;
  /** What is missing, if that is the reason: what it is, who decides about it, and the command that finds it out. */
  readonly missing?: readonly MissingInput[];
}

/**
 * Who decides about an input: the user, the file of resources, Karpenter's settings, Azure, the cluster, or Karpenter when
 * it creates a node.
 */
export type Decider = 'user' | 'file' | 'settings' | 'azure' | 'cluster' | 'karpenter';

/** An input that a rendering needs and the documents don't contain. */
export interface MissingInput {
  /** The name of the setting. */
  readonly name: string;
  /** What it is, as a sentence. */
  readonly about: string;
  readonly decidedBy: Decider;
  /** The command that finds it out; undefined if there is none. */
  readonly command: string | undefined;
  /** Whether there is no rendering without it; otherwise something is left out. */
  readonly blocks: boolean;
}

/** A rendering, or the reason why there is none. */
export type Rendered<T> = Result<T, RenderFailure>;

export function renderFailure(code: RenderFailure['code'], message: string): { ok: false; error: RenderFailure } {
  return failure({ code, message });
}
