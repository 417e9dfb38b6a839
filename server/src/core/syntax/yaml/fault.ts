import type { Span } from '../../text/span.js';

/** Why a YAML text cannot be read any further. Thrown inside this folder only; `readYaml` hands it on as a value. */
export class YamlFault extends Error {
  readonly span: Span;
  readonly code: 'yaml/syntax' | 'yaml/tab';

  /** `reason` is a sentence for users; `at` is a place, or where the one character stands. */
  constructor(reason: string, at: number | Span, code: YamlFault['code'] = 'yaml/syntax') {
    super(reason);
    this.span = typeof at === 'number' ? { start: at, end: at + 1 } : at;
    this.code = code;
  }
}
