import { quoted } from '../../../contract/explain.js';
import { parseVersion } from '../../../karpenter/go/semver.js';
import type { GivenOption } from '../../../karpenter/read.js';
import { scriptVariablesFedBy } from '../../../karpenter/script/table.js';
import type { OptionPlace, Quoting } from '../../../karpenter/script/variable.js';
import { subnetParts } from '../../../karpenter/subnetId.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';
import { keysOf, type OptionText, placeOf, textsOf } from './texts.js';

/**
 * What a shell reads otherwise than as itself: in an assignment without quotes, and between double quotes. A backslash
 * between double quotes counts only in front of some characters, but seldom is one meant there.
 */
const special: Readonly<Record<Quoting, RegExp>> = {
  // A tilde stands for a home directory where an assigned value, or a part of it behind a colon, begins.
  bare: /[ \t\n"'`$\\;&|<>()]|^~|:~/,
  quoted: /["`$\\]/,
};

/** Texts of which Karpenter's script makes something else: it puts values into shell assignments as they are. */
export const unsafe: Rule<KarpenterInput> = {
  name: 'karpenter/unsafe-in-script',
  *check({ text: source, reading }): Generator<Problem> {
    for (const given of reading.given) {
      const variables = scriptVariablesFedBy(given.place[0] as OptionPlace);
      const bare = variables.find(({ quoting }) => quoting === 'bare');
      const variable = bare ?? variables[0];
      if (variable === undefined) continue;
      for (const about of [...textsOf(given), ...keysOf(given)]) {
        const match = special[variable.quoting].exec(about.text);
        if (match !== null && isWritten(given, about))
          yield broken(source, about, match, variable.name, variable.quoting);
      }
    }
  },
};

/** Whether the text gets into the script: what Karpenter panics on or ignores has problems of its own. */
function isWritten({ option }: GivenOption, { text }: OptionText): boolean {
  if (option.name === 'kubernetesVersion') return parseVersion(text).ok;
  if (option.name === 'subnetID') return subnetParts(text) !== undefined;
  return option.name !== 'timeAdded' && option.name !== 'cpuCFSQuotaPeriod';
}

function broken(
  source: string,
  about: OptionText,
  match: RegExpExecArray,
  variable: string,
  quoting: Quoting,
): Problem {
  const character = match[0];
  const named = /[ \t\n]/.test(character) ? 'a blank or line break' : quoted(character);
  const where = quoting === 'bare' ? 'without quotes' : 'between double quotes';
  const what = about.given.option.secret === true ? 'a character that the shell does not take as it is' : named;
  const part = { start: match.index, end: match.index + character.length };
  return problem(
    'karpenter/unsafe-in-script',
    about.given.option.secret === true ? about.node.span : placeOf(source, about, part),
    `${about.subject} holds ${what}, which breaks the script: it stands in ${variable} ${where} and is not escaped.`,
    { pointer: pointerOf(about.path) },
  );
}
