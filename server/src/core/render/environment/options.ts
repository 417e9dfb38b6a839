/** A GPU driver image, as the components list of a node image names it. */
export interface GpuComponent {
  /** Such as `580.126.09`. */
  readonly driverVersion: string;
  /** Such as `20260430040408`. */
  readonly imageSuffix: string;
}

/** The driver images of a node image, by the name of their repository such as `aks-gpu-cuda-lts`. */
export type GpuComponents = ReadonlyMap<string, GpuComponent>;

/** What aks-node-controller finds on the node beside the config. */
export interface EnvironmentOptions {
  /** The version of the containerd on the node, such as `1.7.22`; an absent one counts as 1.x. */
  readonly containerdVersion?: string | undefined;
  /** Absent where the node has no components list: driver versions are empty then. */
  readonly gpuComponents?: GpuComponents | undefined;
}
