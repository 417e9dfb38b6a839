import { limits } from '../../limits.js';
import { type Problem, problem } from '../../problems/problem.js';
import type { Budget } from '../../text/budget.js';
import type { MadeFromText } from '../../text/madeFromText.js';
import type { SyntaxNode, SyntaxTree } from '../tree/node.js';
import { failure, type Result, success } from '../../text/result.js';
import { unacceptable, YamlError, type YamlFault } from './characters.js';
import { TreeBuilder, type YamlReader } from './compose.js';
import { joinedEntries, type PlainReading, rememberEntries, topLevelEntries } from './entries.js';
import { parseDocument } from './parser.js';
import { Tokens } from './scanner.js';

/** A YAML document that could be read to its end; `problems` are what makes it invalid nevertheless. */
interface YamlReading {
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly Problem[];
  readonly halves: readonly Problem[];
  readonly depth: number;
  readonly refusal?: SyntaxTree['refusal'];
  /** Whether it has no anchors, aliases and merge keys. */
  readonly isPlain: boolean;
}

/**
 * Reads one document as PyYAML 6.0's safe loader does: YAML 1.1 with that reader's own lexis. Fails at the position from
 * which the text can't be read; never throws. When the budget is spent, what follows is left out.
 */
export function readYaml(text: string, budget?: Budget, reader: YamlReader = 'python'): Result<YamlReading, YamlFault> {
  const refused = unacceptable.exec(text);
  if (refused !== null) {
    // PyYAML names no line.
    return failure(
      new YamlError(
        'The text contains a control character, which YAML does not allow.',
        refused.index,
        'yaml/syntax',
        0,
      ),
    );
  }
  const builder = new TreeBuilder(text, budget, reader);
  try {
    const root = parseDocument(new Tokens(text, budget), builder);
    const { problems, halves, depth, refusal, isPlain } = builder;
    return success({ root, problems, halves, depth, refusal, isPlain });
  } catch (error) {
    if (error instanceof YamlError) {
      const { message, span, code, context } = error;
      return failure({ message, span, code, context, earlier: builder.composed });
    }
    throw error;
  }
}

/**
 * Reads one YAML document into a positioned tree, as PyYAML reads it. If it can't be read to its end, every
 * top-level entry is tried separately: a broken line, or else the whole broken entry, is reported and replaced by spaces
 * (offsets stay), and the rest is read. For Kubernetes, values that only PyYAML refuses aren't reported. When the budget is spent, the tree ends early or is empty.
 */
export function parseYaml(text: string, budget?: Budget, reader: YamlReader = 'python'): SyntaxTree {
  return treeOf(text, readYaml(text, budget, reader), budget, reader);
}

/**
 * The same for the next version of a document: of the entries that `known` has from the last one, none is read again. The tree
 * is that of a text that is read as a whole.
 */
export function parseNextYaml(text: string, known: MadeFromText, budget: Budget): SyntaxTree {
  const ranges = topLevelEntries(text);
  const joined = joinedEntries(text, ranges, known, (entry) => plain(readYaml(entry, budget), budget));
  if (joined !== undefined) return joined;
  const reading = readYaml(text, budget);
  const whole = plain(reading, budget);
  const tree = treeOf(text, reading, budget, 'python');
  return whole === undefined ? tree : { ...tree, kept: rememberEntries(text, ranges, whole, known) };
}

/** What was read if the entries in it can be used on their own. */
function plain(reading: Result<YamlReading, YamlFault>, budget: Budget): PlainReading | undefined {
  if (!reading.ok || budget.isSpent) return undefined;
  const { isPlain, problems, halves } = reading.value;
  return isPlain && problems.length + halves.length === 0 ? reading.value : undefined;
}

function treeOf(
  text: string,
  first: Result<YamlReading, YamlFault>,
  budget: Budget | undefined,
  reader: YamlReader,
): SyntaxTree {
  if (first.ok) return treeOfReading(first.value);
  const problems: Problem[] = [];
  const fault = syntaxProblem(text, first.error, 0);
  const { context, span, earlier } = first.error;
  const refusal = earlier ?? { at: Math.min(context ?? span.start, text.length), problem: fault };
  if (budget?.isSpent === true) return { language: 'yaml', root: undefined, problems, depth: 0 };
  const repaired = readYaml(repair(text, problems, budget), undefined, reader);
  // Valid entries may still be invalid together.
  if (problems.length === 0) problems.push(fault);
  if (!repaired.ok) return { language: 'yaml', root: undefined, problems, depth: 0, refusal };
  return { ...treeOfReading(repaired.value), problems: [...problems, ...repaired.value.problems], refusal };
}

function treeOfReading({ root, problems, halves, depth, refusal }: YamlReading): SyntaxTree {
  return { language: 'yaml', root, problems, depth, ...(refusal && { refusal }), ...(halves.length > 0 && { halves }) };
}

/** Replaces what prevents the text from being read by spaces, and reports it. */
function repair(text: string, problems: Problem[], budget: Budget | undefined): string {
  return topLevelEntries(text)
    .map(({ start, end }) => {
      let entry = text.slice(start, end);
      // With so many problems, the rest is hardly YAML.
      if (problems.length >= limits.syntaxProblems || budget?.isSpent === true) return blank(entry, 0, entry.length);
      for (let attempt = 0; ; attempt++) {
        const parsed: Result<YamlReading, YamlFault> = readYaml(entry);
        if (parsed.ok) return entry;
        if (problems.length < limits.syntaxProblems) problems.push(syntaxProblem(entry, parsed.error, start));
        const at = parsed.error.span.start;
        const line = lineAround(entry, Math.min(at, entry.length));
        const reachesEnd = at >= entry.trimEnd().length;
        // A fault at the end of the entry began somewhere before it; the first line contains the key.
        const isWithin = !reachesEnd && !isBlank(entry.slice(line.start, line.end));
        const local = line.start > 0 && (isWithin || parsed.error.code === 'yaml/tab');
        if (!local || attempt >= limits.yamlRecoveries) return blank(entry, 0, entry.length);
        entry = blank(entry, line.start, line.end);
      }
    })
    .join('');
}

/** `offset` is the position of `text` in the document. */
function syntaxProblem(text: string, { message, span, code }: YamlFault, offset: number): Problem {
  const last = code === 'yaml/tab' ? span.start : text.trimEnd().length - 1;
  const start = Math.max(0, Math.min(span.start, last));
  const end = Math.max(Math.min(text.length, start + 1), Math.min(span.end, text.length));
  return problem(code, { start: offset + start, end: offset + end }, message);
}

function lineAround(text: string, at: number): { start: number; end: number } {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  return { start, end: newline < 0 ? text.length : newline };
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
