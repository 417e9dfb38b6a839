import * as vscode from 'vscode';
import { CommandError } from '../registerCommands.js';

/** The part that we use of the API of VS Code's own Git extension, version 1. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<GitApi['state']>;
  getRepository(uri: vscode.Uri): GitRepository | null;
  openRepository(root: vscode.Uri): Promise<GitRepository | null>;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

interface GitRepository {
  /** Rejects if the commit doesn't have the file. */
  show(ref: string, path: string): Promise<string>;
}

/** The URI of the last committed version of a file. The Git extension provides that document and keeps it up to date. */
export async function committedVersion(uri: vscode.Uri): Promise<vscode.Uri> {
  const git = await gitApi();
  const folder = vscode.Uri.joinPath(uri, '..');
  const repository = git.getRepository(uri) ?? (await git.openRepository(folder));
  const name = vscode.workspace.asRelativePath(uri);
  if (repository === null)
    throw new CommandError(vscode.l10n.t('{0} is not in a Git repository, so it has no committed version.', name));
  try {
    await repository.show('HEAD', uri.fsPath);
  } catch {
    throw new CommandError(
      vscode.l10n.t('The last commit does not have {0}, so there is no committed version to compare with.', name),
    );
  }
  return git.toGitUri(uri, 'HEAD');
}

async function gitApi(): Promise<GitApi> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined)
    throw new CommandError(
      vscode.l10n.t('The committed version comes from VS Code’s Git extension, which is not available here.'),
    );
  const git = extension.isActive ? extension.exports : await extension.activate();
  if (!git.enabled)
    throw new CommandError(
      vscode.l10n.t(
        'The committed version comes from VS Code’s Git extension, which the setting git.enabled turns off.',
      ),
    );
  const api = git.getAPI(1);
  if (api.state === 'uninitialized')
    await new Promise<void>((resolve) => {
      const subscription = api.onDidChangeState(() => {
        subscription.dispose();
        resolve();
      });
    });
  return api;
}
