import { Analysis, type ValidationContext } from '../analysis.js';
import type { DocumentKind } from '../document/kinds.js';
import { pointerOf, stepsOf } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import { secretsIn } from '../documentSecrets.js';
import { byteContent, isGzip, textContent } from '../payload/content.js';
import { gzip } from '../payload/layers/compression.js';
import { textEncoding } from '../payload/layers/textEncodings.js';
import { openAlone } from '../payload/writeBack.js';
import { sourceText } from '../payload/sourceText.js';
import type { Platform } from '../platform.js';
import { findSecrets, inflatingOn, maskText } from '../secrets/find.js';
import { type KnownSecret, KnownSecrets } from '../secrets/known.js';
import { createMasking, type Masked, nothingMasked } from '../secrets/masking.js';
import type { Budget } from '../text/budget.js';
import { utf8Bytes } from '../text/bytes.js';
import { fragmentMap } from '../text/positionMap.js';
import { failure, type Result, success } from '../text/result.js';
import { readingsOf } from './escapes.js';
import type { NameKind } from './names.js';
import { Pseudonyms } from './pseudonyms.js';
import { encodedBlocks, payloadRanges, type Replacing, rewrite, type Rewritten } from './rewrite.js';
import type { SecretKind } from './secretKind.js';
import { signatureDifferences, signatureOf } from './signature.js';
import { StandIns } from './standIns.js';

/** A file to redact. */
export interface RedactableFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The kind that the user chose. */
  readonly kind?: DocumentKind | undefined;
}

export interface RedactionOptions {
  readonly platform: Platform;
  /** Whether names of subscriptions, groups, resources, hosts, users and addresses are replaced, too. */
  readonly pseudonyms: boolean;
  /** What validating before and after depends on besides the files. */
  readonly context?: ValidationContext | undefined;
}

/** A file with its secrets, and maybe its names, replaced. */
export interface RedactedFile {
  readonly name: string;
  readonly text: Masked;
  /** In the encoding of the original. */
  readonly bytes: Uint8Array;
}

/** What was replaced in one file, and how often. It never contains an original. */
export interface RedactedFileReport {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly secrets: Readonly<Partial<Record<SecretKind, number>>>;
  /** By what the names are of; absent if names stay. */
  readonly pseudonyms?: Readonly<Partial<Record<NameKind, number>>>;
  /** Payloads that couldn't be written back, so that all of their encoded text was replaced. */
  readonly replacedWhole: readonly string[];
  /** Payloads, problems and explanations that only the original or only the result has. */
  readonly differences: readonly string[];
  /** Whether the file name itself contains a name that was replaced in the files. */
  readonly nameInFileName?: true;
}

/** A file that couldn't be redacted, and why, as a sentence. */
export interface UnredactedFile {
  readonly file: string;
  readonly reason: string;
}

export interface RedactionManifest {
  readonly version: 1;
  readonly pseudonyms: boolean;
  readonly files: readonly RedactedFileReport[];
  readonly notRedacted: readonly UnredactedFile[];
}

export interface Redaction {
  readonly files: readonly RedactedFile[];
  readonly manifest: RedactionManifest;
}

/** A file that was opened, and how to write another text in its encoding. */
interface OpenedFile {
  readonly analysis: Analysis;
  readonly encode: (text: string) => Uint8Array;
}

/**
 * Replaces the secrets of some files in all layers, and on request their names. Equal originals have equal replacements in
 * all files. Each result is read again: a file that would still contain a secret or a name is left out, and differences in
 * what it means are reported.
 */
export function redact(files: readonly RedactableFile[], options: RedactionOptions): Redaction {
  const notRedacted: UnredactedFile[] = [];
  const secrets = new KnownSecrets();
  const standIns = new StandIns();
  const pseudonyms = options.pseudonyms ? new Pseudonyms() : undefined;
  const readable = files.filter((file) => {
    const opened = openFile(file, options);
    if (!opened.ok) {
      notRedacted.push({ file: file.name, reason: opened.error });
      return false;
    }
    const { analysis } = opened.value;
    const known = secretsIn(analysis);
    const budget = analysis.newBudget();
    budget.timed(() => {
      const found = [...known.secrets, ...escapedSecrets(analysis, budget)];
      secrets.add(found);
      standIns.reserve(found.map(({ value }) => value));
      if (pseudonyms !== undefined) for (const document of analysis.documents()) pseudonyms.collect(document, budget);
    });
    if (known.unsearched.length === 0 && !budget.isSpent) return true;
    notRedacted.push({ file: file.name, reason: takesTooLong(analysis) });
    return false;
  });
  const redacted: RedactedFile[] = [];
  const reports: RedactedFileReport[] = [];
  // Files are opened again, so that only their contents are in memory all the time.
  for (const file of readable) {
    const result = redactFile(file, { secrets, standIns, pseudonyms }, options);
    if (result.ok) {
      redacted.push(result.value.redacted);
      reports.push(result.value.report);
    } else notRedacted.push({ file: file.name, reason: result.error });
  }
  return {
    files: redacted,
    manifest: { version: 1, pseudonyms: options.pseudonyms, files: reports, notRedacted },
  };
}

/** Secrets in strings that no container opens, such as those of a log with an object on each line. */
function* escapedSecrets(analysis: Analysis, budget: Budget): Generator<KnownSecret> {
  for (const { text = '' } of analysis.documents())
    for (const read of readingsOf(text).slice(1))
      for (const { start, end, shown } of findSecrets(read, { budget }))
        if (shown === maskText) yield { value: read.slice(start, end) };
}

function openFile(
  { name, content, kind }: RedactableFile,
  { platform, context }: RedactionOptions,
): Result<OpenedFile> {
  if (typeof content !== 'string' && isGzip(content)) return openGzip({ name, content, kind }, { platform, context });
  const { text, content: read, encodings, problems } = sourceText(content);
  if (text === undefined) return failure(problems[0]?.message ?? 'The file is empty.');
  const analysis = new Analysis({ name, content: text, kind, context }, platform);
  const found = [...analysis.documents()].flatMap((document) => document.problems);
  const limit = [...found, ...analysis.decoding.lateness({ start: 0, end: 0 })].find(({ code }) =>
    code.startsWith('payload/limit-'),
  );
  if (limit !== undefined) return failure(limit.message);
  const encode = (next: string): Uint8Array => {
    const encoded = textContent(next, fragmentMap(0), read.origin);
    if (encodings.length === 0 || textEncoding.encodeAlike === undefined) return utf8Bytes(next);
    return textEncoding.encodeAlike(encoded, { outer: read, inner: read }, analysis.newDecoding()).bytes;
  };
  return success({ analysis, encode });
}

/** A compressed file: its content is redacted and compressed again. */
function openGzip(
  { name, content, kind }: RedactableFile & { readonly content: Uint8Array },
  options: Pick<RedactionOptions, 'platform' | 'context'>,
): Result<OpenedFile> {
  const { platform } = options;
  const { bytes, fault } = platform.gunzip(content, limits.inputBytes + 1);
  if (fault !== undefined) return failure("The file is gzip data that can't be unpacked completely.");
  if (isGzip(bytes)) return failure('The file is gzip data in gzip data.');
  const inner = openFile({ name: name.replace(/\.gz$/i, ''), content: bytes, kind }, { ...options, pseudonyms: false });
  if (!inner.ok) return inner;
  const { analysis, encode } = inner.value;
  const outer = byteContent(content, { start: 0, end: 0 });
  return success({
    analysis,
    encode: (text) => {
      const packed = byteContent(encode(text), outer.origin);
      return gzip.encodeAlike?.(packed, { outer, inner: packed }, analysis.newDecoding()).bytes ?? packed.bytes;
    },
  });
}

/** Why a file that there was no time for isn't redacted. */
function takesTooLong({ decoding: { limits: bounds } }: Analysis): string {
  return `Redacting it takes more than ${bounds.answerMilliseconds / 1_000} seconds.`;
}

function redactFile(
  file: RedactableFile,
  known: Omit<Replacing, 'budget'>,
  options: RedactionOptions,
): Result<{ readonly redacted: RedactedFile; readonly report: RedactedFileReport }> {
  const opened = openFile(file, options);
  if (!opened.ok) return opened;
  const { analysis, encode } = opened.value;
  const budget = analysis.newBudget();
  const replacing = { ...known, budget };
  const rewritten = budget.timed(() => rewrite(analysis, replacing));
  if (!rewritten.ok) return rewritten;
  const { text } = rewritten.value;
  const after = analysis.withText(text);
  const shownPath = pathsFor(replacing, options.platform);
  const left = budget.timed(() => leftIn(after, replacing, shownPath));
  if (budget.isSpent) return failure(takesTooLong(analysis));
  if (left !== undefined) return failure(left);
  const differences = signatureDifferences(signatureOf(analysis, shownPath), signatureOf(after, shownPath));
  return success({
    // The text may leave the core: masking it would replace the invented values.
    redacted: { name: file.name, text: nothingMasked.text(text), bytes: encode(text) },
    report: reportOf(file.name, analysis.kind, rewritten.value, differences, replacing, shownPath),
  });
}

/** A payload path as a report shows it. */
type ShownPath = (steps: readonly string[]) => string;

/** Replaces secrets and names in payload paths as in the files: keys of a document are steps of JSON Pointers. */
function pathsFor({ secrets, standIns, pseudonyms, budget }: Replacing, platform: Platform): ShownPath {
  const invented = createMasking(
    () => ({ inflate: inflatingOn(platform), budget }),
    () => secrets,
    (secret) => standIns.of(secret),
  );
  const shown = (text: string): string => {
    const withoutSecrets = invented.text(text);
    return pseudonyms?.replaceIn(withoutSecrets) ?? withoutSecrets;
  };
  return (steps) =>
    steps.map((step) => (step.startsWith('/') ? pointerOf(stepsOf(step).map(shown)) : shown(step))).join(' > ');
}

function reportOf(
  file: string,
  kind: DocumentKind,
  { secrets, names, replacedWhole }: Rewritten,
  differences: readonly string[],
  { pseudonyms }: Replacing,
  shownPath: ShownPath,
): RedactedFileReport {
  return {
    file,
    kind,
    secrets: Object.fromEntries(secrets),
    ...(pseudonyms ? { pseudonyms: Object.fromEntries(names) } : {}),
    replacedWhole: replacedWhole.map(shownPath),
    differences,
    ...((pseudonyms?.replaceIn(file) ?? file) === file ? {} : { nameInFileName: true }),
  };
}

/** Why a result must not be given away: the place where it still contains a secret or a name. */
function leftIn(
  analysis: Analysis,
  { secrets, standIns, pseudonyms, budget }: Replacing,
  shownPath: ShownPath,
): string | undefined {
  for (const document of analysis.documents()) {
    const { text, steps } = document;
    if (budget.isSpent) return undefined;
    if (text === undefined) continue;
    const place = steps.length === 0 ? 'the file' : shownPath(steps);
    for (const { start, end } of secrets.spansIn(text, budget)) {
      const secret = text.slice(start, end);
      if (standIns.of(secret) !== secret) return `A secret in ${place} could not be replaced.`;
    }
    // Invented addresses look like others; names don't.
    const addressesDone = [{ start: 0, end: text.length }];
    // Alone, so that positions are in this text.
    const alone = document.children.length === 0 ? document : openAlone(document, text, analysis.newDecoding(budget));
    const excluded = [...payloadRanges(alone).encoded, ...encodedBlocks(text)].sort((a, b) => a.start - b.start);
    if (pseudonyms !== undefined && pseudonyms.replaceIn(text, { addressesDone, excluded }, undefined, budget) !== text)
      return `A name in ${place} could not be replaced.`;
  }
  return undefined;
}
