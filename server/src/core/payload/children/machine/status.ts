import { isScriptStatus } from '../../../failure/recognise.js';
import { reasonWithoutCode } from '../../../failure/silence.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { memberIgnoringCase } from '../../../syntax/ignoreCase.js';
import { type ObjectNode, stringValue, type StringNode } from '../../../syntax/node.js';
import { type NodePath, pointerOf } from '../../../syntax/pointer.js';
import type { StatusChild } from '../../payload.js';
import type { Surroundings } from '../finder.js';
import { openString } from '../openString.js';

/** A message to be looked into. */
export interface StatusMessage {
  readonly node: StringNode;
  readonly path: NodePath;
  /** Whether the custom script extension is known to have written it. */
  readonly ofScript: boolean;
}

/** The message of an extension that ran a script; undefined for messages about anything else. */
export function statusMessage(
  surroundings: Surroundings,
  { node, path, ofScript }: StatusMessage,
): StatusChild | undefined {
  if (!(ofScript ? node.value !== '' : isScriptStatus(node.value))) return undefined;
  const pointer = pointerOf(path);
  const opened = openString(surroundings, node, {
    name: 'message',
    steps: [...surroundings.payload.steps, pointer],
    // What it tells has been read from the document around it.
    kind: 'unknown',
    transport: 'none',
    format: 'cse-status-text',
  });
  return { is: 'status', pointer, ...opened };
}

/** A failed extension whose message neither holds a provision status nor any code: why it failed is not to be seen here. */
export function speechlessFailure({ payload }: StatusChild, holder: ObjectNode): Problem | undefined {
  const failed = /failed/i.test(stringValue(memberIgnoringCase(holder, 'code')?.value) ?? '');
  const { text = '', map, details } = payload;
  if (!failed || details.told !== undefined || !saysNothing(text)) return undefined;
  const message = 'The extension failed, and its message has neither a provision status nor an exit code nor a reason.';
  return problem('status/not-told', map.toOuter({ start: 0, end: text.length }), message);
}

function saysNothing(message: string): boolean {
  const { kind } = reasonWithoutCode(message, false);
  return kind === 'output-only' || kind === 'unrelated';
}
