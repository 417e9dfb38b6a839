/** Why a document cannot be rendered. */
export interface RenderFailure {
  readonly code:
    | 'render/not-a-node-config'
    | 'render/refused-by-the-node'
    | 'render/unmarshalable-number'
    | 'render/not-bootstrap-options'
    /** What Karpenter's own reader of the options would not read. */
    | 'render/unreadable-options'
    | 'render/karpenter-panics'
    /** Karpenter's resources do not tell all that it would know. */
    | 'render/unanswered'
    /** A file or a part of the custom data that this config does not give. */
    | 'render/no-such-part';
  readonly message: string;
}

/** A rendering, or the reason why there is none. */
export type Rendered<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RenderFailure };

export function renderFailure(code: RenderFailure['code'], message: string): { ok: false; error: RenderFailure } {
  return { ok: false, error: { code, message } };
}
