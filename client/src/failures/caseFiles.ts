import * as vscode from 'vscode';
import { type CaseReportResult, requests } from '../../../server/src/protocol.js';
import { filesOf, nameOf, withFileProgress, withSentFiles } from '../manyFiles.js';
import { reopen } from '../openDocuments.js';
import type { Requester } from '../server.js';
import type { Report } from './reportPanel.js';

type CaseResult = NonNullable<CaseReportResult>;

/** The report on a case, and what it is made from. */
export interface ExplainedCase extends Report, Pick<CaseResult, 'machines' | 'isFleet' | 'fields'> {
  readonly found: CaseResult['case'];
}

/** Sends the files of a case to the server one after the other, and returns the report. Undefined if the user cancelled it. */
export async function explainedCase(
  server: Requester,
  roots: readonly vscode.Uri[],
  progress?: vscode.ProgressLocation,
): Promise<ExplainedCase | undefined> {
  const id = globalThis.crypto.randomUUID();
  const sent = await withSentFiles(
    roots,
    (name) => vscode.l10n.t('Explaining {0}', name),
    (file) => server.request(requests.caseFile, { case: id, ...file }),
    (name) => server.request(requests.caseReport, { case: id, name }),
    progress,
  );
  if (!sent?.made) return undefined;
  const { made, files } = sent;
  const { name, report, machines, isFleet, fields } = made;
  return { name, markdown: report, files, found: made.case, machines, isFleet, fields };
}

/** URIs of the text files in folders that contain boot steps; undefined if the user cancelled it. */
export function filesWithSteps(
  server: Requester,
  folders: readonly vscode.Uri[],
): Thenable<readonly string[] | undefined> {
  return withFileProgress(vscode.l10n.t('Looking for boot steps in {0}', nameOf(folders)), async (each) => {
    const found: string[] = [];
    const files = (await filesOf(folders)).filter(({ unread }) => unread === undefined);
    await each(files, async ({ uri }) => {
      const source = uri.toString();
      await reopen(source);
      const { rows } = await server.request(requests.timeline, { sources: [source] });
      if (rows.length > 0) found.push(source);
    });
    return found;
  });
}
