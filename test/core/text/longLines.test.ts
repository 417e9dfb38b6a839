import { describe, expect, it } from 'vitest';
import { octal } from '../../../server/src/core/cloudConfig/writeFiles/entry.js';
import { validate } from '../../../server/src/core/index.js';
import { scalarText } from '../../../server/src/core/cloudConfig/editing/writing.js';
import { lexTemplate } from '../../../server/src/core/formats/jinja/lexer.js';
import { textElements } from '../../../server/src/core/formats/xml.js';
import { resolvePlain } from '../../../server/src/core/formats/yaml/yaml11.js';
import { secretsInPasswordLists } from '../../../server/src/core/secrets/passwordLists.js';
import { secretsByForm } from '../../../server/src/core/secrets/forms.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

/** About as long as the largest file that is read. */
const long = 33_000_000;

describe('a line of 33 million characters', () => {
  it.each(['x', '\\\\'])('is a password if it is one, of %j', (unit) => {
    const text = `chpasswd: {list: "a:${unit.repeat(long / unit.length)}"}`;
    expect(secretsInPasswordLists(text)).toEqual([{ start: 20, end: 20 + long }]);
  });

  it('is a string in a template', () => {
    const { tokens } = lexTemplate(`{{ "${'x'.repeat(long)}" }}`);
    expect(tokens.map(({ kind }) => kind)).toEqual(['begin', 'string', 'end']);
  });

  it('is no number in a template', () => {
    expect(() => lexTemplate(`{{ ${'1_'.repeat(long / 2)} }}`)).not.toThrow();
  });

  it('is a plain scalar', () => {
    expect(resolvePlain(`1${':1'.repeat(long / 2)}`)).toEqual({ type: 'str' });
  });

  it('is written plainly', () => {
    const text = 'a b'.repeat(long / 3);
    expect(scalarText(text)).toBe(text);
  });

  it('is no octal number', () => {
    expect(octal(`0${'_0'.repeat(long / 2)}_`)).toBeUndefined();
  });

  it.each(['x', '""'])('is an element of XML, of %j', (unit) => {
    expect(() => [...textElements(`<a ${unit.repeat(long / unit.length)}>b</a>`)]).not.toThrow();
  });
});

describe('four million characters are searched for secrets in linear time', () => {
  it.each(['eyJ', '.eyJ', 'eyJaaaaaaaa.', 'a+', '://'])('of %s', (unit) => {
    const text = unit.repeat(4_000_000 / unit.length);
    expect(() => secretsByForm(`${text}://x`)).not.toThrow();
  });
});

it('writes a here-document to a path of 100,000 characters', () => {
  const path = `/opt/${'a'.repeat(100_000)}`;
  const analysis = analyse('a.sh', `#!/bin/bash\ncat <<'EOF' >${path}\n{"version":"v1"}\nEOF\n`);
  expect(() => validate(analysis)).not.toThrow();
  expect(() => decodeReport(analysis, { withText: true })).not.toThrow();
});
