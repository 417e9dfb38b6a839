import type { RevealedTexts } from '../core/index.js';
import type { ReadFile, ServerHost } from './host.js';
import type { RenderingContext } from './renderings.js';
import type { Settings } from './settings.js';

/** Gathers what the settings say about renderings of a document; `folders` are the URIs of the workspace folders. */
export async function renderingContext(
  uri: string,
  revealed: RevealedTexts | undefined,
  { dialect, containerdVersion, gpuComponents, karpenterSettings }: Settings,
  folders: readonly string[],
  host: Pick<ServerHost, 'gpuComponents' | 'karpenterSettings'>,
): Promise<RenderingContext> {
  const components = gpuComponents === '' ? undefined : await host.gpuComponents(gpuComponents, uri, folders);
  const karpenter =
    karpenterSettings === '' ? undefined : await host.karpenterSettings(karpenterSettings, uri, folders);
  return {
    dialect,
    options: {
      showSecrets: false,
      revealed,
      containerdVersion,
      gpuComponents: components?.ok === true ? components.value : undefined,
    },
    remarks: [
      ...remarkOn('aksBootstrap.preview.gpuComponents', gpuComponents, components),
      ...remarkOn('aksBootstrap.karpenter.settings', karpenterSettings, karpenter?.content),
    ],
  };
}

function remarkOn(name: string, setting: string, read: ReadFile<unknown> | undefined): string[] {
  return read?.ok === false ? [`The setting ${name} names ${setting}. ${read.message}`] : [];
}
