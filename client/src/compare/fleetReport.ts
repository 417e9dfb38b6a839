import * as vscode from 'vscode';
import { lensCommands, requests } from '../../../server/src/protocol.js';
import type { Report } from '../failures/reportPanel.js';
import { withSentFiles } from '../manyFiles.js';
import type { Requester } from '../server.js';
import { type ComparedMachine, compareMachines } from './commands.js';

/** What is asked of many documents: the values of a field in those that meet conditions; without a field, groups. */
export interface FleetQuery {
  readonly field?: string | undefined;
  readonly where?: string | undefined;
}

export interface FleetReport extends Report {
  /** `20 documents, 3 groups`. */
  readonly heading: string;
  /** Files that could not be read. */
  readonly unread: readonly string[];
}

/** Sends files to the server one after the other, and returns the report on them. Undefined if the user cancelled it. */
export async function fleetReport(
  server: Requester,
  roots: readonly vscode.Uri[],
  query: FleetQuery,
  progress?: vscode.ProgressLocation,
): Promise<FleetReport | undefined> {
  const fleet = globalThis.crypto.randomUUID();
  const sent = await withSentFiles(
    roots,
    (name) => vscode.l10n.t('Reading {0}', name),
    (file) => server.request(requests.fleetFile, { fleet, ...file, ...query }),
    (name) => server.request(requests.fleetReport, { fleet, name, field: query.field }),
    progress,
  );
  if (!sent?.made) return undefined;
  const { made, files } = sent;
  const { groups } = made;
  const memberOf = (group: number): ComparedMachine | undefined => {
    const { file, machine } = groups[group - 1] ?? {};
    const uri = file === undefined ? undefined : files.get(file);
    return uri === undefined ? undefined : { uri: vscode.Uri.parse(uri, true), machine };
  };
  const fixEverywhere = async (number: number): Promise<void> => {
    const { file, fix, title } = made.fixes[number - 1] ?? {};
    const uri = file === undefined ? undefined : files.get(file);
    if (uri !== undefined) await vscode.commands.executeCommand(lensCommands.fixEverywhere, uri, fix, title, roots);
  };
  const compareGroup = async (group: number): Promise<void> => {
    const [usual, member] = [memberOf(1), memberOf(group)];
    if (usual !== undefined && member !== undefined) await compareMachines(server, usual, member);
  };
  return {
    name: made.name,
    markdown: made.report,
    heading: made.heading,
    files,
    unread: made.unread,
    compareGroup,
    fixEverywhere,
  };
}
