import {
  type CodeLens,
  type DocumentLink,
  type ServerCapabilities,
  TextDocumentContentRequest,
} from 'vscode-languageserver';
import {
  type Analysis,
  configSecrets,
  createLineIndex,
  type CustomDataDialect,
  karpenterTemplateOf,
  type Masked,
  maskingOf,
  type Preview,
  previewEntries,
  previewLenses,
  type PreviewLens,
  previewOf,
  type PreviewOptions,
  type PreviewView,
  reasonLine,
  secretSpan,
} from '../../core/index.js';
import { lensCommands, type RenderResult, requests } from '../../protocol.js';
import { viewOfUriText, virtualSchemes } from '../../virtualDocuments.js';
import { toRange, toSpan } from '../convert.js';
import { lastPathSegment, layerText } from '../payloadEntries.js';
import { imagesOf, rendering, sizeOf, sizeText, toView } from '../renderings.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';
import type { SyncedDocument } from '../syncedDocument.js';
import { comparisonText } from './comparing.js';
import { measurable } from './layerTexts.js';
import { failureReport } from './failures.js';

/** Announced to editors that open virtual documents through the protocol and not through our client. */
export function virtualDocumentCapabilities({
  options,
  client,
}: Session): NonNullable<ServerCapabilities['workspace']> {
  const byProtocol = options.commands !== true && client.workspace?.textDocumentContent !== undefined;
  return byProtocol ? { textDocumentContent: { schemes: [...virtualSchemes] } } : {};
}

/** Answers requests for the renderings of a config. */
export function registerPreviews(session: Session): void {
  const { documents } = session;

  session.answer(requests.render, async (params) => {
    const context = await session.renderingContext(params.uri);
    const document = documents.get(params.uri);
    if (document === undefined) return notOpen();
    const options = { ...context.options, showSecrets: params.showSecrets === true };
    const view = toView(params, context.dialect);
    return rendering(document.analysis, view, { ...context, options }, measurable(session, document));
  });

  session.answer(requests.previews, async ({ uri, selection }) => {
    const { options, dialect } = await session.renderingContext(uri);
    const document = documents.get(uri);
    if (document === undefined) return notOpen();
    const { analysis } = document;
    const measured = measurable(session, document);
    const entries = previewEntries(measured, options, selection && toSpan(analysis.lines, selection));
    const masking = maskingOf([measured]);
    if (!entries.ok) return { ok: false, ...masking.strings(entries.error) };
    const { containerdVersion, gpuComponents } = await session.settingsFor(uri);
    const image = imagesOf(analysis);
    return {
      ok: true,
      entries: entries.value.map(({ title, ...entry }) => ({
        ...entry,
        title: title === undefined ? undefined : masking.text(title),
      })),
      containerdVersion: containerdVersion === undefined ? null : masking.text(containerdVersion),
      nodeImage: image === undefined || image === '' ? null : image,
      gpuComponents: gpuComponents === undefined ? null : masking.text(gpuComponents.path),
      size: sizeOf(measured, dialect),
    };
  });

  session.answer(requests.karpenterSettings, async ({ uri, pool }) => {
    // The settings that are given already are those of the document's own settings.
    await session.renderingContext(uri);
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return null;
    const insertText = karpenterTemplateOf(analysis, pool, 'snippet');
    return insertText === undefined ? null : { insertText: maskingOf([analysis]).text(insertText) };
  });

  session.answer(requests.secrets, ({ uri }) => {
    const document = documents.get(uri);
    if (document === undefined) return [];
    const masking = maskingOf([document.analysis]);
    return configSecrets(document.analysis).map(({ pointer, name, line, text }) => {
      return { pointer, name: masking.text(name), line, revealed: document.revealed.get(pointer) === text };
    });
  });

  session.answer(requests.reveal, async ({ uri, pointer, revealed, preview }) => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    document.reveal(pointer, revealed);
    if (preview === undefined) return null;
    const { options, dialect } = await session.renderingContext(uri);
    const rendered = previewOf(document.analysis, toView(preview, dialect), options);
    const span = rendered.ok ? secretSpan(rendered.value, pointer) : undefined;
    return rendered.ok && span !== undefined ? toRange(createLineIndex(rendered.value.text), span) : null;
  });

  session.answer(TextDocumentContentRequest.type, async ({ uri }) => ({ text: await contentOf(session, uri) }));
}

async function contentOf(session: Session, uri: string): Promise<Masked> {
  const view = viewOfUriText(uri);
  if (view?.view === 'comparison') return comparisonText(session, view);
  const document = view && (await session.configured(view.source));
  if (view === undefined || view.view === 'kept' || document === undefined)
    return maskedMessage(`# ${notOpenMessage}\n`);
  if (view.view === 'layer') {
    const masking = maskingOf([document.analysis]);
    return layerText(document.analysis, view.steps, masking)?.text ?? masking.text('');
  }
  if (view.view === 'failure') return failureReport(document, view).report;
  const context = await session.renderingContext(view.source);
  return rendering(document.analysis, toView(view.target, context.dialect), context).text;
}

/** A preview with what it is made from. */
export interface OpenPreview {
  readonly source: SyncedDocument;
  readonly analysis: Analysis;
  readonly view: PreviewView;
  readonly options: PreviewOptions;
  readonly dialect: CustomDataDialect;
  /** Undefined if it can't be rendered. */
  readonly preview: Preview | undefined;
}

/** The preview at a URI; undefined for other documents, and if its config isn't open. */
export async function previewAt(session: Session, uri: string): Promise<OpenPreview | undefined> {
  const shown = viewOfUriText(uri);
  if (shown?.view !== 'preview') return undefined;
  const { options, dialect } = await session.renderingContext(shown.source);
  const source = session.documents.get(shown.source);
  if (source === undefined) return undefined;
  const { analysis } = source;
  const view = toView(shown.target, dialect);
  const rendered = previewOf(analysis, view, options);
  return { source, analysis, view, options, dialect, preview: rendered.ok ? rendered.value : undefined };
}

/** The lines above a preview and its encoded parts, for an editor that has their commands. */
export async function lensesOfPreview(session: Session, uri: string): Promise<Shown<CodeLens>[]> {
  const shown = session.options.commands === true ? await previewAt(session, uri) : undefined;
  if (shown?.preview === undefined) return [];
  const { source, analysis, view, preview, options, dialect } = shown;
  const size = sizeOf(measurable(session, source), dialect, view);
  const header = { name: lastPathSegment(source.uri), image: imagesOf(analysis), size: size && sizeText(size) };
  const lines = createLineIndex(preview.text);
  const masking = maskingOf([analysis]);
  return previewLenses(analysis, view, preview, options, header).map(({ span, title, action }) => ({
    range: toRange(lines, span),
    command: { title: masking.text(title), ...lensCommand(action, source, uri) },
  }));
}

function lensCommand(
  action: PreviewLens['action'],
  { uri: source, analysis: { lines } }: SyncedDocument,
  uri: string,
): { readonly command: string; readonly arguments: unknown[] } {
  switch (action.is) {
    case 'config':
      return {
        command: lensCommands.showConfig,
        arguments: action.at === undefined ? [source] : [source, toRange(lines, action.at)],
      };
    case 'preview':
      return { command: lensCommands.openLivePreview, arguments: [source, action.view] };
    case 'reveal':
      return { command: lensCommands.revealSecret, arguments: [uri] };
    case 'hide':
      return { command: lensCommands.hideSecrets, arguments: [uri] };
  }
}

/** Links from the reasons why there is no preview to their lines in the source. */
export function linksInPreview(session: Session, uri: string): Shown<DocumentLink>[] {
  const document = session.documents.get(uri);
  const view = viewOfUriText(uri);
  if (document === undefined || view?.view !== 'preview') return [];
  const lines = createLineIndex(document.text);
  return [...document.text.matchAll(reasonLine)].map(({ 0: all, 1: named = '', index }) => {
    const start = index + all.indexOf(named);
    const line = Number(named.replace('line ', '')) - 1;
    const at = { line, character: 0 };
    const parameters = encodeURIComponent(JSON.stringify([view.source, { start: at, end: at }]));
    return {
      range: toRange(lines, { start, end: start + named.length }),
      target:
        session.options.commands === true
          ? `command:${lensCommands.showConfig}?${parameters}`
          : `${view.source}#L${line + 1}`,
    };
  });
}

const notOpenMessage = 'The document is not open in the editor.';

function notOpen(): Shown<RenderResult> & { readonly ok: false } {
  return {
    ok: false,
    code: 'document/not-open',
    message: maskedMessage(notOpenMessage),
    text: maskedMessage('# There is no preview. The config is not open in the editor.\n'),
    languageId: 'plaintext',
    name: maskedMessage('preview.txt'),
  };
}
