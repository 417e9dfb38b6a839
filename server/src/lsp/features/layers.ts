import { type Hover, MarkupKind, type TextDocumentPositionParams } from 'vscode-languageserver';
import { createLineIndex, scriptHover } from '../../core/index.js';
import { viewOfUriText } from '../../virtualDocuments.js';
import { toRange } from '../convert.js';
import { layerText } from '../payloadEntries.js';
import type { Session } from '../session.js';

/** What is known about a place in a decoded payload; undefined for documents that are none, null where nothing is. */
export function hoverInLayer(
  { documents }: Pick<Session, 'documents'>,
  { textDocument, position }: TextDocumentPositionParams,
): Hover | null | undefined {
  const view = viewOfUriText(textDocument.uri);
  if (view?.view !== 'layer') return undefined;
  const analysis = documents.get(view.source)?.analysis;
  const text = analysis && layerText(analysis, view.steps, false)?.text;
  if (text === undefined) return null;
  const lines = createLineIndex(text);
  const found = scriptHover(text, lines.offsetAt(position));
  return found === undefined
    ? null
    : { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: toRange(lines, found.span) };
}
