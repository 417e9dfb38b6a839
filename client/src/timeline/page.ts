import * as vscode from 'vscode';

/** Where the page's files are, beside the other bundles. */
export function pageFiles(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** The page around the chart. Its policy lets in our one script and our one style sheet, and nothing else. */
export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const files = pageFiles(extension);
  const script = webview.asWebviewUri(vscode.Uri.joinPath(files, 'timeline.js')).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(files, 'timeline.css')).toString();
  const nonce = globalThis.crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boot timeline</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
