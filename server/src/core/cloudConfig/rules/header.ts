import { hasMapping, type ObjectNode, type SyntaxNode, type SyntaxTree } from '../../formats/tree/node.js';
import { templateLanguage } from '../templateLanguage.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { allProblemCodes, matchesCode } from '../../problems/codes.js';
import { type Fix, problem, type Problem, replacement } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { PositionMap } from '../../text/positionMap.js';
import type { Span } from '../../text/span.js';
import { nearestName } from '../../text/suggest.js';
import { ignoreCommentsIn } from '../ignoreComments.js';
import type { CloudConfigInput } from './input.js';

/**
 * cloud-init only recognises a cloud-config that begins with `#cloud-config`; 26.2 ignores case and leading white
 * space, older versions don't.
 */
export const header: Rule<CloudConfigInput> = {
  name: 'cloud-config/header',
  *check({ text, byteOrderMark, reading }): Generator<Problem> {
    const line = { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 };
    const { header: found } = reading;
    switch (found.is) {
      case 'behind-mark':
        yield wrongHeader(
          line,
          'A byte order mark precedes the first line, so cloud-init does not find the header. Save the file as UTF-8 without a byte order mark.',
          byteOrderMark ? [] : [replacement('Remove the byte order mark', { start: 0, end: 1 }, '', { safe: true })],
        );
        return;
      case 'exact':
        yield* trailing(line, text.slice('#cloud-config'.length, line.end));
        yield* templateHeader(text);
        return;
      case 'absent':
        yield wrongHeader(
          { start: 0, end: Math.min(1, text.length) },
          'The first line must be #cloud-config; otherwise cloud-init ignores the whole document.',
          [replacement('Insert #cloud-config', { start: 0, end: 0 }, '#cloud-config\n', { safe: true })],
        );
        return;
      case 'unusual':
        yield unusualHeader(
          found.span,
          'cloud-init 26.2 accepts this header, but older versions and other tools require exactly #cloud-config as the first line.',
          correction({ start: 0, end: found.span.end }, false),
        );
        return;
      case 'misspelt':
        if (found.span.start > 0) yield movedHeader(found.span);
        else {
          const written = JSON.stringify(text.slice(0, line.end).trimEnd());
          const message = `The first line must be exactly #cloud-config, not ${written}.`;
          yield wrongHeader(line, message, [correction(line, true)]);
        }
    }
  },
};

function wrongHeader(span: Span, message: string, fixes: readonly Fix[]): Problem {
  return problem('cloud-config/header', span, message, { fixes });
}

function unusualHeader(span: Span, message: string, fix: Fix): Problem {
  return problem('cloud-config/unusual-header', span, message, { fixes: [fix] });
}

function correction(span: Span, safe: boolean): Fix {
  return replacement('Correct the header', span, '#cloud-config', { safe });
}

function movedHeader(span: Span): Problem {
  const changes = [
    { span: { start: 0, end: 0 }, newText: '#cloud-config\n' },
    { span, newText: '' },
  ];
  return wrongHeader(
    span,
    '#cloud-config must be the first line; cloud-init ignores the document because of the text before it.',
    [{ title: 'Move #cloud-config to the first line', changes, safe: false }],
  );
}

/** Text after `#cloud-config` on the first line, which cloud-init ignores but other readers don't. */
function* trailing(line: Span, rest: string): Generator<Problem> {
  if (rest === '') return;
  const isSpace = rest.trim() === '';
  const message = `cloud-init 26.2 ignores the ${isSpace ? 'spaces' : 'text'} after #cloud-config, but other tools require a line with nothing else.`;
  yield unusualHeader(line, message, correction(line, isSpace));
}

/** The header of a template among the comments behind `#cloud-config`, where it is a comment, too. */
function* templateHeader(text: string): Generator<Problem> {
  const { 0: line = '', index: start } = /^## template:[ \t]*jinja[ \t]*\r?\n/im.exec(text) ?? {};
  if (start === undefined || /^[^#\r\n]/m.test(text.slice(0, start))) return;
  const changes = [
    { span: { start: 0, end: 0 }, newText: line },
    { span: { start, end: start + line.length }, newText: '' },
  ];
  const found = problem(
    'user-data/template-header',
    { start, end: start + line.trimEnd().length },
    'cloud-init renders a template only if ## template: jinja is its first line; here it is a comment. Move it above #cloud-config.',
    { fixes: [{ title: 'Move it to the first line', changes, safe: false }] },
  );
  // cloud-init accepts the document.
  yield { ...found, severity: 'warning' };
}

/** Ignore comments with a problem code that doesn't exist. */
export const ignoreComments: Rule<CloudConfigInput> = {
  name: 'cloud-config/ignore-comments',
  *check({ text, tree }): Generator<Problem> {
    for (const { patterns } of ignoreCommentsIn(text, tree)) {
      for (const { text: pattern, span } of patterns) {
        if (allProblemCodes.some((code) => matchesCode(pattern, code))) continue;
        const nearest = nearestName(pattern, allProblemCodes);
        const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
        const message = `The problem code ${pattern} does not exist, so this comment ignores nothing.${hint}`;
        const fixes =
          nearest === undefined ? [] : [replacement(`Change to ${nearest}`, span, nearest, { safe: false })];
        yield problem('cloud-config/ignores-nothing', span, message, { fixes });
      }
    }
  },
};

/** YAML syntax errors, halves of characters, and duplicate keys that PyYAML silently overwrites (cloud-init 26.2: the last one wins). */
export const syntaxFaults: Rule<CloudConfigInput> = {
  name: 'cloud-config/syntax-faults',
  *check({ text, tree, map }): Generator<Problem> {
    yield* withoutCascade(text, tree, map);
    yield* tree.halves ?? [];
    yield* duplicateKeys(tree);
  },
};

/**
 * The syntax errors of a cloud-config. The first one is on the line that cloud-init names, which may be where the collection
 * around the mistake begins. If the text is a template of another tool, the others follow from its expressions.
 */
function withoutCascade(text: string, { problems, refusal }: SyntaxTree, map: PositionMap): readonly Problem[] {
  if (refusal === undefined) return problems;
  const lineStart = text.lastIndexOf('\n', refusal.at - 1) + 1;
  const newline = text.indexOf('\n', refusal.at);
  const lineEnd = newline < 0 ? text.length : newline;
  const behind = problems.filter(({ span }) => span.start >= lineStart);
  const named = behind.find(({ span }) => span.start <= lineEnd) ?? atNamedLine(refusal, text, map);
  const language = templateLanguage(text);
  if (language === undefined)
    return behind.includes(named)
      ? behind
      : [named, ...behind.filter(({ span }) => span.start !== refusal.problem.span.start)];
  const advice =
    language === 'Jinja'
      ? 'cloud-init renders it only if its first line is ## template: jinja.'
      : `check the text that ${language} makes of it.`;
  const message = `${named.message} This looks like a ${language} template: ${advice}`;
  return [{ ...named, message, fixes: [] }];
}

/** The first mistake at the position that cloud-init names for it. */
function atNamedLine(
  { at, problem: mistake }: NonNullable<SyntaxTree['refusal']>,
  text: string,
  map: PositionMap,
): Problem {
  const line = text.slice(0, mistake.span.start).split('\n').length;
  const end = /^[^\r\n]*/.exec(text.slice(at))?.[0].trimEnd().length ?? 0;
  const isElsewhere = mistake.span.start < at || mistake.span.start > at + end;
  const named = { ...mistake, span: { start: at, end: Math.min(Math.max(at + end, at + 1), text.length) } };
  if (!isElsewhere) return named;
  return {
    ...named,
    message: `${mistake.message} The mistake is in line ${line}; cloud-init names this one.`,
    related: [{ span: map.toOuter(mistake.span), message: 'The mistake is here.' }],
  };
}

function repeatsKeys({ members }: ObjectNode): boolean {
  return new Set(members.map(({ key }) => key.name)).size < members.length;
}

/** Keys that PyYAML silently overwrites. */
export function duplicateKeys({ root, kept }: SyntaxTree): Problem[] {
  if (!hasMapping(kept, root, repeatsKeys)) return [];
  const found: Problem[] = [];
  const path: (string | number)[] = [];
  const walk = (node: SyntaxNode | undefined, step: string | number): void => {
    path.push(step);
    look(node);
    path.pop();
  };
  const look = (node: SyntaxNode | undefined): void => {
    if (node?.kind === 'array') node.items.forEach(walk);
    if (node?.kind !== 'object') return;
    const seen = new Set<string>();
    for (const { key, value } of node.members) {
      if (seen.has(key.name) && key.merge !== true) {
        const message = `${key.name} appears twice in this mapping; cloud-init keeps only the last one. Remove or rename one of them.`;
        found.push(problem('yaml/duplicate-key', key.span, message, { pointer: pointerOf([...path, key.name]) }));
      }
      seen.add(key.name);
      walk(value, key.name);
    }
  };
  look(root);
  return found;
}
