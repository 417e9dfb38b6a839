import * as vscode from 'vscode';

/** A document in a language, where VS Code knows that one; the same document otherwise. */
export async function inLanguage(document: vscode.TextDocument, languageId: string): Promise<vscode.TextDocument> {
  if (document.languageId === languageId) return document;
  const known = await vscode.languages.getLanguages();
  return known.includes(languageId) ? vscode.languages.setTextDocumentLanguage(document, languageId) : document;
}
