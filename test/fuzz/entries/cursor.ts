import {
  codeLenses,
  complete,
  definitionsAt,
  fileLinks,
  foldings,
  gzipHeaderLength,
  hover,
  inlayHints,
  links,
  maskingOf,
  type OutlineEntry,
  outline,
  plainText,
  referencesAt,
  selectionSpans,
  textToDecode,
} from '../../../server/src/core/index.js';
import { check, checkSpan, type Entry, offsetIn, spanIn } from './entry.js';

/** What editors ask about a position, a range or a whole document. */
export const cursor: readonly Entry[] = [
  {
    name: 'completion',
    covers: ['complete'],
    run({ analysis, random }) {
      const { text } = analysis;
      const offset = offsetIn(text, random);
      const found = complete(analysis, offset);
      for (const { span, insertSpan, comma, label } of found) {
        checkSpan(span, text, `completion ${label}`);
        checkSpan(insertSpan, text, `completion ${label}`);
        if (comma !== undefined) checkSpan(comma.span, text, `the comma before ${label}`);
        check(span.start <= offset && offset <= span.end, () => `completion ${label} is elsewhere`);
        check(
          insertSpan.start === span.start && insertSpan.end <= span.end,
          () => `completion ${label} inserts elsewhere`,
        );
      }
      if (found.length === 0) return;
      const { span, plainText } = random.pick(found);
      complete(
        analysis.withText(text.slice(0, span.start) + plainText + text.slice(span.end)),
        span.start + plainText.length,
      );
    },
  },
  {
    name: 'hover',
    covers: ['hover', 'plainText'],
    run({ analysis, random }) {
      const masking = maskingOf([analysis]);
      for (let times = 0; times < 3; times++) {
        const offset = offsetIn(analysis.text, random);
        const found = hover(analysis, offset, { payloads: random.oneIn(2), masking });
        if (found === undefined) continue;
        checkSpan(found.span, analysis.text, 'a hover');
        check(plainText(found.markdown).trim() !== '', () => 'an empty hover');
      }
    },
  },
  {
    name: 'definitions and references',
    covers: ['definitionsAt', 'referencesAt', 'selectionSpans'],
    run({ analysis, random }) {
      const { text } = analysis;
      const offset = offsetIn(text, random);
      for (const { span, name } of definitionsAt(analysis, offset)) {
        checkSpan(span, text, 'a definition');
        checkSpan(name, text, 'the name of a definition');
      }
      for (const span of referencesAt(analysis, offset, random.oneIn(2))) checkSpan(span, text, 'a reference');
      let inner = { start: offset, end: offset };
      for (const span of selectionSpans(analysis, offset)) {
        checkSpan(span, text, 'a selection');
        check(span.start <= inner.start && span.end >= inner.end, () => `a selection shrinks at ${offset}`);
        inner = span;
      }
    },
  },
  {
    name: 'structure',
    covers: ['outline', 'foldings', 'links', 'fileLinks', 'inlayHints', 'codeLenses'],
    run({ analysis, random }) {
      const { text } = analysis;
      const checkOutline = (entries: readonly OutlineEntry[]): void => {
        for (const { span, nameSpan, children } of entries) {
          checkSpan(span, text, 'an outline entry');
          checkSpan(nameSpan, text, 'the name of an outline entry');
          check(
            nameSpan.start >= span.start && nameSpan.end <= span.end,
            () => `a name is outside of its entry: ${nameSpan.start} ${span.start}`,
          );
          checkOutline(children);
        }
      };
      checkOutline(outline(analysis));
      const most = random.pick([1, 5, 1_000]);
      const folded = foldings(analysis, { wholeLines: random.oneIn(2), most });
      check(folded.length <= most, () => 'too many foldings');
      for (const { span } of folded) checkSpan(span, text, 'a folding');
      for (const { span } of links(analysis, maskingOf([analysis]))) checkSpan(span, text, 'a link');
      for (const { span, target } of fileLinks(analysis)) {
        checkSpan(span, text, 'a link of a file');
        checkSpan(target, text, 'the target of a link');
      }
      const range = spanIn(text, random);
      for (const { offset } of inlayHints(analysis, range)) checkSpan({ start: offset, end: offset }, text, 'a hint');
      for (const { span } of codeLenses(analysis)) checkSpan(span, text, 'a lens');
    },
  },
  {
    name: 'decode at cursor',
    covers: ['textToDecode', 'gzipHeaderLength'],
    run({ analysis, random }) {
      const { text, root } = analysis;
      for (const document of [root, ...random.some([...analysis.documents()], 2)]) gzipHeaderLength(document.bytes);
      const found = textToDecode(analysis, offsetIn(text, random));
      if (found === undefined) return;
      check(!found.verbatim || text.includes(found.text), () => 'a text to decode is not in the document');
      check(found.text !== '', () => 'an empty text to decode');
      check([...analysis.withText(found.text).documents()].length > 0, () => 'no document in a text to decode');
    },
  },
];
