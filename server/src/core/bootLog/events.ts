import { readMoment } from '../failure/times.js';
import { parseJson } from '../syntax/json.js';
import type { SyntaxNode } from '../syntax/node.js';
import { memberOf, stringValue } from '../syntax/node.js';
import type { Milestone } from './milestone.js';

/** Objects of events that are read from one text. */
const maxEvents = 2_000;

/** Characters of a failed event's message that are repeated. */
const shownWords = 300;

/**
 * The events that the scripts leave for the guest agent: one object with `TaskName`, when the step began (`Timestamp`) and
 * when it ended (`OperationId`, which the scripts use for that). A text may hold one, a list, or one on each line.
 */
export function* eventsIn(text: string): Generator<Milestone> {
  if (!text.includes('"TaskName"')) return;
  let start = 0;
  for (let count = 0; count < maxEvents && start < text.length; count++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end);
    // An object on one line; what spreads over lines is one document.
    if (/^\s*\{.*\}\s*,?\s*$/.test(line)) yield* fromTree(line.replace(/,\s*$/, ''), start);
    else if (count === 0 && /^\s*[[{]/.test(line)) {
      yield* fromTree(text, 0);
      return;
    }
    start = end + 1;
  }
}

function* fromTree(text: string, offset: number): Generator<Milestone> {
  const { root } = parseJson(text);
  for (const node of root?.kind === 'array' ? root.items : [root]) {
    const found = node && eventOf(node, offset);
    if (found !== undefined) yield found;
  }
}

function eventOf(node: SyntaxNode, offset: number): Milestone | undefined {
  const text = (name: string): string => stringValue(memberOf(node, name)?.value) ?? '';
  const start = readMoment(text('Timestamp'));
  const name = text('TaskName');
  if (start === undefined || name === '') return undefined;
  const end = readMoment(text('OperationId'));
  const failed = text('EventLevel') === 'Error';
  const seconds = end === undefined ? undefined : (end.time - start.time) / 1000;
  return {
    name,
    moment: start,
    duration: seconds !== undefined && seconds >= 0 ? seconds : undefined,
    failed,
    words: failed ? text('Message').slice(0, shownWords) : '',
    inOrder: false,
    span: { start: node.span.start + offset, end: node.span.end + offset },
  };
}
