import type { CodeLens } from 'vscode-languageserver';
import { type Analysis, karpenterTemplateOf, maskingOf } from '../../core/index.js';
import { type KarpenterSettingsFilesResult, lensCommands, requests } from '../../protocol.js';
import { top } from '../convert.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';

/** Answers requests for the files that have the settings which Karpenter's resources need. */
export function registerKarpenterSettings(session: Session): void {
  session.answer(requests.karpenterSettingsFiles, ({ uri }) => settingsFiles(session, uri));
}

/** Lenses that use such a file, or name Restricted Mode as what prevents it. */
export async function settingsLenses(session: Session, uri: string): Promise<Shown<CodeLens>[]> {
  const { files, isRestricted } = await settingsFiles(session, uri);
  const restricted = maskedMessage("$(shield) Restricted Mode: Karpenter's settings aren't read");
  return [
    ...(isRestricted ? [{ range: top, command: { title: restricted, command: manageTrust } }] : []),
    ...files.slice(0, mostLenses).map(({ uri: file, path }) => ({
      range: top,
      command: {
        title: maskingOf([]).text(`$(settings) Use ${path}`),
        command: lensCommands.useKarpenterSettings,
        arguments: [uri, file],
      },
    })),
  ];
}

const mostLenses = 2;

/** A command of VS Code. */
const manageTrust = 'workbench.trust.manage';

/** Nothing is offered if no setting is missing, or the user has chosen a file already. */
async function settingsFiles(session: Session, uri: string): Promise<Shown<KarpenterSettingsFilesResult>> {
  const nothing = { files: [], isRestricted: false };
  const analysis = session.documents.get(uri)?.analysis;
  if (analysis?.karpenter?.hasResources !== true) return nothing;
  const { karpenterSettings } = await session.settingsFor(uri);
  if (karpenterSettings !== undefined || !needsSettings(analysis)) return nothing;
  if (!(await session.settings.of(uri)).isTrusted) return { files: [], isRestricted: true };
  const masking = maskingOf([]);
  const found = session.host.karpenterSettingsFiles(uri, session.folders);
  return { files: found.map((file) => ({ uri: file.uri, path: masking.text(file.path) })), isRestricted: false };
}

/** Whether a setting is missing for one of the node pools. */
function needsSettings(analysis: Analysis): boolean {
  const { resourcePools = [] } = analysis.karpenter ?? {};
  return resourcePools.some((pool) => karpenterTemplateOf(analysis, pool, 'text') !== undefined);
}
