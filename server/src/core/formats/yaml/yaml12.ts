import {
  boolCoreTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
} from 'js-yaml';
import type { Span } from '../../text/span.js';
import type { Member, StringStyle, SyntaxNode } from '../tree/node.js';

/** Why a text isn't read; `message` has no full stop. */
export interface Yaml12Fault {
  readonly span: Span;
  readonly message: string;
}

interface Yaml12Reading {
  /** Undefined for an empty text, and with a fault. */
  readonly root: SyntaxNode | undefined;
  /** Duplicate keys among them don't prevent the text from being read. */
  readonly faults: readonly Yaml12Fault[];
}

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;

/** A container whose entries are being read; keys and values of mappings alternate. */
interface Open {
  readonly is: 'mapping' | 'sequence';
  readonly start: number;
  readonly isFlow: boolean;
  readonly entries: SyntaxNode[];
}

/**
 * Reads a file of our own format as YAML 1.2 (js-yaml, core schema), which JSON is too: one document without anchors,
 * aliases and tags, so that it can't grow while it is read. Unlike in YAML 1.1, `off` and `no` are strings.
 */
export function readYaml12(text: string, maxDepth: number): Yaml12Reading {
  let events: readonly Event[];
  try {
    events = parseEvents(text, { maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const at = Math.min(error.mark?.position ?? 0, text.length);
    return failed({ start: at, end: Math.min(at + 1, text.length) }, error.reason);
  }
  const faults: Yaml12Fault[] = [];
  const open: Open[] = [];
  let root: SyntaxNode | undefined;
  let end = 0;
  const add = (node: SyntaxNode): void => {
    const around = open.at(-1);
    end = Math.max(end, node.span.end);
    if (around === undefined) root = node;
    else around.entries.push(node);
  };
  for (const [index, event] of events.entries()) {
    if (event.type === EVENT_ID.DOCUMENT && index > 0)
      return failed({ start: end, end: text.length }, 'it must be one document');
    if (event.type === EVENT_ID.DOCUMENT) continue;
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      if (closed !== undefined) add(containerOf(closed, text, end, faults));
      continue;
    }
    if (event.anchorStart >= 0)
      return failed({ start: event.anchorStart - 1, end: event.anchorEnd }, 'anchors and aliases are not supported');
    if (event.type === EVENT_ID.ALIAS) continue;
    if (event.tagStart >= 0) return failed({ start: event.tagStart, end: event.tagEnd }, 'tags are not supported');
    if (event.type === EVENT_ID.SCALAR) add(scalarOf(event, text, end));
    else {
      const is = event.type === EVENT_ID.MAPPING ? 'mapping' : 'sequence';
      open.push({ is, start: event.start, isFlow: /[[{]/.test(text.charAt(event.start)), entries: [] });
      end = Math.max(end, event.start);
    }
  }
  return { root, faults };
}

function failed(span: Span, message: string): Yaml12Reading {
  return { root: undefined, faults: [{ span, message }] };
}

function containerOf(
  { is, start, isFlow, entries }: Open,
  text: string,
  contentEnd: number,
  faults: Yaml12Fault[],
): SyntaxNode {
  const span = { start, end: isFlow ? afterBracket(text, Math.max(contentEnd, start + 1)) : contentEnd };
  if (is === 'sequence') return { kind: 'array', span, items: entries };
  const members: Member[] = [];
  const names = new Set<string>();
  for (let index = 0; index < entries.length; index += 2) {
    const [key, value] = [entries[index], entries[index + 1]];
    if (key === undefined) break;
    if (key.kind === 'array' || key.kind === 'object') {
      faults.push({ span: key.span, message: 'a key must be a string' });
      continue;
    }
    const name = key.kind === 'string' ? key.value : text.slice(key.span.start, key.span.end);
    if (names.has(name)) faults.push({ span: key.span, message: `the key ${name} appears twice` });
    names.add(name);
    const quoted = key.kind === 'string' && key.style !== 'plain';
    members.push({
      key: { name, span: key.span, quoted, node: key },
      value,
      span: { start: key.span.start, end: value?.span.end ?? key.span.end },
    });
  }
  return { kind: 'object', span, members };
}

/** The end of a flow collection, whose closing bracket is the first one behind its entries that isn't in a comment. */
function afterBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === ']' || text[at] === '}') return at + 1;
    if (text[at] !== '#') continue;
    const newline = text.indexOf('\n', at);
    if (newline < 0) break;
    at = newline;
  }
  return text.length;
}

const styles: Readonly<Record<number, StringStyle>> = {
  [SCALAR_STYLE.PLAIN]: 'plain',
  [SCALAR_STYLE.SINGLE_QUOTED]: 'single',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'double',
  [SCALAR_STYLE.LITERAL_BLOCK]: 'literal',
  [SCALAR_STYLE.FOLDED_BLOCK]: 'folded',
};

function scalarOf(event: ScalarEvent, text: string, before: number): SyntaxNode {
  const { valueStart, valueEnd, style } = event;
  if (valueStart < 0) return { kind: 'null', span: { start: before, end: before } };
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  const span = isQuoted ? { start: valueStart - 1, end: valueEnd + 1 } : { start: valueStart, end: valueEnd };
  const value = getScalarValue(text, event);
  if (style !== SCALAR_STYLE.PLAIN) return { kind: 'string', value, style: styles[style] ?? 'double', span };
  if (nullCoreTag.resolve(value, false, nullCoreTag.tagName) !== NOT_RESOLVED) return { kind: 'null', span };
  const truth = boolCoreTag.resolve(value, false, boolCoreTag.tagName);
  if (truth !== NOT_RESOLVED) return { kind: 'boolean', value: truth, raw: value, span };
  for (const tag of [intCoreTag, floatCoreTag]) {
    const number = tag.resolve(value, false, tag.tagName);
    if (number !== NOT_RESOLVED) return { kind: 'number', value: number, raw: value, span };
  }
  return { kind: 'string', value, style: 'plain', span };
}
