import type { CancellationToken } from 'vscode-languageserver';
import { codeTables } from '../../core/index.js';
import { type ExplainParams, type ExplainResult, requests, type TablesResult } from '../../protocol.js';
import { failureReport } from '../failureReports.js';
import { guarded } from '../guard.js';
import type { Session } from '../session.js';

/** Answers requests about failures of provisioning. */
export function registerFailures({ connection, documents, log }: Session): void {
  connection.onRequest(requests.explain, (params: ExplainParams, token: CancellationToken) =>
    guarded(log, requests.explain, token, (): ExplainResult => {
      const document = documents.get(params.uri);
      return document === undefined ? null : failureReport(document, params);
    }),
  );

  connection.onRequest(requests.failureTables, (): TablesResult =>
    Object.values(codeTables).map(({ family, title, source }) => ({ family, title, source })),
  );
}
