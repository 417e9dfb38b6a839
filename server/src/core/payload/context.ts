import type { Contract } from '../contract/descriptor.js';
import { limits } from '../limits.js';
import type { Platform } from '../platform.js';

/** What decoding one file needs and how much it may still produce. One context for each file. */
export class DecodeContext {
  readonly contract: Contract;
  readonly platform: Platform;
  #bytesLeft: number = limits.decodedBytes;

  constructor(contract: Contract, platform: Platform) {
    this.contract = contract;
    this.platform = platform;
  }

  /** Output that may still be produced, in bytes. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /** Takes decoded bytes off the budget; false when they exceed it. */
  spend(bytes: number): boolean {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft >= 0;
  }
}
