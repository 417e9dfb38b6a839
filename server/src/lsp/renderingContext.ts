import type { GpuComponents, RevealedTexts } from '../core/index.js';
import type { ServerHost } from './host.js';
import type { RenderingContext } from './renderings.js';
import type { Settings } from './settings.js';

/** Gathers what the settings say about renderings of a document; `folders` are the URIs of the workspace folders. */
export async function renderingContext(
  uri: string,
  revealed: RevealedTexts | undefined,
  { dialect, containerdVersion, gpuComponents }: Settings,
  folders: readonly string[],
  host: Pick<ServerHost, 'gpuComponents'>,
): Promise<RenderingContext> {
  const components = gpuComponents === '' ? undefined : await componentsAt(gpuComponents, uri, folders, host);
  return {
    dialect,
    options: { showSecrets: false, revealed, containerdVersion, gpuComponents: components?.value },
    remarks: components?.remark === undefined ? [] : [components.remark],
  };
}

async function componentsAt(
  setting: string,
  uri: string,
  folders: readonly string[],
  host: Pick<ServerHost, 'gpuComponents'>,
): Promise<{ readonly value?: GpuComponents; readonly remark?: string }> {
  const parsed = await host.gpuComponents(setting, uri, folders);
  // A virtual workspace has no files that the server could read.
  if (parsed === undefined) return {};
  return parsed.ok
    ? { value: parsed.value }
    : { remark: `The setting aksBootstrap.preview.gpuComponents names ${setting}. ${parsed.message}` };
}
