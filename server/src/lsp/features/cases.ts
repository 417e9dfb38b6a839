import {
  Analysis,
  caseReport,
  CaseReader,
  CaseUnpacker,
  growingMasking,
  type GrowingMasking,
  isAboutBoots,
  limits,
  safeFileName,
} from '../../core/index.js';
import { grouped } from '../../core/names.js';
import { type CaseFileParams, type CaseReportParams, type CaseReportResult, requests } from '../../protocol.js';
import { knownProblems, reportingAt } from '../diagnostics.js';
import type { Session } from '../session.js';
import type { Shown } from '../shown.js';

/** A case whose files an editor is sending. */
interface OpenCase {
  readonly masking: GrowingMasking;
  readonly reader: CaseReader;
  readonly unpacker: CaseUnpacker;
  /** Files that the editor can open, because they aren't in an archive. */
  readonly openable: Set<string>;
}

/** Answers the requests that explain many files together. */
export function registerCases(session: Session): void {
  const cases = new Map<string, OpenCase>();
  session.answer(requests.caseFile, async (params) => {
    await addFile(
      openById(cases, params.case, () => newCase(session)),
      params,
      session,
    );
    return null;
  });
  session.answer(requests.caseReport, (params) => {
    const found = cases.get(params.case);
    cases.delete(params.case);
    return found === undefined ? null : reportOf(found, params);
  });
}

/** What an editor sends piece by piece under an identifier; the oldest is forgotten if there are too many. */
export function openById<T>(open: Map<string, T>, id: string, make: () => T): T {
  const known = open.get(id);
  if (known !== undefined) return known;
  const [oldest] = open.keys();
  if (open.size >= limits.openCases && oldest !== undefined) open.delete(oldest);
  const made = make();
  open.set(id, made);
  return made;
}

function newCase({ host }: Session): OpenCase {
  const masking = growingMasking({ showSecrets: false });
  return {
    masking,
    reader: new CaseReader(masking),
    unpacker: new CaseUnpacker(host.platform),
    openable: new Set<string>(),
  };
}

async function addFile(
  { reader, unpacker, openable }: OpenCase,
  { name, uri = '', content, unread }: CaseFileParams,
  session: Session,
): Promise<void> {
  const { host } = session;
  // The platform decodes base64 on one line, as the editor sends it.
  const bytes = content === undefined ? undefined : host.platform.base64(content);
  if (bytes === undefined) {
    reader.leaveOut(name, reasonFor(unread));
    return;
  }
  const reporting = uri === '' ? undefined : await reportingAt(session, uri);
  for (const file of unpacker.files(name, bytes)) {
    if ('reason' in file) reader.leaveOut(file.name, file.reason);
    else {
      if (file.bytes === bytes) openable.add(name);
      const analysis = new Analysis({ name: file.name, content: file.bytes }, host.platform);
      const reported = reporting && (() => knownProblems({ analysis, uri }, reporting));
      reader.add(file.name, analysis, reported);
    }
  }
}

function reasonFor(unread: CaseFileParams['unread']): string {
  switch (unread) {
    case 'link':
      return 'It is a link, and links are not followed.';
    case 'too-large':
      return 'It is too large for an editor; explain the case with `aks-bootstrap explain`.';
    case 'too-many':
      return `A case is read up to ${grouped(limits.caseFiles)} files.`;
    case 'unreadable':
    case undefined:
      return 'It cannot be read.';
  }
}

function reportOf(
  { masking, reader, openable }: OpenCase,
  { name }: CaseReportParams,
): NonNullable<Shown<CaseReportResult>> {
  const found = reader.case;
  const pathOf = (file: string): string | undefined => (openable.has(file) ? file : undefined);
  return {
    case: masking.strings(found),
    report: masking.markdown(caseReport(found, { name, pathOf })),
    name: masking.text(safeFileName(`${name}.report.md`)),
    machines: reader.machines,
    fields: reader.fields.map((one) => masking.text(one)),
    isFleet: reader.machines > 1 && !isAboutBoots(found),
  };
}
