import { parseJson } from '../../../formats/json/parse.js';
import { memberIgnoringCase, type ObjectNode, stringValue, type SyntaxNode } from '../../../formats/tree/node.js';

/** A list of GPU components, or a sentence on why the text is none. */
export type ParsedGpuComponents =
  { readonly ok: true; readonly value: GpuComponents } | { readonly ok: false; readonly message: string };

/**
 * Reads which GPU drivers a node image has: AgentBaker's `components.json` with its
 * `GPUContainerImages`, or a plain object of image names and versions such as
 * `{"aks-gpu-cuda-lts": "580.159.04-20260629214430"}`.
 */
export function parseGpuComponents(text: string): ParsedGpuComponents {
  const { root, problems } = parseJson(text.replace(/^\ufeff/, ''));
  const [problem] = problems;
  if (problem !== undefined) return { ok: false, message: `It is not valid JSON: ${problem.message}` };
  if (root?.kind !== 'object') return { ok: false, message: `It has to be a JSON object. ${accepted}` };
  const images = memberIgnoringCase(root, 'GPUContainerImages')?.value;
  return images === undefined ? fromVersions(root) : fromImages(images);
}

const accepted =
  'Give a components.json with GPUContainerImages, or an object of image names and versions such as {"aks-gpu-cuda-lts": "580.159.04-20260629214430"}.';

/** As `pkg/gpu` of aks-node-controller reads it: what has no version of two parts is passed over, the last one counts. */
function fromImages(images: SyntaxNode): ParsedGpuComponents {
  if (images.kind !== 'array') return { ok: false, message: `GPUContainerImages has to be a list. ${accepted}` };
  const found = new Map<string, GpuComponent>();
  for (const image of images.items) {
    const location = stringValue(memberIgnoringCase(image, 'downloadURL')?.value);
    const version = memberIgnoringCase(memberIgnoringCase(image, 'gpuVersion')?.value, 'latestVersion')?.value;
    const component = componentOf(stringValue(version) ?? '');
    if (location !== undefined && component !== undefined) found.set(repositoryOf(location), component);
  }
  return { ok: true, value: found };
}

function fromVersions(root: ObjectNode): ParsedGpuComponents {
  const found = new Map<string, GpuComponent>();
  for (const { key, value } of root.members) {
    const component = componentOf(stringValue(value) ?? '');
    if (component === undefined) {
      return {
        ok: false,
        message: `${JSON.stringify(key.name)} has no version of a driver and an image, joined by a hyphen. ${accepted}`,
      };
    }
    found.set(key.name, component);
  }
  return { ok: true, value: found };
}

/** `580.159.04-20260629214430`: exactly one hyphen. */
function componentOf(version: string): GpuComponent | undefined {
  const [driverVersion, imageSuffix, ...more] = version.split('-');
  if (driverVersion === undefined || imageSuffix === undefined || more.length > 0) return undefined;
  return { driverVersion, imageSuffix };
}

/** The last step of an image's location, without its tag. */
function repositoryOf(location: string): string {
  return location.slice(location.lastIndexOf('/') + 1).replace(/:[^]*$/, '');
}

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
