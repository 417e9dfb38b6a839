import { describe, expect, it } from 'vitest';
import { joinedXml, xml, xmlText } from '../../../server/src/core/text/xml.js';

describe('a text in XML', () => {
  it.each([
    ['marks', '<script>&amp;</script>', '&lt;script&gt;&amp;amp;&lt;/script&gt;'],
    ['quotes', '" onload="x"', '&quot; onload=&quot;x&quot;'],
    ['invisible characters', '\u001b\u202e\u2028\ud800', '\\u001b\\u202e\\u2028\\ud800'],
    ['characters that XML forbids', '\u0000\ufffe\uffff', '\\u0000\ufffd\ufffd'],
  ])('has no %s', (_, text, escaped) => {
    expect(xmlText(text)).toBe(escaped);
  });

  it('has to be escaped before it is in a template', () => {
    // @ts-expect-error: a string may contain marks.
    expect(xml`<a>${'<b>'}</a>`).toBe('<a><b></a>');
    expect(joinedXml([xml`<a x="${1}">${xmlText('<b>')}</a>`, xml`<c/>`])).toBe('<a x="1">&lt;b&gt;</a><c/>');
  });
});
