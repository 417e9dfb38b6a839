import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TemplateFault } from '../../../../server/src/core/formats/jinja/ast.js';
import { renderTemplate } from '../../../../server/src/core/formats/jinja/render.js';
import { limits } from '../../../../server/src/core/limits.js';
import { type InstanceData, readInstanceData } from '../../../../server/src/core/cloudConfig/userData/instanceData.js';
import { cases, instanceData } from './cases.js';

const data = (): InstanceData => readInstanceData(JSON.stringify(instanceData)) ?? new Map<never, never>();

function rendered(template: string): string | TemplateFault {
  const result = renderTemplate(template, data());
  return result.ok ? result.value.text : result.error;
}

describe('templates', () => {
  it.each(cases)('%j', (template, wanted) => {
    const result = rendered(template);
    if (wanted === undefined) expect((result as TemplateFault).kind).toMatch(/^(?:syntax|failure)$/);
    else expect(result).toBe(wanted);
  });

  it.each([
    "{% include 'x' %}",
    '{% macro m() %}{% endmacro %}',
    "{{ 'a'|urlize }}",
    "{{ 'a' is sameas 'b' }}",
    "{{ 'a'.swapcase() }}",
    "{{ '%s' % 1 }}",
    '{{ [1, 2, 3][::2] }}',
    '{{ lipsum() }}',
    '{{ 2 ** 60 }}',
    '{{ 9007199254740993 + 0 }}',
    "{{ '9007199254740993'|int }}",
    "{{ '%s' % v1.nope }}",
    '{{ range(5)[1:] }}',
    '{{ range is callable }}',
    "{{ 'a b  c'.split(none, 1) }}",
    "{{ 'abca'.find('a', 1) }}",
    "{{ '\\N{BULLET}' }}",
    "{{ ['a']|map('upper') }}",
    "{% set x = v1.public_ssh_keys %}{% do x.append('z') %}",
  ])('says that it does not know %j', (template) => {
    expect(rendered(template)).toMatchObject({ kind: 'unsupported' });
  });

  it.each([
    '{% for a in range(1000000) %}{% endfor %}',
    '{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}',
    "{{ 'x' * 10000000 }}",
    '{% set l = [1] %}{% for i in range(40) %}{% do l.extend(l) %}{% endfor %}',
    `{{ ${'('.repeat(200)}1${')'.repeat(200)} }}`,
    `{{ ${'not '.repeat(200)}1 }}`,
    `{{ ${'-'.repeat(200)}1 }}`,
    `{% set ${'('.repeat(200)}a${')'.repeat(200)} = 1 %}`,
    `${'{% if 1 %}'.repeat(200)}${'{% endif %}'.repeat(200)}`,
  ])('ends %j at a bound', (template) => {
    expect(rendered(template)).toMatchObject({ kind: 'limit' });
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      ...'{{ }} {% %} {# #} if for in else endif endfor set = ( ) [ ] { } , . | - 1 x "a" is not'.split(' '),
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const result = rendered(pieces.join(' '));
        expect(typeof result === 'string' || typeof result.kind === 'string').toBe(true);
      }),
    );
  });

  it('ends output at a bound', () => {
    const template = `{% for i in range(5000) %}${'x'.repeat(1_000)}{% endfor %}`;
    expect(template.length * 5_000).toBeGreaterThan(limits.templateOutput);
    expect(rendered(template)).toMatchObject({ kind: 'limit' });
  });

  it.each([
    `1${'+1'.repeat(8_000)}`,
    `v1${'.a'.repeat(8_000)}`,
    `"x"${'|lower'.repeat(8_000)}`,
    `1${' if 1'.repeat(8_000)}`,
  ])('ends a long chain at a bound', (expression) => {
    expect(rendered(`{{ ${expression} }}`)).toMatchObject({ kind: 'limit' });
  });

  it('renders each of many expressions that are long together', () => {
    const expression = `{{ 1${'+1'.repeat(limits.templateLinks - 1)} }}`;
    expect(rendered(expression.repeat(3))).toBe(String(limits.templateLinks).repeat(3));
  });

  it.each(['a', 'a|tojson', 'a == b', '[a, b]|sort', 'a|string|length'])(
    'ends %s at a bound if the values are deep or contain each other many times',
    (use) => {
      const deeper = '{% set a = [a] %}{% set b = [b] %}'.repeat(5_000);
      const wider = '{% set a = [a, a] %}{% set b = [b, b] %}'.repeat(60);
      for (const [index, more] of [deeper, wider].entries()) {
        const template = `a\n{% set a = [1] %}{% set b = [1] %}${more}{{ ${use} }}`;
        expect(rendered(template), String(index)).toMatchObject({
          kind: 'limit',
          span: { start: expect.toSatisfy((start: number) => start > more.length) as number },
        });
      }
    },
  );
});

describe('the way back', () => {
  const places = (template: string, what: string): string => {
    const outcome = renderTemplate(template, data());
    if (!outcome.ok) throw new Error(outcome.error.message);
    const result = outcome.value;
    const start = result.text.indexOf(what);
    const { start: from, end } = result.map.toOuter({ start, end: start + what.length });
    return template.slice(from, end);
  };

  it.each([
    ['plain text', 'plain', 'plain'],
    ['a {{ v1.distro }} b', 'ubuntu', '{{ v1.distro }}'],
    ['a {{ v1.distro }} b', 'bun', '{{ v1.distro }}'],
    ['a {{ v1.distro }} b', ' b', ' b'],
    ['a {{ v1.distro }} b', 'a ubu', 'a {{ v1.distro }}'],
    ['{% if 1 %}\nyes\n{% endif %}\nno', 'yes', 'yes'],
    ['{% for i in [1,2] %}k{{ i }}: v\n{% endfor %}', 'k2', 'k{{ i }}'],
    ['a\r\nb\r\n{{ v1.distro }}\r\nc', 'c', 'c'],
    ['a\r\n{{ v1.distro }}', 'ubuntu', '{{ v1.distro }}'],
  ])('%j: %j', (template, what, place) => {
    expect(places(template, what)).toBe(place);
  });

  it('leads to what is missing', () => {
    const template = 'a\r\n{{ v1.nope }} {{ x ~ y }}';
    const outcome = renderTemplate(template, data());
    if (!outcome.ok) throw new Error(outcome.error.message);
    const result = outcome.value;
    expect(result.missing.map(({ span, name }) => [template.slice(span.start, span.end), name])).toEqual([
      ['{{ v1.nope }}', 'nope'],
      ['{{ x ~ y }}', 'xCI_MISSING_JINJA_VAR/y'],
    ]);
  });
});
