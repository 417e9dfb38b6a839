import * as vscode from 'vscode';
import { type PreviewTarget, requests, type RenderParams, type RenderResult } from '../../../server/src/protocol.js';
import { viewOfTarget } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../server.js';
import { documentFor } from './activeDocument.js';
import { type OpenOptions, openVirtual } from './openVirtual.js';

/** Shows what a node config turns into; `uri` is given by code lenses. */
export async function preview(server: Requester, what: PreviewTarget['what'], uri: unknown): Promise<void> {
  const document = await documentFor(uri);
  await openPreview(server, document.uri.toString(), { what }, {});
}

/** Opens a preview of a config. One that cannot be rendered now opens too: it tells why, and follows. */
export async function openPreview(
  server: Requester,
  source: string,
  target: PreviewTarget,
  options: OpenOptions,
): Promise<void> {
  const params: RenderParams = { uri: source, ...target };
  const rendered = await server.request<RenderResult>(requests.render, params);
  if (!rendered.ok && !mayComeBack.has(rendered.code))
    throw new CommandError(vscode.l10n.t('There is no preview: {0}', rendered.message));
  await openVirtual(viewOfTarget(source, target), rendered.name, rendered.languageId, options);
}

/** Reasons against a preview that vanish when the config is mended. */
const mayComeBack: ReadonlySet<string> = new Set([
  'render/refused-by-the-node',
  'render/unmarshalable-number',
  'render/no-such-part',
  'render/unreadable-options',
  'render/karpenter-panics',
  'render/unanswered',
]);
