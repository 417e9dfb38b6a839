import type { Span } from '../text/span.js';

/**
 * Why a template gives no text. `syntax`: it is no template; `failure`: it fails while it is rendered; `unsupported`:
 * Jinja could render it, but this interpreter cannot; `limit`: it goes on for too long.
 */
export type FaultKind = 'syntax' | 'failure' | 'unsupported' | 'limit';

/** Thrown inside of this folder, and caught at its doors. */
export class TemplateFault extends Error {
  readonly kind: FaultKind;
  readonly span: Span;

  constructor(kind: FaultKind, span: Span, message: string) {
    super(message);
    this.kind = kind;
    this.span = span;
  }
}
