import * as vscode from 'vscode';
import {
  type DocumentParams,
  type RenderParams,
  type RenderResult,
  requests,
  type RevealParams,
  type SecretsResult,
} from '../../../server/src/protocol.js';
import { isPreview, targetOf, viewOfUri } from '../../../server/src/virtualDocuments.js';
import { CommandError } from '../errors.js';
import type { Requester } from '../server.js';
import type { VirtualDocuments } from '../virtualDocuments/provider.js';

/** Lets the user reveal one secret of a config in its previews, or hide it again. */
export async function revealSecret(server: Requester, virtual: VirtualDocuments): Promise<void> {
  const { source } = activePreview();
  const params: DocumentParams = { uri: source };
  const secrets = await server.request<SecretsResult>(requests.secrets, params);
  if (secrets.length === 0) throw new CommandError(vscode.l10n.t('The config holds no secrets.'));
  const picked = await vscode.window.showQuickPick(
    secrets.map((secret) => ({
      label: `${secret.revealed ? '$(eye)' : '$(eye-closed)'} ${secret.name}`,
      description: vscode.l10n.t('line {0}', secret.line + 1),
      detail: secret.revealed ? vscode.l10n.t('Shown; choose it to hide it again') : '',
      secret,
    })),
    {
      title: vscode.l10n.t('Reveal a Secret in Previews'),
      placeHolder: vscode.l10n.t('It is shown until it changes or the config is closed'),
    },
  );
  if (picked === undefined) return;
  const { pointer, revealed } = picked.secret;
  const order: RevealParams = { uri: source, pointer, revealed: !revealed };
  await server.request<null>(requests.reveal, order);
  virtual.refresh(source);
}

/** Copies the active preview as it really is; copying in the editor gives what the editor shows. */
export async function copyWithSecrets(server: Requester): Promise<void> {
  const view = activePreview();
  const params: RenderParams = { uri: view.source, ...targetOf(view), showSecrets: true };
  const rendered = await server.request<RenderResult>(requests.render, params);
  if (!rendered.ok) throw new CommandError(vscode.l10n.t('There is no preview: {0}', rendered.message));
  await vscode.env.clipboard.writeText(rendered.text);
  void vscode.window.showInformationMessage(vscode.l10n.t('The preview was copied with its real secrets.'));
}

function activePreview() {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const view = uri && viewOfUri(uri);
  if (view === undefined || !isPreview(view))
    throw new CommandError(vscode.l10n.t('Open a preview of a node config first.'));
  return view;
}
