import type { TracedText } from '../../record/trace.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import type { ProviderRelease, ReleaseRange } from '../resources/release.js';

/** Whether the value is between double quotes in the script. Nothing in it is escaped either way. */
export type Quoting = 'bare' | 'quoted';

/** The name of an option; `kubeletConfig` stands for everything in it. */
export type OptionPlace = keyof BootstrapOptions;

/** A value of the script that is neither constant nor the string of one option. */
export interface ComputedValue {
  /** The options that the value depends on. */
  readonly sources: readonly OptionPlace[];
  /** How the value is made, in one sentence of Markdown. */
  readonly rule: string;
  /** The file whose base64 the value is: its name, and where the node writes it. */
  readonly file?: { readonly name: string; readonly path: string };
  /** The parts of the value; for base64 of a file, of the file. */
  readonly pieces: (context: ScriptContext) => readonly TracedText[];
}

/** One variable that the script sets (Azure/karpenter-provider-azure 352646f5, `NodeBootstrapVariables`). */
export interface ScriptVariable extends ComputedValue {
  readonly name: string;
  readonly quoting: Quoting;
  /** The releases whose script has it; absent for all. */
  readonly releases?: ReleaseRange;
}

/** What the variables of the script are made from. */
export interface ScriptContext {
  readonly options: BootstrapOptions;
  /** The release of Karpenter's provider that makes the script; undefined for the newest rules. */
  readonly release: ProviderRelease | undefined;
  /** The second number of the Kubernetes version, the only one that matters. */
  readonly minor: bigint;
  /** Undefined if the option isn't the ID of a subnet. */
  readonly subnet: SubnetParts | undefined;
  /** Whether the node installs a GPU driver; otherwise it is set up like one without GPUs. */
  readonly gpu: boolean;
}

/** The parts of a subnet's Azure ID that the script contains. */
interface SubnetParts {
  readonly resourceGroup: string;
  readonly virtualNetwork: string;
  readonly subnet: string;
}

/** Unicode case folding is the one of Go's `strings.EqualFold`. */
const subnetId =
  /^\/subscriptions\/[^/]*\/resourceGroups\/([^/]*)\/providers\/Microsoft\.Network\/virtualNetworks\/([^/]*)\/subnets\/([^/]*)$/iu;

/**
 * Splits a subnet's ID as Karpenter does (`GetVnetSubnetIDComponents`): eleven segments, fixed words in any casing, names
 * that may be empty. Undefined for anything else, which Karpenter ignores silently.
 */
export function subnetParts(id: string): SubnetParts | undefined {
  const [match, resourceGroup = '', virtualNetwork = '', subnet = ''] = subnetId.exec(id) ?? [];
  return match === undefined ? undefined : { resourceGroup, virtualNetwork, subnet };
}
