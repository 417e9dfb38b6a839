import { decodeBase64 } from '../../text/base64.js';
import type { Span } from '../../text/span.js';
import type { StringNode, SyntaxNode } from '../tree/node.js';
import type { Scalar } from './scalars.js';
import { isTimestamp, type PlainScalar, resolvePlain, taggedBoolean, taggedFloat, taggedInteger } from './yaml11.js';

/** Where the tags of YAML itself live. */
const yamlTags = 'tag:yaml.org,2002:';

/** What a tag and an anchor leave on a node. */
export interface NodeProperties {
  readonly tag?: string;
  readonly anchor?: string;
}

/** A node with its properties; nearly all nodes have none. */
export function marked<Node extends SyntaxNode>(node: Node, properties: NodeProperties | undefined): Node {
  return properties === undefined ? node : { ...node, ...properties };
}

/** A node, and why PyYAML's safe loader would not make a value of it. */
interface Constructed {
  readonly node: SyntaxNode;
  readonly problem?: string;
}

/** A tag as people write it: `!!str` for YAML's own. */
export function shortTag(tag: string): string {
  return tag.startsWith(yamlTags) ? `!!${tag.slice(yamlTags.length)}` : tag;
}

/** The node of a scalar, by its tag or else by its form, as PyYAML 6.0's SafeLoader has it. */
export function constructScalar(
  { value, span, style, blockIndent }: Scalar,
  properties: NodeProperties | undefined,
): Constructed {
  const text = marked<StringNode>(
    blockIndent === undefined
      ? { kind: 'string', value, style, span }
      : { kind: 'string', value, style, span, blockIndent },
    properties,
  );
  const tag = properties?.tag;
  switch (tag) {
    case undefined:
      return style === 'plain' ? constructPlain(resolvePlain(value), text, properties) : { node: text };
    // The tag of no meaning makes even a quoted text as free as a plain one.
    case '!':
      return constructPlain(resolvePlain(value), text, properties);
    case '!!str':
      return { node: text };
    case '!!null':
      return { node: marked({ kind: 'null', span }, properties) };
    case '!!bool': {
      const truth = taggedBoolean(value);
      return truth === undefined
        ? { node: text, problem: '!!bool wants yes, no, true, false, on or off.' }
        : { node: marked({ kind: 'boolean', value: truth, raw: value, span }, properties) };
    }
    case '!!int': {
      const number = taggedInteger(value);
      return number === undefined
        ? { node: text, problem: '!!int wants a whole number.' }
        : { node: marked({ kind: 'number', value: number, raw: value, span }, properties) };
    }
    case '!!float': {
      const number = taggedFloat(value);
      return number === undefined
        ? { node: text, problem: '!!float wants a number.' }
        : { node: marked({ kind: 'number', value: number, raw: value, float: true, span }, properties) };
    }
    case '!!timestamp':
      return timestamp(value, span, properties);
    case '!!binary':
      return binary(text, properties);
    case '!!seq':
    case '!!omap':
    case '!!pairs':
      return { node: text, problem: `${tag} wants a list, not text.` };
    case '!!map':
    case '!!set':
      return { node: text, problem: `${tag} wants a mapping, not text.` };
    default:
      return { node: text, problem: unknownTag(tag) };
  }
}

function constructPlain(plain: PlainScalar, text: StringNode, properties: NodeProperties | undefined): Constructed {
  const { span, value } = text;
  switch (plain.type) {
    case 'null':
      return { node: marked({ kind: 'null', span }, properties) };
    case 'bool':
      return { node: marked({ kind: 'boolean', value: plain.value, raw: value, span }, properties) };
    case 'int':
      // Such as `0x_`, which has the form of a number and no digit.
      if (Number.isNaN(plain.value))
        return { node: text, problem: 'YAML takes this for a number without digits; use quotes.' };
      return { node: marked({ kind: 'number', value: plain.value, raw: value, span }, properties) };
    case 'float':
      return { node: marked({ kind: 'number', value: plain.value, raw: value, float: true, span }, properties) };
    case 'timestamp':
      return timestamp(value, span, properties);
    // Both are fine as keys; as values they are refused where they stand, see `refusedAsValue`.
    case 'merge':
    case 'value':
    case 'str':
      return { node: text };
  }
}

function timestamp(raw: string, span: Span, properties: NodeProperties | undefined): Constructed {
  return {
    node: marked({ kind: 'timestamp', raw, span }, properties),
    ...(isTimestamp(raw)
      ? {}
      : { problem: 'YAML takes this for a date, and there is no such day or time; use quotes.' }),
  };
}

function binary(source: StringNode, properties: NodeProperties | undefined): Constructed {
  const decoded = decodeBase64(source.value, 'python');
  return {
    node: marked({ kind: 'binary', source, span: source.span }, properties),
    ...(decoded.fault === undefined ? {} : { problem: binaryFaults[decoded.fault.kind] }),
  };
}

const binaryFaults = {
  'invalid-character': '!!binary wants base64, and this holds characters outside of ASCII.',
  truncated: '!!binary wants base64, and this is cut off: its last group has a single character.',
  'missing-padding': '!!binary wants base64 with all of its = padding.',
} as const;

/** Why a list or mapping cannot have its tag; undefined where it can. */
export function collectionFault(
  tag: string | undefined,
  is: 'array' | 'object',
  items: readonly SyntaxNode[],
): string | undefined {
  switch (tag) {
    case undefined:
    case '!':
      return undefined;
    case '!!seq':
      return is === 'array' ? undefined : '!!seq wants a list, not a mapping.';
    case '!!map':
    case '!!set':
      return is === 'object' ? undefined : `${tag} wants a mapping, not a list.`;
    case '!!omap':
    case '!!pairs':
      if (is === 'object') return `${tag} wants a list, not a mapping.`;
      return items.every((item) => item.kind === 'object' && item.members.length === 1)
        ? undefined
        : `${tag} wants a list of mappings with one key each.`;
    case '!!str':
    case '!!null':
    case '!!bool':
    case '!!int':
    case '!!float':
    case '!!timestamp':
    case '!!binary':
      return `${tag} wants text, not a ${is === 'array' ? 'list' : 'mapping'}.`;
    default:
      return unknownTag(tag);
  }
}

function unknownTag(tag: string): string {
  return `cloud-init's YAML reader knows no tag ${tag}; a text that begins with ! needs quotes.`;
}

/** Whether a node is `<<` or `=` without quotes, which YAML 1.1 keeps for keys. */
export function refusedAsValue(node: SyntaxNode): boolean {
  if (node.kind !== 'string' || (node.style !== 'plain' && node.tag !== '!')) return false;
  return (node.tag === undefined || node.tag === '!') && (node.value === '<<' || node.value === '=');
}

/**
 * What YAML 1.1 made of a token that looks like something else, as the end of a sentence; undefined where a value is
 * what it looks like. Judged by what is written: `0644` and `420` are the same number.
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
  if (/^[-+]?0[0-9]*[89][0-9]*$/.test(text))
    return `to YAML 1.1 ${text} is text, because a 0 in front means octal, which has no 8 and 9`;
  if (/^[-+]?0o[0-7]+$/.test(text)) return `to YAML 1.1 ${text} is text; octal numbers begin with 0 alone`;
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)[eE]\d+$/.test(text) || /^[-+]?\d+[eE][-+]?\d+$/.test(text))
    return `to YAML 1.1 ${text} is text; an exponent needs a point in front and a sign, as in 1.0e+3`;
  if (/^[yn]$/i.test(text)) return `to cloud-init's YAML reader ${text} is text; write yes or no`;
  return undefined;
}
