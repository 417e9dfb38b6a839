import type { KeyNames } from '../formats/tree/edits.js';
import { pointerOf } from '../formats/tree/paths.js';
import type { ProblemCode } from '../problems/codes.js';
import { problem, type Problem } from '../problems/problem.js';
import type { Suggestions } from '../text/suggest.js';
import type { Span } from '../text/span.js';
import { enumerated, quoted } from '../text/strings.js';
import { checkFormat, type FormatName, formatNoun } from '../values/check.js';
import type { FormatFault } from '../values/format.js';
import { knownName } from '../values/known/index.js';
import type { KnownName } from '../values/known/vocabulary.js';
import { rangeText } from './explain.js';
import { base64EncodeFix, replaceFix } from './fixes.js';
import { type GivenField, givenKey, GivenString, keyNodesOf, stripped, visitStrings } from './given.js';

/** What a kind of document says about values that its description doesn't allow. */
export interface ValueRules {
  readonly formatCode: (format: FormatName, given: GivenField) => ProblemCode;
  readonly choiceCode: (given: GivenField) => ProblemCode;
  readonly rangeCode: ProblemCode;
  /** Formats that other rules check. */
  readonly otherFormats: ReadonlySet<FormatName>;
  /** Whether the known key of a map also determines what its value must be. */
  readonly checksByKey: boolean;
}

/** A document whose values are checked. */
interface CheckedDocument {
  readonly text: string;
  readonly keys: KeyNames;
}

const none: readonly never[] = [];

/** Strings and keys that don't have the format that their description requires. */
export function formatProblems(given: GivenField, document: CheckedDocument, rules: ValueRules): readonly Problem[] {
  const { field } = given;
  const { keyFormat } = field;
  // Most fields have none, and a large document has thousands.
  if (keyFormat === undefined && field.format === undefined && field.knownKeys === undefined) return none;
  const problems: Problem[] = [];
  if (keyFormat !== undefined) {
    for (const key of keyNodesOf(given)) {
      const fault = key.name === '' ? { reason: 'is empty' } : checkFormat(keyFormat, key.name);
      if (fault !== undefined) problems.push(formatProblem(document, givenKey(key, given), keyFormat, fault, rules));
    }
  }
  const format = field.format !== undefined && rules.otherFormats.has(field.format) ? undefined : field.format;
  const knownKey = knownKeyOf(given, rules);
  if (format === undefined && knownKey === undefined) return problems;
  visitStrings(given, (node, step) => {
    const wanted = (typeof step === 'string' ? knownKey?.(step)?.format : undefined) ?? format;
    const text = stripped(node.value, field);
    const fault = wanted === undefined || text === '' ? undefined : checkFormat(wanted, text);
    if (wanted === undefined || fault === undefined) return;
    const value = new GivenString(node, node.value, given, step);
    if (!value.isUnfinished) problems.push(formatProblem(document, value, wanted, fault, rules));
  });
  return problems;
}

function knownKeyOf({ field }: GivenField, rules: ValueRules): ((key: string) => KnownName | undefined) | undefined {
  const { knownKeys } = field;
  return rules.checksByKey && knownKeys !== undefined ? (key) => knownName(knownKeys, key) : undefined;
}

/** A problem about a string that doesn't have the required format. */
export function formatProblem(
  { text, keys }: CheckedDocument,
  given: GivenString,
  format: FormatName,
  fault: FormatFault,
  { formatCode }: Pick<ValueRules, 'formatCode'>,
): Problem {
  const { node, pointer, subject, secret } = given;
  const code = formatCode(format, given.given);
  const encode = 'kind' in node && isDecoded(format, given.text) ? [base64EncodeFix(node)] : [];
  // A reason may quote what is wrong, and a suggestion repeat it, which must not happen to a secret.
  if (secret)
    return problem(code, node.span, `${subject} does not look like ${formatNoun(format)}.`, {
      pointer,
      fixes: encode,
    });
  const { suggestion } = fault;
  const object = given.given.member.value;
  // A key can't become a second one of the same name.
  const isTaken =
    suggestion !== undefined &&
    !('kind' in node) &&
    (object?.kind !== 'object' || !keys.isRenamable(object, node, suggestion));
  return problem(code, given.spanOf(text, fault.part), `${subject} ${fault.reason}.`, {
    pointer,
    fixes: suggestion === undefined || isTaken ? encode : [replaceFix(node.span, suggestion)],
  });
}

/** Whether a string is what was to be encoded as base64, rather than damaged base64. */
function isDecoded(format: FormatName, text: string): boolean {
  if (format === 'base64-private-key') return text.includes('-----BEGIN ');
  return format === 'base64' && /[^A-Za-z0-9+/=_-]/.test(text);
}

/** Strings that must be one of a few values and aren't. */
export function choiceProblems(given: GivenField, suggestions: Suggestions, rules: ValueRules): readonly Problem[] {
  const { oneOf } = given.field;
  const knownKey = knownKeyOf(given, rules);
  if (oneOf === undefined && knownKey === undefined) return none;
  const problems: Problem[] = [];
  visitStrings(given, (node, step) => {
    const text = node.value;
    const keyed = typeof step === 'string' ? knownKey?.(step) : undefined;
    const choices = keyed?.oneOf ?? oneOf;
    if (choices === undefined || choices.includes(text) || isGoBoolean(keyed, text)) return;
    const value = new GivenString(node, text, given, step);
    if (!value.isUnfinished) problems.push(choiceProblem(value, choices, suggestions, rules));
  });
  return problems;
}

/** Boolean flags accept every spelling of Go's `strconv.ParseBool`. */
function isGoBoolean(known: KnownName | undefined, text: string): boolean {
  return known?.detail === 'bool' && /^(?:1|0|t|f|true|false|True|False|TRUE|FALSE|T|F)$/.test(text);
}

function choiceProblem(
  { given, node, pointer, subject, text }: GivenString,
  choices: readonly string[],
  suggestions: Suggestions,
  { choiceCode }: ValueRules,
): Problem {
  const named = choices.includes('') ? choices.filter((choice) => choice !== '') : choices;
  const meant = named.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? suggestions.nearest(text, named);
  const hint = meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`;
  return problem(
    choiceCode(given),
    node.span,
    `${subject} must be ${enumerated(named.map(quoted), 'or')}, not ${quoted(text)}.${hint}`,
    { pointer, fixes: meant === undefined ? [] : [replaceFix(node.span, meant)] },
  );
}

/** A number outside of the field's range; `written` is how the text has it. */
export function* rangeProblems(
  { field, steps }: GivenField,
  { value, written, span }: { readonly value: number; readonly written: string; readonly span: Span },
  { rangeCode }: ValueRules,
): Generator<Problem> {
  const { range, unit } = field;
  if (range === undefined || (value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity))) return;
  const wanted = `${rangeText(range)}${unit === undefined ? '' : ` ${unit}`}`;
  yield problem(rangeCode, span, `${field.name} must be ${wanted}, not ${written}.`, { pointer: pointerOf(steps) });
}
