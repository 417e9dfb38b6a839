import type { SyntaxNode } from '../../formats/tree/node.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { allProblemCodes, matchesCode } from '../../problems/codes.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
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
    const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
    const line = { start: 0, end: firstLine.length };
    const { header: found } = reading;
    switch (found.is) {
      case 'behind-mark':
        yield problem(
          'cloud-config/header',
          line,
          'A byte order mark precedes the first line, so cloud-init does not find the header. Save the file as UTF-8 without a byte order mark.',
          {
            fixes: byteOrderMark
              ? []
              : [
                  {
                    title: 'Remove the byte order mark',
                    changes: [{ span: { start: 0, end: 1 }, newText: '' }],
                    safe: true,
                  },
                ],
          },
        );
        return;
      case 'exact':
        yield* trailing(firstLine);
        return;
      case 'absent':
        yield problem(
          'cloud-config/header',
          { start: 0, end: Math.min(1, text.length) },
          'The first line must be #cloud-config; otherwise cloud-init ignores the whole document.',
          {
            fixes: [
              {
                title: 'Insert #cloud-config',
                changes: [{ span: { start: 0, end: 0 }, newText: '#cloud-config\n' }],
                safe: true,
              },
            ],
          },
        );
        return;
      case 'unusual':
        yield problem(
          'cloud-config/unusual-header',
          found.span,
          'cloud-init 26.2 accepts this header, but older versions and other tools require exactly #cloud-config as the first line.',
          {
            fixes: [
              {
                title: 'Correct the header',
                changes: [{ span: { start: 0, end: found.span.end }, newText: '#cloud-config' }],
                safe: false,
              },
            ],
          },
        );
        return;
      case 'misspelt':
        yield misspelt(found.span, line, firstLine);
    }
  },
};

function misspelt(span: Span, line: Span, firstLine: string): Problem {
  if (span.start === 0)
    return problem(
      'cloud-config/header',
      line,
      `The first line must be exactly #cloud-config, not ${JSON.stringify(firstLine.trimEnd())}.`,
      { fixes: [{ title: 'Correct the header', changes: [{ span: line, newText: '#cloud-config' }], safe: true }] },
    );
  return problem(
    'cloud-config/header',
    span,
    '#cloud-config must be the first line; cloud-init ignores the document because of the text before it.',
    {
      fixes: [
        {
          title: 'Move #cloud-config to the first line',
          changes: [
            { span: { start: 0, end: 0 }, newText: '#cloud-config\n' },
            { span, newText: '' },
          ],
          safe: false,
        },
      ],
    },
  );
}

/** Text after `#cloud-config` on the first line, which cloud-init ignores but other readers don't. */
function* trailing(firstLine: string): Generator<Problem> {
  const rest = firstLine.slice('#cloud-config'.length);
  if (rest === '') return;
  const blank = rest.trim() === '';
  yield problem(
    'cloud-config/unusual-header',
    { start: 0, end: firstLine.length },
    `cloud-init 26.2 ignores the ${blank ? 'spaces' : 'text'} after #cloud-config, but other tools require a line with nothing else.`,
    {
      fixes: [
        {
          title: 'Correct the header',
          changes: [{ span: { start: 0, end: firstLine.length }, newText: '#cloud-config' }],
          safe: blank,
        },
      ],
    },
  );
}

/** Ignore comments with a problem code that doesn't exist. */
export const ignoreComments: Rule<CloudConfigInput> = {
  name: 'cloud-config/ignore-comments',
  *check({ text, tree }): Generator<Problem> {
    for (const { patterns } of ignoreCommentsIn(text, tree)) {
      for (const { text: pattern, span } of patterns) {
        if (allProblemCodes.some((code) => matchesCode(pattern, code))) continue;
        const nearest = nearestName(pattern, allProblemCodes);
        yield problem(
          'cloud-config/ignores-nothing',
          span,
          `The problem code ${pattern} does not exist, so this comment ignores nothing.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
          {
            fixes:
              nearest === undefined
                ? []
                : [{ title: `Change to ${nearest}`, changes: [{ span, newText: nearest }], safe: false }],
          },
        );
      }
    }
  },
};

/** YAML syntax errors, and duplicate keys that PyYAML silently overwrites (cloud-init 26.2: the last one wins). */
export const syntaxFaults: Rule<CloudConfigInput> = {
  name: 'cloud-config/syntax-faults',
  *check({ tree }): Generator<Problem> {
    yield* tree.problems;
    yield* duplicateKeys(tree.root);
  },
};

function duplicateKeys(root: SyntaxNode | undefined): Problem[] {
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
        found.push(
          problem(
            'yaml/duplicate-key',
            key.span,
            `${key.name} appears twice in this mapping; cloud-init keeps only the last one. Remove or rename one of them.`,
            { pointer: pointerOf([...path, key.name]) },
          ),
        );
      }
      seen.add(key.name);
      walk(value, key.name);
    }
  };
  look(root);
  return found;
}
