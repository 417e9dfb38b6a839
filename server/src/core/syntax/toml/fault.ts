import type { Span } from '../../text/span.js';

/** Why a text is no TOML. It is thrown inside this folder only. */
export class TomlFault extends Error {
  readonly span: Span;

  constructor(span: Span, message: string) {
    super(message);
    this.span = span;
  }
}
