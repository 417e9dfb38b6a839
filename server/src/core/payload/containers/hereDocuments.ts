import type { ShellCommand, ShellScript } from '../../formats/shell/commands.js';
import { closingLine, delimiterOf, type HereDocument } from '../../formats/shell/lexer.js';
import { type Problem, problem } from '../../problems/problem.js';
import { composeMaps, fragmentMap, writtenAs } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import { countWhile } from '../../text/span.js';
import { addToList, append } from '../../text/strings.js';
import { type Content, type DecodeContext, textContent } from '../content.js';
import { decodeBase64Content } from '../layers/base64.js';
import { decodeGzip } from '../layers/compression.js';
import type { FileChild, Holder, LayerName } from '../../document/payload.js';
import { childStep, type Findings, plainFile, type Surroundings, tooMany, type TakenSteps } from './container.js';

/** A command of a pipeline that decodes what it reads. */
export type Filter = 'base64' | 'gzip';

/** The decoder that a command of a pipeline runs, also after `sudo` and the like. */
export function filterOf({ words }: ShellCommand): Filter | undefined {
  const [first = '', ...rest] = words.map(({ value }) => value);
  const name = /^(?:sudo|command|exec|nohup)$/.test(first) ? rest.shift() : first;
  const decodes = (flag: RegExp): boolean => rest.some((word) => flag.test(word));
  switch (name?.split('/').at(-1)) {
    case 'base64':
      return decodes(/^-[^\WdD]*[dD]\w*$|^--decode$/) ? 'base64' : undefined;
    case 'gunzip':
    case 'zcat':
      return 'gzip';
    case 'gzip':
      return decodes(/^-[^\Wd]*d\w*$|^--decompress$/) ? 'gzip' : undefined;
    default:
      return undefined;
  }
}

/** A file that a pipeline writes. */
export interface Target {
  readonly path: string;
  readonly append: boolean;
}

/** The file that a pipeline writes: by its last redirection, else by `tee`. */
export function targetOf(pipeline: readonly ShellCommand[]): Target | undefined {
  for (const { words, redirections } of pipeline.toReversed()) {
    const redirection = redirections.findLast(
      ({ operator, target }) => /^(?:>>?|>\||&>>?)$/.test(operator) && target.value !== '/dev/null',
    );
    if (redirection !== undefined)
      return { path: redirection.target.value, append: redirection.operator.endsWith('>>') };
    const values = words.map(({ value }) => value);
    const tee = values.indexOf('tee');
    const path = tee < 0 ? undefined : values.slice(tee + 1).find((word) => !word.startsWith('-'));
    if (path !== undefined && path !== '/dev/null') return { path, append: values.includes('-a') };
  }
  return undefined;
}

/** Runs a decoder; `what` begins the messages of problems, which are added to `problems`. */
export function applyFilter(
  filter: Filter,
  content: Content,
  context: DecodeContext,
  what: string,
  problems: Problem[],
): Content {
  const decoded = (filter === 'gzip' ? decodeGzip : decodeBase64Content)(content, context, what);
  append(problems, decoded.problems);
  return decoded.content;
}

/**
 * Finds the files that a shell script writes from here-documents, such as
 * `cat <<'EOF' | base64 -d >/path`. Nothing is run: only the text between the delimiters counts.
 */
export function hereDocuments(surroundings: Surroundings, script: ShellScript): Findings {
  const { payload, text } = surroundings;
  const children: FileChild[] = [];
  const problems: Problem[] = [];
  const taken: TakenSteps = new Map();
  const modes = modesIn(script);
  for (const { document, pipeline, target } of documentsIn(script)) {
    if (children.length >= surroundings.context.limits.childrenPerPayload) {
      problems.push(tooMany('here-documents', surroundings));
      break;
    }
    if (!document.closed) {
      problems.push(
        problem(
          'payload/heredoc-unterminated',
          payload.map.toOuter(document.opening),
          `The here-document is never closed: no line is just ${document.delimiter}.`,
        ),
      );
    }
    if (target === undefined) continue;
    const { body } = document;
    const outer = composeMaps(payload.map, writtenAs(fragmentMap(body.start), plainInHereDocument));
    const origin = payload.map.toOuter(body);
    let content = textContent(text.slice(body.start, body.end), outer, origin);
    const layers: LayerName[] = ['shell-heredoc'];
    const faults: Problem[] = [];
    for (const command of pipeline) {
      const filter = filterOf(command);
      if (filter === undefined) continue;
      content = applyFilter(filter, content, surroundings.context, 'The here-document', faults);
      layers.push(filter);
    }
    children.push({
      ...plainFile,
      ...target,
      mode: modeAfter(modes.get(target.path) ?? [], body.end),
      span: origin,
      holder: () => hereDocumentHolder(text, document),
      payload: surroundings.open({
        content,
        name: target.path,
        steps: [...payload.steps, childStep(`heredoc:${target.path}`, taken)],
        outerLayers: layers,
        transport: 'none',
        isFile: true,
        problems: faults,
      }),
    });
  }
  return { children, problems };
}

/** A here-document, the commands that what is in it passes through, and the file that they write. */
interface PipedDocument {
  readonly document: HereDocument;
  readonly pipeline: readonly ShellCommand[];
  readonly target: Target | undefined;
}

/**
 * The here-documents of a script in their order, with their pipelines and files. A pipeline ends in front of a command that
 * has a here-document of its own: that one reads nothing else.
 */
export function documentsIn({ commands, hereDocuments: documents }: ShellScript): PipedDocument[] {
  const piped = new Map<HereDocument, Omit<PipedDocument, 'document'>>();
  const readsDocument = (command: ShellCommand): boolean =>
    command.redirections.some(({ document }) => document !== undefined);
  for (const [index, first] of commands.entries()) {
    if (!readsDocument(first)) continue;
    let end = index + 1;
    for (let next = commands[end]; next?.piped === true && !readsDocument(next); next = commands[end]) end++;
    const pipeline = commands.slice(index, end);
    const target = targetOf(pipeline);
    for (const { document } of first.redirections)
      if (document !== undefined) piped.set(document, { pipeline, target });
  }
  return documents.map((document) => ({ document, pipeline: [], target: undefined, ...piped.get(document) }));
}

/** A mode that `chmod` gives to a file, and where in the script. */
interface GivenMode {
  readonly mode: string;
  readonly at: number;
}

/** The modes that `chmod` gives to files, by path, in the order of the script. */
function modesIn({ commands }: ShellScript): ReadonlyMap<string, readonly GivenMode[]> {
  const modes = new Map<string, GivenMode[]>();
  for (const { words } of commands) {
    const [name, mode, path] = words;
    if (name?.value !== 'chmod' || path === undefined || words.length > 3) continue;
    if (mode === undefined || !/^[0-7]{3,4}$/.test(mode.value)) continue;
    addToList(modes, path.value, { mode: mode.value, at: name.span.start });
  }
  return modes;
}

/** The first mode at or behind an offset. */
function modeAfter(modes: readonly GivenMode[], offset: number): string | undefined {
  return modes[countWhile(modes.length, (index) => (modes[index]?.at ?? 0) < offset)]?.mode;
}

/** Text without the characters that a here-document expands if its delimiter has no quotes. */
function plainInHereDocument(text: string): string | undefined {
  return /[$`\\]/.test(text) ? undefined : text;
}

/** The body of a here-document, up to its delimiter. */
function hereDocumentHolder(text: string, found: HereDocument): Result<Holder> {
  if (!found.closed) return failure('The here-document is never closed.');
  const { delimiter, opening, tabsAllowed, body: span } = found;
  return success({
    value: text.slice(span.start, span.end),
    write(newText) {
      if (newText !== '' && !newText.endsWith('\n'))
        return failure('A here-document ends with a line break, so its text has to end with one, too.');
      if (closingLine(newText, 0, delimiterOf(delimiter, text, opening.end), tabsAllowed) !== undefined)
        return failure(`A line is just ${delimiter}, which would end the here-document.`);
      return success([{ span, newText }]);
    },
  });
}
