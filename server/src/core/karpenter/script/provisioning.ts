import {
  memberIgnoringCase,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { recogniseScript } from './recognise.js';

/** How Karpenter's Azure provider created a node: a value of its setting `PROVISION_MODE`. */
type ProvisionMode = 'aksscriptless' | 'bootstrappingclient' | 'aksmachineapi';

/** How Karpenter created a node, according to a document. */
export interface Provisioning {
  readonly mode: ProvisionMode;
  /** What in the document shows it. */
  readonly evidence: readonly string[];
  /** What the mode means for the document. */
  readonly explanation: string;
  readonly nodePool?: string;
  readonly nodeClaim?: string;
}

const explanations: Readonly<Record<ProvisionMode, string>> = {
  aksscriptless:
    'Karpenter created the VM and rendered the script in its custom data itself. There is no custom script extension; the script starts the provisioning of the node image.',
  bootstrappingclient:
    "Karpenter created the VM. Custom data and CSE come from AKS's node bootstrapping service, which renders them with AgentBaker; Karpenter only adds the bootstrap token to both.",
  aksmachineapi:
    'Karpenter requested a machine from AKS. AKS created the VM, its custom data and its CSE; what Karpenter decided is in the properties of the machine.',
};

/** Tags of what Karpenter creates (`launchtemplate.Tags`, `ConfigureAKSMachineTags`). */
const tags = {
  cluster: 'karpenter.azure.com_cluster',
  nodePool: 'karpenter.sh_nodepool',
  nodeClaim: 'karpenter.azure.com_aksmachine_nodeclaim',
} as const;

/** Names of the extension that runs the CSE if Karpenter adds it itself. */
const extensions: ReadonlySet<string> = new Set(['cse-agent-karpenter', 'windows-cse-agent-karpenter']);

/** The placeholder in custom data and CSE that Karpenter replaces with a token. */
const dehydrated = '{{.TokenID}}.{{.TokenSecret}}';

/** At most so many objects are searched. */
const mostObjects = 20_000;

/**
 * How Karpenter created the node that a document is about (Azure/karpenter-provider-azure 00ae1126, pkg/consts, and
 * pkg/provisionclients); undefined if nothing in it is Karpenter's. `payloads` are the texts in the document.
 */
export function provisioningOf(root: SyntaxNode | undefined, payloads: Iterable<string>): Provisioning | undefined {
  const scripts: string[] = [];
  const [machine, bootstrapping, tagged] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let nodePool: string | undefined;
  let nodeClaim: string | undefined;
  for (const node of objectsIn(root)) {
    const text = (name: string): string | undefined => stringValue(memberIgnoringCase(node, name)?.value);
    const isObject = (name: string): boolean => resolved(memberIgnoringCase(node, name)?.value)?.kind === 'object';
    nodePool ??= text(tags.nodePool);
    nodeClaim ??= text(tags.nodeClaim);
    if (text(tags.cluster) !== undefined) tagged.add(`the tag ${tags.cluster}`);
    if (text(tags.nodeClaim) !== undefined) machine.add(`the tag ${tags.nodeClaim}`);
    if (['hardware', 'kubernetes', 'operatingSystem'].every(isObject)) machine.add('properties of an AKS machine');
    const name = text('name')?.split('/').at(-1) ?? '';
    if (extensions.has(name)) bootstrapping.add(`the extension ${name}`);
    if (isBootstrappingAnswer(node)) bootstrapping.add('custom data beside cse, as the service returns them');
  }
  for (const text of payloads) {
    if (recogniseScript(text) !== undefined) scripts.push('custom data is the script of its scriptless mode');
    if (text.includes(dehydrated)) bootstrapping.add('the placeholder of the bootstrap token is not replaced yet');
  }
  const evidence = [
    ['aksscriptless', scripts],
    ['aksmachineapi', [...machine]],
    ['bootstrappingclient', [...bootstrapping]],
  ] as const;
  const mode = evidence.find(([, found]) => found.length > 0)?.[0];
  if (mode === undefined) return undefined;
  return {
    mode,
    evidence: [...evidence.flatMap(([, found]) => found), ...tagged],
    explanation: explanations[mode],
    ...(nodePool !== undefined && { nodePool }),
    ...(nodeClaim !== undefined && { nodeClaim }),
  };
}

function* objectsIn(root: SyntaxNode | undefined): Generator<ObjectNode> {
  const open = [root];
  for (let count = 0; open.length > 0 && count < mostObjects; count++) {
    const node = resolved(open.pop());
    if (node?.kind === 'array') append(open, node.items);
    if (node?.kind !== 'object') continue;
    yield node;
    append(
      open,
      node.members.map(({ value }) => value),
    );
  }
}

/** Whether an object is a response of the node bootstrapping service: custom data in base64, and the CSE's command. */
export function isBootstrappingAnswer(node: ObjectNode): boolean {
  return ['customData', 'cse'].every((name) => {
    const text = stringValue(memberIgnoringCase(node, name)?.value);
    return text !== undefined && text !== '';
  });
}

/** Flags whose values are lists in no fixed order. */
const listFlags: ReadonlySet<string> = new Set([
  '--system-reserved',
  '--kube-reserved',
  '--eviction-hard',
  '--eviction-soft',
  '--eviction-soft-grace-period',
]);

/** A flag or label, or another value as a whole, and its range in the variable's value. */
interface ValueEntry {
  readonly text: string;
  readonly span: Span;
}

/**
 * The flags or labels of a variable's value, sorted with the lists in them, because Karpenter writes them in random order.
 * The value as a whole for every other variable.
 */
export function entriesOf(name: string, value: string): readonly ValueEntry[] {
  if (name === 'KUBELET_NODE_LABELS') return sortedEntries(value, ',');
  if (name === 'KUBELET_FLAGS')
    return sortedEntries(value, ' ').map(({ text, span }) => ({ text: flagWithSortedList(text), span }));
  return [{ text: value, span: { start: 0, end: value.length } }];
}

function flagWithSortedList(flag: string): string {
  const equals = flag.indexOf('=');
  const name = flag.slice(0, equals);
  if (!listFlags.has(name)) return flag;
  const values = sortedEntries(flag.slice(equals + 1), ',').map(({ text }) => text);
  return `${name}=${values.join(',')}`;
}

function sortedEntries(list: string, separator: string): ValueEntry[] {
  let start = 0;
  const entries = list.split(separator).flatMap((text): ValueEntry[] => {
    const span = { start, end: start + text.length };
    start = span.end + separator.length;
    return text === '' ? [] : [{ text, span }];
  });
  return entries.sort(({ text: a }, { text: b }) => (a < b ? -1 : a > b ? 1 : 0));
}
