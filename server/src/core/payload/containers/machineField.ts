import { isScriptStatus } from '../../failure/recognise.js';
import { givesReason } from '../../failure/explain.js';
import { holdsPlaceholder } from '../../text/placeholder.js';
import { isArmExpression, isEscapedBracket } from '../../formats/arm/parse.js';
import type { ArmScope } from '../../formats/arm/scope.js';
import {
  type Member,
  memberIgnoringCase,
  memberOf,
  type ObjectNode,
  type StringNode,
  stringValue,
} from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem, type ProblemExtras } from '../../problems/problem.js';
import { excerptOf } from '../../text/mappedText.js';
import { composeMaps } from '../../text/positionMap.js';
import { type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { textContent } from '../content.js';
import { couldBeBase64, isEncodedPayload, mayBeBase64, shortestUnnamed } from '../layers/base64.js';
import { isDataUrl } from '../layers/transfer.js';
import { type Opening, type Surroundings, userDataKinds } from './container.js';
import type {
  AbsentField,
  FieldChild,
  FieldRole,
  Holder,
  JsonChild,
  LayerName,
  StatusChild,
} from '../../document/payload.js';
import { expressionHolder, openingOfExpression } from './armExpression.js';
import { tooLongCustomData } from './tooLongCustomData.js';
import { isPrintedDocument, printedText } from '../recognise.js';
import { inString, openString, stringHolder } from './strings.js';

/** The position of a field in its document, and its role. */
interface FieldPlace {
  readonly pointer: string;
  readonly role: FieldRole;
  readonly protected: boolean;
  readonly overridden: boolean;
  /** Whether the member is in an `osProfile`. */
  readonly inProfile: boolean;
  /** Whether it is text: the script of a run command. */
  readonly isPlain: boolean;
  readonly scope: ArmScope | undefined;
}

/** A field without a payload; positions are in the document. */
interface Absence {
  readonly absent: AbsentField;
  readonly problem: Problem;
}

/** Opens the payload of a member, or reports why it has none; undefined if it isn't expected to have one. */
export function openField(
  surroundings: Surroundings,
  member: Member,
  place: FieldPlace,
): { readonly child: FieldChild } | Absence | undefined {
  const { value } = member;
  if (value?.kind !== 'string') return wrongValue(member, place);
  const { role } = place;
  const text = value.value.trim();
  if (text === '') {
    // No user data is usual, and the instance metadata service always returns customData as an empty string.
    if (role === 'userData' || (role === 'customData' && !place.inProfile)) return undefined;
    const code = role === 'commandToExecute' ? 'cse/empty-command' : 'payload/empty';
    return absent(place, code, value.span, `${role} is empty.`);
  }
  if (/^(?:\*{3,}|\*\*\*REDACTED\*\*\*|<?(?:redacted|removed|hidden|masked)>?)$/i.test(text)) {
    return absent(place, 'vmss/payload-redacted', value.span, `${role} was removed from this text.`);
  }
  const payload = surroundings.open(inString(value, openingOf(surroundings, value, place)));
  const { pointer, protected: isProtected } = place;
  const overridden = place.overridden ? { overridden: true as const } : {};
  const span = surroundings.payload.map.toOuter(value.span);
  const { text: document } = surroundings;
  // A doubled bracket at its beginning is undone by the template, too.
  const isExpression = payload.encodings.includes('arm-expression');
  const holder = (): Result<Holder> =>
    isExpression ? expressionHolder(document, payload) : stringHolder(document, value);
  return { child: { is: 'field', pointer, role, protected: isProtected, ...overridden, span, payload, holder } };
}

/** Why Azure's answers have null, and where the content can be had (az 2.80, cloud-init 26.2, WALinuxAgent 2.13). */
const whyNull: Readonly<Record<FieldRole, string>> = {
  customData:
    "Azure never returns it, so this doesn't mean that nothing was sent. On the node, it is in /var/lib/waagent/ovf-env.xml and, as cloud-init got it, in /var/lib/cloud/instance/user-data.txt.",
  userData:
    'Azure returns it only on request. Add --include-user-data to "az vmss show" or "az vm show", or $expand=userData to the request.',
  commandToExecute: 'the extension has no command.',
  script: 'the extension has no script.',
  output: 'the command printed nothing.',
};

function wrongValue(member: Member, place: FieldPlace): Absence {
  const { value } = member;
  const { role } = place;
  if (value === undefined || value.kind === 'null') {
    const message = `${role} is null: ${whyNull[role]}`;
    return absent(place, 'vmss/payload-null', value?.span ?? member.key.span, message, { once: true });
  }
  if (memberOf(value, pulumiSecret) !== undefined)
    return absent(place, 'vmss/payload-redacted', value.span, `${role} is encrypted in this stack of Pulumi.`);
  const kind = value.kind === 'array' ? 'list' : value.kind;
  return absent(
    place,
    'vmss/payload-not-a-string',
    value.span,
    `${role} must be a string, not ${kind === 'object' ? 'an' : 'a'} ${kind}.`,
  );
}

/** The member by which Pulumi marks an encrypted value in the export of a stack (`sdk/go/common/resource/sig`). */
const pulumiSecret = '4dabf18193072939515e22adb298388d';

/** The settings of an extension that only name a secret in a key vault. */
export function keyVaultField(member: Member, pointer: string): Absence {
  return absent(
    { pointer, role: 'commandToExecute' },
    'vmss/payload-in-key-vault',
    member.key.span,
    'The protected settings are in a key vault, so their command is not in this document.',
  );
}

function absent(
  { pointer, role }: Pick<FieldPlace, 'pointer' | 'role'>,
  code: ProblemCode,
  span: Span,
  message: string,
  extras: ProblemExtras = {},
): Absence {
  return { absent: { pointer, role, code, span }, problem: problem(code, span, message, { pointer, ...extras }) };
}

function openingOf(
  surroundings: Surroundings,
  value: StringNode,
  { pointer, role, scope, isPlain }: FieldPlace,
): Opening {
  const outer = surroundings.payload.map;
  const origin = outer.toOuter(value.span);
  const map = composeMaps(outer, stringMap(surroundings.text, value));
  const steps = [...surroundings.payload.steps, pointer];
  if (isArmExpression(value.value)) {
    const source = { text: value.value, map };
    return openingOfExpression(source, origin, { name: role, steps, role, scope }, surroundings.context);
  }
  const content = textContent(value.value, map, origin);
  if (role === 'commandToExecute') return { name: role, steps, content, kind: 'cse-command', transport: 'none' };
  if (isPlain) return { name: role, steps, content, transport: 'none', fallbackFormat: 'shell-script' };
  const problems: Problem[] = [];
  if (!mayBeBase64(value.value) && !holdsPlaceholder(value.value)) {
    const what = isDataUrl(value.value) ? 'a data URL, of which only the base64 belongs here' : 'plain text';
    problems.push(problem('payload/base64-invalid', origin, `${role} must be base64; this is ${what}.`));
  }
  append(problems, tooLongCustomData(role, content, [], surroundings.context));
  // In a template, a doubled bracket begins a string that isn't an expression.
  const outerLayers = isEscapedBracket(value.value) ? (['arm-expression'] as const) : [];
  const opening: Opening = { name: role, steps, content, outerLayers, transport: 'base64-expected', problems };
  return role === 'script' ? { ...opening, fallbackFormat: 'shell-script' } : opening;
}

/** A document that a run command printed, such as a file on the node; undefined for other messages. */
export function printedDocument(
  surroundings: Surroundings,
  node: StringNode,
  path: NodePath,
  isOverridden: boolean,
): FieldChild | undefined {
  const marked = printedText(node.value);
  const printed = marked ?? excerptOf(node.value, { start: 0, end: node.value.length });
  if (!isPrintedDocument(printed.text)) return undefined;
  const { payload, text, open } = surroundings;
  const pointer = pointerOf(path);
  const span = payload.map.toOuter(node.span);
  const content = textContent(
    printed.text,
    composeMaps(composeMaps(payload.map, stringMap(text, node)), printed.map),
    span,
  );
  const outerLayers: LayerName[] = marked === undefined ? [] : ['run-command-output'];
  const steps = [...payload.steps, pointer, ...outerLayers];
  const found = open({ content, name: 'output', steps, outerLayers, isWhole: true });
  const { start, end } = printed.map.toOuter({ start: 0, end: printed.text.length });
  const holder = (): Result<Holder> => {
    const message = stringHolder(text, node);
    if (!message.ok) return message;
    const write: Holder['write'] = (next) =>
      message.value.write(node.value.slice(0, start) + next + node.value.slice(end));
    return success({ value: printed.text, layers: found.encodings.slice(outerLayers.length), write });
  };
  const overridden = isOverridden ? { overridden: true as const } : {};
  return { is: 'field', pointer, role: 'output', protected: false, ...overridden, span, payload: found, holder };
}

/** Whether a string can be base64 of more than a hash or an identifier, whatever its name is. */
export function mayBePayload({ value }: StringNode): boolean {
  return value.length >= shortestUnnamed && couldBeBase64(value);
}

/** User data in base64 that has a name of its own, or base64 of a document with payloads; undefined for other strings. */
export function unnamedPayload(
  surroundings: Surroundings,
  node: StringNode,
  path: NodePath,
  isOverridden: boolean,
): FieldChild | JsonChild | undefined {
  if (node.value.length < shortestUnnamed || !isEncodedPayload(node.value)) return undefined;
  const pointer = pointerOf(path);
  const steps = [...surroundings.payload.steps, pointer];
  const found = openString(surroundings, node, { name: 'customData', steps, transport: 'base64-expected' });
  const overridden = isOverridden ? { overridden: true as const } : {};
  if (userDataKinds.has(found.payload.kind))
    return { is: 'field', pointer, role: 'customData', protected: false, ...overridden, ...found };
  return found.payload.children.length > 0 ? { is: 'json', pointer, ...found } : undefined;
}

/** A message that may contain a status. */
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
    // Its failures have been read from the document around it.
    kind: 'unknown',
    transport: 'none',
    format: 'cse-status-text',
  });
  return { is: 'status', pointer, ...opened };
}

/** The problem of a failed extension whose message has neither a provision status nor a code nor a reason. */
export function speechlessFailure({ payload }: StatusChild, holder: ObjectNode): Problem | undefined {
  const failed = /failed/i.test(stringValue(memberIgnoringCase(holder, 'code')?.value) ?? '');
  const { text = '', map, details } = payload;
  if (!failed || details.told !== undefined) return undefined;
  if (givesReason(text)) return undefined;
  const message = 'The extension failed, and its message has neither a provision status nor an exit code nor a reason.';
  return problem('status/not-told', map.toOuter({ start: 0, end: text.length }), message);
}

/** JSON in a string, such as the body of a request in the activity log; undefined for strings without payloads in them. */
export function jsonInString(surroundings: Surroundings, node: StringNode, path: NodePath): JsonChild | undefined {
  if (!mayBeJson(node)) return undefined;
  const pointer = pointerOf(path);
  const opened = openString(surroundings, node, {
    name: String(path.at(-1) ?? 'JSON'),
    steps: [...surroundings.payload.steps, pointer === '' ? 'json' : pointer],
    transport: 'none',
    format: 'json-string',
  });
  const { children, absent } = opened.payload;
  return children.length > 0 || absent.length > 0 ? { is: 'json', pointer, ...opened } : undefined;
}

/** Whether a string is long enough for JSON with a payload and begins like one; expressions of templates have brackets, too. */
export function mayBeJson({ value }: Pick<StringNode, 'value'>): boolean {
  return value.length >= '{"customData":""}'.length && /^\s{0,200}(?:\[\s{0,200})?\{/.test(value);
}
