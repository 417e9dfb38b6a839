import { enumerated, quoted } from '../../../contract/explain.js';
import { type KnownName, knownName, knownNames, type VocabularyName } from '../../../knowledge/index.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { nearestName } from '../../../text/suggest.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { type GivenText, replaceFix, textsOf } from './texts.js';

/**
 * How far off a name may be that counts as a slip. A list without a number is complete, so that everything
 * else is refused on the node; lists that are not here say nothing about names that they lack.
 */
const slips: Partial<Record<VocabularyName, number | 'complete'>> = { location: 2, 'tls-cipher-suite': 'complete' };

/** Texts that stand for one of a few values, and are none of them. */
export const knownValues: Rule<NodeConfigInput> = {
  name: 'node-config/known-values',
  *check({ fields }): Generator<Problem> {
    for (const given of fields) {
      const { oneOf, known, knownKeys } = given.field;
      // The version has a rule of its own.
      if (given.path === 'version' || (oneOf === undefined && known === undefined && knownKeys === undefined)) continue;
      for (const value of textsOf(given)) {
        const keyed = knownKeys === undefined || value.key === undefined ? undefined : knownName(knownKeys, value.key);
        const choices = keyed?.oneOf ?? oneOf;
        if (choices !== undefined && !choices.includes(value.text) && !isGoBoolean(keyed, value.text))
          yield noSuchChoice(value, choices);
        if (known !== undefined) yield* noSuchName(value, known);
      }
    }
  },
};

/** Flags of kubelet take booleans in every spelling of Go's `strconv.ParseBool`. */
function isGoBoolean(known: KnownName | undefined, text: string): boolean {
  return known?.detail === 'bool' && /^(?:1|0|t|f|true|false|True|False|TRUE|FALSE|T|F)$/.test(text);
}

function noSuchChoice(value: GivenText, choices: readonly string[]): Problem {
  const suggestion = nearest(value.text, choices);
  const hint = suggestion === undefined ? '' : ` Did you mean ${quoted(suggestion)}?`;
  return problem(
    'contract/unknown-value',
    value.node.span,
    `${value.subject} takes ${enumerated(choices.map(quoted), 'or')}, not ${quoted(value.text)}.${hint}`,
    { pointer: value.pointer, fixes: suggestion === undefined ? [] : [replaceFix(value.node.span, suggestion)] },
  );
}

function* noSuchName(value: GivenText, vocabulary: VocabularyName): Generator<Problem> {
  const slip = slips[vocabulary];
  if (slip === undefined || knownName(vocabulary, value.text) !== undefined) return;
  const names = knownNames(vocabulary).map(({ name }) => name);
  const suggestion = slip === 'complete' ? nearest(value.text, names) : nearestName(value.text, names, slip);
  if (slip !== 'complete' && suggestion === undefined) return;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  yield problem(
    'contract/unknown-value',
    value.node.span,
    `${value.subject}: ${quoted(value.text)} is not known.${hint}`,
    { pointer: value.pointer, fixes: suggestion === undefined ? [] : [replaceFix(value.node.span, suggestion)] },
  );
}

function nearest(text: string, choices: readonly string[]): string | undefined {
  return choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? nearestName(text, choices);
}
