import type { LayerName } from '../document/payload.js';
import { looksLikeJson } from '../formats/json/detect.js';
import {
  memberOf,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
  type SyntaxTree,
} from '../formats/tree/node.js';
import { jsonLayer } from './formats.js';

/**
 * What a JSON object of Terraform is (Terraform 1.13, OpenTofu 1.10): a state file, or what `terraform show -json` prints
 * of a state or a plan; also one of its resources or changes, as filters such as jq leave it.
 */
function terraformLayer(node: ObjectNode): 'terraform-state' | 'terraform-plan' | undefined {
  const kindOf = (name: string): SyntaxNode['kind'] | undefined => resolved(memberOf(node, name)?.value)?.kind;
  const isOf = (name: string, kind: SyntaxNode['kind']): boolean => kindOf(name) === kind;
  const isVersioned = isOf('terraform_version', 'string') || isOf('format_version', 'string');
  if (isVersioned) {
    if (isOf('resource_changes', 'array') || isOf('planned_values', 'object')) return 'terraform-plan';
    if (isOf('values', 'object') || isOf('resources', 'array') || isOf('modules', 'array')) return 'terraform-state';
  }
  if (!isOf('type', 'string')) return undefined;
  const change = resolved(memberOf(node, 'change')?.value);
  if (isOf('address', 'string') && memberOf(change, 'actions') !== undefined) return 'terraform-plan';
  const mode = stringValue(memberOf(node, 'mode')?.value) ?? '';
  const isResource = /^(?:managed|data)$/.test(mode) && isOf('name', 'string');
  return isResource && (isOf('values', 'object') || isOf('instances', 'array')) ? 'terraform-state' : undefined;
}

/** Whether a JSON object is one of Terraform: what it prints, or a file in its JSON syntax. */
export function isTerraformJson(node: ObjectNode): boolean {
  return terraformLayer(node) !== undefined || isJsonSyntax(node);
}

/** Whether an object is a file in Terraform's JSON syntax, such as `main.tf.json`: blocks with types of resources and names. */
function isJsonSyntax(node: ObjectNode): boolean {
  const blocks = resolved(memberOf(node, 'resource')?.value) ?? resolved(memberOf(node, 'data')?.value);
  if (blocks?.kind !== 'object' || blocks.members.length === 0) return false;
  return blocks.members.every(
    ({ key, value }) => /^[a-z][a-z0-9]*_\w+$/.test(key.name) && resolved(value)?.kind === 'object',
  );
}

/** A line that only a printed plan has. */
const planLine = /^ {0,8}(?:(?:-\/\+|\+\/-|<=|[-+~]) )?(?:resource|data) "[^"\n]{1,200}" "[^"\n]{1,200}" \{\r?$/m;
const planProse =
  /^ {0,8}# \S{1,500} (?:will be|must be|is tainted|has changed|has been|\(deposed)|^Terraform (?:will perform|used the selected)|^OpenTofu (?:will perform|used the selected)|^Plan: \d/m;

/** Whether a text is a plan as `terraform plan` and `terraform show` print it, or a part of one. */
export function isPlanText(text: string): boolean {
  if (!planLine.test(text)) return false;
  return planProse.test(text) || /^ {0,8}(?:-\/\+|\+\/-|<=|[-+~]) (?:resource|data) "/m.test(text);
}

/** The beginning of a block at the start of a line. */
const block =
  /^(?:(?:resource|data)[ \t]{1,9}"[\w-]{1,200}"[ \t]{1,9}"[\w-]{1,200}"|(?:variable|module|provider|output)[ \t]{1,9}"[\w.-]{1,200}"|(?:locals|terraform))[ \t]{0,9}\{/m;
/** A section of TOML, which has fields like a variables file. */
const section = /^\[{1,2}[\w.-]{1,100}\]{1,2}[ \t]{0,9}\r?$/m;
/** A field of a variables file, or of a part of a block. */
const field =
  /^[ \t]{0,40}(?:custom|user)_data(?:_base64)?[ \t]{0,40}=[ \t]{0,40}(?:"(?!"")|<<-?\w|base64(?:encode|gzip)[ \t]?\()/m;

/** Whether a text is Terraform source, or values of its variables. */
export function isHcl(text: string): boolean {
  return block.test(text) || (field.test(text) && !section.test(text));
}

/** The format of a document of Terraform. */
export function terraformFormats(text: string, json: () => SyntaxTree | undefined): readonly LayerName[] {
  if (!looksLikeJson(text)) return [isPlanText(text) ? 'terraform-plan-text' : 'hcl'];
  const tree = json();
  const root = resolved(tree?.root);
  const first = root?.kind === 'array' ? resolved(root.items[0]) : root;
  const layer = first?.kind === 'object' ? terraformLayer(first) : undefined;
  return layer === undefined ? [jsonLayer(tree)] : [jsonLayer(tree), layer];
}
