import {
  type CancellationToken,
  DefinitionRequest,
  type Hover,
  type Location,
  ReferencesRequest,
  type ServerCapabilities,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import {
  append,
  createLineIndex,
  definitionsAt,
  limits,
  type LineIndex,
  maskingOf,
  originsOf,
  placeInPreview,
  previewHover,
  previewOf,
  referencesAt,
  type Span,
  usesInPreview,
  usesOf,
} from '../../core/index.js';
import { requests, type TraceParams, type TraceResult } from '../../protocol.js';
import { viewOfUriText, viewToUriText } from '../../virtualDocuments.js';
import { toHover, toRange } from '../convert.js';
import { toView } from '../renderings.js';
import { cancelled, nextTurn } from '../scheduling.js';
import type { Session } from '../session.js';
import type { Shown } from '../shown.js';
import { payloadDefinition } from './payloads.js';
import { type OpenPreview, previewAt } from './previews.js';

export const tracingCapabilities = { definitionProvider: true, referencesProvider: true } satisfies ServerCapabilities;

/**
 * Answers with definitions and references: between previews and the fields of the config if the editor can open previews;
 * in cloud-configs between anchors and aliases, and between files and the commands that use them.
 */
export function registerTracing(session: Session): void {
  const { documents } = session;

  session.answer(DefinitionRequest.type, async (params) => {
    const shown = await previewAt(session, params.textDocument.uri);
    if (shown === undefined) return definitionIn(session, params) ?? payloadDefinition(session, params);
    const { analysis, source, preview } = shown;
    if (preview === undefined) return null;
    const lines = createLineIndex(preview.text);
    const place = placeInPreview(preview, lines.offsetAt(params.position));
    if (place === undefined) return null;
    const given = originsOf(analysis, place).flatMap((origin) => origin.place ?? []);
    const { lines: configLines } = analysis;
    if (session.client.textDocument?.definition?.linkSupport !== true)
      return given.map(({ name }) => ({ uri: source.uri, range: toRange(configLines, name) }));
    const originSelectionRange = toRange(lines, place.trace?.span ?? place.section.head);
    return given.map(({ span, name }) => ({
      originSelectionRange,
      targetUri: source.uri,
      targetRange: toRange(configLines, span),
      targetSelectionRange: toRange(configLines, name),
    }));
  });

  session.answer(requests.trace, async (params, token) => {
    const preview = await previewAt(session, params.uri);
    return preview === undefined ? usesIn(session, params, token) : originIn(preview, params);
  });

  session.answer(ReferencesRequest.type, async (params) => {
    const { uri } = params.textDocument;
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return null;
    if ((analysis.nodeConfig ?? analysis.karpenter) === undefined) {
      const { lines } = analysis;
      const spans = referencesAt(analysis, lines.offsetAt(params.position), params.context.includeDeclaration);
      return spans.length === 0 ? null : spans.map((span) => ({ uri, range: toRange(lines, span) }));
    }
    if (!session.opensVirtual) return null;
    const { options, dialect } = await session.renderingContext(uri);
    const uses = usesOf(analysis, analysis.lines.offsetAt(params.position), options, dialect);
    return uses.flatMap(({ view, preview, spans }) => {
      const lines = createLineIndex(preview.text);
      const virtual = viewToUriText({ source: uri, view: 'preview', target: view }, preview.name);
      return spans.map((span) => ({ uri: virtual, range: toRange(lines, span) }));
    });
  });
}

/** What the field at a position of a config determines in its previews. Between two previews, it can be cancelled. */
async function usesIn(
  session: Session,
  { uri, position, previews }: TraceParams,
  token: CancellationToken,
): Promise<Shown<TraceResult>> {
  const { options, dialect } = await session.renderingContext(uri);
  const analysis = session.documents.get(uri)?.analysis;
  if (analysis === undefined) return [];
  const offset = analysis.lines.offsetAt(position);
  const traced: TraceResult[number][] = [];
  for (const shown of previews.slice(0, limits.tracedPreviews)) {
    const view = viewOfUriText(shown);
    if (view?.view !== 'preview' || view.source !== uri) continue;
    await nextTurn();
    if (token.isCancellationRequested) throw cancelled(requests.trace);
    const target = toView(view.target, dialect);
    const rendered = previewOf(analysis, target, options);
    if (!rendered.ok) continue;
    append(
      traced,
      tracedIn(shown, createLineIndex(rendered.value.text), usesInPreview(analysis, offset, target, rendered.value)),
    );
  }
  return traced;
}

/** The fields of the config that a position of a preview comes from. */
function originIn({ analysis, source, preview }: OpenPreview, { position }: TraceParams): Shown<TraceResult> {
  const place = preview && placeInPreview(preview, createLineIndex(preview.text).offsetAt(position));
  const given = place === undefined ? [] : originsOf(analysis, place).flatMap((origin) => origin.place ?? []);
  return tracedIn(
    source.uri,
    analysis.lines,
    given.map(({ name }) => name),
  );
}

function tracedIn(uri: string, lines: LineIndex, spans: readonly Span[]): TraceResult {
  return spans.length === 0
    ? []
    : [{ uri, ranges: spans.slice(0, limits.tracedRanges).map((span) => toRange(lines, span)) }];
}

/** The definition of the alias or path at a position; null if there is none. */
function definitionIn(session: Session, { textDocument, position }: TextDocumentPositionParams): Location[] | null {
  const { uri } = textDocument;
  const document = session.documents.get(uri);
  if (document === undefined) return null;
  const { lines } = document.analysis;
  const offset = lines.offsetAt(position);
  const found = definitionsAt(document.analysis, offset).filter(
    ({ name }) => !(session.isOutlinedByHost(document) && document.analysis.text.startsWith('&', name.start)),
  );
  return found.length === 0 ? null : found.map(({ name }) => ({ uri, range: toRange(lines, name) }));
}

/** The hover at a position in a preview; undefined for other documents, null if nothing is known there. */
export async function hoverInPreview(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): Promise<Shown<Hover> | null | undefined> {
  const shown = await previewAt(session, textDocument.uri);
  if (shown === undefined) return undefined;
  const { analysis, preview } = shown;
  if (preview === undefined) return null;
  const lines = createLineIndex(preview.text);
  const found = previewHover(analysis, preview, lines.offsetAt(position));
  return toHover(lines, found, maskingOf([analysis]), session.client.textDocument?.hover?.contentFormat);
}
