import { kindOfUserData } from '../../cloudConfig/userData/formats.js';
import type { Child, FieldRole, LayerName } from '../../document/payload.js';
import {
  canonicalMember,
  canonicalName,
  type ObjectNode,
  resolved,
  type StringNode,
  stringValue,
  type SyntaxTree,
} from '../../formats/tree/node.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { parseYaml } from '../../formats/yaml/read.js';
import { machineFormats } from '../formats.js';
import { isBase64WithStrays, isEncodedPayload } from '../layers/base64.js';
import { type Findings, opened, type Surroundings, userDataKinds } from './container.js';
import { machineFields } from './machine.js';
import { openString } from './strings.js';

/** Values that a deployment is given or returns, or the changes that it would make; without a template. */
export function isArmDeployment(node: ObjectNode): boolean {
  const schema = stringValue(canonicalMember(node, '$schema')?.value) ?? '';
  const changes = resolved(canonicalMember(node, 'changes')?.value);
  return (
    /deploymentParameters\.json/i.test(schema) ||
    (changes?.kind === 'array' && canonicalMember(resolved(changes.items[0]), 'changeType') !== undefined) ||
    deploymentSections(node).length > 0
  );
}

/** The values of a deployment in one of its sections. */
interface DeploymentSection {
  readonly format: 'deployment-parameters' | 'deployment-outputs';
  readonly path: readonly string[];
  readonly values: ObjectNode;
}

/** The sections of a parameter file or of a deployment as Azure returns it; also outputs alone (`--query properties.outputs`). */
function deploymentSections(node: ObjectNode): readonly DeploymentSection[] {
  const request = canonicalMember(node, 'properties');
  const holder = resolved(request?.value);
  if (holder?.kind === 'object' && canonicalMember(holder, 'template') !== undefined) return [];
  const isDeployment = ['mode', 'provisioningState', 'templateHash'].some(
    (name) => canonicalMember(holder, name) !== undefined,
  );
  const within = (around: ObjectNode, path: readonly string[]): DeploymentSection[] =>
    around.members.flatMap(({ key, value }): DeploymentSection[] => {
      const name = canonicalName(key.name);
      const values = resolved(value);
      if ((name !== 'parameters' && name !== 'outputs') || values?.kind !== 'object') return [];
      const format = name === 'parameters' ? 'deployment-parameters' : 'deployment-outputs';
      return hasValues(values) ? [{ format, path: [...path, key.name], values }] : [];
    });
  if (request !== undefined && holder?.kind === 'object' && isDeployment) return within(holder, [request.key.name]);
  if (canonicalMember(node, 'resources') !== undefined) return [];
  const own = within(node, []);
  if (own.length > 0) return own;
  return isListOfOutputs(node) ? [{ format: 'deployment-outputs', path: [], values: node }] : [];
}

function hasValues({ members }: ObjectNode): boolean {
  return members.some(({ value }) => canonicalMember(resolved(value), 'value') !== undefined);
}

/** Resource Manager writes the types of values with a capital letter. */
function isListOfOutputs({ members }: ObjectNode): boolean {
  return (
    members.length > 0 &&
    members.every(({ value }) => {
      const entry = resolved(value);
      const type = stringValue(canonicalMember(entry, 'type')?.value) ?? '';
      return (
        /^(?:Secure)?(?:String|Object|Array|Int|Bool)$/.test(type) && canonicalMember(entry, 'value') !== undefined
      );
    })
  );
}

/** A value of a section that is a string. */
interface DeploymentValue {
  readonly name: string;
  readonly path: readonly string[];
  readonly node: StringNode;
}

function valuesOf({ path, values }: DeploymentSection): readonly DeploymentValue[] {
  return values.members.flatMap(({ key, value }): DeploymentValue[] => {
    const member = canonicalMember(resolved(value), 'value');
    const node = resolved(member?.value);
    if (member === undefined || node?.kind !== 'string') return [];
    return [{ name: key.name, path: [...path, key.name, member.key.name], node }];
  });
}

/** The format of a deployment, and the section with its first payload. */
export function deploymentFormats(text: string, json: () => SyntaxTree | undefined): readonly LayerName[] {
  const formats = machineFormats(text, json);
  const root = resolved((formats.includes('yaml') ? parseYaml(text) : json())?.root);
  const sections = root?.kind === 'object' ? deploymentSections(root) : [];
  const section = sections.find((one) => valuesOf(one).some(({ node }) => isEncoded(node.value))) ?? sections[0];
  return section === undefined ? formats : [...formats, section.format];
}

function isEncoded(text: string): boolean {
  return kindOfUserData(text) !== undefined || isEncodedPayload(text) || isBase64WithStrays(text);
}

/**
 * Finds the user data among the parameters and outputs of a deployment, by its content or by its name, and the payload fields
 * of machines, such as those in the result of what-if.
 */
export function deploymentPayloads(surroundings: Surroundings): Findings {
  const root = resolved(surroundings.payload.tree?.root);
  const machines = machineFields(surroundings, { unnamed: false });
  const sections = root?.kind === 'object' ? deploymentSections(root) : [];
  const values = sections.flatMap(valuesOf).filter(({ node }) => isEncoded(node.value));
  const { kept, problems } = opened(values, 'values', surroundings);
  const children = [...machines.children, ...kept.flatMap((value) => openValue(surroundings, value))];
  return {
    ...machines,
    children: children.sort((a, b) => a.span.start - b.span.start),
    problems: [...machines.problems, ...problems],
  };
}

function openValue(surroundings: Surroundings, { name, path, node }: DeploymentValue): Child[] {
  const pointer = pointerOf(path);
  const found = openString(surroundings, node, { name, steps: [...surroundings.payload.steps, pointer] });
  const canonical = canonicalName(name);
  const isNamed = /(?:custom|user)data/.test(canonical) && found.payload.encodings.length > 0;
  if (!isNamed && !userDataKinds.has(found.payload.kind)) return [];
  const role: FieldRole = canonical.includes('userdata') ? 'userData' : 'customData';
  return [{ is: 'field', pointer, role, protected: false, ...found }];
}
