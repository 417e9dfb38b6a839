import { stringAt } from '../../formats/tree/stringMap.js';
import type { Span } from '../../text/span.js';
import type { HeldLayer } from '../layers/index.js';
import { WriteError } from '../layers/layer.js';
import type { Child, Payload } from '../../document/payload.js';
import type { Holder } from './container.js';
import { expressionHolder } from './expression.js';
import { xmlTextHolder } from './goalState.js';
import { hereDocumentHolder } from './hereDocuments.js';
import { scalarHolder, stringHolder } from './scalar.js';
import { shellWordHolder } from './shell.js';
import { mimePartHolder } from './userData.js';

/** A stretch of text that is the payload as it stands. */
function rawHolder(text: string, span: Span, layers: readonly HeldLayer[]): Holder {
  return { value: text.slice(span.start, span.end), layers, write: (value) => [{ span, text: value }] };
}

/** Names of the place that holds a payload, as against encodings: nothing is to be taken off for them. */
const places: ReadonlySet<HeldLayer> = new Set(['shell-heredoc', 'systemd-unit', 'json-string'] as const);

/** The place in a document that holds a child of it. Places of the child have to be in the document's own text. */
export function holderOf(document: Payload, child: Child): Holder | WriteError {
  const { text = '', tree, format } = document;
  const { span, payload } = child;
  const layers = payload.encodings.filter((layer) => !places.has(layer));
  if (format === 'tar') return new WriteError('It is a member of a tar archive, which is not packed again.');
  if (payload.encodings.includes('arm-expression')) return expressionHolder(text, payload);
  if (payload.encodings.includes('shell-heredoc')) return hereDocumentHolder(text, span, layers);
  if (tree !== undefined) return scalarHolder(text, tree.root, span, layers);
  switch (child.is) {
    case 'part':
      return mimePartHolder(text, child);
    case 'json': {
      if (child.line !== undefined) return rawHolder(text, span, layers);
      const string = text.charAt(span.start) === '"' ? stringAt(text, span.start) : undefined;
      return string === undefined ? xmlTextHolder(text, span, layers) : stringHolder(text, string, layers);
    }
    case 'field':
      return xmlTextHolder(text, span, layers);
    case 'script':
      return format === 'windows-command-line' ? rawHolder(text, span, layers) : shellWordHolder(text, span, layers);
    case 'variable':
    case 'file':
      return shellWordHolder(text, span, layers);
    case 'status':
      return new WriteError('It is what an extension has said, in a text that is no document of its own.');
    case 'config':
      return new WriteError('Nobody knows how it stands in its document.');
  }
}
