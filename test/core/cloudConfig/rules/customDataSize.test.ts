import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  customDataDialects,
  customDataLevel,
  customDataOf,
  customDataSize,
  type FileProblem,
  limits,
  validate,
} from '../../../../server/src/core/index.js';
import { analyse, config } from '../../../support/analyse.js';
import { goodConfigTexts } from '../../../support/configs.js';
import { runs } from '../../../support/runs.js';

/** A config with a message of the day of this length; everything else in it is small. */
const text = (length: number): string =>
  config(
    `"custom_ca_certs":["${'B'.repeat(400)}"],"kubelet_config":{"kubelet_flags":{"--max-pods":"${'1'.repeat(200)}"}},"message_of_the_day":"${'A'.repeat(length)}"`,
  );

function characters(source: string): number {
  const rendered = customDataOf(analyse('a.node-config.json', source), 'cloud-init', { showSecrets: true });
  return rendered.ok ? rendered.value.customData.length : 0;
}

function found(source: string): FileProblem[] {
  return validate(analyse('a.node-config.json', source)).problems.filter(({ code }) => code.startsWith('vmss/'));
}

/** The longest message of the day with which the custom data has at most this many characters. */
function longest(most: number): number {
  let low = 0;
  let high = 100_000;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (characters(text(middle)) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

describe('the size of custom data', () => {
  it.each(customDataDialects)('is measured in the rendered form: %s', (dialect) => {
    fc.assert(
      fc.property(goodConfigTexts, (source) => {
        const analysis = analyse('a.node-config.json', source, 'node-config');
        const value = analysis.nodeConfig?.reading.value;
        if (value === undefined) throw new Error('no config');
        const rendered = customDataOf(analysis, dialect, { showSecrets: true });
        const measured = customDataSize(value, dialect);
        expect(measured.ok).toBe(rendered.ok);
        if (!rendered.ok || !measured.ok) return;
        expect(measured.value).toEqual({
          bytes: Buffer.byteLength(rendered.value.decoded),
          characters: rendered.value.customData.length,
        });
        const isPlain = !source.includes('\\') && Buffer.byteLength(source) === source.length;
        if (isPlain) expect(customDataSize(value, dialect, true)).toEqual(measured);
      }),
      { numRuns: runs(60) },
    );
  });

  it('is fine below nine tenths of the limit, near the limit from there, and too long above it', () => {
    const edge = Math.ceil(limits.customDataCharacters * 0.9);
    expect([edge - 1, edge, limits.customDataCharacters, limits.customDataCharacters + 1].map(customDataLevel)).toEqual(
      ['fine', 'near-limit', 'near-limit', 'too-long'],
    );
  });

  it('is reported on the largest field and names the three largest', () => {
    const last = longest(limits.customDataCharacters);
    const source = text(last + 1);
    expect(characters(source)).toBeGreaterThan(limits.customDataCharacters);
    const [problem, ...others] = found(source);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'vmss/custom-data-too-long',
      severity: 'error',
      pointer: '/message_of_the_day',
    });
    expect(problem && source.slice(problem.span.start, problem.span.end)).toBe('"message_of_the_day"');
    expect(problem?.message).toMatch(
      /message_of_the_day \(4\d,\d{3} bytes\), custom_ca_certs \(4\d\d bytes\) and kubelet_config\.kubelet_flags \(2\d\d bytes\)\.$/,
    );
    expect(found(text(last))).toMatchObject([{ code: 'vmss/custom-data-near-limit', severity: 'warning' }]);
  });

  it('is measured for the configured form of the config', () => {
    const source = text(longest(limits.customDataCharacters) + 1);
    const codes = (dialect: (typeof customDataDialects)[number]): string[] =>
      validate(analyse('a.node-config.json', source, undefined, { dialect })).problems.map(({ code }) => code);
    // Ignition needs fewer words around the config.
    expect(codes('cloud-init')).toContain('vmss/custom-data-too-long');
    expect(codes('flatcar')).toContain('vmss/custom-data-near-limit');
    expect(codes('flatcar')).not.toContain('vmss/custom-data-too-long');
  });

  it('is reported from nine tenths of the limit on', () => {
    const last = longest(Math.ceil(limits.customDataCharacters * 0.9) - 1);
    expect(found(text(last))).toEqual([]);
    expect(found(text(last + 3))).toMatchObject([{ code: 'vmss/custom-data-near-limit' }]);
  });

  it('is not reported again for a config inside custom data', () => {
    const source = text(60_000);
    const rendered = customDataOf(analyse('a.node-config.json', source), 'cloud-init', { showSecrets: true });
    const customData = rendered.ok ? rendered.value.customData : '';
    const vmss = JSON.stringify({ properties: { virtualMachineProfile: { osProfile: { customData } } } });
    const codes = validate(analyse('vmss.json', vmss)).problems.map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith('vmss/'))).toEqual(['vmss/custom-data-too-long']);
  });

  it('is not reported if the node rejects the config', () => {
    expect(found(text(60_000).replace('"version":"v1"', '"version":"v1","is_vhd":1'))).toEqual([]);
  });
});
