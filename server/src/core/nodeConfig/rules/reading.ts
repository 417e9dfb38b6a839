import { sameValue } from '../../formats/tree/expand.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { type Fix, problem, type Problem, type ProblemExtras } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Suggestions } from '../../problems/suggestions.js';
import { didYouMean, removalFix, replaceFix } from '../../record/fixes.js';
import type { EnumType, Field, RemovedName, ScalarType, ValueType } from '../../record/model.js';
import { nameInStyleOf } from '../navigate.js';
import { describeExpected, describeNode } from '../../record/explain.js';
import { limits } from '../../limits.js';
import { entryName } from '../../record/given.js';
import { quoted } from '../../text/strings.js';
import { isOlderThan, type NodeImage, parseRelease } from '../contract/release.js';
import type { ReadingNote, ReadingPosition } from '../read.js';
import { int32OfNumber, numberText, strictNumber, takes } from '../scalars.js';
import type { NodeConfigInput } from './input.js';

/** A value's name in a sentence: `cse_timeout`, `custom_ca_certs[0]`, `kubelet_flags["--max-pods"]`. */
export function subjectOf({ field, message, member, element, holder }: ReadingPosition): string {
  if (field === undefined) return message.name;
  if (!element) return member?.key.name ?? field.name;
  const step = field.label === 'map' ? member?.key.name : holder?.index;
  return step === undefined ? field.name : entryName(field.name, step);
}

/** Changes the value to the field's type, if only one such value is plausible. */
function retypingFixes({ node, field, element }: ReadingPosition, text: string): Fix[] {
  if (node === undefined || field === undefined) return [];
  if (!element && field.label === 'map') return [];
  if (!element && field.label === 'list') return wrappingFixes(node, field, text);
  const retyped = retypedValue(node, field.type, text);
  if (retyped === undefined) return [];
  const { title, newText, safe } = retyped;
  return [{ title, changes: [{ span: node.span, newText }], safe }];
}

interface Retyped {
  readonly title: string;
  readonly newText: string;
  /** Whether the intended value is certain. */
  readonly safe: boolean;
}

function retypedValue(node: SyntaxNode, type: ValueType, text: string): Retyped | undefined {
  if (type.kind !== 'scalar') return undefined;
  switch (type.scalar) {
    case 'string':
      if (node.kind !== 'number' && node.kind !== 'boolean') return undefined;
      return {
        title: 'Put the value in quotes',
        newText: JSON.stringify(text.slice(node.span.start, node.span.end)),
        safe: true,
      };
    case 'bool':
      return asBoolean(node);
    default:
      return node.kind === 'string' ? asNumber(node.value, type.scalar) : undefined;
  }
}

function asBoolean(node: SyntaxNode): Retyped | undefined {
  if (node.kind === 'string' && /^\s*(?:true|false)\s*$/i.test(node.value))
    return { title: 'Remove the quotes', newText: node.value.trim().toLowerCase(), safe: true };
  if (node.kind === 'number' && (node.value === 0 || node.value === 1)) {
    const newText = node.value === 1 ? 'true' : 'false';
    return { title: `Change to ${newText}`, newText, safe: false };
  }
  return undefined;
}

/** The node rejects a quoted number only because of spaces around it. */
function asNumber(value: string, scalar: ScalarType): Retyped | undefined {
  const raw = value.trim();
  const whole = scalar === 'int32' ? int32OfNumber(raw) : Number(raw);
  if (!strictNumber.test(raw) || whole === undefined || !Number.isFinite(whole)) return undefined;
  return { title: 'Remove the quotes', newText: numberText(whole), safe: true };
}

/** A single value becomes a list with one entry. */
function wrappingFixes(node: SyntaxNode, field: Field, text: string): Fix[] {
  const { start, end } = node.span;
  const title = 'Put the value in a list';
  if (takes(node, field.type)) {
    const changes = [
      { span: { start, end: start }, newText: '[' },
      { span: { start: end, end }, newText: ']' },
    ];
    return [{ title, changes, safe: false }];
  }
  const retyped = retypedValue(node, field.type, text);
  if (retyped === undefined) return [];
  return [{ title, changes: [{ span: node.span, newText: `[${retyped.newText}]` }], safe: false }];
}

/** Everything that aks-node-controller rejects or silently drops (protojson with DiscardUnknown, AgentBaker 06836ee230). */
export const readingFaults: Rule<NodeConfigInput> = {
  name: 'node-config/reading-faults',
  *check({ reading, text, context, suggestions }) {
    for (const note of reading.notes) if (!namesSchema(note)) yield faultOf(note, text, context.nodeImage, suggestions);
  },
};

/** `$schema` is only meant for editors. */
function namesSchema({ departure, pointer, node }: ReadingNote): boolean {
  return departure === 'unknown-field' && pointer === '/$schema' && node?.kind === 'string';
}

function faultOf(note: ReadingNote, text: string, image: NodeImage | undefined, suggestions: Suggestions): Problem {
  const { pointer, span } = note;
  switch (note.departure) {
    case 'unknown-field':
      return unknownField(note, text, image, suggestions);
    case 'unknown-enum-value':
      return removedEnumValue(note, image) ?? unknownEnumValue(note, suggestions);
    case 'wrong-type':
      return wrongType(note, text);
    case 'number-out-of-range': {
      const range =
        note.field?.type.kind === 'scalar' && note.field.type.scalar === 'double'
          ? 'a double'
          : 'int32 (-2147483648 to 2147483647)';
      return problem(
        'contract/number-out-of-range',
        span,
        `${subjectOf(note)} must be within the range of ${range}, not ${describeNode(note.node, note.field?.secret === true)}.`,
        { pointer },
      );
    }
    case 'null-value':
      return problem(
        'contract/null-value',
        span,
        `${subjectOf(note)} must be ${expected(note)}, not null: remove the entry. The node rejects the config.`,
        { pointer, fixes: removalFix('Remove the entry', text, note.holder, false) },
      );
    case 'duplicate-field':
      return duplicateField(note, text);
    case 'duplicate-map-key':
      return problem(
        'json/duplicate-key',
        span,
        `The key ${quoted(note.member?.key.name ?? '')} is given twice: remove one. The node rejects the config.`,
        { pointer, fixes: duplicateFixes(note, text) },
      );
    case 'too-deep':
      return problem(
        'contract/too-deep',
        span,
        'The value is nested more than 10,000 levels deep; the node rejects the config.',
        { pointer },
      );
  }
}

function unknownField(
  note: ReadingNote,
  text: string,
  image: NodeImage | undefined,
  suggestions: Suggestions,
): Problem {
  const key = note.member?.key;
  const name = key?.name ?? '';
  const removed = note.message.removedByKey(name);
  if (removed !== undefined) {
    return removal(`${name} was removed from ${note.message.name}`, removed, image, note, {
      // Removing it changes nothing on the node, but the value still has to be moved to a successor.
      fixes: removalFix(`Remove ${name}`, text, note.holder, !namesSuccessor(removed) && !isStillKnown(removed, image)),
    });
  }
  const meant = suggestions.nearest(name, note.message.fields);
  const { hint, fixes } = didYouMean(key, meant && nameInStyleOf(name, meant));
  return problem(
    'contract/unknown-field',
    note.span,
    `${note.message.name} has no field ${quoted(name)}; the node drops it silently.${hint}`,
    { pointer: note.pointer, fixes },
  );
}

function removedEnumValue(note: ReadingNote, image: NodeImage | undefined): Problem | undefined {
  const type = note.field?.type;
  const written = note.node?.kind === 'string' ? note.node.value : undefined;
  const removed = type?.kind === 'enum' ? type.of.removed.find(({ name }) => name === written) : undefined;
  return removed && removal(`${removed.name} was removed from ${note.field?.name ?? ''}`, removed, image, note);
}

/** New node images drop fields that were removed from the contract; old images still read them. */
function removal(
  sentence: string,
  removed: RemovedName,
  image: NodeImage | undefined,
  { span, pointer }: ReadingNote,
  extras: ProblemExtras = {},
): Problem {
  const when = removed.removedIn === undefined ? '' : ` with AgentBaker ${removed.removedIn}`;
  const still = isStillKnown(removed, image);
  const what = still
    ? `the node image ${image?.version ?? ''} still reads it, newer ones drop it silently`
    : 'the node drops it silently';
  const found = problem('contract/removed-field', span, `${sentence}${when}; ${what}. ${removed.hint}`, {
    pointer,
    ...extras,
  });
  return still ? { ...found, severity: 'warning' } : found;
}

function isStillKnown({ removedIn }: RemovedName, image: NodeImage | undefined): boolean {
  const release = removedIn === undefined ? undefined : parseRelease(removedIn);
  return image !== undefined && release !== undefined && isOlderThan(image, release);
}

/** Whether a removed field's hint names its replacement, which is in backticks. */
function namesSuccessor({ hint }: RemovedName): boolean {
  return hint.includes('`');
}

function unknownEnumValue(note: ReadingNote, suggestions: Suggestions): Problem {
  const type = note.field?.type;
  const names = type?.kind === 'enum' ? type.of.values.map((known) => known.name) : [];
  const written = note.node?.kind === 'string' ? note.node.value : '';
  const suggestion =
    type?.kind === 'enum'
      ? (nameOfNumber(written, type.of) ??
        suggestions.nearest(written, type.of.values)?.name ??
        names.find((name) => written !== '' && name.endsWith(`_${written.toUpperCase()}`)))
      : undefined;
  const hint = suggestion === undefined ? ` Known values: ${names.join(', ')}.` : ` Did you mean ${suggestion}?`;
  return problem(
    'contract/unknown-enum-value',
    note.span,
    `${type?.kind === 'enum' ? type.of.name : 'The enum'} has no value ${quoted(written)}; the node drops it silently.${hint}`,
    {
      pointer: note.pointer,
      fixes:
        suggestion === undefined ? [] : [{ ...replaceFix(note.span, suggestion), title: `Change to ${suggestion}` }],
    },
  );
}

/** The value whose number is quoted, which the node reads as an unknown name. */
function nameOfNumber(written: string, { values }: EnumType): string | undefined {
  return values.find(({ number }) => String(number) === written)?.name;
}

function wrongType(note: ReadingNote, text: string): Problem {
  const { field, node, pointer, span } = note;
  if (field === undefined)
    return problem(
      'contract/not-an-object',
      span,
      `A node config must be one JSON object, not ${describeNode(node, false)}.`,
      { pointer },
    );
  const secret = field.secret === true;
  const fixes = retypingFixes(note, text);
  const written = fixes[0]?.changes[0]?.newText;
  const isShown = written !== undefined && written.length <= limits.quotedValue && !secret;
  const advice = isShown ? `: write ${written}, not` : ', not';
  const message = `${subjectOf(note)} must be ${expected(note)}${advice} ${describeNode(node, secret)}. The node logs an error and continues with part of the config.`;
  return problem('contract/wrong-type', span, message, { pointer, fixes });
}

function duplicateField(note: ReadingNote, text: string): Problem {
  const { field, span, pointer } = note;
  const name = note.member?.key.name ?? '';
  // The proto name and the JSON name are the same field.
  const spelling = name === field?.name ? field.jsonName : (field?.name ?? name);
  return problem(
    'contract/duplicate-field',
    span,
    `${name} is given twice${spelling === name ? '' : ` (${spelling} is the same field)`}: remove one. The node rejects the config.`,
    { pointer, fixes: duplicateFixes(note, text) },
  );
}

/** The fix is safe if both have the same value. */
function duplicateFixes(note: ReadingNote, text: string): Fix[] {
  return removalFix('Remove this one', text, note.holder, sameValue(note.earlier?.value, note.node));
}

function expected(note: ReadingNote): string {
  return note.field === undefined ? 'an object' : describeExpected(note.field, note.element);
}
