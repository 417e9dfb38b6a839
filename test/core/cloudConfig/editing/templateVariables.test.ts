import { describe, expect, it } from 'vitest';
import { complete, hover, readInstanceData } from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';

const instanceData = readInstanceData(
  '{"v1": {"region": "westeurope"}, "ds": {"meta_data": {"vm-size": "D4", "password": "abcdefgh", "tags": ["a"]}}}',
);

function labels(line: string, context = {}): string[] {
  const { text, cursor } = readMarks(`## template: jinja\n#cloud-config\n${line}\n`);
  return complete(analyse('a.yaml', text, undefined, context), cursor).map(({ label }) => label);
}

describe('names in the expressions of a template', () => {
  it.each([
    ['hostname: {{ ¦ }}', ['region', 'v1', 'ds']],
    ['hostname: {{ v1.¦ }}', ['region', 'local_hostname']],
    ['hostname: {{ v1.reg¦ }}', ['region']],
    ['hostname: "a-{{ v1.region ~ v1.¦ }}"', ['region']],
    ['{% if ¦ %}\na: 1\n{% endif %}', ['v1']],
    ['{% if v1.region == v1.¦ %}\na: 1\n{% endif %}', ['region']],
    ['{% for a in ds.¦ %}\n{% endfor %}', []],
  ])('are offered without instance data: %s', (line, wanted) => {
    expect(labels(line)).toEqual(wanted.length === 0 ? [] : expect.arrayContaining(wanted));
  });

  it.each([
    ['hostname: {{ v1.¦ }}', ['region']],
    ['hostname: {{ ds.meta_data.¦ }}', ['password', 'tags', 'vm_size']],
    ['{% for tag in ds.meta_data.¦ %}\n{% endfor %}', ['password', 'tags', 'vm_size']],
    ['hostname: {{ v1.region.¦ }}', []],
  ])('are offered with instance data: %s', (line, wanted) => {
    expect(labels(line, { instanceData })).toEqual(wanted);
  });

  it.each([
    ['hostname: {{ v1.region | ¦ }}'],
    ['hostname: {{ "v1.¦" }}'],
    ['{% ¦ %}'],
    ['{# v1.¦ #}'],
    ['hostname: {¦{ v1.region }}'],
    ['hostname: {{ x().¦ }}'],
  ])('are not offered in %s', (line) => {
    expect(labels(line)).toEqual([]);
  });

  it('replace the word at the cursor', () => {
    const { text, cursor } = readMarks('## template: jinja\n#cloud-config\nhostname: {{ v1.re¦gi }}\n');
    const item = complete(analyse('a.yaml', text), cursor).find(({ label }) => label === 'region');
    expect(text.slice(item?.span.start, item?.span.end)).toBe('regi');
    expect(text.slice(item?.insertSpan.start, item?.insertSpan.end)).toBe('re');
  });

  it.each([
    ['{{ v1.reg¦ion }}', {}, 'region', /^\*\*v1\.region\*\*\n\nInstance data of every cloud\.$/],
    ['{{ v1.reg¦ion }}', { instanceData }, 'region', /Value in the configured instance data: `westeurope`\.$/],
    [
      '{{ bi¦g }}',
      { instanceData: readInstanceData('{"big": 12345678901234567890}') },
      'big',
      /Value in the configured instance data: `12345678901234567890`\.$/,
    ],
    ['{{ d¦s.meta_data }}', { instanceData }, 'ds', /^\*\*ds\*\*\n\nInstance data\.$/],
    // No secret is shown.
    [
      '{{ ds.meta_data.pass¦word }}',
      { instanceData },
      'password',
      /^\*\*ds\.meta_data\.password\*\*\n\nInstance data\.$/,
    ],
  ])('hover describes %s with %j', (expression, context, word, wanted) => {
    const { text, cursor } = readMarks(`## template: jinja\n#cloud-config\nhostname: "${expression}"\n`);
    const info = hover(analyse('a.yaml', text, undefined, context), cursor);
    expect(info?.markdown).toMatch(wanted);
    expect(text.slice(info?.span.start, info?.span.end)).toBe(word);
  });
});
