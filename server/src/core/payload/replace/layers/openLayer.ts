import type { Platform } from '../../../platform.js';
import type { Body } from '../body.js';
import type { WriteError } from '../obstacle.js';

/** A layer that was taken off and can be put on again. */
export interface OpenLayer {
  /** What is inside now. */
  readonly inner: Body;
  /** What stands outside when something else is inside, in the manner of before. */
  readonly close: (inner: Body) => Body | WriteError;
}

/** Takes a layer off so that it can be put on again; an obstacle where that would not be exact. */
export type LayerOpener = (outer: Body, platform: Platform) => OpenLayer | WriteError;
