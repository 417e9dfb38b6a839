import {
  memberIgnoringCase,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import { append } from '../../text/strings.js';
import { recogniseScript } from './recognise.js';

/** How Karpenter's Azure provider made a node, in the words of its setting `PROVISION_MODE`. */
type ProvisionMode = 'aksscriptless' | 'bootstrappingclient' | 'aksmachineapi';

/** What a document tells of how Karpenter made a node. */
export interface Provisioning {
  readonly mode: ProvisionMode;
  /** What the document has that tells it. */
  readonly evidence: readonly string[];
  /** What the mode means for whoever reads the document. */
  readonly explanation: string;
  readonly nodePool?: string;
  readonly nodeClaim?: string;
}

const explanations: Readonly<Record<ProvisionMode, string>> = {
  aksscriptless:
    'Karpenter made the VM and rendered the script in its custom data itself. There is no custom script extension; the script starts the provisioning of the node image.',
  bootstrappingclient:
    "Karpenter made the VM. Custom data and CSE come from AKS's node bootstrapping service, which AgentBaker renders them for; Karpenter only puts the bootstrap token into both.",
  aksmachineapi:
    'Karpenter asked AKS for a machine. AKS made the VM, its custom data and its CSE; what Karpenter decided is in the properties of the machine.',
};

/** Tags of what Karpenter makes (`launchtemplate.Tags`, `ConfigureAKSMachineTags`). */
const tags = {
  cluster: 'karpenter.azure.com_cluster',
  nodePool: 'karpenter.sh_nodepool',
  nodeClaim: 'karpenter.azure.com_aksmachine_nodeclaim',
} as const;

/** Names of the extension that runs the CSE where Karpenter adds it itself. */
const extensions: ReadonlySet<string> = new Set(['cse-agent-karpenter', 'windows-cse-agent-karpenter']);

/** What stands in custom data and CSE until Karpenter puts a token there. */
const dehydrated = '{{.TokenID}}.{{.TokenSecret}}';

/** How many objects are looked at. */
const mostObjects = 20_000;

/**
 * How Karpenter made the node that a document is about (Azure/karpenter-provider-azure 00ae1126, pkg/consts, and
 * pkg/provisionclients); undefined where nothing tells of Karpenter. `texts` are the payloads of the document.
 */
export function provisioningOf(root: SyntaxNode | undefined, texts: Iterable<string>): Provisioning | undefined {
  const found = collect(root);
  for (const text of texts) {
    if (recogniseScript(text) !== undefined) found.scripts.push('custom data is the script of its scriptless mode');
    if (text.includes(dehydrated)) found.bootstrapping.add('the place of the bootstrap token is still open');
  }
  const mode = modeOf(found);
  if (mode === undefined) return undefined;
  const evidence = [...found.scripts, ...found.machine, ...found.bootstrapping, ...found.tagged];
  return {
    mode,
    evidence,
    explanation: explanations[mode],
    ...(found.nodePool === undefined ? {} : { nodePool: found.nodePool }),
    ...(found.nodeClaim === undefined ? {} : { nodeClaim: found.nodeClaim }),
  };
}

interface Found {
  readonly scripts: string[];
  readonly machine: Set<string>;
  readonly bootstrapping: Set<string>;
  readonly tagged: Set<string>;
  nodePool?: string;
  nodeClaim?: string;
}

function modeOf({ scripts, machine, bootstrapping }: Found): ProvisionMode | undefined {
  if (scripts.length > 0) return 'aksscriptless';
  if (machine.size > 0) return 'aksmachineapi';
  return bootstrapping.size > 0 ? 'bootstrappingclient' : undefined;
}

function collect(root: SyntaxNode | undefined): Found {
  const found: Found = { scripts: [], machine: new Set(), bootstrapping: new Set(), tagged: new Set() };
  const open = [resolved(root)];
  for (let looked = 0; open.length > 0 && looked < mostObjects; looked++) {
    const node = open.pop();
    if (node?.kind === 'array')
      append(
        open,
        node.items.map((item) => resolved(item)),
      );
    if (node?.kind !== 'object') continue;
    note(node, found);
    append(
      open,
      node.members.map(({ value }) => resolved(value)),
    );
  }
  return found;
}

function note(node: ObjectNode, found: Found): void {
  const text = (name: string): string | undefined => stringValue(memberIgnoringCase(node, name)?.value);
  const has = (...names: readonly string[]): boolean =>
    names.every((name) => resolved(memberIgnoringCase(node, name)?.value)?.kind === 'object');
  if (text(tags.cluster) !== undefined) found.tagged.add(`the tag ${tags.cluster}`);
  const nodePool = text(tags.nodePool);
  if (nodePool !== undefined) found.nodePool ??= nodePool;
  const nodeClaim = text(tags.nodeClaim);
  if (nodeClaim !== undefined) {
    found.nodeClaim ??= nodeClaim;
    found.machine.add(`the tag ${tags.nodeClaim}`);
  }
  if (has('hardware', 'kubernetes', 'operatingSystem')) found.machine.add('properties of an AKS machine');
  const name = (text('name') ?? '').split('/').at(-1) ?? '';
  if (extensions.has(name)) found.bootstrapping.add(`the extension ${name}`);
  if (isBootstrappingAnswer(node)) found.bootstrapping.add('custom data beside cse, as the service answers');
}

/** Whether an object is what the node bootstrapping service answers: custom data in base64, and the CSE's command. */
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

/**
 * The entries of a variable's value where their order is Karpenter's whim, sorted, with the lists in them sorted too:
 * flags and labels. The value as a whole for every other variable.
 */
export function entriesOf(name: string, value: string): readonly string[] {
  if (name === 'KUBELET_NODE_LABELS') return sorted(value, ',');
  if (name === 'KUBELET_FLAGS') return sorted(value, ' ').map(flagWithSortedList);
  return [value];
}

function flagWithSortedList(flag: string): string {
  const equals = flag.indexOf('=');
  const name = flag.slice(0, equals);
  return listFlags.has(name) ? `${name}=${sorted(flag.slice(equals + 1), ',').join(',')}` : flag;
}

function sorted(list: string, separator: string): string[] {
  return list
    .split(separator)
    .filter((entry) => entry !== '')
    .sort();
}
