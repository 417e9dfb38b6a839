import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';

const host = vi.hoisted(() => ({
  Uri: { joinPath: () => ({}) },
  l10n: { bundle: undefined as Record<string, string> | undefined },
}));
vi.mock('vscode', () => host);
// Other tests have loaded it with their own `vscode`.
vi.resetModules();
const { pageHtml } = await import('../../client/src/webviewPage.js');

const german = { '{0} steps, {1} failed.': '{1} von {0} Schritten <fehlgeschlagen>.' };
it.each([
  [undefined, '3 steps, 1 failed.'],
  [german, '1 von 3 Schritten <fehlgeschlagen>.'],
])('strings of pages are translated by the bundle of the extension: %j', async (bundle, expected) => {
  host.l10n.bundle = bundle;
  const webview = { asWebviewUri: () => '' } as unknown as vscode.Webview;
  const html = pageHtml(webview, undefined as never, { name: 'failures', title: 'Boot timeline' });
  const [, attribute = ''] = /data-translations="([^"]*)"/.exec(html) ?? [];
  expect(attribute).not.toMatch(/[<>]/);
  const translations = attribute.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  vi.resetModules();
  vi.stubGlobal('document', { body: { dataset: { translations } } });
  const { l10n } = await import('../../client/webview/l10n.js');
  expect(l10n.t('{0} steps, {1} failed.', 3, 1)).toBe(expected);
});
