import type { CloudInitVersion } from './cloudConfig/version.js';
import type { NodeImage } from './nodeConfig/contract/release.js';
import type { CustomDataDialect } from './nodeConfig/render/customData.js';
import type { ResourceContext } from './karpenter/resources/options.js';
import type { InstanceData } from './cloudConfig/userData/instanceData.js';

/** What a judgement rests on beside the text itself. Each door says what it knows; the core asks nobody. */
export interface ValidationContext {
  /** The present moment in milliseconds since 1970 UTC; without it no validity period is judged. */
  readonly now?: number | undefined;
  /** The node image that configs are written for; without it no field is too new. */
  readonly nodeImage?: NodeImage | undefined;
  /** The form in which configs are to travel, which decides how long their custom data is; cloud-init's where it is absent. */
  readonly dialect?: CustomDataDialect | undefined;
  /** The cloud-init that cloud-configs are written for; {@link defaultCloudInitVersion} where it is absent. */
  readonly cloudInit?: CloudInitVersion | undefined;
  /** What Jinja templates of user data are rendered with; without it they are judged as they stand. */
  readonly instanceData?: InstanceData | undefined;
  /** Why instance data that were named could not be had, as sentences. */
  readonly instanceDataFault?: string | undefined;
  /** What Karpenter knows of the cluster beside its resources; without it only what they say themselves is known. */
  readonly karpenter?: ResourceContext | undefined;
  /** Whether the file is one that a version control system keeps. */
  readonly underVersionControl?: boolean | undefined;
}
