import type { Span } from '../text/span.js';
import { isHarmless } from './harmless.js';

/** The secrets among the cookies that a text begins with, as in headers and in options of curl. */
export function* secretCookies(text: string): Generator<Span> {
  let at = 0;
  for (const part of text.slice(0, longestList).split(';')) {
    const [whole, value = ''] = cookie.exec(part) ?? [];
    if (whole === undefined) return;
    const end = at + whole.length;
    const isSetting = value.length < 8 || /^[a-z_-]+$/.test(value);
    if (!isSetting && !isHarmless('', value, { isQuoted: true, separator: '=' }))
      yield { start: end - value.length, end };
    if (whole.length < part.length) return;
    at = end + 1;
  }
}

const longestList = 2_000;

/** A name and its value; not the attributes of a cookie that is set. */
const cookie = /^[ \t]*(?!Path|Expires|Max-Age|Domain|Secure|HttpOnly|SameSite)[\w.-]{1,100}=([^\s"'\\]*)/i;
