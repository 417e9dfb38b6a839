import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFormat } from '../../../server/src/core/values/check.js';
import { hostFault, isShortName, nameFault } from '../../../server/src/core/values/hosts.js';
import { isUnfinished, isPlaceholder } from '../../../server/src/core/values/format.js';

/** Texts made of what names and labels are made of, and of what they must not hold; some are long. */
const nameLike = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'Z', '0', '-', '--', '.', '_', '/', 'contoso', 'example', 'xn--a', '1.2.3.4', ':80'),
      fc.constantFrom('a'.repeat(61), 'b-'.repeat(30), 'c.'.repeat(31), '*', '*.', ' ', 'é', '\n', 'ſ', 'K'),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

/** What Kubernetes' `IsDNS1123Subdomain` and `IsQualifiedName` say, part by part. */
function isSubdomain(text: string): boolean {
  const labels = text.split('.');
  return text.length <= 253 && labels.every((label) => /^[a-z0-9-]+$/.test(label) && !/^-|-$/.test(label));
}

function isLabelPart(text: string): boolean {
  return text.length <= 63 && /^[\w.-]+$/.test(text) && !/^[._-]|[._-]$/.test(text);
}

function isLabelKey(text: string): boolean {
  const [first = '', second, ...more] = text.split('/');
  if (second === undefined) return isLabelPart(first);
  return more.length === 0 && isSubdomain(first) && isLabelPart(second);
}

describe('a pattern for whole names accepts the same as checks of their parts', () => {
  it('for the keys of labels', () => {
    fc.assert(
      fc.property(nameLike, (text) => {
        fc.pre(text !== '');
        expect(checkFormat('label-key', text) === undefined).toBe(isLabelKey(text));
      }),
    );
  });

  it('for the values of labels', () => {
    fc.assert(
      fc.property(nameLike, (text) => {
        expect(checkFormat('label-value', text) === undefined).toBe(text === '' || isLabelPart(text));
      }),
    );
  });

  it('for hosts', () => {
    fc.assert(
      fc.property(nameLike, (text) => {
        fc.pre(isShortName(text));
        expect(nameFault(text)).toBeUndefined();
        expect(hostFault(text)).toBeUndefined();
        // With a dot in front, or a port behind, the entry is taken apart.
        expect(checkFormat('no-proxy-entry', `.${text}`)).toBeUndefined();
        expect(checkFormat('no-proxy-entry', `${text}:443`)).toBeUndefined();
        expect(checkFormat('dns-name', text)).toBeUndefined();
      }),
    );
  });

  it.each(['contoso.example', 'a', 'a--b', 'x.1.y'])('%s is a short name', (text) => {
    expect(isShortName(text)).toBe(true);
  });

  it.each(['', '1a', 'a.', '.a', 'a..b', 'a-', 'a.-b', 'a_b', 'a'.repeat(64), 'ſ', 'a\n'])('%j is none', (text) => {
    expect(isShortName(text)).toBe(false);
  });

  it('for placeholders with spaces around them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          '<token>',
          '${A}',
          '{{ a }}',
          '%A%',
          '***',
          'xxx',
          '...',
          'changeme-1',
          'token',
          'x-y',
          '%',
          '<',
        ),
        fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\u00a0', '\ufeff', 'a'), maxLength: 3 }),
        fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\u00a0', '\u2028', '{'), maxLength: 3 }),
        (core, before, after) => {
          const text = before + core + after;
          expect(isPlaceholder(text)).toBe(isPlaceholder(text.trim()));
          if (/^\$\{|^\{\{/.test(core)) expect(isUnfinished(text)).toBe(true);
        },
      ),
    );
  });
});
