import type { SyntaxNode } from '../../formats/tree/node.js';
import type { Certificate } from '../../formats/x509/certificate.js';
import { limits } from '../../limits.js';
import { inlineCode } from '../../text/markdown.js';
import { type CertificateReading, readCertificates } from '../../values/certificates.js';
import { formatNouns } from '../../values/check.js';
import { base64Summary, type ContentKind } from '../../values/encoded.js';
import type { ReadingPlace } from '../read.js';
import type { NumberRange } from './describe.js';
import { type FieldDescriptor, type MessageDescriptor, typeName } from './descriptor.js';

/** A value in a sentence: `the text "abc"`, `the number 1.5`, `a list`. Secret values are not repeated. */
export function describeNode(node: SyntaxNode | undefined, secret: boolean): string {
  switch (node?.kind) {
    case 'string':
      return secret ? 'this text' : `the text ${quoted(node.value)}`;
    case 'number':
      return secret ? 'a number' : `the number ${node.raw}`;
    case 'boolean':
      return String(node.value);
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    default:
      return 'null';
  }
}

/** What a place is called at the beginning of a sentence: `cse_timeout`, `An entry of custom_ca_certs`. */
export function describePlace({ field, message, element }: ReadingPlace): string {
  const name = field?.name ?? message.name;
  return element ? `An entry of ${name}` : name;
}

/** What a field takes, in a sentence: `a whole number (int32)`, `an object of true or false`. */
export function describeExpected(field: FieldDescriptor, element: boolean): string {
  const one = describeElement(field);
  if (element || field.label === 'singular' || field.label === 'optional') return one;
  return field.label === 'repeated' ? `a list, each entry ${one}` : `an object, each value ${one}`;
}

function describeElement(field: FieldDescriptor): string {
  const { type } = field;
  if (type.kind === 'message') return `an object (${type.of.name})`;
  if (type.kind === 'enum') return `one of ${type.of.values.map((known) => known.name).join(', ')}`;
  switch (type.scalar) {
    case 'string':
      return 'text in double quotes';
    case 'bool':
      return 'true or false, without quotes';
    case 'int32':
      return 'a whole number (int32)';
    case 'double':
      return 'a number';
  }
}

/** A field's name in the spelling style of a key that was meant for it. */
export function nameInStyleOf(key: string, field: FieldDescriptor): string {
  const camel = /[a-z][A-Z]/.test(key) && !key.includes('_');
  return camel ? field.jsonName : field.name;
}

/** Items in a sentence: `a, b and c`. */
export function enumerated(items: readonly string[], word: 'and' | 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1) ?? ''}`;
}

/** A text in quotes, shortened to what a sentence can carry. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > limits.quotedValue ? `${text.slice(0, limits.quotedValue)}…` : text);
}

/** A field in Markdown: type, sentence, and what an author has to know about it. */
export function fieldMarkdown(field: FieldDescriptor, owner: MessageDescriptor): string {
  const facts = [
    field.required === true ? 'Required.' : undefined,
    field.deprecated === true ? 'Deprecated.' : undefined,
    takenMarkdown(field),
    field.default === undefined ? undefined : `Absent stands for \`${String(field.default)}\`.`,
    field.since === undefined ? undefined : `Since AgentBaker ${field.since}; an older node image drops it.`,
    field.secret === true ? 'Holds a secret: it is masked in previews.' : undefined,
  ].filter((fact) => fact !== undefined);
  const other = field.jsonName === field.name ? '' : ` (JSON name \`${field.jsonName}\`)`;
  const label = field.label === 'optional' ? 'optional ' : '';
  const examples = (field.examples ?? []).map((example) => `\`${JSON.stringify(example)}\``).join(', ');
  return [
    `**${field.name}**${other}: \`${label}${typeName(field)}\` in ${owner.name}`,
    field.doc,
    facts.join(' '),
    field.type.kind === 'enum'
      ? field.type.of.values.map((value) => `- \`${value.name}\`: ${value.doc}`).join('\n')
      : '',
    examples === '' ? '' : `For example ${examples}.`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** What the values of a field have to be like, as a sentence; undefined where its type says it all. */
function takenMarkdown(field: FieldDescriptor): string | undefined {
  const { oneOf, format, range, unit } = field;
  const each = field.label === 'repeated' ? 'Each entry is' : field.label === 'map' ? 'Each value is' : 'Takes';
  if (oneOf !== undefined) {
    const choices = oneOf.map((choice) => `\`${choice}\``);
    return `${each} ${enumerated(choices, 'or')}.`;
  }
  if (format !== undefined) return `${each} ${formatNouns[format]}.`;
  if (range !== undefined) return `${each} ${rangeText(range)}${unit === undefined ? '' : ` ${unit}`}.`;
  return unit === undefined ? undefined : `Counted in ${unit}.`;
}

/** A range in words: `1 to 21600`, `at least 2`. */
export function rangeText({ min, max }: NumberRange): string {
  if (min === undefined) return `at most ${max ?? ''}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}

/** What an encoded value holds: `short` for beside it, `markdown` for a page about it. Never the content itself. */
interface ValueSummary {
  readonly short: string;
  readonly markdown: string;
}

/** Looks into a base64 value of a field; undefined where the field takes none, or the value is none. */
export function valueSummary({ format }: FieldDescriptor, text: string): ValueSummary | undefined {
  if (format !== 'base64' && format !== 'base64-certificates' && format !== 'base64-private-key') return undefined;
  // Words with blanks between them are formally base64 too; here they are a mistake.
  const summary = /^[A-Za-z0-9+/=\r\n]+$/.test(text) ? base64Summary(text) : undefined;
  if (summary === undefined) return undefined;
  const size = `${summary.bytes.toLocaleString('en')} bytes`;
  if (summary.kind === 'certificates') return certificatesSummary(readCertificates(text), size);
  return { short: `${kindNames[summary.kind]}, ${size}`, markdown: `Base64 of ${kindNames[summary.kind]}, ${size}.` };
}

const kindNames: Readonly<Record<ContentKind, string>> = {
  empty: 'nothing',
  certificates: 'certificates',
  'certificate-request': 'a certificate request',
  'private-key': 'a private key',
  'public-key': 'a public key',
  pkcs7: 'a PKCS #7 container',
  pkcs12: 'a PKCS #12 container',
  json: 'JSON',
  gzip: 'gzip data',
  text: 'text',
  binary: 'binary data',
};

/** How many certificates of a bundle are described one by one. */
const maxDescribed = 10;

function certificatesSummary({ certificates }: CertificateReading, size: string): ValueSummary {
  const [first] = certificates;
  if (first === undefined)
    return { short: `damaged certificate, ${size}`, markdown: `Base64 of a damaged certificate, ${size}.` };
  const more = certificates.length === 1 ? '' : ` and ${certificates.length - 1} more`;
  const described = certificates.slice(0, maxDescribed).map((certificate) => `- ${certificateMarkdown(certificate)}`);
  if (certificates.length > maxDescribed) described.push(`- and ${certificates.length - maxDescribed} more`);
  return {
    short: `${first.subject}${more}, until ${dateText(Math.min(...certificates.map(({ notAfter }) => notAfter)))}`,
    markdown: `Base64 of ${certificates.length === 1 ? 'a certificate' : `${certificates.length} certificates`}, ${size}:\n\n${described.join('\n')}`,
  };
}

function certificateMarkdown({ subject, issuer, selfIssued, notBefore, notAfter, isCa, keyKind }: Certificate): string {
  const by = selfIssued ? 'issued by itself' : `issued by ${inlineCode(issuer)}`;
  const kind = isCa ? 'certificate authority' : 'no certificate authority';
  return `${inlineCode(subject)}: ${by}, valid ${dateText(notBefore)} to ${dateText(notAfter)} (UTC), ${kind}, ${keyKind}`;
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
