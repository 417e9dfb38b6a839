/** What of a boot a step belongs to, in the order in which a boot usually reaches it. */
export const lanes = [
  'kernel',
  'network',
  'cloud-init',
  'guest agent',
  'extension',
  'aks-node-controller',
  'provisioning scripts',
  'node',
] as const;
export type Lane = (typeof lanes)[number];

/** What is known of a step by its name. */
export interface KnownStep {
  readonly lane: Lane;
  /** What happens in it, as a sentence. */
  readonly about: string;
}

interface StepForm extends KnownStep {
  readonly name: RegExp;
}

/** The first form that a name has counts. */
const forms: readonly StepForm[] = [
  { name: /^kernel$/, lane: 'kernel', about: 'The kernel starts; all else follows it.' },
  { name: /^network$/, lane: 'network', about: "systemd-networkd sets up the node's network." },
  {
    name: /^cloud-init, local stage$/,
    lane: 'cloud-init',
    about: 'cloud-init finds its data source and writes the network configuration.',
  },
  {
    name: /^cloud-init, network stage$/,
    lane: 'cloud-init',
    about: 'cloud-init reads the custom data and runs boothooks, write_files and what else its init modules do.',
  },
  { name: /^cloud-init, config stage$/, lane: 'cloud-init', about: 'cloud-init runs its config modules.' },
  {
    name: /^cloud-init, final stage$/,
    lane: 'cloud-init',
    about: 'cloud-init installs packages and runs scripts, runcmd among them.',
  },
  { name: /^cloud-init finished$/, lane: 'cloud-init', about: 'cloud-init is through with all of its stages.' },
  { name: /^cloud-init module /, lane: 'cloud-init', about: 'A module of cloud-init failed; cloud-init went on.' },
  {
    name: /^boothook$/,
    lane: 'cloud-init',
    about: 'The boothook in the custom data writes the node config and starts aks-node-controller.',
  },
  { name: /^cloud-init, /, lane: 'cloud-init', about: 'A run of cloud-init.' },
  { name: /^guest agent$/, lane: 'guest agent', about: "Azure's agent on the node starts; it fetches the extensions." },
  {
    name: /^extension enabled by the guest agent$/,
    lane: 'guest agent',
    about: 'The guest agent starts the handler of the custom script extension.',
  },
  {
    name: /^extension runs its command$/,
    lane: 'extension',
    about: "The custom script extension runs the scale set's command and waits for it.",
  },
  {
    name: /^extension (?:ended|failed)$/,
    lane: 'extension',
    about: 'The custom script extension reports how its command ended.',
  },
  {
    name: /^aks-node-controller$/,
    lane: 'aks-node-controller',
    about: 'aks-node-controller reads its config and runs the provisioning scripts.',
  },
  {
    name: /^aks-node-controller launcher$/,
    lane: 'aks-node-controller',
    about: 'The launcher chooses a binary of aks-node-controller, starts it and waits for it.',
  },
  {
    name: /^aks-node-controller/,
    lane: 'aks-node-controller',
    about: 'aks-node-controller tells how the provisioning scripts ended.',
  },
  {
    name: /^provisioning script$/,
    lane: 'provisioning scripts',
    about: 'The script that makes a node of the cluster out of the machine (cse_main.sh).',
  },
  { name: /^provisioning script ended$/, lane: 'provisioning scripts', about: 'The provisioning script ended.' },
  { name: /^containerd$/, lane: 'node', about: 'systemd has started containerd.' },
  { name: /^kubelet$/, lane: 'node', about: 'systemd starts the kubelet, which joins the cluster.' },
  { name: /^node registered$/, lane: 'node', about: 'The kubelet has registered the node with the API server.' },
  { name: /^node ready$/, lane: 'node', about: 'The kubelet reports that the node can run pods.' },
];

/** What scripts tell by events have names of their own. */
const ofScripts: KnownStep = {
  lane: 'provisioning scripts',
  about: 'A step of the provisioning scripts, as they name it in their events.',
};

/** What is known of a step. */
export function aboutStep(name: string): KnownStep {
  return forms.find((form) => form.name.test(name)) ?? ofScripts;
}

/** Steps that are the end of another one, by the names of both. */
const ends: ReadonlyMap<string, string> = new Map([
  ['cloud-init finished', 'cloud-init, final stage'],
  ['extension ended', 'extension runs its command'],
  ['extension failed', 'extension runs its command'],
  ['aks-node-controller ended', 'aks-node-controller'],
  ['aks-node-controller failed', 'aks-node-controller'],
  ['aks-node-controller launcher ended', 'aks-node-controller launcher'],
  ['aks-node-controller launcher failed', 'aks-node-controller launcher'],
  ['provisioning script ended', 'provisioning script'],
]);

/** The step whose end a step is; undefined for all others. */
export function startedAs(name: string): string | undefined {
  return ends.get(name);
}
