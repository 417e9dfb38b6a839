import * as vscode from 'vscode';
import { requests, type RenderParams, type RenderResult } from '../../../server/src/protocol.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../languageClient.js';
import { documentFor } from './activeDocument.js';
import { openVirtual } from './openVirtual.js';

/** How long the size stays in the status bar, in milliseconds. */
const statusMs = 10_000;

/** Shows what a node config turns into; `uri` is given by code lenses. */
export async function preview(server: Requester, what: 'custom-data' | 'cse', uri: unknown): Promise<void> {
  const document = await documentFor(uri);
  const source = document.uri.toString();
  const params: RenderParams = { uri: source, what };
  const rendered = await server.request<RenderResult>(requests.render, params);
  if (!rendered.ok) throw new CommandError(vscode.l10n.t('There is no preview: {0}', rendered.message));
  await openVirtual({ source, view: what }, rendered.name, rendered.languageId);
  if (rendered.size !== undefined) {
    const { characters, limit } = rendered.size;
    const message = vscode.l10n.t('Custom data: {0} of {1} base64 characters', characters, limit);
    vscode.window.setStatusBarMessage(message, statusMs);
  }
}
