import {
  fleetDocuments,
  FleetGrouping,
  type FleetGroups,
  FleetRecorder,
  type FleetGroup,
  maskingOf,
} from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

/** The documents of a fleet by their file names. */
export type Files = readonly (readonly [name: string, content: string])[];

/** Groups the documents in files as one call does. */
export function grouped(
  files: Files,
  options: Parameters<FleetGrouping['groups']>[0] = {},
  showSecrets = false,
): FleetGroups {
  const recorder = new FleetRecorder();
  const grouping = new FleetGrouping();
  for (const [name, content] of files) {
    const analysis = analyse(name, content);
    for (const document of fleetDocuments(analysis, maskingOf([analysis], { showSecrets })))
      grouping.add(name, recorder.record(document));
  }
  return grouping.groups(options);
}

/** A group in short: its members, and the paths in which it differs. */
export function shortGroup({ members, differences }: FleetGroup): string {
  const names = members.map(({ file, machine }) => machine ?? file).sort();
  return `${names.join(' ')}: ${differences.map(({ path }) => path).join(' ')}`;
}

/** A scale set around a node config, as the REST API shows it. */
export function scaleSet(
  name: string,
  config: object,
  { image = '202605.27.0', size = 'Standard_D4s_v5' }: { image?: string; size?: string } = {},
): object {
  const custom = `#!/bin/bash
cat <<'EOF' | base64 -d >/opt/azure/containers/aks-node-controller-config.json
${Buffer.from(JSON.stringify(config)).toString('base64')}
EOF
`;
  const versions = '/subscriptions/a/resourceGroups/AKS-Ubuntu/providers/Microsoft.Compute/galleries/AKSUbuntu/images';
  return {
    name,
    id: `/subscriptions/s/resourceGroups/MC_g/providers/Microsoft.Compute/virtualMachineScaleSets/${name}`,
    location: 'eastus',
    sku: { name: size, capacity: 3 },
    properties: {
      virtualMachineProfile: {
        osProfile: { computerNamePrefix: name, customData: Buffer.from(custom).toString('base64') },
        storageProfile: { imageReference: { id: `${versions}/2204gen2containerd/versions/${image}` } },
      },
    },
  };
}

/** A node config with some flags of the kubelet. */
export function config(flags: Readonly<Record<string, string>> = {}, more: object = {}): object {
  return { version: 'v1', kubelet_config: { kubelet_flags: { '--v': '2', ...flags } }, ...more };
}
