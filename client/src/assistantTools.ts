import * as vscode from 'vscode';
import { requests, type ToolParams } from '../../server/src/protocol.js';
import { openDocument } from './openDocuments.js';
import type { Requester } from './server.js';

/** Input of the tools: a file in the workspace, or a text. The other members are passed on to the server. */
interface ToolInput {
  readonly file?: string;
  readonly text?: string;
  readonly what?: Exclude<ToolParams['what'], undefined>;
  readonly withText?: boolean;
  readonly table?: string;
}

/** The tools by their names in the manifest. */
const tools = {
  aks_bootstrap_validate: 'validate',
  aks_bootstrap_decode: 'decode',
  aks_bootstrap_preview: 'preview',
  aks_bootstrap_explain: 'explain',
} as const satisfies Record<string, ToolParams['tool']>;

/** Registers the language model tools. They only read files of the workspace, and the server masks secrets in the results. */
export function registerAssistantTools(server: Requester): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(tools).map(([name, tool]) =>
      vscode.lm.registerTool<ToolInput>(name, {
        prepareInvocation: ({ input }) => ({
          invocationMessage: vscode.l10n.t('Reading {0} with AKS Bootstrap', input.file ?? vscode.l10n.t('a text')),
        }),
        async invoke({ input }, token) {
          const { file, ...options } = input;
          const source = await sourceOf(file, input.text);
          const answer = await server.request(requests.tool, { ...options, ...source, tool }, token);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)]);
        },
      }),
    ),
  );
}

/** The text to read. Throws an error that tells the model what to pass instead. */
async function sourceOf(
  file: string | undefined,
  text: string | undefined,
): Promise<Pick<ToolParams, 'uri' | 'file' | 'text'>> {
  if (text !== undefined) {
    const name = file ?? 'text';
    return { uri: vscode.Uri.from({ scheme: 'untitled', path: name }).toString(), file: name, text };
  }
  if (file === undefined) throw new Error(vscode.l10n.t('Give the path of a file in the workspace, or a text.'));
  const uri = uriOf(file);
  const open = openDocument(uri.toString());
  if (open === undefined && vscode.workspace.getWorkspaceFolder(uri) === undefined)
    throw new Error(vscode.l10n.t('{0} is neither in the workspace nor open in an editor. Give its text.', file));
  // Unsaved changes count.
  const content = open?.getText() ?? (await savedText(uri, file));
  return { uri: uri.toString(), file, text: content };
}

/** Bytes of a file that is read for a model; the server analyses no larger ones. */
const maxFileBytes = 32 * 1024 * 1024;

/** The text of a file in the workspace. A model may have got its name from a document, so links aren't followed. */
async function savedText(uri: vscode.Uri, file: string): Promise<string> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.path.replace(/\/$/, '') ?? '';
  const names = uri.path.slice(root.length).split('/').filter(Boolean);
  for (let depth = 1; depth <= names.length; depth++) {
    const { type, size } = await vscode.workspace.fs.stat(
      uri.with({ path: `${root}/${names.slice(0, depth).join('/')}` }),
    );
    const expected = depth < names.length ? vscode.FileType.Directory : vscode.FileType.File;
    if (type !== expected || (depth === names.length && size > maxFileBytes))
      throw new Error(vscode.l10n.t('{0} is a link, no regular file, or too large. Give its text.', file));
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** The URI of a file, given as a URI, an absolute path, or a path in the first workspace folder. */
function uriOf(file: string): vscode.Uri {
  if (/^[a-z][\w+.-]+:/i.test(file)) return vscode.Uri.parse(file, true);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined || file.startsWith('/')) return (folder ?? vscode.Uri.file('/')).with({ path: file });
  return vscode.Uri.joinPath(folder, file);
}
