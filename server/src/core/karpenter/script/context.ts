import type { BootstrapOptions } from '../options.generated.js';
import type { SubnetParts } from '../subnetId.js';

/** What the variables of the script are made from. */
export interface ScriptContext {
  readonly options: BootstrapOptions;
  /** The second number of the Kubernetes version; only this one decides on anything. */
  readonly minor: bigint;
  /** Undefined where the ID is none of a subnet. */
  readonly subnet: SubnetParts | undefined;
  /** Whether the node installs a GPU driver; only then it is set up as one with GPUs. */
  readonly gpu: boolean;
}
