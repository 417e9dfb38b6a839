import type { CancellationToken } from 'vscode-languageserver';
import { kindTitles } from '../../core/index.js';
import { type DocumentParams, requests, type SummaryResult } from '../../protocol.js';
import { guarded } from '../guard.js';
import { sizeOf } from '../renderings.js';
import type { Session } from '../session.js';

/** Tells in short what an open document is. */
export function registerSummary({ connection, documents, log, settingsOf }: Session): void {
  connection.onRequest(requests.summary, (params: DocumentParams, token: CancellationToken) =>
    guarded(log, requests.summary, token, async (): Promise<SummaryResult> => {
      const analysis = documents.get(params.uri)?.analysis;
      if (analysis === undefined || analysis.kind === 'unknown') return null;
      const { dialect } = await settingsOf(params.uri);
      const size = sizeOf(analysis, dialect);
      return { kind: kindTitles[analysis.kind], ...(size === undefined ? {} : { size }) };
    }),
  );
}
