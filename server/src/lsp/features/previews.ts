import { type ServerCapabilities, TextDocumentContentRequest } from 'vscode-languageserver';
import {
  type Analysis,
  configSecrets,
  karpenterTemplateOf,
  type Masked,
  maskingOf,
  previewEntries,
  type PreviewOptions,
  type PreviewView,
} from '../../core/index.js';
import { type RenderResult, requests } from '../../protocol.js';
import { viewOfUriText, virtualSchemes } from '../../virtualDocuments.js';
import { toSpan } from '../convert.js';
import { layerText } from '../payloadEntries.js';
import { imagesOf, rendering, sizeOf, toView } from '../renderings.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';
import { comparisonText } from './comparing.js';
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
    return rendering(document.analysis, toView(params, context.dialect), { ...context, options });
  });

  session.answer(requests.previews, async ({ uri, selection }) => {
    const { options, dialect } = await session.renderingContext(uri);
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return notOpen();
    const entries = previewEntries(analysis, options, selection && toSpan(analysis.lines, selection));
    const masking = maskingOf([analysis]);
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
      size: sizeOf(analysis, dialect),
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

  session.answer(requests.reveal, ({ uri, pointer, revealed }) => {
    documents.get(uri)?.reveal(pointer, revealed);
    return null;
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
  readonly source: string;
  readonly analysis: Analysis;
  readonly view: PreviewView;
  readonly options: PreviewOptions;
}

/** The preview at a URI; undefined for other documents, and if its config isn't open. */
export async function previewAt(session: Session, uri: string): Promise<OpenPreview | undefined> {
  const shown = viewOfUriText(uri);
  if (shown?.view !== 'preview') return undefined;
  const { source, target } = shown;
  const { options, dialect } = await session.renderingContext(source);
  const analysis = session.documents.get(source)?.analysis;
  if (analysis === undefined) return undefined;
  return { source, analysis, view: toView(target, dialect), options };
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
