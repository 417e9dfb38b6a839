import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstanceData, validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { unmasked } from '../../support/maskings.js';
import { runs } from '../../support/runs.js';
import { sampleFiles } from '../../support/samples.js';
import { problemSamples, type ProblemSample } from '../problems/samples.js';

const instanceData = readInstanceData(
  '{"v1":{"region":"westeurope","local_hostname":"node"},"ds":{"meta_data":{"n":1}}}',
);

/** Fails if the verdict on a document is invalid and no problem says why. */
function expectReason(content: string | Uint8Array, context = {}): void {
  const analysis = analyse('document.yaml', content, 'cloud-config', context);
  const verdict = analysis.cloudConfig?.verdict(unmasked)?.verdict;
  if (verdict !== 'invalid') return;
  const { problems, ignored } = validate(analysis);
  const reasons = [...problems, ...ignored].filter(({ severity }) => severity === 'error');
  expect(reasons, `invalid without a reason: ${JSON.stringify(Buffer.from(content).toString())}`).not.toEqual([]);
}

const headers = [
  '#cloud-config\n',
  '#cloud-config  \r\n',
  '## template: jinja\n#cloud-config\n',
  '## template: jinja\n',
  '##template:jinja\n#cloud-config\n',
  '## template: mako\n',
  '#cloud-config-archive\n',
  '#cloud-config-jsonp\n',
  '#!/bin/sh\n',
  '# comment\n',
  '\ufeff#cloud-config\n',
  ' #cloud-config\n',
  '#Cloud-Config\n',
  '',
];
const keys = [
  'hostname',
  'runcmd',
  'write_files',
  'users',
  'packages',
  'apt',
  'ntp',
  'power_state',
  'snap',
  'nope',
  '3',
];
const values = [
  'a',
  '1',
  '[ls]',
  '[[ls, 1], {a: b}, null]',
  '{a: 1}',
  '[{path: /a, content: x, permissions: 0644}]',
  '[{name: a, sudo: false}]',
  '2001-01-01',
  '.nan',
  '!!set {a}',
  '!!binary aGk=',
  '!!binary "*"',
  '!!python/object:a.b x',
  '&a [*a]',
  '*missing',
  '"unclosed',
  '|\n  text\n',
  '',
  '{{ v1.region }}',
  '{{ v1.nope }}',
  '{{ nope.nope }}',
  '{% if %}',
  '{{ 1 | urlize }}',
  '\ttab',
  '{mode: halt, timeout: 30.0}',
  '? x',
  '- x',
];
const line = fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values)).map(([key, value]) => `${key}: ${value}`);
const free = fc.constantFrom(
  '---',
  '...',
  '- a',
  '%YAML 1.1',
  '# note',
  '[]',
  'a: b: c',
  '{}',
  '  x: 1',
  '{',
  '!!map',
  '\u0000',
);
const documents = fc
  .tuple(
    fc.constantFrom(...headers),
    fc.array(fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: free }), { maxLength: 4 }),
    fc.constantFrom('\n', '\r\n', '\n\n'),
  )
  .map(([header, lines, end]) => header + lines.map((text) => text + end).join(''));

describe("cloud-init's verdict invalid always has a problem that says why", () => {
  it('for the samples, read as cloud-configs', () => {
    for (const content of sampleFiles) expectReason(content);
    for (const { text, base64 } of Object.values<ProblemSample>(problemSamples)) {
      expectReason(text ?? Buffer.from(base64 ?? '', 'base64'));
      expectReason(text ?? Buffer.from(base64 ?? '', 'base64'), { instanceData });
    }
  });

  it('for generated cloud-configs', () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom({}, { instanceData }, { instanceDataFault: 'There is none.' }),
        (text, context) => {
          expectReason(text, context);
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  it('for a template, if the caller has to name the instance data', () => {
    const text = '## template: jinja\n#cloud-config\nhostname: {{ v1.local_hostname }}\n';
    const outcome = (context = {}) => {
      const analysis = analyse('a.yaml', text, undefined, context);
      const { problems } = validate(analysis);
      return [
        analysis.cloudConfig?.verdict(unmasked)?.verdict,
        ...problems.map(({ code, severity }) => [code, severity]),
      ];
    };
    expect(outcome()).toEqual(['not-validated']);
    expect(outcome({ instanceData })).toEqual(['valid']);
    expect(outcome({ instanceDataFault: 'There is none.' })).toEqual([
      'invalid',
      ['user-data/no-instance-data', 'error'],
    ]);
  });
});
