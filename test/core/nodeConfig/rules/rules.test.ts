import { Budget } from '../../../../server/src/core/text/budget.js';
import { finished } from '../../../../server/src/core/text/steps.js';
import { describe, it, expect } from 'vitest';
import { safeFixes, validate } from '../../../../server/src/core/index.js';
import { runRules } from '../../../../server/src/core/problems/rules.js';
import { analyse, checkProblems, config, requiredFields } from '../../../support/analyse.js';

const name = 'a.node-config.json';

describe('a node config', () => {
  it('without mistakes has no problems', () => {
    checkProblems(name, config(''));
    checkProblems(name, config('"vm_size":"Standard_D4s_v5"'));
    // Editors are told of the schema there; the node drops it, as everybody expects.
    checkProblems(name, config('"$schema":"https://a.example/x.json"'));
  });

  it.each([
    config('⟦"vm_sise"⟧contract/unknown-field:"a"'),
    config('"runc_config":{⟦"x"⟧contract/unknown-field:{"y":[1]}}'),
    config('"runc_config":{⟦"$schema"⟧contract/unknown-field:"x"}'),
    config('⟦"teleport_config"⟧contract/removed-field:{}'),
    config('⟦"teleportConfig"⟧contract/removed-field:{}'),
    config('"workload_runtime":⟦"OCI"⟧contract/unknown-enum-value'),
    config('"is_vhd":⟦"true"⟧contract/wrong-type'),
    config('"runc_config":⟦[]⟧contract/wrong-type'),
    config('"custom_ca_certs":[⟦1⟧contract/wrong-type]'),
    config('"enabled_features":{"a":⟦1⟧contract/wrong-type}'),
    config('"cse_timeout":⟦2147483648⟧contract/number-out-of-range'),
    config('"custom_ca_certs":[⟦null⟧contract/null-value]'),
    config('"vm_size":"Standard_D4s_v5",⟦"vmSize"⟧contract/duplicate-field:"Standard_D4s_v5"'),
    config('"enabled_features":{"a":"1",⟦"a"⟧json/duplicate-key:"2"}'),
    `{"version":⟦"v0"⟧contract/deprecated-version,${requiredFields}}`,
    `{"version":⟦"2"⟧contract/unsupported-version,${requiredFields}}`,
    `{"version":⟦""⟧contract/missing-required-field,${requiredFields}}`,
    '⟦[]⟧contract/not-an-object',
    `⟦{⟧contract/missing-required-field${requiredFields}}`,
    `{"version":"v1",${requiredFields.replace('"cluster_config"', '⟦"cluster_config"⟧contract/missing-required-field').replace('"location":"l",', '')}}`,
    config(`⟦⟦"x"⟧contract/unknown-field⟧contract/too-deep:${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    config('"vm_size":"Standard_D4s_v5"⟦,⟧json/syntax'),
  ])('%#', (source) => {
    checkProblems(name, source);
  });

  it('with an unknown field gets a suggestion in the spelling of the key', () => {
    const message = (key: string) => validate(analyse(name, config(`"${key}":1`))).problems[0]?.message ?? '';
    expect(message('vm_sise')).toContain('Did you mean vm_size?');
    expect(message('vmSise')).toContain('Did you mean vmSize?');
    expect(message('completely_other')).not.toContain('Did you mean');
  });

  it('gets no problem that contains a secret', () => {
    const [found] = validate(
      analyse(name, config('"bootstrapping_config":{"tls_bootstrapping_token":424242}')),
    ).problems;
    expect(found?.code).toBe('contract/wrong-type');
    expect(found?.message).not.toContain('424242');
  });

  it.each([
    ['"is_vhd":"true"', '"is_vhd":true'],
    ['"enabled_features":{"a":true}', '"enabled_features":{"a":"true"}'],
    [
      '"kubelet_config":{"kubelet_flags":{"--max-pods":110}}',
      '"kubelet_config":{"kubelet_flags":{"--max-pods":"110"}}',
    ],
  ])('%s is mended to %s', (wrong, right) => {
    const text = config(wrong);
    const [chosen] = safeFixes(validate(analyse(name, text)).problems);
    const [change] = chosen?.changes ?? [];
    expect(change && text.slice(0, change.span.start) + change.newText + text.slice(change.span.end)).toBe(
      config(right),
    );
  });
});

describe('a rule that fails', () => {
  it('only loses its own problems', () => {
    const found = {
      code: 'json/empty',
      severity: 'error',
      message: 'x',
      span: { start: 0, end: 0 },
      pointer: '',
    } as const;
    const run = runRules<string>(
      [
        { name: 'first', check: () => [found] },
        {
          name: 'broken',
          check: () => {
            throw new Error('a bug');
          },
        },
        { name: 'last', check: () => [found] },
      ],
      '',
      new Budget(() => 0, 0),
    );
    const outcome = finished(run);
    expect(outcome.problems).toHaveLength(2);
    expect(outcome.failures).toMatchObject([{ rule: 'broken', error: new Error('a bug') }]);
  });
});
