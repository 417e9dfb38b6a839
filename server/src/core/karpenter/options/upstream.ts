import type { NodePath } from '../../formats/tree/paths.js';
import { inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import { rowsOf } from '../../text/table.js';
import { labelRule } from '../resources/labelRules.js';

/** Where the provider computes a value: a file and lines of 352646f5, and the first release that has it. */
interface Upstream {
  readonly upstream: string;
  readonly since?: string;
}

/** Where Azure/karpenter-provider-azure 352646f5 computes each option. */
const lines: ReadonlyMap<string, Upstream> = new Map(
  rowsOf(`
  option                         | since?  | upstream
  arch                           |         | pkg/providers/launchtemplate/launchtemplate.go#149-152
  tenantID                       |         | pkg/auth/config.go#78-80
  subscriptionID                 |         | pkg/auth/config.go#83-85
  kubeletIdentityClientID        |         | pkg/operator/options/options.go#125
  location                       |         | pkg/auth/config.go#73
  resourceGroup                  |         | pkg/operator/options/options.go#124
  networkSecurityGroupName       | v1.12.1 | pkg/providers/networksecuritygroup/networksecuritygroup.go#65-92
  routeTableName                 | v1.12.1 | pkg/providers/launchtemplate/launchtemplate.go#174-175
  APIServerName                  |         | pkg/operator/options/options.go#150-153
  kubeletClientTLSBootstrapToken |         | pkg/operator/options/options.go#111
  networkPlugin                  |         | pkg/providers/launchtemplate/launchtemplate.go#204-210
  networkPolicy                  |         | pkg/operator/options/options.go#117
  kubernetesVersion              |         | pkg/apis/v1beta1/aksnodeclass_status.go#117-126
  clusterName                    |         | pkg/operator/options/options.go#108
  clusterEndpoint                |         | pkg/operator/options/options.go#109
  CABundle                       |         | pkg/operator/operator.go#307-321
  subnetID                       |         | pkg/providers/launchtemplate/launchtemplate.go#154
  GPUNode                        |         | pkg/utils/gpu.go#122-128
  GPUDriverVersion               |         | pkg/utils/gpu.go#142-153
  GPUDriverType                  |         | pkg/utils/gpu.go#161-172
  GPUImageSHA                    |         | pkg/utils/gpu.go#110-120
  GPUDriverInstallationEnabled   | v1.12.0 | pkg/apis/v1beta1/aksnodeclass.go#829-831
  taints                         |         | pkg/utils/taints.go#27-41
  labels                         |         | pkg/providers/launchtemplate/launchtemplate.go#155-164
  kubeletConfig                  |         | pkg/providers/imagefamily/resolver.go#228-243
  maxPods                        |         | pkg/utils/utils.go#162-176
  clusterDNSServiceIP            | v1.6.6  | pkg/operator/operator.go#162-171
  systemReserved                 |         | pkg/providers/instancetype/instancetype.go#346-353
  kubeReserved                   |         | pkg/providers/instancetype/instancetype.go#355-365
  evictionHard                   |         | pkg/providers/imagefamily/resolver.go#241
  cpuManagerPolicy               |         | pkg/apis/v1beta1/aksnodeclass.go#376
  cpuCFSQuota                    |         | pkg/apis/v1beta1/aksnodeclass.go#381
  cpuCFSQuotaPeriod              |         | pkg/apis/v1beta1/aksnodeclass.go#388
  imageGCHighThresholdPercent    |         | pkg/apis/v1beta1/aksnodeclass.go#397
  imageGCLowThresholdPercent     |         | pkg/apis/v1beta1/aksnodeclass.go#407
  topologyManagerPolicy          |         | pkg/apis/v1beta1/aksnodeclass.go#420
  allowedUnsafeSysctls           |         | pkg/apis/v1beta1/aksnodeclass.go#427
  containerLogMaxSize            |         | pkg/apis/v1beta1/aksnodeclass.go#434
  containerLogMaxFiles           |         | pkg/apis/v1beta1/aksnodeclass.go#439
  podPidsLimit                   |         | pkg/apis/v1beta1/aksnodeclass.go#444
`).map(({ option, ...upstream }) => [option, upstream]),
);

/** The rule of the option or label at a path, in names of the description. */
export function upstreamOf([first, second]: NodePath): Upstream | undefined {
  const rule = first === 'labels' && typeof second === 'string' ? labelRule(second) : undefined;
  const inKubelet = first === 'kubeletConfig' && typeof second === 'string' ? lines.get(second) : undefined;
  return rule ?? inKubelet ?? lines.get(String(first));
}

/** The same in Markdown. */
export function upstreamMarkdown({ upstream, since }: Upstream): Markdown {
  const from = since === undefined ? '' : markup`, since release ${prose(since)}`;
  return markup`Upstream: ${inlineCode(upstream)}${from}`;
}
