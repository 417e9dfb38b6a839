import * as vscode from 'vscode';
import { type KindsResult, requests, type SetKindParams } from '../../../server/src/protocol.js';
import type { Requester } from '../server.js';
import { documentFor } from './activeDocument.js';

interface KindItem extends vscode.QuickPickItem {
  readonly chosen: string | null;
}

/** Lets the user say what the active document is, where name and content say something else. */
export async function setKind(server: Requester): Promise<void> {
  const document = await documentFor(undefined);
  const kinds = await server.request<KindsResult>(requests.kinds, {});
  const automatic: KindItem = { label: vscode.l10n.t('Detect from name and content'), chosen: null };
  const items: KindItem[] = kinds.map(({ kind, title }) => ({ label: title, description: kind, chosen: kind }));
  const picked = await vscode.window.showQuickPick([automatic, ...items], {
    title: vscode.l10n.t('Set Document Kind'),
  });
  if (picked === undefined) return;
  const params: SetKindParams = { uri: document.uri.toString(), kind: picked.chosen };
  await server.request<null>(requests.setKind, params);
}
