import { type Dict, dictOf, Float, integerOf, type Value } from '../../formats/jinja/values.js';
import { parseJson } from '../../formats/json/parse.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { limits } from '../../limits.js';
import { decodeBase64 } from '../../text/base64.js';
import { decodeText } from '../../text/bytes.js';

/** The variables of user data templates: instance data with aliases. */
export type InstanceData = Dict;

/**
 * Reads the JSON of instance data (`/run/cloud-init/instance-data.json`) as variables of a template; undefined if it
 * isn't a JSON object, or is nested deeper than `limits.templateValueDepth`.
 */
export function readInstanceData(text: string): InstanceData | undefined {
  const { root, problems, depth } = parseJson(text);
  if (root?.kind !== 'object' || problems.some(({ severity }) => severity === 'error')) return undefined;
  if (depth > limits.templateValueDepth) return undefined;
  const data = valueOf(root);
  if (!(data instanceof Map)) return undefined;
  const encoded = data.get('base64-encoded-keys');
  const paths = Array.isArray(encoded) ? encoded.filter((path) => typeof path === 'string') : [];
  return converted(data, '', new Set(paths.map((path) => path.replaceAll('-', '_'))));
}

/**
 * Like cloud-init 26.2 (`convert_jinja_instance_data`): keys in order, keys of `v1` also at the
 * top level, and keys with an operator of Jinja a second time with `_` instead.
 */
function converted(data: Dict, prefix: string, encodedPaths: ReadonlySet<string>): Dict {
  const result: Dict = dictOf([]);
  // Most data has no such keys, and hashing the paths of all others takes longer than the rest.
  const isEncoded = (path: string): boolean => encodedPaths.size > 0 && encodedPaths.has(path);
  const keys = [...data.keys()].filter((key) => typeof key === 'string').sort();
  for (const key of keys) {
    const path = prefix === '' ? key : `${prefix}/${key}`;
    const written = data.get(key) ?? null;
    const value = typeof written === 'string' && isEncoded(path) ? decoded(written) : written;
    if (value instanceof Map) {
      const inner = converted(value, path, encodedPaths);
      result.set(key, inner);
      if (/^v\d+$/.test(key)) for (const [name, member] of inner) result.set(name, member);
    } else result.set(key, value);
    const alias = key.replace(operators, '_');
    if (alias !== key) result.set(alias, result.get(key) ?? null);
  }
  return result;
}

/** The operators of Jinja 3.1, longer ones first. */
const operators = /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/g;

function decoded(value: string): string {
  return decodeText(decodeBase64(value).bytes).text;
}

function valueOf(node: SyntaxNode | undefined): Value {
  switch (node?.kind) {
    case 'object':
      return dictOf(node.members.map(({ key, value }) => [key.name, valueOf(value)] as const));
    case 'array':
      return Object.freeze(node.items.map(valueOf)) as Value[];
    case 'number':
      return /^-?\d+$/.test(node.raw) ? integerOf(node.raw) : new Float(node.value);
    case 'string':
    case 'boolean':
      return node.value;
    default:
      return null;
  }
}

/** Keys of `v1` in instance data, with underscores (cloud-init 22.4 to 26.2, `sources/__init__.py`). */
export const standardInstanceKeys: readonly string[] = [
  '_beta_keys',
  'availability_zone',
  'cloud_id',
  'cloud_name',
  'distro',
  'distro_release',
  'distro_version',
  'instance_id',
  'kernel_release',
  'local_hostname',
  'machine',
  'platform',
  'public_ssh_keys',
  'python_version',
  'region',
  'subplatform',
  'system_platform',
  'variant',
];

/** Top-level keys of instance data, besides those of `v1`. */
export const instanceDataKeys: readonly string[] = [
  'base64_encoded_keys',
  'combined_cloud_config',
  'ds',
  'features',
  'merged_cfg',
  'merged_system_cfg',
  'sensitive_keys',
  'sys_info',
  'system_info',
  'user_data',
  'userdata',
  'v1',
  'vendor_data',
  'vendordata',
  'vendordata2',
];
