import type { Payload } from '../document/payload.js';
import { elementText, textElements } from '../formats/xml.js';
import {
  canonicalName,
  type KeptTree,
  madeOnce,
  memberIgnoringCase,
  partsOf,
  resolved,
  stringValue,
  type SyntaxNode,
  walk,
} from '../formats/tree/node.js';
import { pointerOf } from '../formats/tree/paths.js';
import { isSecretName } from '../secrets/find.js';
import { isRemoved } from '../secrets/harmless.js';
import { type PlacedSecret, secretsBelow } from '../secrets/places.js';
import { decodeBase64 } from '../text/base64.js';
import { decodeText } from '../text/bytes.js';
import { words } from '../text/table.js';
import { secretMembers } from './containers/kubernetesData.js';

/** A document of one of the kinds below. */
interface SecretsSource {
  readonly payload: Payload;
}

/** Members of VMs and extensions with nothing but secrets (Azure Resource Manager, `Microsoft.Compute` 2024-07-01). */
const secretMembersOfMachines = new Set(words('protectedsettings protectedparameters additionalunattendcontent'));

/**
 * Members of protected settings that aren't secret as a whole: what they contain is found by itself
 * (Azure/custom-script-extension-linux, README).
 */
export const openSettings: ReadonlySet<string> = new Set(
  words('commandtoexecute script fileuris storageaccountname managedidentity clientid objectid timestamp'),
);

/** The secrets of a document about VMs: those of protected settings. */
export function* machineSecrets({ payload: { tree } }: SecretsSource): Generator<PlacedSecret> {
  for (const { node, member } of walk(tree?.root))
    if (member !== undefined && secretMembersOfMachines.has(canonicalName(member.key.name)))
      yield* settingSecrets(node, member.key.name);
}

/** The secrets in settings of an extension; `name` is that of the member that holds them. */
export function* settingSecrets(written: SyntaxNode, name: string): Generator<PlacedSecret> {
  const open = [{ written, name }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = resolved(next.written);
    // JSON in a string is a document of its own.
    if (node?.kind === 'string' && /^\s*[[{]/.test(node.value)) continue;
    if (node?.kind === 'array') for (const item of node.items) open.push({ written: item, name: next.name });
    else if (node?.kind === 'object') {
      for (const { key, value } of node.members) {
        const isName = key.name === 'name' || openSettings.has(canonicalName(key.name));
        if (!isName && value !== undefined) open.push({ written: value, name: key.name });
      }
    } else yield* secretsBelow(node, next.name);
  }
}

/** The names of the secure parameters that the templates in a document declare, in lower case. */
export function secureParameters(tree: KeptTree): ReadonlySet<string> {
  const names = new Set<string>();
  if (tree.root?.kind === 'object')
    for (const { key, value } of tree.root.members) if (isSecure(value)) names.add(key.name.toLowerCase());
  for (const { node } of partsOf(tree))
    for (const name of madeOnce(tree.kept, node, secureParameters, () => secureNamesIn(node))) names.add(name);
  return names;
}

function secureNamesIn(root: SyntaxNode): readonly string[] {
  const names: string[] = [];
  for (const { node, member } of walk(root))
    if (member !== undefined && isSecure(node)) names.push(member.key.name.toLowerCase());
  return names;
}

function isSecure(node: SyntaxNode | undefined): boolean {
  return /^secure(?:string|object)$/i.test(stringValue(memberIgnoringCase(node, 'type')?.value) ?? '');
}

/** The defaults and values of the secure parameters that the templates in a document declare. */
export function declaredSecrets(tree: KeptTree): Iterable<PlacedSecret> {
  return parameterSecrets(tree.root, secureParameters(tree));
}

/** The defaults and values of parameters with these names; a reference into a key vault is no value. */
export function* parameterSecrets(root: SyntaxNode | undefined, names: ReadonlySet<string>): Generator<PlacedSecret> {
  if (names.size === 0) return;
  for (const { node, member } of walk(root)) {
    if (member === undefined || !names.has(member.key.name.toLowerCase())) continue;
    for (const name of ['defaultValue', 'value']) {
      const value = memberIgnoringCase(node, name)?.value;
      if (value !== undefined) yield* secretsBelow(value, name);
    }
  }
}

/** The secrets of a goal state: also those of its XML elements, such as `UserPassword` of `ovf-env.xml`. */
export function* goalStateSecrets(source: SecretsSource): Generator<PlacedSecret> {
  const { tree, text } = source.payload;
  if (tree !== undefined) yield* machineSecrets(source);
  else if (text !== undefined) {
    for (const { name, content } of textElements(text))
      if (isSecretName(name) && !isRemoved(elementText(text, content).text))
        yield { value: elementText(text, content).text, name, span: content };
  }
}

/** The secrets of an Ignition config (Ignition 3.5): hashes of passwords, and keys of encrypted disks. */
export function* ignitionSecrets({ payload: { tree } }: SecretsSource): Generator<PlacedSecret> {
  for (const { node, member } of walk(tree?.root)) {
    if (member?.key.name === 'passwordHash') yield* secretsBelow(node, 'passwordHash');
    else if (member?.key.name === 'keyFile') yield* secretsBelow(memberIgnoringCase(node, 'source')?.value, 'source');
  }
}

/**
 * The data of Kubernetes Secrets, without user data, whose secrets are found inside it, and protected settings of extensions
 * in other resources.
 */
export function* kubernetesSecrets(source: SecretsSource): Generator<PlacedSecret> {
  yield* machineSecrets(source);
  const { tree, children } = source.payload;
  const opened = new Set(children.flatMap((child) => (child.is === 'field' ? [child.pointer] : [])));
  for (const { name, path, value, isBase64 } of secretMembers(tree?.root)) {
    if (opened.has(pointerOf(path))) continue;
    const decoded = isBase64 ? decodeText(decodeBase64(value.value).bytes).text : value.value;
    // What Cluster API says about its bootstrap data.
    if (name === 'format' && /^(?:cloud-config|ignition)$/.test(decoded)) continue;
    yield* secretsBelow(value, name);
    if (isBase64) yield { value: decoded, name };
  }
}
