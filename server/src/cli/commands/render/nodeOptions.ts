import { type GpuComponents, isVersion, parseGpuComponents } from '../../../core/index.js';
import type { OptionSpecs, ParsedArguments } from '../../arguments.js';
import { readNamedFile } from '../../inputs.js';
import { UsageError } from '../../io.js';

/** The option that says which containerd is on the node. */
export const containerdOption = {
  containerd: { type: 'string', value: 'VERSION', help: 'the containerd on the node (default: some 1.x)' },
} as const satisfies OptionSpecs;

/** The option that says which GPU drivers are on the node. */
export const gpuComponentsOption = {
  'gpu-components': { type: 'string', value: 'FILE', help: "the node image's components.json, for GPU drivers" },
} as const satisfies OptionSpecs;

/** The version of `--containerd`; throws {@link UsageError} for what is none. */
export function containerdVersion(args: ParsedArguments): string | undefined {
  const version = args.text('containerd');
  if (version !== undefined && !isVersion(version)) {
    throw new UsageError(`--containerd takes a version such as 1.7.22, not ${JSON.stringify(version)}`);
  }
  return version;
}

/** The list that `--gpu-components` names; throws {@link UsageError} where it cannot be read or is none. */
export async function gpuComponents(args: ParsedArguments): Promise<GpuComponents | undefined> {
  const file = args.text('gpu-components');
  if (file === undefined) return undefined;
  const content = await readNamedFile(file);
  if ('unreadable' in content) {
    throw new UsageError(`--gpu-components ${file} cannot be read: ${content.unreadable}`);
  }
  const parsed = parseGpuComponents(new TextDecoder().decode(content));
  if (!parsed.ok) throw new UsageError(`--gpu-components ${file} is no list of GPU components. ${parsed.message}`);
  return parsed.value;
}
