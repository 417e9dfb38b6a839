import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replacementError, replacePayload } from '../../../server/src/core/editor/payloads.js';
import type { Analysis, Payload } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import {
  b64,
  hereDocument,
  mime,
  type ReplaceCase,
  replaceCases,
  script,
  template,
  vmss,
  wrap,
} from './writeBackCases.js';
import { runs } from '../../support/runs.js';

/** The payload of a case: the one with its text. */
function targetOf({ name, content, inner, kind }: ReplaceCase): { analysis: Analysis; target: Payload } {
  const analysis = analyse(name, content, kind);
  const target = [...analysis.documents()].find(({ text, steps }) => text === inner && steps.length > 0);
  if (target === undefined)
    throw new Error(
      `no such payload: ${JSON.stringify([...analysis.documents()].map((one) => [one.steps, one.text]))}`,
    );
  return { analysis, target };
}

/** The documents of a file that neither hold a payload nor are inside of it, with their bytes. */
function others(analysis: Analysis, steps: readonly string[]): Record<string, string> {
  const way = steps.join('\n');
  const isOther = (payload: Payload): boolean => {
    const own = payload.steps.join('\n');
    return !`${way}\n`.startsWith(own === '' ? '' : `${own}\n`) && !`${own}\n`.startsWith(`${way}\n`);
  };
  return Object.fromEntries(
    [...analysis.documents()]
      .filter(isOther)
      .map(({ steps: own, bytes }) => [own.join(' '), Buffer.from(bytes).toString('hex')]),
  );
}

/** The file after a payload got another text. */
function replaced(analysis: Analysis, { steps }: Payload, text: string): string {
  const result = replacePayload(analysis, steps, text);
  if (!result.ok) throw new Error(result.error);
  let file = analysis.text;
  for (const { span, newText } of result.value) file = file.slice(0, span.start) + newText + file.slice(span.end);
  return file;
}

const isKept = (a: ReplaceCase, text: string): boolean =>
  (a.oneLine !== true || !/[\r\n]/.test(text)) && (a.wholeLines !== true || text.endsWith('\n'));

/** Edits that a user could make. */
const edits = (inner: string): fc.Arbitrary<string> =>
  fc
    .record({
      at: fc.nat(inner.length),
      length: fc.nat(8),
      put: fc.oneof(
        fc.constantFrom(
          ' x',
          '\n# more\n',
          'é',
          '😀',
          '"',
          "'",
          '\\',
          '<&>',
          '%41',
          '\t',
          '- a: b',
          ' \n  x\n',
          '\r\n',
          '=',
          '\u2028',
          '\u0085',
        ),
        fc.string({ maxLength: 12 }),
      ),
    })
    .map(({ at, length, put }) => inner.slice(0, at) + put + inner.slice(at + length))
    .filter((text) => !/\p{Surrogate}/u.test(text) && text.trim() !== '');

describe.each(replaceCases)('$what', (one) => {
  it('changes nothing if the text stays the same', () => {
    const { analysis, target } = targetOf(one);
    expect(replacementError(analysis, target.steps)).toBeUndefined();
    expect(replacePayload(analysis, target.steps, one.inner)).toEqual({ ok: true, value: [] });
  });

  it('decodes to the new text without other changes', () => {
    const { analysis, target } = targetOf(one);
    const next = one.inner.replace(/[a-z]{3,}/, (word) => `${word}${word}`);
    const after = analyse(one.name, replaced(analysis, target, next), one.kind);
    expect([...after.documents()].map(({ text }) => text)).toContain(next);
    expect(others(after, target.steps)).toEqual(others(analysis, target.steps));
  });

  it('never writes a text that would be read differently', () => {
    const { analysis, target } = targetOf(one);
    let written = 0;
    fc.assert(
      fc.property(edits(one.inner), (text) => {
        fc.pre(isKept(one, text));
        const result = replacePayload(analysis, target.steps, text);
        if (!result.ok) return;
        written++;
        const after = analyse(one.name, replaced(analysis, target, text), one.kind);
        expect([...after.documents()].map((payload) => payload.text)).toContain(text);
        expect(others(after, target.steps)).toEqual(others(analysis, target.steps));
      }),
      { numRuns: runs(40) },
    );
    expect(written).toBeGreaterThan(runs(15));
  });
});

/** The payload of a file with that text, as it is after another text took its place. */
function after(name: string, content: string, inner: string, next: string): string {
  const { analysis, target } = targetOf({ what: '', name, content, inner });
  return replaced(analysis, target, next);
}

describe('the style of the old text', () => {
  const longer = script.replace('exit 0', `# ${'more '.repeat(40)}\nexit 0`);

  it.each<[string, string, string]>([
    ['letters on one line', vmss(b64(script)), vmss(b64(longer))],
    ['lines of a width', vmss(wrap(b64(script), 30)), vmss(wrap(b64(longer), 30))],
    [
      'line endings and spaces around them',
      vmss(` ${wrap(b64(script), 30, '\r\n')}\r\n`),
      vmss(` ${wrap(b64(longer), 30, '\r\n')}\r\n`),
    ],
    ['missing padding', vmss(b64(`${script}##`).replace(/=+$/, '')), vmss(b64(`${longer}#`).replace(/=+$/, ''))],
    ['both layers of base64', vmss(b64(wrap(b64(script), 64))), vmss(b64(wrap(b64(longer), 64)))],
    ['the boundary of a message', vmss(b64(mime(script))), vmss(b64(mime(longer)))],
    [
      'CRLF in UTF-16',
      vmss(b64(Buffer.from(`\ufeff${script}`, 'utf16le'))),
      vmss(b64(Buffer.from(`\ufeff${longer}`, 'utf16le'))),
    ],
  ])('keeps %s', (what, content, expected) => {
    const isPadded = what !== 'missing padding';
    expect(after('vmss.json', content, isPadded ? script : `${script}##`, isPadded ? longer : `${longer}#`)).toBe(
      expected,
    );
  });

  it('includes time, system and name in the header of gzip data, so that the same edit gives the same bytes', () => {
    const { content } = replaceCases.find(({ what }) => what === 'gzip with a named header') ?? { content: '' };
    const once = after('vmss.json', content, script, longer);
    const data = (file: string): Buffer => Buffer.from(/"customData": "([^"]*)"/.exec(file)?.[1] ?? '', 'base64');
    expect(data(once).subarray(0, 15)).toEqual(data(content).subarray(0, 15));
    expect(gunzipSync(data(once)).toString()).toBe(longer);
    expect(after('vmss.json', content, script, longer)).toBe(once);
  });

  it('is extended by wrapping if a short body of a message grows', () => {
    const part = (text: string): string => mime(`${text}\n`, '\n', '\nContent-Transfer-Encoding: base64');
    const short = '#!/bin/sh\nls\n';
    expect(after('mail.eml', part(b64(short)), short, longer)).toBe(part(wrap(b64(longer), 76)));
  });

  it.each<[string, string, string, string, string]>([
    [
      'escapes that are not needed',
      '{"a\\/b": 1, "commandToExecute": "a\\/b \\u003c \\u00E9 \\u0022x"}',
      'a/b < é "x',
      'a/b < é "x</é"ü',
      '{"a\\/b": 1, "commandToExecute": "a\\/b \\u003c \\u00E9 \\u0022x\\u003c\\/\\u00E9\\u0022\\u00FC"}',
    ],
    [
      'a mixture of escapes outside of the change',
      '{"commandToExecute": "\\u0061 a \\u0061 b"}',
      'a a a b',
      'a a a c',
      '{"commandToExecute": "\\u0061 a \\u0061 c"}',
    ],
  ])('keeps %s', (_, content, inner, next, expected) => {
    expect(after('cse.json', content, inner, next)).toBe(expected);
  });

  const file = (content: string): string =>
    `#cloud-config\nwrite_files:\n- path: /a\n  content: ${content}\nruncmd: [ls]\n`;
  it.each<[string, string, string, string, string]>([
    ['a line of spaces', '|\n    a\n  \n    b', 'a\n\nb\n', 'a\n\nc\n', '|\n    a\n  \n    c'],
    ['the comment behind a header', '| # why\n    a', 'a\n', 'a\n\n  b\n', '| # why\n    a\n\n      b'],
    ['the old line endings', '|-\n    a', 'a', 'b', '|-\n    b'],
    ['a new final line ending', '|-\n    a', 'a', 'a\n', '|\n    a'],
    ['more final line endings', '|\n    a', 'a\n', 'a\n\n\n', '|+\n    a\n\n'],
    ['a first line that is indented', '|\n    a', 'a\n', '  a\nb\n', '|2\n      a\n    b'],
    ['a carriage return, which no block takes', '|\n    a', 'a\n', 'a\r\n', '"a\\r\\n"'],
    ['a plain word', 'a b', 'a b', 'a c', 'a c'],
    ['a word that needs quotes', 'a b', 'a b', 'a: c', "'a: c'"],
    ['a word that YAML takes for something else', 'a b', 'a b', 'yes', "'yes'"],
    ['an empty text in the place of a word', 'a b', 'a b', '', "''"],
    ['an empty text in the place of a word with a comment', 'a b # why', 'a b', '', "'' # why"],
    ['an empty text in the place of words on several lines', 'a\n    b', 'a b', '', "''"],
    ['an empty text with a tag', '!!str a b', 'a b', '', "!!str ''"],
    ['an empty text in the place of base64', 'bHMgLWw=\n  encoding: b64', 'ls -l', '', "''\n  encoding: b64"],
    ['a number in the place of a word', 'a b', 'a b', '0644', "'0644'"],
    ['lines in the place of a word', 'a b', 'a b', 'a\nb\n', '|\n    a\n    b'],
    ['single quotes', "'a b'", 'a b', "it's", "'it''s'"],
    ['double quotes and their escapes', '"\\u00e9\\n"', 'é\n', 'éé\nä\n', '"\\u00e9\\u00e9\\n\\u00e4\\n"'],
    ['a folded text as a literal one', '>-\n    a\n    b', 'a b', 'a\nb', '|-\n    a\n    b'],
  ])('writes %s', (_, content, inner, next, expected) => {
    expect(after('cloud-config.yaml', file(content), inner, next)).toBe(file(expected));
  });

  it('writes an empty text between braces', () => {
    const flow = (content: string): string =>
      `#cloud-config\nwrite_files: [{path: /a, content: ${content}}, {content: ${content}, path: /b}]\n`;
    expect(after('cloud-config.yaml', flow('a b'), 'a b', '')).toBe(flow('a b').replace('a b', "''"));
  });

  it('is kept in all parts of the file that do not change', () => {
    const content = vmss(b64(script));
    const { analysis, target } = targetOf({ what: '', name: 'vmss.json', content, inner: script });
    const result = replacePayload(analysis, target.steps, script.replace('one', 'two'));
    const [edit] = result.ok ? result.value : [];
    expect(content.slice(edit?.span.start, edit?.span.end).length).toBeLessThan(8);
  });
});

describe('the literals of an expression', () => {
  const holder = "[base64(concat('#!/bin/sh\nA=', variables('a'), '\nB=', parameters('b'), '\nls\n'))]";
  const at = (change: (text: string) => string): { ok: boolean; text: string } => {
    const content = template(holder, { a: 'one two' });
    const analysis = analyse('template.json', content);
    const target = [...analysis.documents()].find(({ text }) => text?.startsWith('#!/bin/sh') === true);
    const result = replacePayload(analysis, target?.steps ?? [], change(target?.text ?? ''));
    if (!result.ok) return { ok: false, text: result.error };
    const [edit] = result.value;
    if (edit === undefined) return { ok: true, text: content };
    return { ok: true, text: content.slice(0, edit.span.start) + edit.newText + content.slice(edit.span.end) };
  };

  it.each<[string, string, string, string, string]>([
    ['in the expression', 'ls', "ls -l 'a'\n#", "\\nls\\n'", "\\nls -l ''a''\\n#\\n'"],
    ['at the end of a literal', 'A=', 'A=0', "A=',", "A=0',"],
    ['in a variable', 'one', 'three', '"one two"', '"three two"'],
    ['with a quote in a variable', 'one', "it's", '"one two"', `"it's two"`],
  ])('are changed %s', (_, before, after, writtenBefore, writtenAfter) => {
    const content = template(holder, { a: 'one two' });
    expect(content).toContain(writtenBefore);
    expect(at((text) => text.replace(before, after))).toEqual({
      ok: true,
      text: content.replace(writtenBefore, writtenAfter),
    });
  });

  it('are its only parts that can be changed', () => {
    expect(at((text) => text.replace(/^B=.*$/m, 'B=c'))).toEqual({
      ok: false,
      text: 'This text is computed by an expression of the template; change the expression.',
    });
  });

  it.each(["concat('ls ', parameters('b'))", "concat(parameters('b'), ' ls')"])('make %s writable', (expression) => {
    const { root } = analyse('template.json', template(`[base64(${expression})]`));
    const [child] = root.children;
    expect(replacementError(analyse('template.json', root.text ?? ''), child?.payload.steps ?? [])).toBeUndefined();
  });
});

describe('a payload that cannot be written back', () => {
  const packed = gzipSync(script);
  // The checksum stands in front of the length.
  const damaged = packed.map((byte, at) => (at === packed.length - 6 ? byte ^ 255 : byte));

  it.each<[string, string, string, RegExp]>([
    ['an expression', 'template.json', template(`[concat('${b64('#cloud-config\nruncmd: [ls]\n')}')]`), /expression/],
    [
      'a remote file',
      'config.ign',
      '{"ignition":{"version":"3.4.0"},"storage":{"files":[{"path":"/a","contents":{"source":"https://example.com/a.sh"}}]}}',
      /only has the address/,
    ],
    [
      'data behind gzip',
      'vmss.json',
      vmss(b64(Buffer.concat([gzipSync(script), Buffer.from('more')]))),
      /after the gzip data/,
    ],
    ['damaged gzip', 'vmss.json', vmss(b64(damaged)), /gzip data around it is damaged/],
    ['damaged base64', 'vmss.json', vmss(`${b64(script)}!!!!`), /base64 around it is damaged/],
    [
      'an uuencoded part',
      'mail.eml',
      mime('begin 644 a\n#86)C\n \nend\n', '\n', '\nContent-Transfer-Encoding: uuencode'),
      /uuencoded/,
    ],
    [
      'a file under an anchor that another one shares',
      'cloud-config.yaml',
      '#cloud-config\nwrite_files:\n- path: /a\n  content: &a one two\n- path: /b\n  content: *a\n',
      /another payload/,
    ],
    [
      'bytes that are not characters',
      'vmss.json',
      vmss(b64(Buffer.concat([Buffer.from(script), Buffer.from([0xff, 0x0a])]))),
      /aren't characters/,
    ],
  ])('%s', (_, name, content, reason) => {
    const analysis = analyse(name, content);
    const reasons = [...analysis.documents()]
      .filter(({ steps, text }) => steps.length > 0 && text !== undefined)
      .map(({ steps, text = '' }) => {
        const result = replacePayload(analysis, steps, `${text}# more\n`);
        return result.ok ? '' : result.error;
      });
    expect(reasons).toContainEqual(expect.stringMatching(reason));
  });

  it.each<[string, string, string, string, RegExp]>([
    ['the delimiter of a here-document', 'hook.sh', hereDocument('{}\n'), '{}\nEOF\n', /A line is just EOF/],
    ['no last line end in a here-document', 'hook.sh', hereDocument('{}\n'), '{"a": 1}', /ends with a line break/],
    ['the boundary of a message', 'mail.eml', mime(script), `${script}--==border==\n`, /"--==border==" is a boundary/],
    ['its last boundary', 'mail.eml', mime(script), `--==border==--\n${script}`, /is a boundary/],
    ['nothing', 'vmss.json', vmss(b64(script)), '', /read differently/],
    ['half of a character', 'vmss.json', vmss(b64(script)), '\ud83d', /half of a character/],
    ['a text that is taken for another encoding', 'vmss.json', vmss(b64(script)), b64(script), /read differently/],
  ])('%s', (_, name, content, next, reason) => {
    const analysis = analyse(name, content);
    const target = [...analysis.documents()].find(
      ({ text, steps }) => steps.length > 0 && (text === script || text === '{}\n'),
    );
    const result = replacePayload(analysis, target?.steps ?? [], next);
    expect(result.ok ? '' : result.error).toMatch(reason);
    expect(replacementError(analysis, target?.steps ?? [])).toBeUndefined();
  });

  it('is reported if it does not exist', () => {
    const analysis = analyse('vmss.json', vmss(b64(script)));
    expect(replacePayload(analysis, ['/a'], 'b')).toEqual({
      ok: false,
      error: "The document doesn't contain this text.",
    });
    expect(replacementError(analysis, ['/a'])).toBe("The document doesn't contain this text.");
  });
});
