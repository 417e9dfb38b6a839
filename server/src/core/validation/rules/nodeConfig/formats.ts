import { knownName } from '../../../knowledge/index.js';
import type { Problem } from '../../../problems/problem.js';
import { checkFormat } from '../../../values/check.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { formatProblem, keysOf, strippedText, textsOf } from './texts.js';

/**
 * Texts that do not have the form which their reader on the node wants. The forms of fields are part of the
 * contract's description; the form of a value under a known key, such as a kubelet flag, is the key's.
 */
export const formats: Rule<NodeConfigInput> = {
  name: 'node-config/formats',
  *check({ fields, text: source }): Generator<Problem> {
    for (const given of fields) {
      const { format, keyFormat, knownKeys } = given.field;
      if (keyFormat !== undefined) {
        for (const key of keysOf(given)) {
          const fault = key.text === '' ? { reason: 'is empty' } : checkFormat(keyFormat, key.text);
          if (fault !== undefined) yield formatProblem(source, key, keyFormat, fault);
        }
      }
      // Certificates have a rule of their own, which reads them only once.
      if ((format === undefined && knownKeys === undefined) || format === 'base64-certificates') continue;
      for (const value of textsOf(given)) {
        const keyed = knownKeys === undefined || value.key === undefined ? undefined : knownName(knownKeys, value.key);
        const wanted = keyed?.format ?? format;
        const text = strippedText(value);
        const fault = wanted === undefined || text === '' ? undefined : checkFormat(wanted, text);
        if (wanted !== undefined && fault !== undefined) yield formatProblem(source, value, wanted, fault);
      }
    }
  },
};
