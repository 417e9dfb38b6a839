import {
  type Definition,
  type DefinitionLink,
  type Hover,
  type Location,
  MarkupKind,
  type ServerCapabilities,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import {
  createLineIndex,
  definitionsAt,
  originsOf,
  placeInPreview,
  previewHover,
  previewOf,
  referencesAt,
  usesOf,
} from '../../core/index.js';
import { viewOfTarget, viewToUriText } from '../../virtualDocuments.js';
import { toRange } from '../convert.js';
import { guarded } from '../scheduling.js';
import type { Session } from '../session.js';
import { payloadDefinition } from './payloads.js';
import { previewAt } from './previews.js';

export const tracingCapabilities = { definitionProvider: true, referencesProvider: true } satisfies ServerCapabilities;

/**
 * Leads from previews to the fields of the config and from fields to what they end in, where the editor can open
 * previews; in cloud-configs between anchors and aliases, and between files and the commands that use them.
 */
export function registerTracing(session: Session): void {
  const { connection, documents, log, client } = session;

  connection.onDefinition((params, token) =>
    guarded(log, 'definition', token, async (): Promise<Definition | DefinitionLink[] | null> => {
      const preview = await previewAt(session, params.textDocument.uri);
      const rendered = preview && previewOf(preview.analysis, preview.view, preview.context.options);
      if (preview === undefined) return definitionIn(session, params) ?? payloadDefinition(session, params);
      if (rendered?.ok !== true) return null;
      const { analysis, source } = preview;
      const lines = createLineIndex(rendered.value.text);
      const place = placeInPreview(rendered.value, lines.offsetAt(params.position));
      if (place === undefined) return null;
      const given = originsOf(analysis, place).flatMap((origin) => origin.place ?? []);
      const { lines: configLines } = analysis;
      if (client().textDocument?.definition?.linkSupport !== true)
        return given.map(({ name }) => ({ uri: source, range: toRange(configLines, name) }));
      const originSelectionRange = toRange(lines, place.trace?.span ?? place.passage.head);
      return given.map(({ span, name }) => ({
        originSelectionRange,
        targetUri: source,
        targetRange: toRange(configLines, span),
        targetSelectionRange: toRange(configLines, name),
      }));
    }),
  );

  connection.onReferences((params, token) =>
    guarded(log, 'references', token, async (): Promise<Location[] | null> => {
      const { uri } = params.textDocument;
      const analysis = documents.get(uri)?.analysis;
      if (analysis === undefined) return null;
      if ((analysis.nodeConfig ?? analysis.karpenter) === undefined) {
        const { lines } = analysis;
        const spans = referencesAt(analysis, lines.offsetAt(params.position), params.context.includeDeclaration);
        return spans.length === 0 ? null : spans.map((span) => ({ uri, range: toRange(lines, span) }));
      }
      if (!session.opensVirtual()) return null;
      const { options, dialect } = await session.renderingContext(uri);
      const uses = usesOf(analysis, analysis.lines.offsetAt(params.position), options, dialect);
      return uses.flatMap(({ view, preview, spans }) => {
        const lines = createLineIndex(preview.text);
        const virtual = viewToUriText(viewOfTarget(uri, view), preview.name);
        return spans.map((span) => ({ uri: virtual, range: toRange(lines, span) }));
      });
    }),
  );
}

/** Where the alias or path at a position comes from; null where there is nothing to go to. */
function definitionIn(
  { documents, outlinedByHost }: Session,
  { textDocument, position }: TextDocumentPositionParams,
): Location[] | null {
  const { uri } = textDocument;
  const document = documents.get(uri);
  if (document === undefined) return null;
  const { lines } = document.analysis;
  const offset = lines.offsetAt(position);
  const found = definitionsAt(document.analysis, offset).filter(
    ({ name }) => !(outlinedByHost(document) && document.analysis.text.startsWith('&', name.start)),
  );
  return found.length === 0 ? null : found.map(({ name }) => ({ uri, range: toRange(lines, name) }));
}

/** What is known about a place in a preview; undefined for documents that are none, null where nothing is known. */
export async function hoverInPreview(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
): Promise<Hover | null | undefined> {
  const preview = await previewAt(session, textDocument.uri);
  if (preview === undefined) return undefined;
  const { analysis, view, context } = preview;
  const rendered = previewOf(analysis, view, context.options);
  if (!rendered.ok) return null;
  const lines = createLineIndex(rendered.value.text);
  const found = previewHover(analysis, rendered.value, lines.offsetAt(position));
  if (found === undefined) return null;
  return {
    contents: { kind: MarkupKind.Markdown, value: found.markdown },
    range: toRange(lines, found.span),
  };
}
