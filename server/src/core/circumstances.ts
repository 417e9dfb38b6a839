import type { NodeImage } from './contract/release.js';

/** What a judgement rests on beside the text itself. Each door says what it knows; the core asks nobody. */
export interface Circumstances {
  /** The present moment in milliseconds since 1970 UTC; without it no validity period is judged. */
  readonly now?: number | undefined;
  /** The node image that configs are written for; without it no field is too new. */
  readonly nodeImage?: NodeImage | undefined;
  /** Whether the file is one that a version control system keeps. */
  readonly underVersionControl?: boolean | undefined;
}
