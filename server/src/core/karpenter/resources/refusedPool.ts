import { memberOf, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import { enumerated, quoted } from '../../text/strings.js';
import { words } from '../../text/table.js';
import { checkFormat } from '../../values/check.js';
import type { Refusal } from '../options/read.js';
import type { OptionsBuilder } from './builder.js';
import { addsLabel, aks, provider, wellKnownLabels } from './labelRules.js';
import { fieldIn, nodeAtPath, type PoolTemplate, type Resource, type Sourced, textAt } from './model.js';
import { isIn, type ProviderRelease } from './release.js';
import { normalizedName, type Requirements, wholeNumber } from './requirements.js';

const coreValidation = 'kubernetes-sigs/karpenter v1.14.0 pkg/apis/v1/nodeclaim_validation.go';
const poolCrd = 'pkg/apis/crds/karpenter.sh_nodepools.yaml';

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

/** The same in a release: those that only the provider knows count since v1.13.0. */
function valuesIn(key: string, release: ProviderRelease | undefined): readonly string[] | undefined {
  const isCounted = key === 'karpenter.sh/capacity-type' || isIn({ since: 'v1.13.0' }, release);
  return isCounted ? valuesOfLabel(key) : undefined;
}

/** Labels of AKS that a pool may use; the last ones only since v1.13.1. */
const ownLabels = words('mode scalesetpriority priority fips_enabled os-sku cluster sku-cpu sku-memory ebpf-dataplane');
const laterLabels = words('ebpf-host-routing network-policy hostedvm');

/** Older names of AKS's labels. */
const legacyLabels: ReadonlySet<string> = new Set(words('agentpool storageprofile storagetier accelerator'));

/** Labels of Kubernetes that a pool could use before v1.10.0. */
const allowedKubernetes: ReadonlySet<string> = new Set([
  ...['instance-type', 'os', 'arch'].map((name) => `beta.kubernetes.io/${name}`),
  ...['region', 'zone'].flatMap((name) => [
    `failure-domain.beta.kubernetes.io/${name}`,
    `topology.kubernetes.io/${name}`,
  ]),
  ...['kubernetes.io/arch', 'kubernetes.io/os'],
]);

/** Why no pool may use a label, and the rule; undefined if it may. */
function restriction(key: string, release: ProviderRelease | undefined): readonly [string, string] | undefined {
  const ofCore = 'kubernetes-sigs/karpenter v1.14.0 pkg/apis/v1/labels.go#138-155';
  const domain = key.split('/', 1)[0] ?? '';
  const isNew = isIn({ since: 'v1.13.0' }, release);
  if (key === 'karpenter.sh/nodepool') return ['Karpenter sets it itself', ofCore];
  if (key === 'kubernetes.io/hostname') return ['it is different on each node', ofCore];
  if (isNew && legacyLabels.has(key)) return ['AKS sets it itself', `${poolCrd}#235-242`];
  if (isNew && domain.endsWith(aks)) {
    const allowed = isIn({ since: 'v1.13.1' }, release) ? [...ownLabels, ...laterLabels] : ownLabels;
    if (!allowed.some((name) => key === `${aks}/${name}`))
      return [`of the domain ${aks}, only ${enumerated(allowed, 'and')} are`, `${poolCrd}#233-234`];
  }
  if (wellKnownLabels.has(key) && addsLabel(key, release)) return undefined;
  if (['karpenter.sh', provider].some((own) => domain.endsWith(own)))
    return [`the domain ${domain} is reserved for Karpenter`, ofCore];
  if (isIn({ since: 'v1.10.0' }, release)) return undefined;
  const isOfNodes = ['node.kubernetes.io', 'node-restriction.kubernetes.io', 'kops.k8s.io'].some((own) =>
    domain.endsWith(own),
  );
  const isReserved = ['kubernetes.io', 'k8s.io'].some((own) => domain.endsWith(own)) && !isOfNodes;
  return isReserved && !allowedKubernetes.has(key)
    ? [`the domain ${domain} is reserved before v1.10.0`, poolCrd]
    : undefined;
}

/** Reports labels and requirements with which a NodePool is rejected, or Karpenter keeps it from becoming ready. */
export function refusePool(
  builder: OptionsBuilder,
  template: PoolTemplate,
  labels: ReadonlyMap<string, Sourced>,
): void {
  refuseNodeClassRef(builder, template);
  if (template.poolName === undefined) return;
  const refuse = (about: Pick<Refusal, 'member' | 'path'>, message: string, upstream: string): void => {
    builder.refuse('karpenter/refused-pool', about, message, upstream);
  };
  for (const [key, value] of labels) {
    const reason = restriction(key, builder.release);
    if (reason === undefined) continue;
    refuse(value, `The label ${key} is not allowed, because ${reason[0]}. ${consequenceOf(reason[1])}`, reason[1]);
  }
  const names = ['spec', 'requirements'];
  const list = resolved(nodeAtPath(template.node, ...names));
  for (const [index, entry] of list?.kind === 'array' ? list.items.entries() : []) {
    const fault = requirementFault(resolved(entry), builder.release);
    if (fault === undefined) continue;
    const { node, message, upstream = `${coreValidation}#117-160` } = fault;
    const member = { key: { name: 'requirements', span: node.span, quoted: false }, value: node, span: node.span };
    refuse({ member, path: [...template.path, ...names, index] }, message, upstream);
  }
}

/** What happens to a pool by a rule. */
function consequenceOf(upstream: string): string {
  return upstream.startsWith(poolCrd) ? 'The API server rejects the NodePool.' : 'The NodePool does not become ready.';
}

/** A pool for nodes of another provider, which this one leaves alone. */
function refuseNodeClassRef(builder: OptionsBuilder, template: PoolTemplate): void {
  const names = ['spec', 'nodeClassRef'];
  const reference = resolved(nodeAtPath(template.node, ...names));
  const [group, kind] = [textAt(reference, 'group'), textAt(reference, 'kind')];
  if (group === undefined || kind === undefined || (group === provider && kind === 'AKSNodeClass')) return;
  builder.refuse(
    'karpenter/refused-pool',
    fieldIn(template, names, ''),
    `nodeClassRef must name an AKSNodeClass of the group ${provider}: Karpenter's Azure provider creates no node for ${kind} of ${quoted(group)}.`,
    'kubernetes-sigs/karpenter v1.14.0 pkg/utils/nodepool/nodepool.go',
  );
}

/** A pool of a fixed size, and budgets of replacements (`x-kubernetes-validations` of the CRD). */
export function refusePoolSpec(builder: OptionsBuilder, pool: Resource): void {
  if (pool.kind !== 'NodePool') return;
  const refuse = (field: readonly string[], message: string, lines: string): void => {
    const about = fieldIn(pool, ['spec', ...field], '');
    builder.refuse(
      'karpenter/refused-pool',
      about,
      `${message} The API server rejects the NodePool.`,
      `${poolCrd}#${lines}`,
    );
  };
  const has = (...field: readonly string[]): boolean => nodeAtPath(pool.node, 'spec', ...field) !== undefined;
  const limited = nodeAtPath(pool.node, 'spec', 'limits');
  const others = limited?.kind === 'object' ? limited.members.filter(({ key }) => key.name !== 'nodes') : [];
  if (has('replicas') && others.length > 0)
    refuse(['limits'], 'A NodePool with replicas may only limit nodes.', '487-488');
  if (has('replicas') && has('weight')) refuse(['weight'], 'A NodePool with replicas has no weight.', '489-490');
  const budgets = resolved(nodeAtPath(pool.node, 'spec', 'disruption', 'budgets'));
  const isHalf = (budget: SyntaxNode): boolean =>
    (memberOf(resolved(budget), 'schedule') === undefined) !== (memberOf(resolved(budget), 'duration') === undefined);
  if (budgets?.kind === 'array' && budgets.items.some(isHalf))
    refuse(['disruption', 'budgets'], 'A budget with a schedule needs a duration, and the other way round.', '143-145');
}

interface RequirementFault {
  readonly node: SyntaxNode;
  readonly message: string;
  readonly upstream?: string;
}

function requirementFault(
  entry: SyntaxNode | undefined,
  release: ProviderRelease | undefined,
): RequirementFault | undefined {
  const keyNode = memberOf(entry, 'key')?.value;
  const key = stringValue(keyNode);
  const operatorNode = memberOf(entry, 'operator')?.value;
  const operator = stringValue(operatorNode);
  if (entry === undefined || keyNode === undefined || key === undefined) return undefined;
  const notReady = 'The NodePool does not become ready.';
  const reason = restriction(normalizedName(key), release);
  if (reason !== undefined)
    return {
      node: keyNode,
      message: `A requirement must not have the key ${key}, because ${reason[0]}. ${consequenceOf(reason[1])}`,
      upstream: reason[1],
    };
  const wrongKey = checkFormat('label-key', key);
  if (wrongKey !== undefined)
    return { node: keyNode, message: `The key of a requirement ${wrongKey.reason}. ${notReady}` };
  const known = operatorsOf(release);
  if (operatorNode !== undefined && operator !== undefined && !known.includes(operator))
    return {
      node: operatorNode,
      message: `The operator must be ${enumerated(known, 'or')}, not ${quoted(operator)}. The API server rejects the NodePool.`,
    };
  return valuesFault(entry, { key, operator: operator ?? '', operatorNode }, release);
}

/** Before v1.10.0, bounds exclude their number. */
function operatorsOf(release: ProviderRelease | undefined): readonly string[] {
  return isIn({ since: 'v1.10.0' }, release) ? operators : operators.slice(0, -2);
}

function valuesFault(
  entry: SyntaxNode,
  {
    key,
    operator,
    operatorNode,
  }: { readonly key: string; readonly operator: string; readonly operatorNode: SyntaxNode | undefined },
  release: ProviderRelease | undefined,
): RequirementFault | undefined {
  const list = resolved(memberOf(entry, 'values')?.value);
  const values = list?.kind === 'array' ? list.items.map((item) => resolved(item) ?? item) : [];
  const unquoted = values.find(({ kind }) => kind !== 'string');
  if (unquoted !== undefined)
    return {
      node: unquoted,
      message: `Values of requirements are strings: quote the value of ${key}. The API server rejects the NodePool.`,
    };
  const notReady = 'The NodePool does not become ready.';
  const at = list ?? operatorNode ?? entry;
  const texts = values.map((value) => stringValue(value) ?? '');
  if (operator === 'In' && texts.length === 0)
    return { node: at, message: `In needs at least one value for ${key}. ${notReady}` };
  if (['Gt', 'Lt', 'Gte', 'Lte'].includes(operator)) {
    const [number, ...more] = texts.map((text) => wholeNumber(text) ?? -1n);
    if (number === undefined || more.length > 0 || number < 0n)
      return { node: at, message: `${operator} needs exactly one whole number for ${key}, not below 0. ${notReady}` };
  }
  const wrong = values.find((value) => checkFormat('label-value', stringValue(value) ?? '') !== undefined);
  if (wrong !== undefined)
    return {
      node: wrong,
      message: `The value of ${key} ${checkFormat('label-value', stringValue(wrong) ?? '')?.reason ?? ''}. ${notReady}`,
    };
  if (operator !== 'In') return undefined;
  const known = valuesIn(normalizedName(key), release);
  const valid = known === undefined ? texts : texts.filter((text) => known.includes(text));
  const upstream = `${coreValidation}#167-201`;
  if (known !== undefined && valid.length === 0)
    return {
      node: at,
      message: `${key} must have at least one of the values ${enumerated(known, 'or')}. ${notReady}`,
      upstream,
    };
  const least = memberOf(entry, 'minValues')?.value;
  if (least?.kind === 'number' && valid.length < least.value)
    return {
      node: least,
      message: `minValues is ${least.raw}, but the requirement of ${key} has only ${valid.length} that ${valid.length === 1 ? 'counts' : 'count'}. ${notReady}`,
      upstream,
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
