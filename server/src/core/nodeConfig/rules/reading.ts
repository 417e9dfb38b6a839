import { sameValue } from '../../formats/tree/expand.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { type Fix, problem, type Problem, type ProblemExtras } from '../../problems/problem.js';
import type { ProblemCode } from '../../problems/codes.js';
import type { Rule } from '../../problems/rules.js';
import { didYouMean, removalFix, replaceFix } from '../../record/fixes.js';
import type { Field, RemovedName, ScalarType, ValueType } from '../../record/model.js';
import { nameInStyleOf } from '../navigate.js';
import { describeExpected, describeNode } from '../../record/explain.js';
import { limits } from '../../limits.js';
import { entryName } from '../../record/given.js';
import { quoted } from '../../text/strings.js';
import { Controller, parseRelease } from '../../values/known/releases.js';
import type { Reading, ReadingError, ReadingPosition } from '../read.js';
import { int32OfNumber, numberText, strictNumber, takes } from '../scalars.js';
import { dropsUnknown, unknownConsequence } from '../contract/controller.js';
import { imagesWhere, type NodeConfigInput, type TargetImage } from './input.js';

/** A value's name in a sentence: `cse_timeout`, `custom_ca_certs[0]`, `kubelet_flags["--max-pods"]`. */
export function subjectOf({ field, message, member, element, holder }: ReadingPosition): string {
  if (field === undefined) return message.name;
  if (!element) return member?.key.name ?? field.name;
  const step = field.label === 'map' ? member?.key.name : holder?.index;
  return step === undefined ? field.name : entryName(field.name, step);
}

/** A problem about a value that was read. */
export function problemAt(
  { span, pointer }: ReadingPosition,
  code: ProblemCode,
  message: string,
  extras?: ProblemExtras,
): Problem {
  return problem(code, span, message, { pointer, ...extras });
}

/** Changes the value to the field's type, if only one such value is plausible. */
function retypingFixes({ node, field, element }: ReadingPosition, text: string): Fix[] {
  if (node === undefined || field === undefined) return [];
  if (!element && field.label === 'map') return [];
  if (!element && field.label === 'list') return wrappingFixes(node, field, text);
  const retyped = retypedValue(node, field.type, text);
  if (retyped === undefined) return [];
  const { title, newText, safe = true } = retyped;
  return [{ title, changes: [{ span: node.span, newText }], safe }];
}

interface Retyped {
  readonly title: string;
  readonly newText: string;
  /** False if the intended value isn't certain. */
  readonly safe?: false;
}

function retypedValue(node: SyntaxNode, type: ValueType, text: string): Retyped | undefined {
  if (type.kind !== 'scalar') return undefined;
  switch (type.scalar) {
    case 'string':
      if (node.kind !== 'number' && node.kind !== 'boolean') return undefined;
      return inQuotes(node, text.slice(node.span.start, node.span.end));
    case 'bool':
      return asBoolean(node);
    default:
      return node.kind === 'string' ? asNumber(node.value, type.scalar) : undefined;
  }
}

function inQuotes(node: SyntaxNode, raw: string): Retyped {
  // What reads the string may take 110 but not 110.0.
  const isUnsure = node.kind === 'number' && Number.isInteger(node.value) && !/^-?\d+$/.test(raw);
  return { title: 'Put the value in quotes', newText: JSON.stringify(raw), ...(isUnsure ? { safe: false } : {}) };
}

function asBoolean(node: SyntaxNode): Retyped | undefined {
  if (node.kind === 'string' && /^\s*(?:true|false)\s*$/i.test(node.value))
    return { title: 'Remove the quotes', newText: node.value.trim().toLowerCase() };
  if (node.kind !== 'number' || (node.value !== 0 && node.value !== 1)) return undefined;
  const newText = String(node.value === 1);
  return { title: `Change to ${newText}`, newText, safe: false };
}

/** The node rejects a quoted number only because of spaces around it. */
function asNumber(value: string, scalar: ScalarType): Retyped | undefined {
  const raw = value.trim();
  const number = scalar === 'int32' ? int32OfNumber(raw) : Number(raw);
  if (!strictNumber.test(raw) || number === undefined || !Number.isFinite(number)) return undefined;
  return { title: 'Remove the quotes', newText: numberText(number) };
}

/** A single value becomes a list with one entry. */
function wrappingFixes(node: SyntaxNode, field: Field, text: string): Fix[] {
  const item = takes(node, field.type)
    ? text.slice(node.span.start, node.span.end)
    : retypedValue(node, field.type, text)?.newText;
  if (item === undefined) return [];
  const changes = [{ span: node.span, newText: `[${item}]` }];
  return [{ title: 'Put the value in a list', changes, safe: false }];
}

/** Everything that aks-node-controller rejects or silently drops (protojson with DiscardUnknown, AgentBaker 06836ee230). */
export const readingFaults: Rule<NodeConfigInput> = {
  name: 'node-config/reading-faults',
  *check(input) {
    const { reading, image, imageReading } = input;
    // A field that only the image reads, or reads with another type, may be wrong for one of the two.
    const isSame = image === undefined || imageReading === undefined;
    const refused = isSame ? noPlaces : placesOfRejected(imageReading);
    for (const found of reading.notes) {
      if (namesSchema(found)) continue;
      const fault = faultOf(found, input);
      if (isSame || !found.rejected || refused.has(found.pointer)) yield fault;
      else yield { ...fault, severity: 'warning', message: `Only ${image.title} reads this. ${fault.message}` };
    }
    if (isSame) return;
    const known = placesOfRejected(reading);
    for (const found of imageReading.notes)
      if (found.rejected && !isUnknownName(found) && !known.has(found.pointer)) yield faultOf(found, input);
  },
};

const noPlaces: ReadonlySet<string> = new Set();

/** The pointers of what a controller rejects, besides names that it doesn't know. */
function placesOfRejected({ notes }: Reading): ReadonlySet<string> {
  return new Set(notes.flatMap((one) => (one.rejected && !isUnknownName(one) ? [one.pointer] : [])));
}

function isUnknownName({ error }: ReadingError): boolean {
  return error === 'unknown-field' || error === 'unknown-enum-value';
}

/** `$schema` is only meant for editors. */
function namesSchema({ error, pointer, node }: ReadingError): boolean {
  return error === 'unknown-field' && pointer === '/$schema' && node?.kind === 'string';
}

function faultOf(found: ReadingError, input: NodeConfigInput): Problem {
  const { text } = input;
  const { field, node, member, holder } = found;
  const isSecret = field?.secret === true;
  // The fix is safe if both have the same value.
  const duplicateFixes = (): Fix[] =>
    removalFix('Remove this one', text, holder, sameValue(found.earlier?.value, node));
  switch (found.error) {
    case 'unknown-field':
      return unknownField(found, input);
    case 'unknown-enum-value':
      return unknownEnumValue(found, input);
    case 'wrong-type':
      return wrongType(found, text);
    case 'number-out-of-range': {
      const scalar = field?.type.kind === 'scalar' ? field.type.scalar : 'int32';
      const range = scalar === 'int32' ? 'int32 (-2147483648 to 2147483647)' : `a ${scalar}`;
      const message = `${subjectOf(found)} must be within the range of ${range}, not ${describeNode(node, isSecret)}.`;
      return problemAt(found, 'contract/number-out-of-range', message);
    }
    case 'null-value':
      return problemAt(
        found,
        'contract/null-value',
        `${subjectOf(found)} must be ${expected(found)}, not null: remove the entry. The node rejects the config.`,
        { fixes: removalFix('Remove the entry', text, holder, false) },
      );
    case 'duplicate-field': {
      const name = member?.key.name ?? '';
      // The proto name and the JSON name are the same field.
      const spelling = name === field?.name ? field.jsonName : (field?.name ?? name);
      const same = spelling === name ? '' : ` (${spelling} is the same field)`;
      const message = `${name} is given twice${same}: remove one. The node rejects the config.`;
      return problemAt(found, 'contract/duplicate-field', message, { fixes: duplicateFixes() });
    }
    case 'duplicate-map-key': {
      const message = `The key ${quoted(member?.key.name ?? '')} is given twice: remove one. The node rejects the config.`;
      return problemAt(found, 'json/duplicate-key', message, { fixes: duplicateFixes() });
    }
    case 'too-deep': {
      const message = 'The value is nested more than 10,000 levels deep; the node rejects the config.';
      return problemAt(found, 'contract/too-deep', message);
    }
  }
}

function unknownField(found: ReadingError, { text, image, suggestions, keys }: NodeConfigInput): Problem {
  const { message: type, member, holder } = found;
  const key = member?.key;
  const name = key?.name ?? '';
  const removed = type.removedByKey(name);
  if (removed !== undefined) {
    // Removing it changes nothing on the node, but the value still has to be moved to a successor.
    const isSafe =
      removed.undeclared !== true && !namesSuccessor(removed) && stillKnownBy(removed, image) === undefined;
    const fixes = removalFix(`Remove ${name}`, text, holder, isSafe);
    return removal(`${name} was removed from ${type.name}`, removed, image, found, { fixes });
  }
  const meant = suggestions.nearestField(name, type.fields);
  const { hint, fixes } = didYouMean(keys, holder?.node, key, meant && nameInStyleOf(name, meant), type);
  const message = `${type.name} has no field ${quoted(name)}; ${consequenceFor(image)}.${hint}`;
  const remove = removalFix(`Remove ${name}`, text, holder, false);
  return problemAt(found, 'contract/unknown-field', message, { fixes: [...fixes, ...remove] });
}

/**
 * New node images drop fields that were removed from the contract; old images still read them. What a checkout doesn't
 * declare is dropped by the images that are made from it.
 */
function removal(
  sentence: string,
  removed: RemovedName,
  image: TargetImage | undefined,
  position: ReadingPosition,
  extras?: ProblemExtras,
): Problem {
  const when = removed.removedIn === undefined ? '' : ` with AgentBaker ${removed.removedIn}`;
  if (removed.undeclared === true) return problemAt(position, 'contract/undeclared-field', removed.hint, extras);
  const readers = stillKnownBy(removed, image);
  const drops =
    image === undefined ? 'the node drops it silently' : `${image.title} ${unknownConsequence(image.controller)}`;
  const what =
    readers === undefined
      ? drops
      : `${readers.subject} still read${readers.several ? '' : 's'} it${readers.which}; newer ones drop it silently`;
  const message = `${sentence}${when}; ${what}. ${removed.hint}`;
  const found = problemAt(position, 'contract/removed-field', message, extras);
  if (image === undefined || readers === undefined) return found;
  const { related } = image;
  return { ...found, severity: 'warning', ...(related.length > 0 && { related }) };
}

/** What the node does with a name that no release knows, as a clause; early releases didn't drop it. */
function consequenceFor(image: TargetImage | undefined): string {
  const oldest = image?.images[0];
  if (oldest === undefined) return 'the node drops it silently';
  const controller = new Controller(oldest);
  if (controller.has(dropsUnknown)) return 'the node drops it silently';
  return `the node image ${oldest.version} ${unknownConsequence(controller)}`;
}

/** The images of a config that still read what later releases removed. */
function stillKnownBy({ removedIn, field }: RemovedName, image: TargetImage | undefined) {
  const release = removedIn === undefined ? undefined : parseRelease(removedIn);
  if (image === undefined || release === undefined) return undefined;
  const lifetime = { ...field?.lifetime, until: release };
  return imagesWhere(image, (one) => new Controller(one).knows(lifetime));
}

/** Whether a removed field's hint names its replacement, which is in backticks. */
function namesSuccessor({ hint }: RemovedName): boolean {
  return hint.includes('`');
}

function unknownEnumValue(found: ReadingError, { image, suggestions }: NodeConfigInput): Problem {
  const { field, node, span } = found;
  const type = field?.type.kind === 'enum' ? field.type.of : undefined;
  const values = type?.values ?? [];
  const written = node?.kind === 'string' ? node.value : '';
  const removed = type?.removed.find(({ name }) => name === written);
  if (removed !== undefined) return removal(`${written} was removed from ${field?.name ?? ''}`, removed, image, found);
  const meant =
    // The node reads a quoted number as an unknown name.
    values.find(({ number }) => String(number) === written) ??
    suggestions.nearest(written, values) ??
    values.find(({ name }) => written !== '' && name.endsWith(`_${written.toUpperCase()}`));
  const known = values.map(({ name }) => name).join(', ');
  const hint = meant === undefined ? `Known values: ${known}.` : `Did you mean ${meant.name}?`;
  return problemAt(
    found,
    'contract/unknown-enum-value',
    `${type?.name ?? 'The enum'} has no value ${quoted(written)}; ${consequenceFor(image)}. ${hint}`,
    { fixes: meant === undefined ? [] : [{ ...replaceFix(span, meant.name), title: `Change to ${meant.name}` }] },
  );
}

function wrongType(found: ReadingError, text: string): Problem {
  const { field, node } = found;
  if (field === undefined) {
    const message = `A node config must be one JSON object, not ${describeNode(node, false)}.`;
    return problemAt(found, 'contract/not-an-object', message);
  }
  const secret = field.secret === true;
  const fixes = retypingFixes(found, text);
  const written = fixes[0]?.changes[0]?.newText;
  const isShown = written !== undefined && written.length <= limits.quotedValue && !secret;
  const advice = isShown ? `: write ${written}, not` : ', not';
  const message = `${subjectOf(found)} must be ${expected(found)}${advice} ${describeNode(node, secret)}. The node logs an error and continues with part of the config.`;
  return problemAt(found, 'contract/wrong-type', message, { fixes });
}

function expected({ field, element }: ReadingError): string {
  return field === undefined ? 'an object' : describeExpected(field, element);
}
