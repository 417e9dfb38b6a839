import type { CancellationToken } from 'vscode-languageserver';
import { codeTables } from '../../core/index.js';
import {
  type ExplainParams,
  type ExplainResult,
  requests,
  type TablesResult,
  type TimelineExportParams,
  type TimelineExportResult,
  type TimelineParams,
  type TimelineResult,
} from '../../protocol.js';
import { timelineExport, timelineOf } from '../bootCharts.js';
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

  const open = (uri: string) => documents.get(uri);
  connection.onRequest(requests.timeline, (params: TimelineParams, token: CancellationToken) =>
    guarded(log, requests.timeline, token, (): TimelineResult => timelineOf(params, open)),
  );
  connection.onRequest(requests.timelineExport, (params: TimelineExportParams, token: CancellationToken) =>
    guarded(log, requests.timelineExport, token, (): TimelineExportResult => timelineExport(params, open)),
  );

  connection.onRequest(requests.failureTables, (): TablesResult =>
    Object.values(codeTables).map(({ family, title, source }) => ({ family, title, source })),
  );
}
