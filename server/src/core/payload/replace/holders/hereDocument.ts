import { closingLine, delimiterOf } from '../../../shell/hereDocument.js';
import type { Span } from '../../../text/span.js';
import { hereDocumentsIn } from '../../children/hereDocuments.js';
import { WriteError } from '../obstacle.js';
import type { HeldLayer } from '../openLayers.js';
import type { Holder } from './holder.js';

/** The body of a here-document, which its delimiter ends. */
export function hereDocumentHolder(text: string, span: Span, layers: readonly HeldLayer[]): Holder | WriteError {
  const found = [...hereDocumentsIn(text)].find(({ bodyStart }) => bodyStart === span.start);
  if (found?.end === undefined) return new WriteError('The here-document is never closed.');
  const { delimiter, opening } = found;
  const tabsAllowed = text.startsWith('<<-', opening.start);
  return {
    value: text.slice(span.start, span.end),
    layers,
    write(value) {
      if (value !== '' && !value.endsWith('\n'))
        return new WriteError('A here-document ends with a line end, so its text has to end with one, too.');
      if (closingLine(value, 0, delimiterOf(delimiter, text, opening.end), tabsAllowed) !== undefined)
        return new WriteError(`A line is just ${delimiter}, which would end the here-document.`);
      return [{ span, text: value }];
    },
  };
}
