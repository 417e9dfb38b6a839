import { validate } from '../../../server/src/core/validate.js';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import { limits } from '../../../server/src/core/limits.js';
import { problem, type Problem } from '../../../server/src/core/problems/problem.js';
import { runRules } from '../../../server/src/core/problems/rules.js';
import { Budget } from '../../../server/src/core/text/budget.js';
import { finished } from '../../../server/src/core/text/steps.js';
import { Suggestions } from '../../../server/src/core/text/suggest.js';
import { analyse } from '../../support/analyse.js';

const unlimited = new Budget(() => 0, 0);

const found = problem('json/empty', { start: 0, end: 0 }, 'x');

describe('running rules', () => {
  it('drops what a rule found before it failed', () => {
    function* broken(): Generator<Problem> {
      yield found;
      throw new Error('a bug');
    }
    const run = runRules(
      [
        { name: 'sound', check: () => [found] },
        { name: 'broken', check: broken },
      ],
      '',
      unlimited,
    );
    const outcome = finished(run);
    expect(outcome.problems).toEqual([found]);
    expect(outcome.failures.map(({ rule }) => rule)).toEqual(['broken']);
  });

  it('accepts more problems than a call accepts arguments', () => {
    const many = Array.from({ length: 300_000 }, () => found);
    const outcome = finished(runRules([{ name: 'many', check: () => many }], '', unlimited));
    expect(outcome.failures).toEqual([]);
    expect(outcome.problems).toHaveLength(many.length);
  });
});

describe('suggestions', () => {
  it('name the nearest of strings and of named objects', () => {
    const suggestions = new Suggestions();
    expect(suggestions.nearest('vmsize', contract.root.fields)?.name).toBe('vm_size');
    expect(suggestions.nearest('kublet_confg', contract.root.fields)?.name).toBe('kubelet_config');
    expect(suggestions.nearest('Imediate', ['Verify', 'Immediate'])).toBe('Immediate');
    expect(suggestions.nearest('Imediate', ['Verify', 'Immediate'], 0)).toBeUndefined();
  });

  it('stop at the limit, and problems are still reported', () => {
    const wrong = Array.from({ length: limits.suggestions + 5 }, (_, i) => `"vm_siez":${i}`);
    const { problems } = validate(analyse('x.node-config.json', `{${wrong.join(',')}}`));
    const unknown = problems.filter(({ code }) => code === 'contract/unknown-field');
    expect(unknown).toHaveLength(wrong.length);
    expect(unknown.filter(({ message }) => message.includes('Did you mean vm_size?'))).toHaveLength(limits.suggestions);
  });
});
