import type { Certificate } from '../formats/x509/certificate.js';
import { bulleted, inlineCode, type Markdown, markup, prose } from '../text/markdown.js';
import { type CertificateReading, readCertificates } from './certificates.js';
import { base64Summary, contentNames } from './encoded.js';
import type { FormatName } from './check.js';
import { grouped } from '../text/strings.js';

/** What an encoded value contains: `short` to show beside it, `markdown` for a hover. Never the content itself. */
interface ValueSummary {
  readonly short: string;
  readonly markdown: Markdown;
}

/** Summarises a base64 value; undefined for other formats and for damaged values. */
export function encodedSummary(format: FormatName | undefined, text: string): ValueSummary | undefined {
  if (format !== 'base64' && format !== 'base64-certificates' && format !== 'base64-private-key') return undefined;
  // Words with spaces between them are formally base64, too; here they are a mistake.
  const summary = /^[A-Za-z0-9+/=\r\n]+$/.test(text) ? base64Summary(text) : undefined;
  if (summary === undefined) return undefined;
  const size = `${grouped(summary.bytes)} bytes`;
  if (summary.kind === 'certificates') return certificatesSummary(readCertificates(text), size);
  const short = `${contentNames[summary.kind]}, ${size}`;
  return { short, markdown: markup`Base64 of ${prose(short)}.` };
}

/** How many certificates of a bundle are described one by one. */
const maxDescribed = 10;

function certificatesSummary({ certificates }: CertificateReading, size: string): ValueSummary {
  const [first] = certificates;
  if (first === undefined)
    return {
      short: `damaged certificate, ${size}`,
      markdown: markup`Base64 of a damaged certificate, ${prose(size)}.`,
    };
  const more = certificates.length === 1 ? '' : ` and ${certificates.length - 1} more`;
  const described = certificates.slice(0, maxDescribed).map(certificateMarkdown);
  if (certificates.length > maxDescribed) described.push(markup`and ${certificates.length - maxDescribed} more`);
  const what = certificates.length === 1 ? markup`a certificate` : markup`${certificates.length} certificates`;
  return {
    short: `${first.subject}${more}, until ${dateText(Math.min(...certificates.map(({ notAfter }) => notAfter)))}`,
    markdown: markup`Base64 of ${what}, ${prose(size)}:\n\n${bulleted(described)}`,
  };
}

function certificateMarkdown({
  subject,
  issuer,
  selfIssued,
  notBefore,
  notAfter,
  isCa,
  keyKind,
}: Certificate): Markdown {
  const by = selfIssued ? markup`issued by itself` : markup`issued by ${inlineCode(issuer)}`;
  const kind = isCa ? 'certificate authority' : 'not a certificate authority';
  const rest = `valid ${dateText(notBefore)} to ${dateText(notAfter)} (UTC), ${kind}, ${keyKind}`;
  return markup`${inlineCode(subject)}: ${by}, ${prose(rest)}`;
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
