import { bool, type ObjectDescription, objectOf, option, string } from '../description/describe.js';
import { kubeletConfig } from '../description/kubelet.js';
import type { OptionRecord } from '../value.js';
import { memberAtPath, type OptionsBuilder } from './builder.js';
import { type Resource, textAt } from './model.js';

/** The kubelet's settings that an AKSNodeClass may give; the last one is not for the script. */
const nodeClassKubelet: ObjectDescription = {
  name: 'kubelet of AKSNodeClass',
  doc: 'Settings of the kubelet.',
  options: [
    ...kubeletConfig.options.filter(({ setting }) => setting?.startsWith('spec.kubelet.') === true),
    option('failSwapOn', bool, 'aks-node-class', 'Whether the kubelet refuses to start where the node swaps.'),
  ],
};

/** What the API server fills in where an AKSNodeClass has `kubelet` at all (its CRD at 00ae1126). */
const kubeletDefaults: OptionRecord = {
  cpuManagerPolicy: 'none',
  cpuCFSQuota: true,
  cpuCFSQuotaPeriod: 100_000_000n,
  topologyManagerPolicy: 'none',
  containerLogMaxSize: '50Mi',
  containerLogMaxFiles: 5,
};

/** What options the fields of an AKSNodeClass become. */
export function takeNodeClass(builder: OptionsBuilder, nodeClass: Resource): void {
  const field = (...way: readonly string[]) => {
    const member = memberAtPath(nodeClass.node, way);
    const path = [...nodeClass.path, ...way];
    return member && { member, path, resource: `${way.join('.')} of AKSNodeClass ${nodeClass.name}` };
  };
  const subnet = field('spec', 'vnetSubnetID');
  const subnetID = subnet && builder.take(subnet, ['subnetID']);
  if (subnetID !== undefined) builder.put(['subnetID'], subnetID);
  const version = field('status', 'kubernetesVersion');
  const kubernetesVersion = version && builder.take(version, ['kubernetesVersion']);
  if (kubernetesVersion !== undefined) builder.put(['kubernetesVersion'], kubernetesVersion);
  const kubelet = field('spec', 'kubelet');
  if (kubelet !== undefined) {
    const read = builder.take(kubelet, ['kubeletConfig'], { type: objectOf(nodeClassKubelet) });
    if (read !== undefined) takeKubelet(builder, read as OptionRecord);
  }
  const pods = field('spec', 'maxPods');
  const maxPods = pods && builder.take(pods, ['kubeletConfig', 'maxPods']);
  if (maxPods !== undefined) builder.put(['kubeletConfig', 'maxPods'], maxPods);
}

function takeKubelet(builder: OptionsBuilder, { failSwapOn: _failSwapOn, ...given }: OptionRecord): void {
  for (const [name, value] of Object.entries({ ...kubeletDefaults, ...given })) {
    if (value === undefined) continue;
    const filledIn = given[name] === undefined ? filledInByServer : undefined;
    builder.put(['kubeletConfig', name], value, filledIn);
  }
}

const filledInByServer = 'The API server fills it in, because the AKSNodeClass has `kubelet`.';

/** Whether the node gets a driver for its GPUs. Which one is another in each release of Karpenter. */
export function takeGpu(builder: OptionsBuilder, isNvidia: boolean, nodeClass: Resource | undefined): void {
  const way = ['spec', 'gpu', 'mode'];
  const mode = textAt(nodeClass?.node, ...way) ?? 'Driver';
  const installs = isNvidia && mode !== 'None';
  builder.put(['GPUNode'], isNvidia, "By Karpenter's list of VM sizes with NVIDIA GPUs.");
  builder.put(
    ['GPUDriverInstallationEnabled'],
    installs,
    'The AKSNodeClass has no `gpu.mode`, which stands for Driver.',
  );
  const member = memberAtPath(nodeClass?.node, way);
  if (nodeClass !== undefined && member !== undefined) {
    const resource = `${way.join('.')} of AKSNodeClass ${nodeClass.name}`;
    builder.take({ member, path: [...nodeClass.path, ...way], resource }, ['GPUDriverInstallationEnabled'], {
      type: string,
      oneOf: ['Driver', 'None'],
    });
  }
  if (!installs) return;
  for (const name of ['GPUDriverVersion', 'GPUDriverType', 'GPUImageSHA'])
    if (builder.setting(name) === undefined) builder.ask(name);
}
