import type { ServerCapabilities } from 'vscode-languageserver';
import {
  type Analysis,
  configSecrets,
  previewEntries,
  type PreviewOptions,
  type PreviewView,
} from '../../core/index.js';
import { requests } from '../../protocol.js';
import { viewOfUriText, virtualSchemes } from '../../virtualDocuments.js';
import { toSpan } from '../convert.js';
import { layerText } from '../payloadEntries.js';
import { rendering, sizeOf, toView } from '../renderings.js';
import type { Session } from '../session.js';
import { comparisonText } from './comparing.js';
import { failureReport } from './failures.js';

/** Announced to editors that open virtual documents through the protocol and not through our client. */
export function virtualDocumentCapabilities({ options, client }: Session): ServerCapabilities {
  const byProtocol = options.commands !== true && client.workspace?.textDocumentContent !== undefined;
  return byProtocol ? { workspace: { textDocumentContent: { schemes: [...virtualSchemes] } } } : {};
}

/** Answers requests for the renderings of a config. */
export function registerPreviews(session: Session): void {
  const { connection, documents } = session;

  session.answer(requests.render, async (params) => {
    const document = documents.get(params.uri);
    if (document === undefined) return notOpen;
    const context = await session.renderingContext(params.uri);
    const options = { ...context.options, showSecrets: params.showSecrets === true };
    return rendering(document.analysis, toView(params, context.dialect), { ...context, options });
  });

  session.answer(requests.previews, async ({ uri, selection }) => {
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return notOpen;
    const { options, dialect } = await session.renderingContext(uri);
    const entries = previewEntries(analysis, options, selection && toSpan(analysis.lines, selection));
    if (!entries.ok) return { ok: false, ...entries.error };
    const { containerdVersion, gpuComponents } = await session.settings.of(uri);
    return {
      ok: true,
      entries: entries.value,
      containerdVersion: containerdVersion ?? null,
      gpuComponents: gpuComponents === '' ? null : gpuComponents,
      size: sizeOf(analysis, dialect),
    };
  });

  session.answer(requests.secrets, ({ uri }) => {
    const document = documents.get(uri);
    const secrets = document === undefined ? [] : configSecrets(document.analysis);
    return secrets.map(({ pointer, name, line, text }) => {
      return { pointer, name, line, revealed: document?.revealed.get(pointer) === text };
    });
  });

  session.answer(requests.reveal, ({ uri, pointer, revealed }) => {
    documents.get(uri)?.reveal(pointer, revealed);
    return null;
  });

  connection.workspace.textDocumentContent.on(
    session.handler('textDocumentContent', async ({ uri }) => ({ text: await contentOf(session, uri) })),
  );
}

async function contentOf(session: Session, uri: string): Promise<string> {
  const view = viewOfUriText(uri);
  if (view?.view === 'comparison') return comparisonText(session, view);
  const document = view && session.documents.get(view.source);
  if (view === undefined || view.view === 'kept' || document === undefined) return `# ${notOpen.message}\n`;
  if (view.view === 'layer') return layerText(document.analysis, view.steps, false)?.text ?? '';
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
  const analysis = session.documents.get(source)?.analysis;
  if (analysis === undefined) return undefined;
  const { options, dialect } = await session.renderingContext(source);
  return { source, analysis, view: toView(target, dialect), options };
}

const notOpen = {
  ok: false,
  code: 'document/not-open',
  message: 'The document is not open in the editor.',
  text: '# There is no preview. The config is not open in the editor.\n',
  languageId: 'plaintext',
  name: 'preview.txt',
} as const;
