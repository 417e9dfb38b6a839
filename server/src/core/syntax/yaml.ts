import { parseEvents, YAMLException } from 'js-yaml';
import { limits } from '../limits.js';
import { problem, type Problem } from '../problems/problem.js';
import type { SyntaxTree } from './tree.js';
import { buildYamlTree } from './yamlTree.js';

/**
 * Reads one YAML document into a positioned tree, with scalars as PyYAML resolves them.
 * js-yaml stops at the first error, so a broken stretch is reported, blanked out (offsets stay) and
 * the rest is read again: first the line, then the whole top-level entry that it belongs to.
 */
export function parseYaml(text: string): SyntaxTree {
  const problems: Problem[] = [];
  let readable = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  let blankedTo = -1;
  for (let attempt = 0; attempt <= limits.yamlRecoveries; attempt++) {
    try {
      const events = parseEvents(readable, { maxDepth: limits.yamlDepth });
      const built = buildYamlTree(readable, events);
      return { language: 'yaml', ...built, problems: [...problems, ...built.problems] };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const at = Math.min(error.mark?.position ?? 0, text.length);
      // An error inside a stretch that was already blanked is the same trouble seen again.
      if (at > blankedTo) problems.push(syntaxProblem(text, at, error.reason));
      const line = lineAround(readable, at);
      const stretch = isBlank(readable.slice(line.start, line.end)) ? entryAround(readable, at) : line;
      const next = blank(readable, stretch.start, stretch.end);
      if (next === readable) break;
      readable = next;
      blankedTo = Math.max(blankedTo, stretch.end);
    }
  }
  return { language: 'yaml', root: undefined, problems, depth: 0 };
}

function syntaxProblem(text: string, at: number, reason: string): Problem {
  const line = lineAround(text, at);
  const start = at < line.end ? at : Math.max(line.start, line.end - 1);
  const span = { start, end: Math.max(start, Math.min(line.end, start + 1)) };
  if (reason.startsWith('tab characters')) {
    const tab = text.indexOf('\t', line.start);
    const place = tab >= 0 && tab < line.end ? { start: tab, end: tab + 1 } : span;
    return problem('yaml/tab', place, 'YAML does not accept a tab as indentation; use blanks.');
  }
  return problem('yaml/syntax', span, inOurWords(reason));
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
  [/^unexpected end of the (?:stream|document) within a flow collection/, 'A bracket [ or { is never closed.'],
  [/^unexpected end of the (?:stream|document) within a (single|double) quoted/, 'A quote is never closed.'],
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

/** The top-level entry around an offset: from the last unindented line to the next one. */
function entryAround(text: string, at: number): { start: number; end: number } {
  let { start } = lineAround(text, at);
  while (start > 0 && (/[ \t\r\n]/.test(text.charAt(start)) || isListItem(text, start))) {
    start = lineAround(text, start - 1).start;
  }
  let end = lineAround(text, at).end;
  while (end < text.length && (/[ \t\r\n]/.test(text.charAt(end + 1)) || isListItem(text, end + 1))) {
    end = lineAround(text, end + 1).end;
  }
  return { start, end };
}

function isListItem(text: string, at: number): boolean {
  return /^-[ \t\r\n]/.test(text.slice(at, at + 2));
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
