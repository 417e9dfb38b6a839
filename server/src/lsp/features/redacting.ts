import { redact, type RedactedFileReport, safeFileName } from '../../core/index.js';
import { type RedactParams, type RedactResult, requests } from '../../protocol.js';
import { lastPathSegment } from '../payloadEntries.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';

/** Answers the request for a document that can be shared. */
export function registerRedacting(session: Session): void {
  session.answer(requests.redact, (params) => redacted(session, params));
}

function redacted({ documents, host }: Session, { uri, pseudonyms }: RedactParams): Shown<RedactResult> {
  const document = documents.get(uri);
  if (document === undefined) return { ok: false, message: maskedMessage('The document is no longer open.') };
  const { analysis, languageId } = document;
  const name = lastPathSegment(uri);
  const file = { name, content: analysis.text, kind: analysis.source.kind };
  const { files, manifest } = redact([file], { platform: host.platform, pseudonyms, context: analysis.context });
  const [result, report] = [files[0], manifest.files[0]];
  if (result === undefined || report === undefined) {
    const reason = manifest.notRedacted[0]?.reason ?? '';
    return { ok: false, message: maskedMessage(`The document can't be redacted. ${reason}`) };
  }
  const summary = maskedMessage(summaryOf(report));
  return { ok: true, text: result.text, languageId, name: maskedMessage(safeFileName(name)), summary };
}

function summaryOf({ secrets, pseudonyms, replacedWhole, differences }: RedactedFileReport): string {
  const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);
  const sentences = [
    `Secrets replaced: ${sum(secrets)}.`,
    ...(pseudonyms === undefined ? [] : [`Names replaced: ${sum(pseudonyms)}.`]),
    ...(replacedWhole.length > 0 ? [`Payloads replaced as a whole: ${replacedWhole.length}.`] : []),
    ...(differences.length > 0 ? [`Differences in the result: ${differences.length}.`] : []),
  ];
  return sentences.join(' ');
}
