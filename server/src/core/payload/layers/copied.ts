import { kindOfUserData } from '../../cloudConfig/userData/formats.js';
import type { LayerName } from '../../document/payload.js';
import { isProvisionLog, reportsFailure } from '../../failure/recognise.js';
import { isBicep } from '../../formats/bicep/parse.js';
import { looksLikeJson } from '../../formats/json/detect.js';
import { parseJson } from '../../formats/json/parse.js';
import { limits } from '../../limits.js';
import {
  characterOf,
  excerptOf,
  htmlEntity,
  type MappedText,
  type RangeReplacement,
  replaced,
} from '../../text/mappedText.js';
import { problem, type Problem } from '../../problems/problem.js';
import { composeMaps, fragmentMap, type PositionMap } from '../../text/positionMap.js';
import { createLineIndex, type Span, spanOfMatch } from '../../text/span.js';
import { type Content, type DecodeContext, textContent } from '../content.js';
import { goalStateFormat, isAzureYaml, isPrintedDocument, payloadMember, printedText } from '../recognise.js';
import { isEncodedPayload } from './base64.js';
import { type CodeFence, codeFences } from './fences.js';
import { hexDump, isHexDump } from './hexDump.js';
import { dataUrl, isDataUrl, percentEncoding } from './transfer.js';
import { wrapping } from './escapedJson.js';
import { type DecodedLayer, type Layer, spliceThrough } from './layer.js';

/** A layer of what copying adds to a text. `write` escapes a change for it. */
function copied(
  name: LayerName,
  strip: (text: string) => MappedText | undefined,
  write: (changed: string) => string = (changed) => changed,
): Layer {
  const inner = (content: Content): Content | undefined => {
    const stripped = content.text === undefined ? undefined : strip(content.text);
    return stripped && textContent(stripped.text, composeMaps(content.map, stripped.map), content.origin);
  };
  return {
    names: [name],
    recognise(content) {
      const stripped = inner(content);
      return stripped && { layer: name, content: stripped, problems: [] };
    },
    decode: (content) => ({ content: inner(content) ?? content, problems: [] }),
    encodeAlike(next, { outer, inner: before }) {
      const text = spliceThrough(outer.text ?? '', before.map, before.text ?? '', next.text ?? '', write);
      return textContent(text, fragmentMap(0), outer.origin);
    },
  };
}

const whole = (text: string): Span => ({ start: 0, end: text.length });

/** Colours that a program wrote for a terminal; the escape character may be shown or lost. */
const colour = /(?:[\u001b\u241b]|\^\[|\\(?:x1b|033|e|u001b))\[[\d;]{0,12}m/g; // eslint-disable-line no-control-regex -- colours begin with an escape character
const bareColour = /\[\d[\d;]{0,11}m/g;

const terminalColours = copied('ansi-colours', (text) => {
  // A document that is coloured is so from its beginning.
  if (text.slice(0, 20_000).search(colour) < 0 && text.slice(0, 20_000).search(bareColour) < 0) return undefined;
  const found = [...text.matchAll(colour)];
  const matches = found.length > 0 ? found : [...text.matchAll(bareColour)];
  if (matches.length < (found.length > 0 ? 1 : 4)) return undefined;
  return replaced(
    text,
    whole(text),
    matches.map((match) => ({ ...spanOfMatch(match), by: '' })),
  );
});

/** The quote marks of mails and Markdown, and the numbers that viewers put in front of lines. */
const linePrefixes = copied('line-prefixes', (text) => {
  const prefix = [quoteMark, lineNumber].find((pattern) => pattern.test(/\S[^\n]{0,40}/.exec(text)?.[0] ?? ''));
  if (prefix === undefined) return undefined;
  const lines = [...text.matchAll(/[^\n]+/g)].filter(([line]) => line.trim() !== '');
  const found = lines.map(({ 0: line }) => prefix.exec(line) ?? undefined);
  const [first] = found;
  if (lines.length < 2 || first === undefined) return undefined;
  const isPrefix = (match: RegExpExecArray | undefined, index: number): boolean =>
    match !== undefined && (prefix === quoteMark || Number(match[1]) === Number(first[1]) + index);
  if (!found.every(isPrefix)) return undefined;
  const prefixes = lines.map(({ index: start }, line) => ({
    start,
    end: start + (found[line]?.[0].length ?? 0),
    by: '',
  }));
  return replaced(text, whole(text), prefixes);
});

const quoteMark = /^[ \t]{0,8}>(?: |(?=\r?$))/;
const lineNumber = /^[ \t]{0,8}(\d{1,6})(?:[ \t]{0,2}[|:\u2502][ \t]?|\t| {2}|(?=\r?$))/;

/** JSON from a page, with its quotes as entities. */
const htmlEntities = copied(
  'html-entities',
  (text) =>
    /^\s{0,1000}(?:\[\s{0,100})?\{\s{0,1000}&(?:quot|#34|#x22);/i.test(text.slice(0, 2_200))
      ? replaced(
          text,
          whole(text),
          [...text.matchAll(htmlEntity)].map((match) => ({ ...spanOfMatch(match), by: characterOf(match[0]) })),
        )
      : undefined,
  (changed) =>
    changed.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
);

/** JSON in which a word processor replaced the quotes, or a page the spaces. */
const typography = copied('typography', (text) => {
  if (!/^[\s\u200b\ufeff]{0,1000}(?:\[\s{0,100})?\{[\s\u200b]{0,1000}[\u201c\u201d"]/.test(text.slice(0, 2_200)))
    return undefined;
  const hasCurly = /^[\s\u200b\ufeff]*(?:\[\s*)?\{[\s\u200b]*[\u201c\u201d]/.test(text.slice(0, 2_200));
  if (!hasCurly && !/^[^"]{0,2000}[\u00a0\u200b\u202f]/.test(text.slice(0, 2_200))) return undefined;
  const odd = hasCurly ? /[\u201c\u201d\u00a0\u200b\u202f]/g : /[\u00a0\u200b\u202f]/g;
  const found = [...text.matchAll(odd)].map((match) => ({
    ...spanOfMatch(match),
    by: /[\u201c\u201d]/.test(match[0]) ? '"' : match[0] === '\u200b' ? '' : ' ',
  }));
  return replaced(text, whole(text), found);
});

/** A dictionary as Python prints it: with single quotes, True, False and None. */
const pythonRepr = copied(
  'python-repr',
  (text) =>
    /^\s{0,200}(?:\[\s{0,200})?\{\s{0,200}[bu]?'/.test(text.slice(0, 1_000))
      ? replaced(text, whole(text), pythonAsJson(text))
      : undefined,
  (changed) => changed.replaceAll('\\"', '"').replaceAll("'", "\\'"),
);

const pythonWords: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

/** What makes JSON of a dictionary as Python prints it. */
function pythonAsJson(text: string): RangeReplacement[] {
  const changes: RangeReplacement[] = [];
  const token = /[bu]?['"]|\b(?:None|True|False)\b/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [written] = found;
    const start = found.index;
    const opened = token.lastIndex;
    const word = pythonWords.get(written);
    if (word !== undefined) changes.push({ start, end: opened, by: word });
    else {
      const end = endOfPythonString(text, opened, written.slice(-1));
      token.lastIndex = end + 1;
      if (text.charAt(end) !== written.slice(-1)) continue;
      changes.push({ start, end: opened, by: '"' });
      for (const { 0: escape, index } of text.slice(opened, end).matchAll(/\\x[0-9a-f]{2}|\\'|\\[^]|"/gi)) {
        const by = escape === '"' ? '\\"' : escape === "\\'" ? "'" : escape.replace(/^\\x/, '\\u00');
        if (by !== escape) changes.push({ start: opened + index, end: opened + index + escape.length, by });
      }
      changes.push({ start: end, end: end + 1, by: '"' });
    }
  }
  return changes;
}

/** The closing quote of a string, or the end of the line. */
function endOfPythonString(text: string, start: number, quote: string): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== quote && text.charAt(at) !== '\n')
    at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

/** Quotes, backticks or a code fence around JSON or base64, and the name of the field before it. */
const quotes = copied('quoted-text', (text) => {
  const span = unquotedSpan(text);
  return span === undefined ? joinedPieces(text) : excerptOf(text, span);
});

/** The name of a field before its value, as in a line of JSON, YAML or a script. */
const fieldName = /^\s{0,200}["']?(?:custom|user)_?data["']?\s{0,20}[:=]\s{0,20}/i;

function unquotedSpan(text: string): Span | undefined {
  // A quick check that rules out most texts.
  if (!/^\s{0,200}(?:["'`]|(?:custom|user)_?data\b)/i.test(text.slice(0, 230))) return undefined;
  const named = fieldName.exec(text.slice(0, 300))?.[0].length ?? 0;
  const written = text.slice(named).trimEnd();
  const rest = written.endsWith(',') ? written.slice(0, -1) : written;
  const { start, end } = wrapping(rest);
  const inner = rest.slice(start, end);
  const isWrapped = named > 0 || (start > 0 && /["'`]/.test(rest.trimStart().charAt(0)));
  const isFenced = /^\s*```/.test(rest.slice(0, 200));
  if (!isWrapped || !(isPlainJson(inner) || isEncodedPayload(inner) || (isFenced && isDocumentText(inner))))
    return undefined;
  return { start: named + start, end: named + end };
}

/** JSON whose own quotes are not escaped. */
function isPlainJson(text: string): boolean {
  return /^\s{0,200}(?:\[\s{0,200})?\{\s{0,200}"/.test(text.slice(0, 700)) && /[}\]]\s*$/.test(text.slice(-200));
}

/** Base64 that is written in pieces: strings that are joined, or lines that a backslash continues. */
function joinedPieces(text: string): MappedText | undefined {
  if (!/^[^\n]{0,2000}(?:["'`]|\\)[ \t]{0,4}[+,;&.)\]]{0,2}[ \t]{0,4}\r?\n/.test(text.slice(0, 4_100)))
    return undefined;
  const gaps: RangeReplacement[] = [];
  let at = 0;
  let count = 0;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const piece = quotedPiece.exec(line) ?? continuedPiece.exec(line);
    if (piece === null) {
      // What opens or closes the list of pieces.
      if (line.length > 200 || /[A-Za-z0-9+/]{40}/.test(line)) return undefined;
      continue;
    }
    const start = index + (piece[1]?.length ?? 0);
    gaps.push({ start: at, end: start, by: '' });
    at = start + (piece[2]?.length ?? 0);
    count++;
  }
  if (count < 2) return undefined;
  const joined = replaced(text, { start: 0, end: text.length }, [...gaps, { start: at, end: text.length, by: '' }]);
  return isEncodedPayload(joined.text) ? joined : undefined;
}

const quotedPiece =
  /^([ \t]{0,200}[\w$.+&,([= \t]{0,60}["'`])([A-Za-z0-9+/_-]+={0,2})["'`][ \t]{0,4}[+,;\\.&)\]]{0,3}[ \t]{0,4}\r?$/;
const continuedPiece = /^([ \t]{0,200})([A-Za-z0-9+/_-]+={0,2})(?:[ \t]?\\)?\r?$/;

/** JSON from a cell of a table, with each quote twice. */
const tableCell = copied(
  'csv',
  (text) => {
    const start = /^\s{0,200}"?(?=\s{0,200}(?:\[\s{0,200})?\{\s{0,200}""\w)/.exec(text.slice(0, 1_000))?.[0].length;
    if (start === undefined) return undefined;
    const trimmed = text.trimEnd();
    const end = /[}\]]"$/.test(trimmed.slice(-2)) ? trimmed.length - 1 : trimmed.length;
    const quoted = [...text.slice(start, end).matchAll(/""/g)].map(({ index }) => ({
      start: start + index,
      end: start + index + 2,
      by: '"',
    }));
    return replaced(text, { start, end }, quoted);
  },
  (changed) => changed.replaceAll('"', '""'),
);

/** What a program or a person wrote before and behind the document. */
const surroundingText: Layer = {
  ...copied('text', (text) => {
    const span = documentIn(text);
    return span && excerptOf(text, span);
  }),
  recognise({ text = '', map, origin }) {
    const span = documentIn(text);
    if (span === undefined) return undefined;
    const inner = excerptOf(text, span);
    const content = textContent(inner.text, composeMaps(map, inner.map), origin);
    return { layer: 'text', content, problems: [...unreadText(text, span, map)] };
  },
};

function documentIn(text: string): Span | undefined {
  if (text.length > limits.pastedText && !/^(?:WARNING|[\w.@~:/-]{1,80}[$#>]) /.test(text)) return undefined;
  const fenced = documentFences(text);
  // Several are read one by one.
  if (fenced.length > 1) return undefined;
  return fenced[0] ?? jsonDocument(text) ?? documentBehindLines(text);
}

/** The code fences and strings of a program with documents in them, if something is around these. */
export function documentFences(text: string): CodeFence[] {
  // Strings of Bicep are read with what is around them.
  const isSource = isBicep(text);
  return codeFences(text).filter(
    ({ start, end, isAlone, isString }) =>
      !isAlone && !(isString && isSource) && isDocumentText(text.slice(start, end)),
  );
}

/** A remark on what a person wrote around a document, which may matter. Lines of tools don't. */
function* unreadText(text: string, { start, end }: Span, map: PositionMap): Generator<Problem> {
  for (const { index, 0: line } of text.matchAll(/[^\s][^\n]*/g)) {
    const isWritten = /\p{L}/u.test(line) && !/^(?:```|~~~)/.test(line) && !toolLine.test(line.trimEnd());
    if ((index >= start && index < end) || !isWritten) continue;
    const lines = createLineIndex(text);
    const [first, last] = [start, end - 1].map((at) => lines.positionAt(at).line + 1);
    const where = first === last ? `line ${first}` : `lines ${first} to ${last}`;
    const message = `The document is in ${where}; the text around it is not read.`;
    yield problem(
      'payload/surrounding-text',
      map.toOuter({ start: index, end: index + line.trimEnd().length }),
      message,
    );
    return;
  }
}

/** JSON with payloads that begins on a line of its own, if something is around it and that isn't a report of a failure. */
function jsonDocument(text: string): Span | undefined {
  const begin = /^[ \t]{0,40}(?:\[\s{0,40})?\{(?=\s{0,400}(?:["\u201c}/]|&quot;|\.\.\.|\u2026))/m.exec(text);
  if (begin === null) return undefined;
  const start = begin.index;
  const before = text.slice(0, start);
  // An object inside of another document is not all of it.
  if (/(?:[[{,:=(]|:[ \t]{1,9}[|>][\d+-]{0,2})\s*$/.test(before.slice(-200))) return undefined;
  // Comments belong to it.
  const isAtStart = looksLikeJson(`${before}{`);
  if (isAtStart && /[}\]]\s*$/.test(text.slice(-200))) return undefined;
  if (!payloadMember.test(text)) return undefined;
  const end = endOfJson(text, start);
  const behind = text.slice(end);
  const isFenced = /^\s*```[^\n]*\n\s*$/.test(before) && /^\s*```\s*$/.test(behind);
  if (isFenced || (isAtStart && behind.trim() === '')) return undefined;
  // Several documents are not read as one.
  if (/^\s*[,[{]/.test(behind) || payloadMember.test(behind)) return undefined;
  return [before, behind].some((part) => reportsFailure(part) || isProvisionLog(part)) ? undefined : { start, end };
}

/** The end of the JSON value that begins at `start`; if its quotes are written in another way, of the last bracket. */
function endOfJson(text: string, start: number): number {
  if (!/^[[{\s]{1,900}["}/.\u2026]/.test(text.slice(start, start + 1_000)))
    return Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const { root } = parseJson(text.slice(start));
  const isComplete = (root?.kind === 'object' || root?.kind === 'array') && root.unclosed !== true;
  return isComplete ? start + root.span.end : text.length;
}

/** Lines of tools and shells before a document, and a prompt behind it. */
const toolLine =
  /^(?:(?:WARNING|ERROR|INFO|DEBUG|VERBOSE)\b[^\n]*|(?:PS [A-Z]:[^\n>]{0,200}>|[\w.-]{1,60}@[\w.-]{1,60}[:~\s][^\n$#]{0,200}[$#]|[$%]|[A-Z]:\\[^\n>]{0,200}>)(?: [^\n]*)?|[ \t]*)$/;

function documentBehindLines(text: string): Span | undefined {
  let start = 0;
  for (let lines = 0; lines < 200; lines++) {
    const newline = text.indexOf('\n', start);
    if (newline < 0 || !toolLine.test(text.slice(start, newline).trimEnd())) break;
    start = newline + 1;
  }
  let end = text.trimEnd().length;
  const last = text.lastIndexOf('\n', end - 1) + 1;
  if (last > start && toolLine.test(text.slice(last, end))) end = last;
  const hasText = text.slice(0, start).trim() !== '' || text.slice(end).trim() !== '';
  return hasText && isDocumentText(text.slice(start, end))
    ? { start, end: end === last ? end : text.length }
    : undefined;
}

function printedDocument(text: string): MappedText | undefined {
  const printed = printedText(text);
  return printed !== undefined && isPrintedDocument(printed.text) ? printed : undefined;
}

/** The message of a run command alone. */
const runCommandOutput = copied('run-command-output', (text) =>
  /^(?:Enable (?:succeeded|failed)[^\n]{0,2000}\n\s*)?\[stdout\]/.test(text.trimStart().slice(0, 2_100))
    ? printedDocument(text)
    : undefined,
);

/** A data URL alone. */
const wholeUrl: Layer = {
  ...dataUrl,
  recognise(content, context) {
    if (!isDataUrl(content.text ?? '')) return undefined;
    return { layer: 'data-url', ...dataUrl.decode(content, context, 'The file') };
  },
};

/** A document of which all special characters are percent-encoded. */
const percentEncoded: Layer = {
  ...percentEncoding,
  recognise(content, context) {
    if (
      !/^\s{0,200}%(?:23|7B|5B|0A)\S/i.test(content.text?.slice(0, 220) ?? '') ||
      /\s/.test(content.text?.trim() ?? '')
    )
      return undefined;
    return { layer: 'percent-encoding', ...percentEncoding.decode(content, context, 'The file') };
  },
};

/** All of them, in the order in which they are taken away. */
export const copiedLayers: readonly Layer[] = [
  terminalColours,
  linePrefixes,
  surroundingText,
  runCommandOutput,
  htmlEntities,
  typography,
  pythonRepr,
  tableCell,
  quotes,
  hexDump,
  wholeUrl,
  percentEncoded,
];

/**
 * What copying added to a file as a whole, from the outside in. Nothing unless a document is behind it: a log or a report of
 * a failure is read as it is.
 */
export function copiedAround(content: Content, context: DecodeContext): readonly DecodedLayer[] {
  const { text } = content;
  if (text === undefined || kindOfUserData(text) !== undefined) return [];
  const found: DecodedLayer[] = [];
  let inner = content;
  for (const { recognise } of copiedLayers) {
    const layer = recognise?.(inner, context, false);
    if (layer === undefined) continue;
    found.push(layer);
    inner = layer.content;
  }
  return found.length > 0 && isDocument(inner) ? found : [];
}

function isDocument({ text }: Content): boolean {
  return text === undefined || isDocumentText(text);
}

/** Whether a text is a document and not a log or prose. */
export function isDocumentText(text: string): boolean {
  return (
    kindOfUserData(text) !== undefined ||
    (looksLikeJson(text) &&
      /^\s{0,1000}(?:\[\s{0,100})?\{\s{0,1000}(?:["/}]|\\"|\.\.\.|\u2026)/.test(text.slice(0, 2_200))) ||
    isAzureYaml(text) ||
    goalStateFormat(text) !== undefined ||
    isEncodedPayload(text) ||
    isHexDump(text)
  );
}
