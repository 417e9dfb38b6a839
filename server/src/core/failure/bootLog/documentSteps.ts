import { parseJson } from '../../formats/json/parse.js';
import { memberOf, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import { limits } from '../../limits.js';
import type { Budget } from '../../text/budget.js';
import { movedSpan } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { readMoment } from '../times.js';
import type { Milestone } from './step.js';

/** Characters shown of the message of a failed step. */
export const shownWords = 300;

/**
 * The events that the scripts write for the guest agent: objects with `TaskName`, `Timestamp` (the beginning)
 * and `OperationId` (used for the end). A text may contain one, a list, or one on each line.
 */
export function* eventsIn(text: string, budget?: Budget): Generator<Milestone> {
  if (!text.includes('"TaskName"')) return;
  let start = 0;
  for (let count = 0; count < limits.guestAgentEvents && start < text.length; count++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end);
    if (budget?.pass(line) === true) return;
    // An object on one line; an object or list over several lines is the whole document.
    const object = line.replace(/,\s*$/, '').trimEnd();
    if (/^\s*\{/.test(object) && object.endsWith('}')) yield* eventsInDocument(object, start, budget);
    else if (count === 0 && /^\s*[[{]/.test(line)) {
      yield* eventsInDocument(text, 0, budget);
      return;
    }
    start = end + 1;
  }
}

export function* eventsInDocument(text: string, offset: number, budget?: Budget): Generator<Milestone> {
  const { root } = parseJson(text, budget);
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
    span: movedSpan(node.span, offset),
  };
}

/** Types of conditions that are true when all is well; of others, such as `MemoryPressure`, it is the other way round. */
const goodWhenTrue = /(?:Ready|Launched|Registered|Initialized|Running|Succeeded|Healthy)$/;

/**
 * The conditions in what `kubectl describe` prints, and in YAML: of nodes, node claims and machines. A condition begins with
 * the time of its last transition and ends with its type.
 */
export function* conditionsIn(text: string, budget?: Budget): Generator<Milestone> {
  if (!/last ?transition ?time/i.test(text)) return;
  let begun: { readonly start: number; readonly members: Map<string, string> } | undefined;
  let count = 0;
  for (let start = 0; start < text.length && count < limits.bootSteps;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, Math.min(end, start + 1_000)).trimEnd();
    if (budget?.step() === true) return;
    const row = conditionRow.exec(line)?.groups;
    const member = /^[ \t]*(?:- )?([A-Za-z][A-Za-z ]{2,30}):(.*)$/.exec(line);
    const key = (member?.[1] ?? '').replaceAll(' ', '').toLowerCase();
    const value = unquoted((member?.[2] ?? '').trim());
    if (row !== undefined) {
      const { type = '', status = '', time = '', reason = '', message = '' } = row as Partial<Record<string, string>>;
      const found = conditionOf(type, status, time, `${reason}: ${message}`, { start, end });
      // Conditions such as `MemoryPressure` are only of interest if something is wrong.
      if (found !== undefined && (found.failed || goodWhenTrue.test(type))) yield found;
      count++;
    } else if (key === 'lasttransitiontime') begun = { start, members: new Map([[key, value]]) };
    else if (begun !== undefined && conditionMembers.has(key)) {
      begun.members.set(key, value);
      if (key === 'type') {
        const get = (name: string): string => begun?.members.get(name) ?? '';
        const words = [get('reason'), get('message')].filter((word) => word !== '').join(': ');
        const span = { start: begun.start, end };
        const found = conditionOf(value, get('status'), get('lasttransitiontime'), words, span);
        if (found !== undefined) yield found;
        begun = undefined;
        count++;
      }
    }
    start = end + 1;
  }
}

const conditionMembers: ReadonlySet<string> = new Set(['message', 'reason', 'status', 'type']);

/** A row of a described node: type, status, last heartbeat, last transition, reason, message. */
const conditionRow =
  /^ {1,8}(?<type>[A-Z]\w{2,60}) {1,60}(?<status>True|False|Unknown) {1,30}(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4} {1,20}(?=\w{3}, ))?(?<time>\w{3}, \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4}) {1,30}(?<reason>\w{1,80})(?: {1,60}(?<message>.*))?$/;

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

function conditionOf(
  type: string,
  status: string,
  time: string,
  words: string,
  span: Milestone['span'],
): Milestone | undefined {
  const moment = readMoment(time);
  if (moment === undefined || !/^[A-Z]\w{1,60}$/.test(type)) return undefined;
  const failed = goodWhenTrue.test(type)
    ? status !== 'True'
    : status === 'True' && /Pressure|Problem|Unavailable/.test(type);
  return {
    name: `condition ${type}`,
    moment,
    duration: undefined,
    failed,
    words: failed ? words.slice(0, shownWords) : '',
    span,
    inOrder: false,
  };
}

/** The statuses with times in the instance views of VMs, scale sets and extensions. */
export function* viewedStatusesIn(text: string): Generator<Milestone> {
  if (!text.includes('"displayStatus"') || !text.includes('"time"')) return;
  const open: { readonly node: SyntaxNode | undefined; readonly name: string }[] = [
    { node: parseJson(text).root, name: 'the VM' },
  ];
  for (let count = 0; open.length > 0 && count < limits.guestAgentEvents; count++) {
    const { node: outer, name } = open.pop() ?? { node: undefined, name: '' };
    const node = resolved(outer);
    if (node?.kind === 'array')
      append(
        open,
        node.items.slice(0, limits.instances).map((item) => ({ node: item, name })),
      );
    if (node?.kind !== 'object') continue;
    const found = statusOf(node, name);
    if (found !== undefined) yield found;
    const own = stringValue(memberOf(node, 'name')?.value) ?? name;
    append(
      open,
      node.members.slice(0, limits.instances).map(({ value }) => ({ node: value, name: own })),
    );
  }
}

function statusOf(node: SyntaxNode, name: string): Milestone | undefined {
  const text = (member: string): string => stringValue(memberOf(node, member)?.value) ?? '';
  const moment = readMoment(text('time'));
  const code = text('code');
  if (moment === undefined || !/^\w+State\//.test(code)) return undefined;
  const failed = /^ProvisioningState\/failed/i.test(code) || text('level') === 'Error';
  return {
    name: `status of ${name}`,
    moment,
    duration: undefined,
    failed,
    words: failed ? text('message').slice(0, shownWords) : '',
    span: node.span,
    inOrder: false,
  };
}
