import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Analysis, ValidationContext } from '../../../server/src/core/index.js';
import type { AsNodeSees } from '../../../server/src/core/nodeConfig/asNodeSees.js';
import type { Span } from '../../../server/src/core/text/span.js';
import { parseNodeImage } from '../../../server/src/core/values/known/releases.js';
import { analyse, config, requiredFields } from '../../support/analyse.js';
import { faultyConfigTexts, goodConfigTexts } from '../../support/configs.js';
import { readMarks } from '../../support/markers.js';
import { runs } from '../../support/runs.js';

/** The fields in `config('')`. */
const given = 7;

function node(text: string, context?: ValidationContext): Analysis {
  return analyse('a.node-config.json', text, 'node-config', context);
}

function seen(text: string, context?: ValidationContext): AsNodeSees {
  const found = node(text, context).nodeConfig?.asNodeSees;
  if (found === undefined) throw new Error('nothing is known');
  return found;
}

/** The node image in the settings. */
function forImage(version: string, oldest = version): ValidationContext {
  return { nodeImage: parseNodeImage(version), oldestNodeImage: parseNodeImage(oldest) };
}

/** Checks that exactly the marked parts are lost, for these reasons in their order. */
function expectLost(marked: string, reasons: readonly RegExp[], context?: ValidationContext): AsNodeSees {
  const { text, marks } = readMarks(marked);
  const found = seen(text, context);
  expect(found.lost.map(({ span }) => text.slice(span.start, span.end))).toEqual(
    marks.map(({ start, end }) => text.slice(start, end)),
  );
  for (const [index, reason] of reasons.entries()) expect(found.lost[index]?.reason).toMatch(reason);
  return found;
}

describe('what the node drops of a config', () => {
  it.each<[string, string, readonly RegExp[]]>([
    ['an unknown field', '⟦"tenant":"x"⟧', [/doesn't know this field\.$/]],
    ['everything in an unknown field', '⟦"weird":{"a":1,"b":{"c":2}}⟧', [/doesn't know this field\.$/]],
    ['an unknown name of a value', '"network_config":{⟦"network_plugin":"NOPE"⟧}', [/doesn't know this value\.$/]],
    ['null', '"network_config":{⟦"network_plugin":null⟧}', [/null is the same as no value/]],
    ['a field that nothing reads', '⟦"provision_output":"a"⟧', [/no script variable carries it/]],
    [
      'a field that another one switches off',
      '"gpu_config":{⟦"mig_strategy":"none"⟧}',
      [/mig_strategy has no effect, because/],
    ],
    [
      'a setting of the kubelet that a flag overrides',
      '"kubelet_config":{"enable_kubelet_config_file":true,"kubelet_flags":{"--max-pods":"1"},"kubelet_config_file_config":{⟦"max_pods":1⟧}}',
      [/kubelet_flags has --max-pods/],
    ],
    ['nothing of a deprecated field', '"kubernetes_version":"1.30.0","is_vhd":true', []],
    ['no zero value', '"is_vhd":false,"cse_timeout":0', []],
  ])('is %s', (_, members, reasons) => {
    expectLost(config(members), reasons);
  });

  it('leaves out $schema, which is only for editors', () => {
    expect(seen(`{"$schema":"x",${config('').slice(1)}`).summary).toBe(`The node starts with all ${given} fields.`);
  });
});

describe('what the node reads before an error', () => {
  it.each<[string, string, readonly RegExp[]]>([
    [
      'a wrong type loses the value and what is behind it',
      '"vm_size":"a",⟦"is_vhd":1⟧,⟦"enable_ssh":true⟧',
      [/stops reading here/, /stops reading at line 1/],
    ],
    [
      'a wrong type in a message loses all of the message',
      '"vm_size":"a",⟦"network_config":{"network_plugin":"NETWORK_PLUGIN_AZURE","vnet_cni_plugins_url":1}⟧,⟦"enable_ssh":true⟧',
      [/loses all of it/],
    ],
    [
      'a map keeps its entries before the error',
      '"enabled_features":{"A":"b",⟦"C":1⟧,⟦"D":"e"⟧},⟦"enable_ssh":true⟧',
      [/stops reading here/, /stops reading at line 1/],
    ],
    ['a field given twice counts once', '"is_vhd":true,⟦"isVhd":true⟧,⟦"vm_size":"a"⟧', [/stops reading here/]],
    ['a missing comma', '"is_vhd":true ⟦"vm_size":"a"⟧', [/stops reading here/]],
  ])('%s', (_, members, reasons) => {
    const { summary } = expectLost(config(members), reasons);
    expect(summary).toContain('It stops reading at line 1.');
  });

  it('loses a string without end', () => {
    expectLost('{"version":"v1",⟦"vm_size":"a}⟧', [/stops reading here/]);
  });

  it('keeps the first entries of a list', () => {
    const { text, marks } = readMarks(config('"custom_ca_certs":["QQ==",⟦1,"Qg=="]⟧,⟦"is_vhd":true⟧'));
    expect(seen(text).lost.map(({ span }) => span)).toEqual(marks.map(({ start, end }) => ({ start, end })));
  });

  it('keeps everything if only the last bracket is missing', () => {
    const text = config('"is_vhd":true').slice(0, -1);
    expect(seen(text)).toMatchObject({
      lost: [],
      summary: `The node starts with all ${given + 1} fields. It stops reading at line 1.`,
    });
  });
});

describe('the sum of what the node starts with', () => {
  it.each([
    ['', `The node starts with all ${given} fields.`],
    ['"tenant":"x"', `The node starts with ${given} of ${given + 1} fields: 1 dropped.`],
    [
      '"tenant":{"a":1,"b":{}},"provision_output":"a"',
      `The node starts with ${given} of ${given + 3} fields: 2 dropped, 1 without effect.`,
    ],
    // A list is one field, entries of a map are one each.
    [
      '"custom_ca_certs":["QQ==","Qg=="],"enabled_features":{"A":"b","C":"d"}',
      `The node starts with all ${given + 3} fields.`,
    ],
  ])('of %s', (members, summary) => {
    expect(seen(config(members)).summary).toBe(summary);
  });

  it.each([
    [`{${requiredFields}}`, 'The node rejects this config with all 6 fields: it reads no `version`.'],
    [
      `{"is_vhd":1,"version":"v1"}`,
      'The node rejects this config with all 2 fields: it reads no `version`, because it stops reading at line 1.',
    ],
    ['{"version":"v2"}', 'The node rejects this config with all 1 field: it accepts only the `version` v1 or v0.'],
    ['{}', 'The node rejects this config: it reads no `version`.'],
  ])('says that the node rejects %s', (text, summary) => {
    const found = seen(text);
    expect(found.summary).toBe(summary);
    expect(found.fields.every(({ loss }) => loss?.is === 'dropped')).toBe(true);
    expect(found.filled).toEqual([]);
  });

  it('is not known without an object', () => {
    expect(node('[]').nodeConfig?.asNodeSees).toBeUndefined();
  });

  it('is that of the node image', () => {
    const text = config('"enabled_features":{"A":"b"}');
    expect(seen(text, forImage('202605.27.0')).summary).toBe(
      `The node (image 202605.27.0) starts with ${given} of ${given + 1} fields: 1 dropped.`,
    );
    expect(seen(text, forImage('202605.27.0')).lost[0]?.reason).toBe(
      "Dropped: the node image 202605.27.0 doesn't know this field yet.",
    );
    expect(seen(text, forImage('202608.20.0', '202605.27.0')).summary).toBe(
      `The node (image 202608.20.0, the newest of the range) starts with all ${given + 1} fields.`,
    );
  });

  it('has a field that only the boot command of the image depends on', () => {
    const text = config('"disable_custom_data":true');
    expect(seen(text, forImage('202603.22.0')).lost).toEqual([]);
    expect(seen(text, forImage('202603.24.0')).lost).toHaveLength(1);
  });

  it('is nothing for images whose controller stops at errors', () => {
    expect(seen(config('"is_vhd":1'), forImage('202508.26.0')).summary).toMatch(
      /rejects this config with all 8 fields: it stops/,
    );
  });
});

describe('what the node fills in', () => {
  /** The fields with their values, in the order of the text. */
  const filled = (members: string): string[] =>
    seen(config(members)).filled.map(
      ({ name, value, filledBy, isNamed }) => `${isNamed ? '' : 'absent '}${name} ${value} ${filledBy}`,
    );

  it('is shown where the field is null, and else behind the object', () => {
    const file = '"kubelet_config":{"enable_kubelet_config_file":true,"kubelet_config_file_config":{"max_pods":null}}';
    expect(filled(file)).toContain('max_pods 110 kubelet');
    expect(filled(file)).toContain('absent image_gc_high_threshold_percent 85 kubelet');
    expect(filled(file)).toContain('absent linux_admin_username azureuser node');
    const text = config(file);
    const found = seen(text).filled.find(({ name }) => name === 'max_pods');
    expect(text.slice(0, found?.offset)).toMatch(/"max_pods":null$/);
  });

  it('is nothing that has no effect or is given by a flag', () => {
    const file = '"kubelet_config_file_config":{"max_pods":null}';
    expect(filled(`"kubelet_config":{${file}}`)).not.toContain('max_pods 110 kubelet');
    expect(
      filled(`"kubelet_config":{"enable_kubelet_config_file":true,"kubelet_flags":{"--max-pods":"5"},${file}}`),
    ).not.toContain('max_pods 110 kubelet');
  });
});

describe('any config', () => {
  it('has every value counted once', () => {
    fc.assert(
      fc.property(goodConfigTexts, (text) => {
        expect(seen(text).fields.filter(({ isCounted }) => isCounted)).toHaveLength(leavesOf(JSON.parse(text)));
      }),
      { numRuns: runs(50) },
    );
  });

  it('is read completely without what is dropped of it, and has the same count', () => {
    const configs = faultyConfigTexts.map((text) => `{"version":"v1"${text === '{}' ? '' : ','}${text.slice(1)}`);
    fc.assert(
      fc.property(configs, (text) => {
        const { lost, fields, summary } = seen(text);
        fc.pre(!summary.includes('rejects'));
        const rest = without(
          text,
          lost.filter(({ is }) => is === 'dropped').map(({ span }) => span),
        );
        const again = seen(rest);
        expect(again.lost.filter(({ is }) => is === 'dropped')).toEqual([]);
        expect(again.summary).not.toContain('It stops reading');
        // Of a list, maybe only the end is dropped.
        const isCut = ({ start, end }: Span): boolean =>
          lost.some(({ span }) => span.start > start && span.end === end);
        const kept = fields.filter(({ isCounted, loss, span }) => isCounted && (loss?.is !== 'dropped' || isCut(span)));
        // Objects and lists of which everything is dropped remain as empty ones.
        expect(again.fields.filter(({ isCounted }) => isCounted).length).toBeGreaterThanOrEqual(kept.length);
        expect(
          again.fields.filter(
            ({ isCounted, span }) => isCounted && !/[{[]\s*[}\]]$/.test(rest.slice(span.start, span.end)),
          ).length,
        ).toBeLessThanOrEqual(kept.length);
      }),
      { numRuns: runs(100) },
    );
  });
});

/** JSON without some of its members, and the ends of lists. */
function without(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  const marked = spans.toReversed().reduce((rest, { start, end }) => {
    const isMember = /^"(?:[^"\\]|\\.)*"\s*:/.test(text.slice(start, end));
    const mark = isMember
      ? `"${removedMark}${start}":0`
      : `"${removedMark}"${text.slice(start, end).endsWith(']') ? ']' : ''}`;
    return rest.slice(0, start) + mark + rest.slice(end);
  }, text);
  return JSON.stringify(
    JSON.parse(marked, (_, value: unknown) => {
      if (Array.isArray(value)) return (value as unknown[]).filter((item) => item !== removedMark);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith(removedMark)));
    }),
  );
}

const removedMark = 'removed by the test';

/** Members whose values don't hold others. */
function leavesOf(value: unknown): number {
  const members = Object.values(value as object).map((inner: unknown) => {
    const holds = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.keys(inner).length > 0;
    return holds ? leavesOf(inner) : 1;
  });
  return members.reduce((sum, count) => sum + count, 0);
}
