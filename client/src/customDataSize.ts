import * as vscode from 'vscode';
import type { CustomDataSize } from '../../server/src/protocol.js';

/** The size of custom data in base64, as Azure counts it, and what it is a part of: `custom data 5.5 of 87.4 KB`. */
export function customDataMeter({ characters, limit }: CustomDataSize): string {
  return vscode.l10n.t('custom data {0} of {1} KB', kilobytes(characters), kilobytes(limit));
}

function kilobytes(count: number): string {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  return (count / 1_000).toLocaleString(vscode.env.language, digits);
}
