import { memberIgnoringCase } from '../../syntax/ignoreCase.js';
import { parseJson } from '../../syntax/json.js';
import { stringValue, type ObjectNode, type SyntaxNode } from '../../syntax/node.js';
import type { GpuComponent, GpuComponents } from './options.js';

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
