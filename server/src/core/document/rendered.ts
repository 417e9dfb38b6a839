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
}

/** A rendering, or the reason why there is none. */
export type Rendered<T> = Result<T, RenderFailure>;

export function renderFailure(code: RenderFailure['code'], message: string): { ok: false; error: RenderFailure } {
  return failure({ code, message });
}
