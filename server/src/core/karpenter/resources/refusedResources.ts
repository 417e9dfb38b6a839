import { memberOf, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import { enumerated, quoted } from '../../text/strings.js';
import { subnetParts } from '../script/variable.js';
import type { OptionsBuilder } from './builder.js';
import { aks, provider, wellKnownLabels } from './labelRules.js';
import { fieldIn, nodeAtPath, type PoolTemplate, type Resource, type Sourced } from './model.js';
import { nodeClassOf } from './nodeClass.js';
import { normalizedName, type Requirements, wholeNumber } from './requirements.js';

const crd = 'pkg/apis/v1beta1/aksnodeclass.go';
const coreValidation = 'kubernetes-sigs/karpenter v1.14.0 pkg/apis/v1/nodeclaim_validation.go';

/** Fields of an AKSNodeClass with few values. */
const choices: readonly (readonly [names: readonly string[], values: readonly string[], lines: string])[] = [
  [['spec', 'imageFamily'], ['Ubuntu', 'Ubuntu2204', 'Ubuntu2404', 'AzureLinux'], '84'],
  [['spec', 'fipsMode'], ['FIPS', 'Disabled'], '88'],
  [['spec', 'localDNS', 'mode'], ['Preferred', 'Required', 'Disabled'], '163'],
];

/** Reports what the API server rejects in an AKSNodeClass (352646f5, its CRD). */
export function refuseNodeClass(builder: OptionsBuilder, nodeClass: Resource): void {
  const refuse = (names: readonly string[], message: string, lines: string): void => {
    const field = fieldIn(nodeClass, names, '');
    builder.refuse(
      'karpenter/refused-node-class',
      field,
      `${message} The API server rejects the AKSNodeClass.`,
      `${crd}#${lines}`,
    );
  };
  for (const [names, values, lines] of choices) {
    const text = stringValue(nodeAtPath(nodeClass.node, ...names));
    if (text !== undefined && !values.includes(text))
      refuse(names, `${names.at(-1) ?? ''} must be ${enumerated(values, 'or')}, not ${quoted(text)}.`, lines);
  }
  const { imageFamily, fips, trustedLaunch } = nodeClassOf(nodeClass, undefined);
  const fipsMode = ['spec', 'fipsMode'];
  if (fips && imageFamily === 'Ubuntu2404') refuse(fipsMode, 'fipsMode FIPS is not supported for Ubuntu2404.', '63');
  if (fips && imageFamily === 'Ubuntu2204' && !trustedLaunch)
    refuse(fipsMode, 'fipsMode FIPS with Ubuntu2204 needs security.trustedLaunch with vtpm or secureBoot.', '64');
  if (fips && trustedLaunch && !['Ubuntu', 'Ubuntu2204'].includes(imageFamily))
    refuse(fipsMode, 'fipsMode FIPS with Trusted Launch needs the imageFamily Ubuntu or Ubuntu2204.', '65');
  const disk = nodeAtPath(nodeClass.node, 'spec', 'osDiskSizeGB');
  if (disk?.kind === 'number' && (disk.value < 30 || disk.value > 2_048))
    refuse(['spec', 'osDiskSizeGB'], `osDiskSizeGB must be between 30 and 2048, not ${disk.raw}.`, '75-76');
  const subnet = stringValue(nodeAtPath(nodeClass.node, 'spec', 'vnetSubnetID'));
  if (subnet !== undefined && subnetParts(subnet) === undefined)
    refuse(
      ['spec', 'vnetSubnetID'],
      'vnetSubnetID must have the format /subscriptions/…/resourceGroups/…/providers/Microsoft.Network/virtualNetworks/…/subnets/….',
      '70',
    );
  const swap = nodeAtPath(nodeClass.node, 'spec', 'linuxOSConfig', 'swapFileSize');
  const failSwapOn = nodeAtPath(nodeClass.node, 'spec', 'kubelet', 'failSwapOn');
  if (swap !== undefined && !(failSwapOn?.kind === 'boolean' && !failSwapOn.value))
    refuse(['spec', 'linuxOSConfig', 'swapFileSize'], 'swapFileSize needs kubelet.failSwapOn: false.', '66');
}

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte'];
const booleans = ['true', 'false'];

/** Values of labels that have no others (`pkg/apis/v1beta1/labels.go#36-48`). */
const knownValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['karpenter.sh/capacity-type', ['on-demand', 'spot']],
  [`${provider}/sku-networking-accelerated`, booleans],
  [`${provider}/sku-storage-premium-capable`, booleans],
  [`${provider}/sku-storage-ultra-ssd`, booleans],
  [`${provider}/sku-gpu-manufacturer`, ['nvidia', 'amd']],
  [`${provider}/placement-scope`, ['zonal', 'regional']],
  [`${aks}/mode`, ['system', 'user']],
  [`${aks}/scalesetpriority`, ['regular', 'spot']],
  [`${aks}/priority`, ['regular', 'spot']],
  [`${aks}/os-sku`, ['Ubuntu', 'AzureLinux']],
  [`${aks}/fips_enabled`, ['true']],
]);

/** The values of a label that no others are allowed for; undefined for other labels. */
export function valuesOfLabel(key: string): readonly string[] | undefined {
  return knownValues.get(normalizedName(key));
}

/** Why no pool may use a label; undefined if it may. */
function restriction(key: string): string | undefined {
  if (key === 'karpenter.sh/nodepool') return 'Karpenter sets it itself';
  if (wellKnownLabels.has(key)) return undefined;
  if (key === 'kubernetes.io/hostname') return 'it is different on each node';
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  const isReserved = ['karpenter.sh', 'karpenter.azure.com'].some(
    (own) => domain === own || domain.endsWith(`.${own}`),
  );
  return isReserved ? `the domain ${domain} is reserved for Karpenter` : undefined;
}

/** Reports labels and requirements with which Karpenter keeps a NodePool from becoming ready. */
export function refusePool(
  builder: OptionsBuilder,
  template: PoolTemplate,
  labels: ReadonlyMap<string, Sourced>,
): void {
  if (template.poolName === undefined) return;
  for (const [key, value] of labels) {
    const reason = restriction(key);
    if (reason === undefined) continue;
    const message = `The label ${key} is not allowed, because ${reason}. The NodePool does not become ready.`;
    builder.refuse(
      'karpenter/refused-pool',
      value,
      message,
      'kubernetes-sigs/karpenter v1.14.0 pkg/apis/v1/labels.go#138-155',
    );
  }
  const names = ['spec', 'requirements'];
  const list = resolved(nodeAtPath(template.node, ...names));
  for (const [index, entry] of list?.kind === 'array' ? list.items.entries() : []) {
    const fault = requirementFault(resolved(entry));
    if (fault === undefined) continue;
    const { node, message, upstream = `${coreValidation}#117-160` } = fault;
    const member = { key: { name: 'requirements', span: node.span, quoted: false }, value: node, span: node.span };
    builder.refuse('karpenter/refused-pool', { member, path: [...template.path, ...names, index] }, message, upstream);
  }
}

interface RequirementFault {
  readonly node: SyntaxNode;
  readonly message: string;
  readonly upstream?: string;
}

function requirementFault(entry: SyntaxNode | undefined): RequirementFault | undefined {
  const keyNode = memberOf(entry, 'key')?.value;
  const key = stringValue(keyNode);
  const operatorNode = memberOf(entry, 'operator')?.value;
  const operator = stringValue(operatorNode);
  if (entry === undefined || keyNode === undefined || key === undefined) return undefined;
  const reason = restriction(normalizedName(key));
  if (reason !== undefined)
    return {
      node: keyNode,
      message: `A requirement must not have the key ${key}, because ${reason}. The NodePool does not become ready.`,
    };
  if (operatorNode !== undefined && operator !== undefined && !operators.includes(operator))
    return {
      node: operatorNode,
      message: `The operator must be ${enumerated(operators, 'or')}, not ${quoted(operator)}. The API server rejects the NodePool.`,
    };
  const list = resolved(memberOf(entry, 'values')?.value);
  const values = list?.kind === 'array' ? list.items.map((item) => resolved(item) ?? item) : [];
  const unquoted = values.find(({ kind }) => kind !== 'string');
  if (unquoted !== undefined)
    return {
      node: unquoted,
      message: `Values of requirements are strings: quote the value of ${key}. The API server rejects the NodePool.`,
    };
  const at = list ?? operatorNode ?? entry;
  const texts = values.map((value) => stringValue(value) ?? '');
  if (operator === 'In' && texts.length === 0)
    return { node: at, message: `In needs at least one value for ${key}. The NodePool does not become ready.` };
  if (['Gt', 'Lt', 'Gte', 'Lte'].includes(operator ?? '')) {
    const [number, ...more] = texts.map((text) => wholeNumber(text) ?? -1n);
    if (number === undefined || more.length > 0 || number < 0n)
      return {
        node: at,
        message: `${operator ?? ''} needs exactly one whole number for ${key}, not below 0. The NodePool does not become ready.`,
      };
  }
  const known = operator === 'In' ? valuesOfLabel(key) : undefined;
  if (known?.some((value) => texts.includes(value)) === false)
    return {
      node: at,
      message: `${key} must have at least one of the values ${enumerated(known, 'or')}. The NodePool does not become ready.`,
      upstream: `${coreValidation}#167-201`,
    };
  return undefined;
}

/** Reports labels whose requirements leave no value, so that no VM meets them. */
export function refuseContradictions(builder: OptionsBuilder, requirements: Requirements): void {
  for (const key of requirements.keys()) {
    if (!requirements.excludes(key) || requirements.isForbidden(key)) continue;
    const consequence = wellKnownLabels.has(key)
      ? 'no VM meets them, and Karpenter creates no node'
      : 'nodes do not get the label';
    builder.refuse(
      'karpenter/impossible-requirement',
      requirements.sourceOf(key),
      `The requirements and labels of ${key} leave no value: ${consequence}.`,
      'kubernetes-sigs/karpenter v1.14.0 pkg/scheduling/requirement.go#181-214',
    );
  }
}
