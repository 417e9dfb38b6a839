import type { CancellationToken, ServerCapabilities } from 'vscode-languageserver';
import { type Analysis, configSecrets, type PreviewView } from '../../core/index.js';
import {
  type DocumentParams,
  type PreviewsParams,
  type PreviewsResult,
  type RenderParams,
  type RenderResult,
  requests,
  type RevealParams,
  type SecretsResult,
} from '../../protocol.js';
import { isPreview, previewViewOf, targetOf, viewOfUriText, virtualSchemes } from '../../virtualDocuments.js';
import { guarded } from '../scheduling.js';
import { failureReport } from './failures.js';
import { layerText } from '../payloadEntries.js';
import { rendering, type RenderingContext, renderings, sizeOf, toView } from '../renderings.js';
import type { Session } from '../session.js';
import { comparisonText } from './comparing.js';

/** What is announced to editors that open virtual documents by the protocol and not by our client. */
export function virtualDocumentCapabilities({
  options,
  client,
}: Pick<Session, 'options' | 'client'>): ServerCapabilities {
  const byProtocol = options().commands !== true && client().workspace?.textDocumentContent !== undefined;
  return byProtocol ? { workspace: { textDocumentContent: { schemes: [...virtualSchemes] } } } : {};
}

/** Answers requests for what a config turns into. */
export function registerPreviews(session: Session): void {
  const { connection, documents, log, renderingContext } = session;

  connection.onRequest(requests.render, (params: RenderParams, token: CancellationToken) =>
    guarded(log, requests.render, token, async (): Promise<RenderResult> => {
      const document = documents.get(params.uri);
      if (document === undefined) return notOpen;
      const context = await renderingContext(params.uri);
      const options = { ...context.options, showSecrets: params.showSecrets === true };
      return rendering(document.analysis, toView(params, context.dialect), { ...context, options });
    }),
  );

  connection.onRequest(requests.previews, (params: PreviewsParams, token: CancellationToken) =>
    guarded(log, requests.previews, token, async (): Promise<PreviewsResult> => {
      const document = documents.get(params.uri);
      if (document === undefined) return notOpen;
      const context = await renderingContext(params.uri);
      const { lines } = document.analysis;
      const { selection } = params;
      const span = selection && { start: lines.offsetAt(selection.start), end: lines.offsetAt(selection.end) };
      const entries = renderings(document.analysis, context, span);
      if ('code' in entries) return { ok: false, ...entries };
      const size = sizeOf(document.analysis, context.dialect);
      const { containerdVersion, gpuComponents } = await session.settingsOf(params.uri);
      return {
        ok: true,
        entries,
        containerdVersion: containerdVersion ?? null,
        gpuComponents: gpuComponents === '' ? null : gpuComponents,
        ...(size === undefined ? {} : { size }),
      };
    }),
  );

  connection.onRequest(requests.secrets, (params: DocumentParams, token: CancellationToken) =>
    guarded(log, requests.secrets, token, (): SecretsResult => {
      const document = documents.get(params.uri);
      if (document === undefined) return [];
      return configSecrets(document.analysis).map(({ pointer, name, line, text }) => {
        return { pointer, name, line, revealed: document.revealed.get(pointer) === text };
      });
    }),
  );

  connection.onRequest(requests.reveal, (params: RevealParams, token: CancellationToken) =>
    guarded(log, requests.reveal, token, () => {
      documents.get(params.uri)?.reveal(params.pointer, params.revealed);
      return null;
    }),
  );

  connection.workspace.textDocumentContent.on((params, token) =>
    guarded(log, 'textDocumentContent', token, async () => {
      const view = viewOfUriText(params.uri);
      if (view?.view === 'comparison') return { text: await comparisonText(session, view) };
      const document = view && documents.get(view.source);
      if (view === undefined || view.view === 'kept' || document === undefined)
        return { text: `# ${notOpen.message}\n` };
      if (view.view === 'layer') return { text: layerText(document.analysis, view.steps, false)?.text ?? '' };
      if (!isPreview(view)) return { text: failureReport(document, view).report };
      const context = await renderingContext(view.source);
      return { text: rendering(document.analysis, toView(targetOf(view), context.dialect), context).text };
    }),
  );
}

/** A virtual document that shows a node config, with what it is made from. */
export interface OpenPreview {
  readonly source: string;
  readonly analysis: Analysis;
  readonly view: PreviewView;
  readonly context: RenderingContext;
}

/** The preview under an address; undefined for all other documents and where the config is not open any more. */
export async function previewAt(
  { documents, renderingContext }: Pick<Session, 'documents' | 'renderingContext'>,
  uri: string,
): Promise<OpenPreview | undefined> {
  const shown = previewViewOf(uri);
  const analysis = shown && documents.get(shown.source)?.analysis;
  if (shown === undefined || analysis === undefined) return undefined;
  const context = await renderingContext(shown.source);
  const view = toView(targetOf(shown), context.dialect);
  return { source: shown.source, analysis, view, context };
}

const notOpen = {
  ok: false,
  code: 'document/not-open',
  message: 'The document is not open in the editor.',
  text: '# There is no preview. The config is not open in the editor.\n',
  languageId: 'plaintext',
  name: 'preview.txt',
} as const;
