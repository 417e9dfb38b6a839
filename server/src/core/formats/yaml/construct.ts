import { decodeBase64 } from '../../text/base64.js';
import { type ArrayNode, type ObjectNode, resolved, type StringNode, type SyntaxNode } from '../tree/node.js';
import type { Scalar } from './scalars.js';
import { isTimestamp, type PlainScalar, resolvePlain, taggedBoolean, taggedFloat, taggedInteger } from './yaml11.js';

/** The prefix of YAML's own tags. */
const yamlTags = 'tag:yaml.org,2002:';

/** The tag and the anchor of a node. */
export interface NodeProperties {
  readonly tag?: string;
  readonly anchor?: string;
}

/** A node with its properties. Nearly all nodes have none, and spreading nothing takes as long as making the node. */
export function marked<Node extends SyntaxNode>(node: Node, properties: NodeProperties | undefined): Node {
  return properties === undefined ? node : { ...node, ...properties };
}

/** A node, and why PyYAML's safe loader would not make a value of it. */
interface Constructed {
  readonly node: SyntaxNode;
  readonly problem?: string | undefined;
}

/** A tag as users write it: `!!str` for YAML's own. */
export function shortTag(tag: string): string {
  return tag.startsWith(yamlTags) ? `!!${tag.slice(yamlTags.length)}` : tag;
}

const kindsOfTags: ReadonlyMap<string, 'scalar' | 'list' | 'mapping'> = new Map([
  ...['str', 'null', 'bool', 'int', 'float', 'timestamp', 'binary', 'merge', 'value'].map(
    (name) => [`!!${name}`, 'scalar'] as const,
  ),
  ...['seq', 'omap', 'pairs'].map((name) => [`!!${name}`, 'list'] as const),
  ...['map', 'set'].map((name) => [`!!${name}`, 'mapping'] as const),
]);

function kindFault(tag: string | undefined, kind: 'scalar' | 'list' | 'mapping'): string | undefined {
  if (tag === undefined || tag === '!') return undefined;
  const wanted = kindsOfTags.get(tag);
  if (wanted === undefined)
    return `cloud-init's YAML reader doesn't support the tag ${tag}; quote a string that begins with !.`;
  return wanted === kind ? undefined : `${tag} must be a ${wanted}, not a ${kind}.`;
}

/** Why a list or mapping can't have its tag; undefined if it can. */
export function collectionFault(node: ArrayNode | ObjectNode): string | undefined {
  const fault = kindFault(node.tag, node.kind === 'array' ? 'list' : 'mapping');
  if (fault !== undefined || node.kind === 'object' || (node.tag !== '!!omap' && node.tag !== '!!pairs')) return fault;
  const hasPairs = node.items.every((item) => {
    const pair = resolved(item);
    const [member, ...others] = pair?.kind === 'object' ? pair.members : [];
    // The keys are made like values (PyYAML 6.0.3, construct_yaml_omap).
    return others.length === 0 && member?.key.node !== undefined && !refusedAsValue(member.key.node);
  });
  return hasPairs ? undefined : `${node.tag} must be a list of mappings with one key each.`;
}

/** The node of a scalar, by its tag or else by its value, as in PyYAML 6.0's SafeLoader. */
export function constructScalar(scalar: Scalar, properties: NodeProperties | undefined): Constructed {
  const { value, span, style, blockIndent, halves } = scalar;
  const untagged: StringNode = { kind: 'string', value, style, span };
  const written: StringNode = blockIndent === undefined ? untagged : { ...untagged, blockIndent };
  const text = marked<StringNode>(halves === undefined ? written : { ...written, halves: true }, properties);
  const tag = properties?.tag;
  const problem = kindFault(tag, 'scalar');
  if (problem !== undefined) return { node: text, problem };
  const typed = (plain: PlainScalar | undefined, wanted: string): Constructed =>
    plain === undefined ? { node: text, problem: `${tag} must be ${wanted}.` } : typedScalar(plain, text, properties);
  switch (tag) {
    case '!!null':
      return typedScalar({ type: 'null' }, text, properties);
    case '!!bool':
      return typed(taggedBoolean(value), 'yes, no, true, false, on or off');
    case '!!int':
      return typed(taggedInteger(value), 'a whole number');
    case '!!float':
      return typed(taggedFloat(value), 'a number');
    case '!!timestamp':
      return typedScalar({ type: 'timestamp' }, text, properties);
    case '!!binary':
      return binary(text, properties);
    case '!!str':
    case '!!merge':
    case '!!value':
      return { node: text };
    case '!': {
      // Even a quoted string resolves like a plain one, and Python's `$` also matches before a last line feed.
      const source = value.replace(/(?<=.)\n$/, '');
      const plain = resolvePlain(source);
      return typedScalar(plain, plain.type === 'str' ? text : { ...text, value: source }, properties);
    }
    default:
      return style === 'plain' ? typedScalar(resolvePlain(value), text, properties) : { node: text };
  }
}

function typedScalar(plain: PlainScalar, text: StringNode, properties: NodeProperties | undefined): Constructed {
  const { span, value: raw } = text;
  switch (plain.type) {
    case 'null':
      return { node: marked({ kind: 'null', span }, properties) };
    case 'bool':
      return { node: marked({ kind: 'boolean', value: plain.value, raw, span }, properties) };
    case 'int':
      // Such as `0x_`, which matches the pattern of a number and has no digit.
      if (Number.isNaN(plain.value))
        return { node: text, problem: 'YAML reads this as a number without digits; quote it.' };
      return { node: marked({ kind: 'number', value: plain.value, raw, span }, properties) };
    case 'float':
      return { node: marked({ kind: 'number', value: plain.value, raw, float: true, span }, properties) };
    case 'timestamp': {
      const problem = isTimestamp(raw) ? undefined : 'YAML reads this as a date that does not exist; quote it.';
      return { node: marked({ kind: 'timestamp', raw, span }, properties), problem };
    }
    // Both are valid keys; as values they are refused later, see `refusedAsValue`.
    case 'merge':
    case 'value':
    case 'str':
      return { node: text };
  }
}

function binary(source: StringNode, properties: NodeProperties | undefined): Constructed {
  const { fault } = decodeBase64(source.value, 'python');
  return {
    node: marked({ kind: 'binary', source, span: source.span }, properties),
    problem: fault && binaryFaults[fault.kind],
  };
}

const binaryFaults = {
  'invalid-character': '!!binary must be base64, and this contains characters outside of ASCII.',
  truncated: '!!binary must be base64, and this is cut off: its last group has a single character.',
  'missing-padding': '!!binary must be base64 with all of its = padding.',
} as const;

/** Whether a node is `<<` or `=` without quotes, or has their tag, which YAML 1.1 reserves for keys. */
export function refusedAsValue(node: SyntaxNode): boolean {
  if (node.kind !== 'string') return false;
  if (node.tag === '!!merge' || node.tag === '!!value') return true;
  if (node.style !== 'plain' && node.tag !== '!') return false;
  return (node.tag === undefined || node.tag === '!') && (node.value === '<<' || node.value === '=');
}

/**
 * How YAML 1.1 reads a token that looks like something else, as the end of a sentence; undefined for other values.
 * The written form decides: `0644` and `420` are the same number.
 */
export function yaml11Pitfall(node: SyntaxNode): string | undefined {
  switch (node.kind) {
    case 'boolean':
      return /^(?:true|false)$/i.test(node.raw) ? undefined : `YAML 1.1 reads ${node.raw} as ${node.value}`;
    case 'number':
      return node.tag === undefined ? ofNumber(node.raw, node.value) : undefined;
    case 'string':
      return node.style === 'plain' && node.tag === undefined ? ofText(node.value) : undefined;
    default:
      return undefined;
  }
}

function ofNumber(raw: string, value: number): string | undefined {
  if (/^[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(raw) && !/\.[0-9]*0$/.test(raw)) return undefined;
  if (raw.includes(':')) return `YAML 1.1 reads ${raw} as ${value}, because : counts in sixties`;
  if (/^[-+]?0[0-7_]+$/.test(raw)) return `YAML 1.1 reads ${raw} as ${value}, because a 0 in front means octal`;
  return `YAML 1.1 reads ${raw} as ${value}`;
}

function ofText(text: string): string | undefined {
  if (/^[-+]?0[0-7]*[89][0-9]*$/.test(text))
    return `to YAML 1.1 ${text} is text, because a 0 in front means octal, which has no 8 and 9`;
  if (/^[-+]?0o[0-7]+$/.test(text)) return `to YAML 1.1 ${text} is text; octal numbers begin with 0 alone`;
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)[eE]\d+$/.test(text) || /^[-+]?\d+[eE][-+]?\d+$/.test(text))
    return `to YAML 1.1 ${text} is text; an exponent needs a point in front and a sign, as in 1.0e+3`;
  if (/^[yn]$/i.test(text)) return `to cloud-init's YAML reader ${text} is text; write yes or no`;
  return undefined;
}
