import type { AbsentField, Child, LayerName } from '../../document/payload.js';
import { looksLikeJson } from '../../formats/json/detect.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { resourceTree } from '../../karpenter/resources/tree.js';
import { append } from '../../text/strings.js';
import type { Problem } from '../../problems/problem.js';
import { type Findings, type Surroundings, tooMany } from './container.js';
import { kubeadmFiles, kubeadmSpec } from './kubeadmConfig.js';
import { resourceData } from './kubernetesData.js';
import { type KubernetesResource, resourcesIn } from './kubernetesResource.js';
import { providerFields } from './providerFields.js';

/**
 * Whether a file contains resources of Kubernetes that may carry payloads: alone, in a list, or with other resources. Helm
 * templates are not read: they aren't YAML until Helm has rendered them.
 */
export function holdsCarrier(text: string): boolean {
  return !goExpression.test(text) && mayHoldCarrier(text, looksLikeJson(text));
}

/** Whether a file is a template of Helm, or another template of Go, that makes such resources. */
export function isCarrierTemplate(text: string): boolean {
  return goExpression.test(text) && mayHoldCarrier(text, false);
}

const goExpression = /\{\{-?[ \t]*(?:[.$]|(?:include|if|range|with|template|define|end|toYaml)\b)/;

function mayHoldCarrier(text: string, isJson: boolean): boolean {
  const isManifest = isJson
    ? /"apiVersion"\s{0,9}:\s{0,9}"/.test(text) && /"kind"\s{0,9}:\s{0,9}"/.test(text)
    : /^(?:- )?kind:[ \t]{0,9}["']?\w/m.test(text) && /^ {0,40}(?:- )?apiVersion:[ \t]{0,9}["']?\w/m.test(text);
  return (
    isManifest && (isSecret(text, isJson) || carrierKind(isJson).test(text) || fields.test(text) || userData.test(text))
  );
}

function isSecret(text: string, isJson: boolean): boolean {
  return isJson
    ? /"kind"\s{0,9}:\s{0,9}"Secret"/.test(text) && /"apiVersion"\s{0,9}:\s{0,9}"v1"/.test(text)
    : /^ {0,40}(?:- )?kind:[ \t]{0,9}["']?Secret\b/m.test(text) &&
        /^ {0,40}(?:- )?apiVersion:[ \t]{0,9}["']?v1\b(?!\/|\w)/m.test(text);
}

/** Kinds with a KubeadmConfigSpec. */
function carrierKind(isJson: boolean): RegExp {
  return isJson
    ? /"kind"\s{0,9}:\s{0,9}"Kubeadm(?:Config|ControlPlane)(?:Template)?"/
    : /^ {0,40}(?:- )?kind:[ \t]{0,9}["']?Kubeadm(?:Config|ControlPlane)(?:Template)?\b/m;
}

/** The names of payload fields in resources of providers, such as Crossplane, Cluster API and Karpenter. */
const fields = /\b(?:(?:custom|user)[-_]?[dD]ata|commandToExecute|protectedSettings)["']?[ \t]{0,9}:/;

/** User data in a ConfigMap, or in base64 of it, by what it begins with. */
const userData =
  /(?<![\w-])(?:#cloud-(?:config|boothook)|## template:[ \t]{0,9}jinja|MIME-Version:|"?ignition"?:|I2Nsb3Vk|IyMgdGVtcGxhdGU6|TUlNRS1W|H4sI)|aks-node-controller-config/;

/** Reads a YAML manifest as kubectl does. The root of a file with several documents is the list of them. */
export function manifestTree(text: string): SyntaxTree {
  const tree = resourceTree(text);
  const [only, second] = tree.root?.kind === 'array' ? tree.root.items : [];
  return only !== undefined && second === undefined ? { ...tree, root: only } : tree;
}

export function manifestFormats(text: string, json: () => SyntaxTree | undefined): readonly LayerName[] {
  const isJson = looksLikeJson(text);
  const layer: LayerName = !isJson ? 'yaml' : json()?.relaxed === true ? 'jsonc' : 'json';
  if (isSecret(text, isJson)) return [layer, 'kubernetes-secret'];
  return carrierKind(isJson).test(text) ? [layer, 'kubeadm-config'] : [layer];
}

/**
 * Finds the payloads in the resources of a manifest: user data in Secrets and ConfigMaps, the files and commands of
 * KubeadmConfigs, and the payload fields of providers' resources.
 */
export function manifestPayloads(surroundings: Surroundings): Findings {
  const children: Child[] = [];
  const absent: AbsentField[] = [];
  const problems: Problem[] = [];
  const most = surroundings.context.limits.childrenPerPayload;
  for (const resource of resourcesIn(surroundings.payload.tree?.root)) {
    const found = payloadsOf(surroundings, resource);
    append(children, found.children);
    append(absent, found.absent ?? []);
    append(problems, found.problems);
    if (children.length <= most) continue;
    return { children: children.slice(0, most), absent, problems: [...problems, tooMany('payloads', surroundings)] };
  }
  return { children, absent, problems };
}

/** What was applied last is repeated there. */
const skipped: ReadonlySet<string> = new Set(['metadata']);

function payloadsOf(surroundings: Surroundings, resource: KubernetesResource): Findings {
  const { kind, apiVersion, node, path } = resource;
  if (apiVersion === 'v1' && (kind === 'Secret' || kind === 'ConfigMap')) return resourceData(surroundings, resource);
  const spec = kubeadmSpec(resource);
  if (spec !== undefined) return kubeadmFiles(surroundings, spec);
  return providerFields(surroundings, { node, path, skipped });
}
