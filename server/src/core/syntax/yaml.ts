import { parseEvents, YAMLException } from 'js-yaml';
import { limits } from '../limits.js';
import { problem, type Problem } from '../problems/problem.js';
import type { SyntaxTree } from './tree.js';
import { buildYamlTree } from './yamlTree.js';

/**
 * Reads one YAML document into a positioned tree, with scalars as PyYAML resolves them.
 * js-yaml stops at the first error. Then every top-level entry is tried by itself: a broken line, or
 * else the whole broken entry, is reported and blanked out (offsets stay), and the rest is read.
 */
export function parseYaml(text: string): SyntaxTree {
  const readable = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  const first = tryParse(readable);
  if (first instanceof YAMLException) {
    const problems: Problem[] = [];
    const repaired = tryParse(repair(readable, problems));
    // The entries may be fine and yet not fit together.
    if (problems.length === 0) problems.push(syntaxProblem(readable, first, 0));
    if (repaired instanceof YAMLException) return { language: 'yaml', root: undefined, problems, depth: 0 };
    return { language: 'yaml', ...repaired, problems: [...problems, ...repaired.problems] };
  }
  return { language: 'yaml', ...first };
}

function tryParse(text: string): ReturnType<typeof buildYamlTree> | YAMLException {
  try {
    return buildYamlTree(text, parseEvents(text, { maxDepth: limits.yamlDepth }));
  } catch (error) {
    if (error instanceof YAMLException) return error;
    throw error;
  }
}

/** The text with everything blanked that keeps it from being read; says what that was. */
function repair(text: string, problems: Problem[]): string {
  return topLevelEntries(text)
    .map(({ start, end }) => {
      let entry = text.slice(start, end);
      for (let attempt = 0; ; attempt++) {
        const parsed = tryParse(entry);
        if (!(parsed instanceof YAMLException)) return entry;
        if (problems.length < limits.syntaxProblems) problems.push(syntaxProblem(entry, parsed, start));
        const line = lineAround(entry, Math.min(parsed.mark?.position ?? 0, entry.length));
        const reachesEnd = (parsed.mark?.position ?? 0) >= entry.trimEnd().length;
        // What runs to the end of the entry began somewhere before it; the first line holds the key.
        const local = !reachesEnd && line.start > 0 && !isBlank(entry.slice(line.start, line.end));
        if (!local || attempt >= limits.yamlRecoveries) return blank(entry, 0, entry.length);
        entry = blank(entry, line.start, line.end);
      }
    })
    .join('');
}

/** Stretches that begin at an unindented line and go on to the next one. */
function topLevelEntries(text: string): { start: number; end: number }[] {
  const starts = [0];
  for (const match of text.matchAll(/^(?![ \t\r\n#]|-[ \t\r\n]|[\]}])/gm))
    if (match.index > 0 && match.index < text.length) starts.push(match.index);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

/** `offset` is where `text` stands in the document. */
function syntaxProblem(text: string, { reason, mark }: YAMLException, offset: number): Problem {
  const at = Math.min(mark?.position ?? 0, text.length);
  const line = lineAround(text, at);
  if (reason.startsWith('tab characters')) {
    const tab = text.indexOf('\t', line.start);
    const place = tab >= 0 && tab < line.end ? tab : at;
    return problem(
      'yaml/tab',
      { start: offset + place, end: offset + place + 1 },
      'YAML does not accept a tab as indentation; use blanks.',
    );
  }
  const unclosed = unclosedIn(text, reason, at);
  if (unclosed !== undefined) {
    const message = /["']/.test(text.charAt(unclosed))
      ? 'This quote is never closed.'
      : 'This bracket is never closed.';
    return problem('yaml/syntax', { start: offset + unclosed, end: offset + unclosed + 1 }, message);
  }
  const start = at < line.end ? at : Math.max(line.start, line.end - 1);
  const end = Math.max(start, Math.min(text.length, start + 1));
  return problem('yaml/syntax', { start: offset + start, end: offset + end }, inOurWords(reason));
}

/**
 * Where a quote or bracket stands that an entry never closes. js-yaml only names the end of the text, or
 * calls what follows badly indented.
 */
function unclosedIn(text: string, reason: string, at: number): number | undefined {
  const reachesEnd = at >= text.trimEnd().length;
  if (!reachesEnd || !/^(?:unexpected end|deficient indentation)/.test(reason)) return undefined;
  const open: number[] = [];
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (quote !== '') {
      if (c === '\\' && quote === '"') i++;
      else if (c === quote) {
        quote = '';
        open.pop();
      }
    } else if (c === '#' && /\s/.test(text.charAt(i - 1))) i = lineAround(text, i).end;
    // Quotes and brackets count where a value may begin, not inside a word.
    else if (/[\s:,[{-]/.test(text.charAt(i - 1)) && /["'[{]/.test(c)) {
      open.push(i);
      if (c === '"' || c === "'") quote = c;
    } else if (c === ']' || c === '}') open.pop();
  }
  return quote === '' ? open[0] : open.at(-1);
}

/** js-yaml 5.5.0 reasons that leave a reader wondering what to do, said again. */
const sentences: readonly [RegExp, string][] = [
  [
    /^bad indentation of a mapping entry/,
    'This line is indented differently from the keys beside it, or a value with ": " in it needs quotes.',
  ],
  [/^bad indentation of a sequence entry/, 'This line is indented differently from the list items beside it.'],
  [/^deficient indentation/, 'This line has to be indented more than the key that it belongs to.'],
  [/^end of the stream or a document separator/, 'The document should end here; check the indentation of this line.'],
  [/multiline key|expected ':' after/, 'A key with a colon behind it was expected.'],
  [/^missed comma between/, 'A comma is missing between two entries.'],
  [/non-printable characters/, 'The text holds a control character, which YAML does not allow.'],
  [/^unknown escape sequence/, 'YAML has no such escape; in double quotes a backslash itself is written \\\\.'],
  [/^nesting exceeded/, `Collections are nested more than ${limits.yamlDepth} deep.`],
  [/^a whitespace character is expected after the key-value separator/, 'A blank is missing after the colon.'],
];

function inOurWords(reason: string): string {
  return sentences.find(([pattern]) => pattern.test(reason))?.[1] ?? `This is not valid YAML: ${reason}.`;
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
