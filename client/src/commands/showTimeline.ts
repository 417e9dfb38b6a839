import * as vscode from 'vscode';
import {
  type ExplainParams,
  type ExplainResult,
  requests,
  type TimelineParams,
  type TimelineResult,
} from '../../../server/src/protocol.js';
import { viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import { type Requester, servedLanguages } from '../server.js';
import type { Timelines } from '../timeline/timelines.js';
import { isOpen, openAgain } from '../virtualDocuments/openSources.js';
import { documentFor } from './activeDocument.js';

/**
 * Shows the boot that documents tell of: the one that a code lens names, with its failure; those that are chosen in the
 * Explorer; the one that a report is about; else the active one.
 */
export async function showTimeline(
  server: Requester,
  timelines: Timelines,
  uri: unknown,
  more: unknown,
): Promise<void> {
  if (Array.isArray(more) && more.length > 0) {
    const files = more.filter((one) => one instanceof vscode.Uri);
    timelines.show({ sources: await readable(files) });
    return;
  }
  const active = vscode.window.activeTextEditor;
  const shown = uri instanceof vscode.Uri ? uri : typeof uri === 'string' ? undefined : active?.document.uri;
  const view = shown && viewOfUri(shown);
  if (view?.view === 'failure') {
    timelines.show({ sources: [view.source], ...(view.failure === undefined ? {} : { failure: view.failure }) });
    return;
  }
  const document = await documentFor(uri);
  const source = document.uri.toString();
  if (typeof uri === 'string') {
    timelines.show({ sources: [source], ...(typeof more === 'number' ? { failure: more } : {}) });
    return;
  }
  const cursor = active?.document === document ? active.selection.active : undefined;
  const position = cursor && { line: cursor.line, character: cursor.character };
  const params: ExplainParams = { uri: source, ...(position === undefined ? {} : { position }) };
  const failure = (await server.request<ExplainResult>(requests.explain, params))?.failure ?? undefined;
  timelines.show({ sources: [source], ...(failure === undefined ? {} : { failure }) });
}

/** Puts all that open editors tell of a boot into one timeline. */
export async function showTimelineOfEditors(server: Requester, timelines: Timelines): Promise<void> {
  const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputText && viewOfUri(input.uri)?.view !== 'failure' ? [input.uri] : [],
    ),
  );
  const params: TimelineParams = { sources: await readable(shown) };
  const { rows } = await server.request<TimelineResult>(requests.timeline, params);
  const telling = new Set(rows.flatMap(({ places }) => places.map((place) => place.uri)));
  const sources = params.sources.filter((source) => telling.has(source));
  if (sources.length === 0)
    throw new CommandError(vscode.l10n.t('No open document tells of a boot. Open logs of the node first.'));
  timelines.show({ sources });
}

/** URIs of those documents that can be opened and that the server reads. */
async function readable(uris: readonly vscode.Uri[]): Promise<string[]> {
  const all = [...new Set(uris.map(String))];
  await Promise.all(all.map(openAgain));
  const refused = all.filter((uri) => !isServed(uri));
  if (refused.length > 0 && refused.length === all.length)
    throw new CommandError(vscode.l10n.t('AKS Bootstrap cannot read these files as text.'));
  return all.filter(isServed);
}

function isServed(uri: string): boolean {
  return (
    isOpen(uri) &&
    vscode.workspace.textDocuments.some(
      (document) => document.uri.toString() === uri && servedLanguages.includes(document.languageId),
    )
  );
}
