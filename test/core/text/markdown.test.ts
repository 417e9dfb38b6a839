import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fencedCode,
  inlineCode,
  type Markdown,
  markdownLink,
  markdownList,
  markdownTable,
  markup,
  plainText,
  prose,
} from '../../../server/src/core/text/markdown.js';
import { hover, maskingOf } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { secretKinds } from '../../support/secretKinds.js';

type Renderer = new (options: object) => {
  readonly linkify: { set(options: object): void };
  render(markdown: string): string;
};

const MarkdownIt = createRequire(import.meta.url)('markdown-it') as Renderer;
// As VS Code's preview, and with HTML.
const renderer = new MarkdownIt({ html: true, linkify: true });
renderer.linkify.set({ fuzzyLink: false });

/** What would give a text from a document a meaning. The stars of masks may be emphasis. */
const active = /<(?!\/?(?:p|code|strong|em|pre|ul|ol|li|table|thead|tbody|tr|t[hd]|hr)\b)/;

const hostile = [
  '![i](https://evil.example/i.png)',
  '[a](command:x)',
  '<img src=https://evil.example/i.png>',
  'https://evil.example www.evil.example a@evil.example <https://evil.example>',
  '[a]: https://evil.example\n\n[a]',
  '\n\n# heading\n\n- item\n1. one\n> quote\n\n---\n\n    code',
  '\n```\n![i](https://evil.example/i.png)',
  '`![i](https://evil.example/i.png)',
  '```![x](https://evil.example)`',
  '`a\n\n![x](https://evil.example)`',
  '&lt;img&gt; &#x202e; ~~a~~ ***b*** __c__',
  '| a | b |\n|---|---|\n| ![i](https://evil.example/i.png) | c |',
  '\\![i](https://evil.example/i.png)\\',
];
const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc
    .array(
      fc.constantFrom('`', '``', '![a](https://e.example)', '<b>', '\\', '\n', '\n\n', '|', '# ', ' ', 'x', '_', '*'),
    )
    .map((parts) => parts.join('')),
);

describe('Markdown', () => {
  it('has no links, images or HTML from texts', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        for (const made of [
          markup`${prose(a)}`,
          markup`**${prose(a)}**: ${inlineCode(b)}${inlineCode(a)}${prose(b)}`,
          markup`- ${inlineCode(a)} and ${prose(b)}`,
          fencedCode(a, 'sh'),
          markdownTable('| | |\n|---|---|', [[prose(a), inlineCode(b)]]),
        ])
          expect(renderer.render(made)).not.toMatch(active);
      }),
    );
  });

  it('shows the text that it is made of', () => {
    const plain = (html: string): string =>
      html
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .trim();
    for (const text of [
      'a_b *c* <d> & [e](f) !g ~h~ 1. i',
      '# a',
      '- a',
      '12. a',
      '+ a',
      '---',
      '\\*',
      'a@b www.c d://e',
    ])
      expect(plain(renderer.render(prose(text)))).toBe(text);
    for (const text of ['a`b', '`', '``', ' a ', 'a\\', '<b>'])
      expect(plain(renderer.render(inlineCode(text)))).toBe(text.trim());
  });

  it.each([
    [markup`**${prose('a_b*')}** (JSON name ${inlineCode('a*[b]')})`, 'a_b* (JSON name `a*[b]`)'],
    [
      markdownList('On the node', [markup`${inlineCode('A')} = 1`, prose('[b](c)')]),
      'On the node\n\n- `A` = 1\n- [b](c)',
    ],
    [fencedCode('**a**\n```\n[b](c)', 'sh'), '**a**\n```\n[b](c)'],
    [markdownLink('More on `a`', 'https://a.example/b#c'), 'More on `a` (https://a.example/b#c)'],
    [markup`${inlineCode('a`**b**')} ${prose('` \\` *')}`, '`` a`**b** `` ` \\` *'],
  ])('of %j as plain text is %j', (markdown, plain) => {
    expect(plainText(markdown as Markdown)).toBe(plain);
  });

  it('as plain text has the words that it is made of', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const words = text.replace(/\s+/g, ' ').trim();
        expect(plainText(prose(text)).replace(/[\s`]/g, '')).toBe(words.replace(/[\s`]/g, ''));
        expect(plainText(fencedCode(text, 'sh'))).toBe(text);
      }),
    );
  });

  it('has no secret that ends code, whose text would get a meaning', () => {
    const masking = maskingOf([]);
    for (const kind of secretKinds) {
      const text = `![i](https://evil.example/i.png) ${kind.text(kind.secret(1))}`;
      for (const made of [inlineCode(text), markup`**${inlineCode(text)}**: x`, prose(text), fencedCode(text, 'sh')])
        expect(renderer.render(masking.markdown(made)), kind.name).not.toMatch(active);
    }
  });

  it.each(hostile)('shows a path in a payload as text: %j', (name) => {
    const text = `#cloud-config\nwrite_files:\n  - path: ${JSON.stringify(`/${name}`)}\n    encoding: b64\n    content: aGVsbG8gd29ybGQsIGhlbGxv\n`;
    for (const document of [
      text,
      JSON.stringify({ properties: { osProfile: { customData: Buffer.from(text).toString('base64') } } }),
    ]) {
      const analysis = analyse(document === text ? 'cloud-config.yaml' : 'vm.json', document);
      const found = [...document.matchAll(/aGVs|I2Nsb3/g)].map(({ index }) => hover(analysis, index + 2));
      expect(found.some((one) => one?.markdown.includes('bytes'))).toBe(true);
      for (const one of found) expect(renderer.render(one?.markdown ?? '')).not.toMatch(active);
    }
  });
});
