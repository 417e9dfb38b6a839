import { EVENT_ID, type Event, getScalarValue, type ScalarEvent, SCALAR_STYLE } from 'js-yaml';
import { limits } from '../limits.js';
import { problem, type Problem } from '../problems/problem.js';
import type { Span } from '../text/span.js';
import type { KeyNode, Member, StringNode, StringStyle, SyntaxNode } from './node.js';
import { resolvePlain } from './yaml11.js';

interface YamlTree {
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly Problem[];
  readonly depth: number;
}

interface Frame {
  readonly kind: 'object' | 'array' | 'document';
  readonly start: number;
  readonly flow: boolean;
  readonly properties: NodeProperties;
  readonly children: SyntaxNode[];
}

interface NodeProperties {
  readonly tag?: string;
  readonly anchor?: string;
}

/** Turns js-yaml's events into a positioned tree; collections get their end from their last child. */
export function buildYamlTree(text: string, events: readonly Event[]): YamlTree {
  const problems: Problem[] = [];
  const anchors = new Map<string, SyntaxNode>();
  const stack: Frame[] = [];
  let root: SyntaxNode | undefined;
  let documents = 0;
  let depth = 0;
  let aliases = 0;
  let lastEnd = 0;

  const add = (node: SyntaxNode): void => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    lastEnd = Math.max(lastEnd, node.span.end);
    stack.at(-1)?.children.push(node);
  };

  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        documents++;
        stack.push({ kind: 'document', start: lastEnd, flow: false, properties: {}, children: [] });
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        stack.push({
          kind: event.type === EVENT_ID.MAPPING ? 'object' : 'array',
          start: event.start,
          flow: text.charAt(event.start) === '{' || text.charAt(event.start) === '[',
          properties: propertiesOf(text, event),
          children: [],
        });
        depth = Math.max(depth, stack.length - 1);
        lastEnd = Math.max(lastEnd, event.start);
        break;
      case EVENT_ID.SCALAR:
        add(scalarNode(text, event, lastEnd));
        break;
      case EVENT_ID.ALIAS: {
        const name = text.slice(event.anchorStart, event.anchorEnd);
        const span = { start: event.anchorStart - 1, end: event.anchorEnd };
        const target = anchors.get(name);
        if (target === undefined) {
          problems.push(problem('yaml/syntax', span, `No finished value called &${name} stands before this alias.`));
        }
        if (++aliases === limits.yamlAliases + 1) {
          problems.push(
            problem('yaml/limit-aliases', span, `More than ${limits.yamlAliases} aliases; the rest is ignored.`),
          );
        }
        add({ kind: 'alias', name, target: aliases > limits.yamlAliases ? undefined : target, span });
        break;
      }
      case EVENT_ID.POP: {
        const frame = stack.pop();
        if (frame === undefined) break;
        if (frame.kind === 'document') {
          if (documents === 1) root = frame.children[0];
          else if (documents === 2) {
            const start = Math.max(0, text.lastIndexOf('---', frame.children[0]?.span.start ?? lastEnd));
            problems.push(
              problem(
                'yaml/syntax',
                { start, end: Math.min(text.length, start + 3) },
                'A second document begins here; only one is read.',
              ),
            );
          }
        } else add(collectionNode(text, frame));
        break;
      }
    }
  }
  return { root, problems, depth };
}

function collectionNode(text: string, frame: Frame): SyntaxNode {
  const end = collectionEnd(text, frame);
  const span = { start: frame.start, end };
  if (frame.kind === 'array') return { kind: 'array', items: frame.children, span, ...frame.properties };
  const members: Member[] = [];
  for (let i = 0; i < frame.children.length; i += 2) {
    const key = frame.children[i];
    const value = frame.children[i + 1];
    if (key === undefined) break;
    members.push({
      key: keyNode(text, key),
      value,
      span: { start: key.span.start, end: Math.max(key.span.end, value?.span.end ?? 0) },
    });
  }
  return { kind: 'object', members, span, ...frame.properties };
}

function collectionEnd(text: string, frame: Frame): number {
  const last = frame.children.at(-1)?.span.end ?? frame.start + 1;
  if (!frame.flow) return last;
  const closing = text.charAt(frame.start) === '{' ? '}' : ']';
  const end = text.indexOf(closing, last);
  return end < 0 ? last : end + 1;
}

function keyNode(text: string, node: SyntaxNode): KeyNode {
  const written = text.slice(node.span.start, node.span.end);
  const name = node.kind === 'string' ? node.value : written;
  return { name, span: node.span, quoted: node.kind === 'string' && node.style !== 'plain', node };
}

function scalarNode(text: string, event: ScalarEvent, lastEnd: number): SyntaxNode {
  const properties = propertiesOf(text, event);
  const isText = properties.tag === '!!str' || properties.tag === '!';
  if (event.valueStart < 0 && !isText) {
    // An absent value stands right behind what comes before it: `key:`.
    const at = absentValueAt(text, lastEnd);
    return { kind: 'null', span: emptyAt(at), ...properties };
  }
  const style = stringStyle(event);
  const span = event.valueStart < 0 ? emptyAt(absentValueAt(text, lastEnd)) : scalarSpan(text, event, style);
  const value = getScalarValue(text, event);
  const asString = (): StringNode => ({
    kind: 'string',
    value,
    style,
    span,
    ...(event.indent >= 0 ? { blockIndent: event.indent } : {}),
    ...properties,
  });
  if (properties.tag === '!!binary') return { kind: 'binary', source: asString(), span, ...properties };
  const forced = properties.tag !== undefined && coreTags.has(properties.tag);
  if (isText || (style !== 'plain' && !forced)) return asString();
  const plain = resolvePlain(value);
  switch (plain.type) {
    case 'null':
      return { kind: 'null', span, ...properties };
    case 'bool':
      return { kind: 'boolean', value: plain.value, raw: value, span, ...properties };
    case 'int':
    case 'float':
      return { kind: 'number', value: plain.value, raw: value, span, ...properties };
    case 'str':
      return asString();
  }
}

const coreTags = new Set(['!!int', '!!float', '!!bool', '!!null']);

function stringStyle(event: ScalarEvent): StringStyle {
  switch (event.style) {
    case SCALAR_STYLE.SINGLE_QUOTED:
      return 'single';
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return 'double';
    case SCALAR_STYLE.LITERAL_BLOCK:
      return 'literal';
    case SCALAR_STYLE.FOLDED_BLOCK:
      return 'folded';
    default:
      return 'plain';
  }
}

/** js-yaml gives the text between quotes; the node also owns the quotes. */
function scalarSpan(text: string, event: ScalarEvent, style: StringStyle): Span {
  if (style === 'single' || style === 'double') return { start: event.valueStart - 1, end: event.valueEnd + 1 };
  if (style === 'plain') return { start: event.valueStart, end: event.valueEnd };
  // A block scalar's last line break belongs to the value, but a squiggle need not run into the next line.
  const end = event.valueStart + text.slice(event.valueStart, event.valueEnd).trimEnd().length;
  return { start: event.valueStart, end: Math.max(end, event.valueStart) };
}

/** A verbatim tag of YAML's own repository in its short form: `!!str`. */
function shortTag(tag: string): string {
  return tag.replace(/^!<tag:yaml\.org,2002:([^>]*)>$/, '!!$1');
}

function emptyAt(offset: number): Span {
  return { start: offset, end: offset };
}

function absentValueAt(text: string, lastEnd: number): number {
  const rest = /^[ \t]*:?/.exec(text.slice(lastEnd, lastEnd + 200));
  return lastEnd + (rest?.[0].length ?? 0);
}

function propertiesOf(
  text: string,
  event: { anchorStart: number; anchorEnd: number; tagStart: number; tagEnd: number },
): NodeProperties {
  return {
    ...(event.tagStart >= 0 ? { tag: shortTag(text.slice(event.tagStart, event.tagEnd)) } : {}),
    ...(event.anchorStart >= 0 ? { anchor: text.slice(event.anchorStart, event.anchorEnd) } : {}),
  };
}
