import { visible } from './visible.js';

declare const mark: unique symbol;

/** XML, SVG or HTML in which text from documents is only text. Only this module makes it. */
export type Xml = string & { readonly [mark]: true };

/** Characters that XML 1.0 forbids and that are no invisible ones. */
const forbidden = /[\ufffe\uffff]/g;

/** A text in an element or in an attribute in double quotes. Its invisible characters are shown as escapes. */
export function xmlText(text: string): Xml {
  return visible(text)
    .replace(forbidden, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;') as Xml;
}

/** A template whose literals are marks of ours. A text in it has to be escaped first. */
export function xml(literals: TemplateStringsArray, ...values: readonly (Xml | number)[]): Xml {
  return String.raw({ raw: literals }, ...values) as Xml;
}

export function joinedXml(parts: readonly Xml[], separator: '' | '\n' = ''): Xml {
  return parts.join(separator) as Xml;
}
