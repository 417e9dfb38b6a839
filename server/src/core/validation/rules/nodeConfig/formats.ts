import { knownNamesIn } from '../../../knowledge/index.js';
import type { Problem } from '../../../problems/problem.js';
import { formatCheck } from '../../../values/check.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { formatProblem, givenKey, GivenText, keysOf, stripped, visitTexts } from './texts.js';

/**
 * Texts that do not have the form which their reader on the node wants. The forms of fields are part of the
 * contract's description; the form of a value under a known key, such as a kubelet flag, is the key's.
 */
export const formats: Rule<NodeConfigInput> = {
  name: 'node-config/formats',
  check({ fields, text: source }): Problem[] {
    const problems: Problem[] = [];
    for (const given of fields) {
      const { field } = given;
      const { keyFormat, knownKeys } = field;
      if (keyFormat !== undefined) {
        const check = formatCheck(keyFormat);
        for (const key of keysOf(given)) {
          const fault = key.name === '' ? { reason: 'is empty' } : check(key.name);
          if (fault !== undefined) problems.push(formatProblem(source, givenKey(key, given), keyFormat, fault));
        }
      }
      // Certificates have a rule of their own, which reads them only once.
      const format = field.format === 'base64-certificates' ? undefined : field.format;
      if (format === undefined && knownKeys === undefined) continue;
      const checkOfField = format && formatCheck(format);
      const knownKey = knownKeys && knownNamesIn(knownKeys);
      visitTexts(given, (node, step) => {
        const wanted = (typeof step === 'string' ? knownKey?.(step)?.format : undefined) ?? format;
        const check = wanted === format ? checkOfField : wanted && formatCheck(wanted);
        const text = stripped(node.value, field);
        const fault = text === '' ? undefined : check?.(text);
        if (wanted === undefined || fault === undefined) return;
        const value = new GivenText(node, node.value, given, step);
        if (!value.isUnfinished) problems.push(formatProblem(source, value, wanted, fault));
      });
    }
    return problems;
  },
};
