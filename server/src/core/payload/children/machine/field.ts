import { isEscapedBracket, isArmExpression } from '../../../arm/expression.js';
import type { ArmScope } from '../../../arm/scope.js';
import { limits } from '../../../limits.js';
import type { ProblemCode } from '../../../problems/codes.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Member, StringNode } from '../../../syntax/node.js';
import { stringMap } from '../../../syntax/stringMap.js';
import { composeMaps } from '../../../text/positionMap.js';
import type { Span } from '../../../text/span.js';
import type { DecodeContext } from '../../context.js';
import { textContent } from '../../decoders.js';
import type { Opening } from '../../opening.js';
import type { AbsentField, FieldChild, FieldRole } from '../../payload.js';
import { beginsAsBase64 } from '../../peelers/base64.js';
import type { Surroundings } from '../finder.js';
import { openingOfExpression } from './expression.js';

/** Where a field stands in its document, and what it is for. */
export interface FieldPlace {
  readonly pointer: string;
  readonly role: FieldRole;
  readonly protected: boolean;
  readonly scope: ArmScope | undefined;
}

/** A field without a payload; places are in the document. */
export interface Absence {
  readonly absent: AbsentField;
  readonly problem: Problem;
}

/** Opens the payload of a member, or says why it has none. */
export function openField(
  surroundings: Surroundings,
  context: DecodeContext,
  member: Member,
  place: FieldPlace,
): { readonly child: FieldChild } | Absence {
  const { value } = member;
  if (value?.kind !== 'string') return wrongValue(member, place);
  const { role } = place;
  const text = value.value.trim();
  if (text === '') {
    const code = role === 'commandToExecute' ? 'cse/empty-command' : 'payload/empty';
    return lack(place, code, value.span, `${role} is empty.`);
  }
  if (/^(?:\*{3,}|\*\*\*REDACTED\*\*\*|<?(?:redacted|removed|hidden|masked)>?)$/i.test(text)) {
    return lack(place, 'vmss/payload-redacted', value.span, `${role} was removed from this text.`);
  }
  const payload = surroundings.open(openingOf(surroundings, context, value, place));
  const { pointer, protected: isProtected } = place;
  const span = surroundings.payload.map.toOuter(value.span);
  return { child: { is: 'field', pointer, role, protected: isProtected, span, payload } };
}

function wrongValue(member: Member, place: FieldPlace): Absence {
  const { value } = member;
  const { role } = place;
  if (value === undefined || value.kind === 'null') {
    return lack(
      place,
      'vmss/payload-null',
      value?.span ?? member.key.span,
      `${role} is null: Azure never gives it back, so this does not mean that nothing was sent. Look into the activity log or the template.`,
    );
  }
  const kind = value.kind === 'array' ? 'list' : value.kind;
  return lack(
    place,
    'vmss/payload-not-a-string',
    value.span,
    `${role} has to be a string, not ${articleOf(kind)} ${kind}.`,
  );
}

function articleOf(noun: string): 'a' | 'an' {
  return noun === 'object' ? 'an' : 'a';
}

/** The settings of an extension that only name a secret in a key vault. */
export function keyVaultField(member: Member, pointer: string): Absence {
  return lack(
    { pointer, role: 'commandToExecute' },
    'vmss/payload-in-key-vault',
    member.key.span,
    'The protected settings are in a key vault; their command cannot be read from here.',
  );
}

function lack(
  { pointer, role }: Pick<FieldPlace, 'pointer' | 'role'>,
  code: ProblemCode,
  span: Span,
  message: string,
): Absence {
  return { absent: { pointer, role, code, span }, problem: problem(code, span, message, { pointer }) };
}

function openingOf(
  surroundings: Surroundings,
  context: DecodeContext,
  value: StringNode,
  { pointer, role, scope }: FieldPlace,
): Opening {
  const outer = surroundings.payload.map;
  const origin = outer.toOuter(value.span);
  const map = composeMaps(outer, stringMap(surroundings.text, value));
  const steps = [...surroundings.payload.steps, pointer];
  if (isArmExpression(value.value)) {
    const source = { text: value.value, map };
    return openingOfExpression(source, origin, { name: role, steps, role, scope }, context);
  }
  const content = textContent(value.value, map, origin);
  if (role === 'commandToExecute') return { name: role, steps, content, kind: 'cse-command', transport: 'none' };
  const problems: Problem[] = [];
  if (!beginsAsBase64(value.value)) {
    problems.push(problem('payload/base64-invalid', origin, `${role} has to be base64; this is plain text.`));
  }
  if (role === 'customData' && value.value.length > limits.customDataCharacters) {
    const length = value.value.length.toLocaleString('en');
    const most = limits.customDataCharacters.toLocaleString('en');
    problems.push(
      problem('vmss/custom-data-too-long', origin, `customData has ${length} characters; Azure takes at most ${most}.`),
    );
  }
  // A doubled bracket is how a template writes a text that would be taken for an expression.
  const outerLayers = isEscapedBracket(value.value) ? (['arm-expression'] as const) : [];
  const opening: Opening = { name: role, steps, content, outerLayers, transport: 'base64-expected', problems };
  return role === 'script' ? { ...opening, fallbackFormat: 'shell-script' } : opening;
}
