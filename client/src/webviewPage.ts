import * as vscode from 'vscode';

/** The folder with the scripts and style sheets of pages. */
export function pageFiles(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** The column with the active report or timeline, else with any; undefined if there are none. */
export function columnOfPages(): vscode.ViewColumn | undefined {
  const groups = vscode.window.tabGroups.all.filter(({ tabs }) => tabs.some(({ input }) => isPage(input)));
  return (groups.find(({ activeTab }) => isPage(activeTab?.input)) ?? groups[0])?.viewColumn;
}

function isPage(input: unknown): boolean {
  return (
    input instanceof vscode.TabInputWebview &&
    /aksBootstrap\.(?:report|caseReport|fleetReport|timeline)$/.test(input.viewType)
  );
}

/** The HTML for a chart, which the script of the page draws. */
export function chartSection(): string {
  return `<section class="timeline" aria-label="${escaped(vscode.l10n.t('Boot timeline'))}"></section>`;
}

/** A page with its script and its style sheet, which have the same `name`. */
interface Page {
  readonly name: string;
  readonly title: string;
  /** HTML that no text of a document can change. */
  readonly main?: string;
  /** Data for the script. */
  readonly about?: unknown;
}

/** The HTML of a page. Its policy allows our script and our style sheet only. */
export function pageHtml(
  webview: vscode.Webview,
  extension: vscode.Uri,
  { name, title, main = '', about = null }: Page,
): string {
  const files = pageFiles(extension);
  const script = webview.asWebviewUri(vscode.Uri.joinPath(files, `${name}.js`)).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(files, `${name}.css`)).toString();
  const nonce = globalThis.crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${style}">
</head>
<body data-about="${escaped(JSON.stringify(about))}" data-translations="${escaped(JSON.stringify(vscode.l10n.bundle ?? {}))}">
<main>${main}</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
