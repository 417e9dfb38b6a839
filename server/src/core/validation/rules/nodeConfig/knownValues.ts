import { append } from '../../../append.js';
import { enumerated, quoted } from '../../../contract/explain.js';
import { type KnownName, knownName, knownNames, knownNamesIn, type VocabularyName } from '../../../knowledge/index.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { Suggestions } from '../../suggestions.js';
import type { NodeConfigInput } from './input.js';
import { GivenText, replaceFix, visitTexts } from './texts.js';

/**
 * How far off a name may be that counts as a slip. A list without a number is complete, so that everything
 * else is refused on the node; lists that are not here say nothing about names that they lack.
 */
const slips: Partial<Record<VocabularyName, number | 'complete'>> = { location: 2, 'tls-cipher-suite': 'complete' };

/** Texts that stand for one of a few values, and are none of them. */
export const knownValues: Rule<NodeConfigInput> = {
  name: 'node-config/known-values',
  check({ fields, suggestions }): Problem[] {
    const problems: Problem[] = [];
    for (const given of fields) {
      const { oneOf, known, knownKeys } = given.field;
      // The version has a rule of its own.
      if (given.path === 'version' || (oneOf === undefined && known === undefined && knownKeys === undefined)) continue;
      const knownKey = knownKeys && knownNamesIn(knownKeys);
      visitTexts(given, (node, step) => {
        const text = node.value;
        const keyed = typeof step === 'string' ? knownKey?.(step) : undefined;
        const choices = keyed?.oneOf ?? oneOf;
        const isChoice = choices === undefined || choices.includes(text) || isGoBoolean(keyed, text);
        const isKnown = known === undefined || slips[known] === undefined || knownName(known, text) !== undefined;
        if (isChoice && isKnown) return;
        const value = new GivenText(node, text, given, step);
        if (value.isUnfinished) return;
        if (!isChoice) problems.push(noSuchChoice(value, choices, suggestions));
        if (!isKnown) append(problems, noSuchName(value, known, suggestions));
      });
    }
    return problems;
  },
};

/** Flags of kubelet take booleans in every spelling of Go's `strconv.ParseBool`. */
function isGoBoolean(known: KnownName | undefined, text: string): boolean {
  return known?.detail === 'bool' && /^(?:1|0|t|f|true|false|True|False|TRUE|FALSE|T|F)$/.test(text);
}

function noSuchChoice(value: GivenText, choices: readonly string[], suggestions: Suggestions): Problem {
  const suggestion =
    choices.find((choice) => choice.toLowerCase() === value.text.toLowerCase()) ??
    suggestions.nearest(value.text, choices);
  const hint = suggestion === undefined ? '' : ` Did you mean ${quoted(suggestion)}?`;
  return problem(
    'contract/unknown-value',
    value.node.span,
    `${value.subject} takes ${enumerated(choices.map(quoted), 'or')}, not ${quoted(value.text)}.${hint}`,
    { pointer: value.pointer, fixes: suggestion === undefined ? [] : [replaceFix(value.node.span, suggestion)] },
  );
}

function* noSuchName(value: GivenText, vocabulary: VocabularyName, suggestions: Suggestions): Generator<Problem> {
  const slip = slips[vocabulary];
  const most = slip === 'complete' ? Infinity : slip;
  const suggestion = suggestions.nearest(value.text, knownNames(vocabulary), most)?.name;
  if (slip !== 'complete' && suggestion === undefined) return;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  yield problem(
    'contract/unknown-value',
    value.node.span,
    `${value.subject}: ${quoted(value.text)} is not known.${hint}`,
    { pointer: value.pointer, fixes: suggestion === undefined ? [] : [replaceFix(value.node.span, suggestion)] },
  );
}
