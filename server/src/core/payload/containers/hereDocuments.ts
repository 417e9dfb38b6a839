import { closingLine, delimiterOf } from '../../formats/shell/unclosed.js';
import { type Problem, problem } from '../../problems/problem.js';
import { composeMaps, fragmentMap, writtenAs } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { type Content, decodeBase64Content, type DecodeContext, decodeGzip, textContent } from '../content.js';
import type { HeldLayer } from '../layers/index.js';
import { WriteError } from '../layers/layer.js';
import type { FileChild, LayerName } from '../../document/payload.js';
import { childStep, type Findings, type Holder, type Surroundings, tooMany } from './container.js';

/** A command of a pipeline that decodes what it reads. */
export type Filter = 'base64' | 'gzip';

/** The decoders that a line of shell runs, in their order. */
export function filtersOf(line: string): Filter[] {
  const filters: Filter[] = [];
  for (const match of line.matchAll(/\bbase64\s+(?:-\w*[dD]\w*|--decode)|\b(?:gunzip|zcat|gzip\s+-\w*d\w*)/g)) {
    filters.push(match[0].startsWith('base64') ? 'base64' : 'gzip');
  }
  return filters;
}

/** Runs one of them; `what` begins the sentences about faults, which are added to `problems`. */
export function applyFilter(
  filter: Filter,
  content: Content,
  context: DecodeContext,
  what: string,
  problems: Problem[],
): Content {
  const decoded = filter === 'gzip' ? decodeGzip(content, context, what) : decodeBase64Content(content, context, what);
  append(problems, decoded.problems);
  return decoded.content;
}

/**
 * Finds the files that a shell script writes from here-documents, such as
 * `cat <<'EOF' | base64 -d >/path`. Nothing is run: only the text between the delimiters counts.
 */
export function hereDocuments(surroundings: Surroundings): Findings {
  const { payload, text } = surroundings;
  const children: FileChild[] = [];
  const problems: Problem[] = [];
  const taken = new Set<string>();
  for (const found of hereDocumentsIn(text)) {
    if (children.length >= surroundings.context.limits.childrenPerPayload) {
      problems.push(tooMany('here-documents', surroundings));
      break;
    }
    const place = payload.map.toOuter(found.opening);
    if (found.end === undefined) {
      problems.push(
        problem(
          'payload/heredoc-unterminated',
          place,
          `The here-document is never closed: no line is just ${found.delimiter}.`,
        ),
      );
    }
    if (found.path === undefined) continue;
    const body = { start: found.bodyStart, end: found.end ?? text.length };
    const outer = composeMaps(payload.map, writtenAs(fragmentMap(body.start), plainInHereDocument));
    const origin = payload.map.toOuter(body);
    let content = textContent(text.slice(body.start, body.end), outer, origin);
    const layers: LayerName[] = ['shell-heredoc'];
    const faults: Problem[] = [];
    for (const filter of found.filters) {
      content = applyFilter(filter, content, surroundings.context, 'The here-document', faults);
      layers.push(filter);
    }
    children.push({
      is: 'file',
      path: found.path,
      mode: modeOf(text, found.path, found.end ?? text.length),
      owner: undefined,
      encoding: undefined,
      append: found.append,
      defer: false,
      span: origin,
      payload: surroundings.open({
        content,
        name: found.path,
        steps: [...payload.steps, childStep(`heredoc:${found.path}`, taken)],
        outerLayers: layers,
        transport: 'none',
        isFile: true,
        problems: faults,
      }),
    });
  }
  return { children, problems };
}

/** A here-document of a shell script; places are in the script. */
interface HereDocument {
  readonly delimiter: string;
  /** The `<<EOF` word. */
  readonly opening: { readonly start: number; readonly end: number };
  readonly bodyStart: number;
  /** Where the body ends; undefined where the delimiter never comes. */
  readonly end: number | undefined;
  /** The file that the body is written to. */
  readonly path: string | undefined;
  readonly append: boolean;
  readonly filters: readonly Filter[];
}

/** The here-documents of a script, in their order. */
export function* hereDocumentsIn(text: string): Generator<HereDocument> {
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 ? text.length : newline;
    const line = text.slice(at, lineEnd);
    const opening = line.trimStart().startsWith('#') ? null : /<<(-?)\s*(['"\\]?)([A-Za-z_]\w*)['"]?/.exec(line);
    if (opening?.[3] === undefined) {
      at = lineEnd + 1;
      continue;
    }
    const openingSpan = { start: at + opening.index, end: at + opening.index + opening[0].length };
    const delimiter = delimiterOf(opening[3], text, openingSpan.end);
    const bodyStart = Math.min(lineEnd + 1, text.length);
    const closing = closingLine(text, bodyStart, delimiter, opening[1] === '-');
    const redirect = /(>>?)\s*(?:"([^"]+)"|'([^']+)'|([^\s;|&<>()]+))/.exec(
      line.replace(/\d?>&\d|2>\s*\S+/g, (other) => ' '.repeat(other.length)),
    );
    const tee = /\btee\s+(-a\s+)?([^\s;|&<>()]+)/.exec(line);
    yield {
      delimiter: opening[3],
      opening: openingSpan,
      bodyStart,
      end: closing?.start,
      path: redirect?.[2] ?? redirect?.[3] ?? redirect?.[4] ?? tee?.[2],
      append: redirect?.[1] === '>>' || tee?.[1] !== undefined,
      filters: filtersOf(line),
    };
    at = closing === undefined ? text.length : closing.end;
  }
}

/** The mode that a `chmod` behind the here-document gives the file. */
function modeOf(text: string, path: string, from: number): string | undefined {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^[ \\t]*chmod[ \\t]+([0-7]{3,4})[ \\t]+["']?${escaped}["']?\\s*$`, 'm').exec(
    text.slice(from),
  )?.[1];
}

/** A here-document whose delimiter has no quotes expands these characters. */
function plainInHereDocument(text: string): string | undefined {
  return /[$`\\]/.test(text) ? undefined : text;
}

/** The body of a here-document, which its delimiter ends. */
export function hereDocumentHolder(text: string, span: Span, layers: readonly HeldLayer[]): Holder | WriteError {
  const found = [...hereDocumentsIn(text)].find(({ bodyStart }) => bodyStart === span.start);
  if (found?.end === undefined) return new WriteError('The here-document is never closed.');
  const { delimiter, opening } = found;
  const tabsAllowed = text.startsWith('<<-', opening.start);
  return {
    value: text.slice(span.start, span.end),
    layers,
    write(value) {
      if (value !== '' && !value.endsWith('\n'))
        return new WriteError('A here-document ends with a line end, so its text has to end with one, too.');
      if (closingLine(value, 0, delimiterOf(delimiter, text, opening.end), tabsAllowed) !== undefined)
        return new WriteError(`A line is just ${delimiter}, which would end the here-document.`);
      return [{ span, text: value }];
    },
  };
}
