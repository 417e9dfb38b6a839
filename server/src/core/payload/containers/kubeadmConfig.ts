import { readEntry } from '../../cloudConfig/writeFiles/entry.js';
import type { Child, CommandChild, FileChild } from '../../document/payload.js';
import {
  itemsOf,
  memberOf,
  memberValue,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { opened, type Findings, type Surroundings, type TakenSteps } from './container.js';
import { openFile } from './cloudConfigFiles.js';
import type { KubernetesResource } from './kubernetesResource.js';
import { repeatedMembers } from './repeated.js';
import { openString } from './strings.js';

/** A KubeadmConfigSpec (Cluster API 1.11, `bootstrap.cluster.x-k8s.io`): what a node does before and after it joins a cluster. */
interface KubeadmSpec {
  readonly node: ObjectNode;
  readonly path: NodePath;
}

/** Where the kinds have it. */
const specPaths: ReadonlyMap<string, readonly string[]> = new Map([
  ['KubeadmConfig', ['spec']],
  ['KubeadmConfigTemplate', ['spec', 'template', 'spec']],
  ['KubeadmControlPlane', ['spec', 'kubeadmConfigSpec']],
  ['KubeadmControlPlaneTemplate', ['spec', 'template', 'spec', 'kubeadmConfigSpec']],
]);

/** The KubeadmConfigSpec of a resource; undefined for other kinds. */
export function kubeadmSpec({ kind, node, path }: KubernetesResource): KubeadmSpec | undefined {
  const names = specPaths.get(kind);
  if (names === undefined) return undefined;
  let spec: SyntaxNode | undefined = node;
  for (const name of names) spec = memberValue(spec, name);
  return spec?.kind === 'object' ? { node: spec, path: [...path, ...names] } : undefined;
}

/** Lists of commands, in the order in which a node runs them. */
const commandLists = ['bootCommands', 'preKubeadmCommands', 'postKubeadmCommands'] as const;

/** Finds the files that a KubeadmConfig writes, and its commands. cloud-init gets them as `write_files` and `runcmd`. */
export function kubeadmFiles(surroundings: Surroundings, { node, path }: KubeadmSpec): Findings {
  const taken: TakenSteps = new Map();
  const entries = itemsOf(memberOf(node, 'files')?.value).flatMap((item) => {
    const entry = resolved(item);
    return entry?.kind === 'object' ? [entry] : [];
  });
  const { kept, problems } = opened(entries, 'files', surroundings);
  const files = kept.map((entry, index) => fileOf(surroundings, entry, index, taken));
  const commands = commandLists.flatMap((name) =>
    itemsOf(memberOf(node, name)?.value).flatMap((item, index) =>
      commandOf(surroundings, item, [...path, name, index]),
    ),
  );
  const children: Child[] = [...files, ...commands];
  return { children, problems: [...problems, ...repeatedMembers(node.members, () => path, surroundings)] };
}

function fileOf(surroundings: Surroundings, node: ObjectNode, index: number, taken: TakenSteps): FileChild {
  // What cloud-init makes of the entries is only known of a cloud-config.
  const { written: _written, ...file } = openFile(surroundings, readEntry(node, index), taken, 'files');
  const secret = memberValue(memberValue(node, 'contentFrom'), 'secret');
  const name = stringValue(memberOf(secret, 'name')?.value);
  if (name === undefined) return file;
  return { ...file, source: `secret:${name}/${stringValue(memberOf(secret, 'key')?.value) ?? ''}` };
}

/** Each command is a line, or a script, for the shell. */
function commandOf(surroundings: Surroundings, item: SyntaxNode, path: NodePath): CommandChild[] {
  const node = resolved(item);
  if (node?.kind !== 'string' || node.value.trim() === '') return [];
  const pointer = pointerOf(path);
  const found = openString(surroundings, node, {
    name: `${String(path.at(-2))} ${Number(path.at(-1)) + 1}`,
    steps: [...surroundings.payload.steps, pointer],
    kind: 'cse-command',
    transport: 'none',
  });
  return [{ is: 'command', pointer, ...found }];
}
