import { parseJson } from '../../../formats/json/parse.js';
import type { Controller } from '../../../values/known/releases.js';
import { memberIgnoringCase, type ObjectNode, stringValue, type SyntaxNode } from '../../../formats/tree/node.js';
import { failure, type Result, success } from '../../../text/result.js';

/**
 * Reads which GPU drivers a node image has; the error is a sentence. Accepts AgentBaker's `components.json` with its
 * `GPUContainerImages`, or a plain object of image names and versions such as
 * `{"aks-gpu-cuda-lts": "580.159.04-20260629214430"}`.
 */
export function parseGpuComponents(text: string): Result<GpuComponents> {
  const { root, problems } = parseJson(text.replace(/^\ufeff/, ''));
  const [problem] = problems;
  if (problem !== undefined) return failure(`It is not valid JSON: ${problem.message}`);
  if (root?.kind !== 'object') return failure(`It has to be a JSON object. ${accepted}`);
  const images = memberIgnoringCase(root, 'GPUContainerImages')?.value;
  return images === undefined ? fromVersions(root) : fromImages(images);
}

const accepted =
  'Give a components.json with GPUContainerImages, or an object of image names and versions such as {"aks-gpu-cuda-lts": "580.159.04-20260629214430"}.';

/**
 * As `pkg/gpu` of aks-node-controller reads it: images without a version of two parts are skipped, the last one counts. Null
 * is the same as no value; after another wrong type, aks-node-controller ends with an error.
 */
function fromImages(images: SyntaxNode): Result<GpuComponents> {
  const found = new Map<string, GpuComponent>();
  if (images.kind === 'null') return success(found);
  if (images.kind !== 'array') return failure(`GPUContainerImages has to be a list. ${accepted}`);
  for (const image of images.items) {
    const url = memberIgnoringCase(image, 'downloadURL')?.value;
    const versions = memberIgnoringCase(image, 'gpuVersion')?.value;
    const [version, tag] = ['latestVersion', 'renovateTag'].map((name) => memberIgnoringCase(versions, name)?.value);
    if (!areAll('object', image, versions) || !areAll('string', url, version, tag))
      return failure(`GPUContainerImages has a value of a wrong type. ${accepted}`);
    const location = stringValue(url);
    const component = parseComponent(stringValue(version) ?? '');
    if (location !== undefined && component !== undefined) found.set(repositoryOf(location), component);
  }
  return success(found);
}

/** Whether nodes that are given and not null are of a kind. */
function areAll(kind: SyntaxNode['kind'], ...nodes: readonly (SyntaxNode | undefined)[]): boolean {
  return nodes.every((node) => node === undefined || node.kind === 'null' || node.kind === kind);
}

function fromVersions(root: ObjectNode): Result<GpuComponents> {
  const found = new Map<string, GpuComponent>();
  for (const { key, value } of root.members) {
    const component = parseComponent(stringValue(value) ?? '');
    if (component === undefined) {
      return failure(
        `${JSON.stringify(key.name)} has no version of a driver and an image, joined by a hyphen. ${accepted}`,
      );
    }
    found.set(key.name, component);
  }
  return success(found);
}

/** `580.159.04-20260629214430`: exactly one hyphen. */
export function parseComponent(version: string): GpuComponent | undefined {
  const [driverVersion, imageSuffix, ...more] = version.split('-');
  if (driverVersion === undefined || imageSuffix === undefined || more.length > 0) return undefined;
  return { driverVersion, imageSuffix };
}

/** The last step of an image's location, without its tag. */
function repositoryOf(location: string): string {
  return location.slice(location.lastIndexOf('/') + 1).replace(/:[^]*/, '');
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

/** What aks-node-controller finds on the node besides the config. */
export interface EnvironmentOptions {
  /** The version of the containerd on the node, such as `1.7.22`; an absent one counts as 1.x. */
  readonly containerdVersion?: string | undefined;
  /** Absent if the node has no components list: driver versions are empty then. */
  readonly gpuComponents?: GpuComponents | undefined;
  /** The aks-node-controller; by default the newest one. */
  readonly controller?: Controller | undefined;
}
