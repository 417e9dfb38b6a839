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
 * cloud-init takes a text for a cloud-config only when it begins with `#cloud-config`; 26.2 ignores case and
 * white space in front, older versions do not.
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
          'A byte order mark stands in front of the first line, and cloud-init does not find its header behind one. Save the text as UTF-8 without it.',
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
          'The first line has to be #cloud-config; without it cloud-init ignores the whole document.',
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
          'cloud-init 26.2 reads this header, but older versions and other tools want exactly #cloud-config as the very first line.',
          {
            fixes: [
              {
                title: 'Repair the header',
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
      `The first line has to be exactly #cloud-config, not ${JSON.stringify(firstLine.trimEnd())}.`,
      { fixes: [{ title: 'Repair the header', changes: [{ span: line, newText: '#cloud-config' }], safe: true }] },
    );
  return problem(
    'cloud-config/header',
    span,
    'The #cloud-config line has to come first; cloud-init ignores the document because of what stands before it.',
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

/** What stands behind `#cloud-config` in its line: cloud-init does not look at it, other readers do. */
function* trailing(firstLine: string): Generator<Problem> {
  const rest = firstLine.slice('#cloud-config'.length);
  if (rest === '') return;
  const blank = rest.trim() === '';
  yield problem(
    'cloud-config/unusual-header',
    { start: 0, end: firstLine.length },
    `cloud-init 26.2 passes over the ${blank ? 'blanks' : 'text'} behind #cloud-config; other tools want a line of nothing else.`,
    {
      fixes: [
        {
          title: 'Repair the header',
          changes: [{ span: { start: 0, end: firstLine.length }, newText: '#cloud-config' }],
          safe: blank,
        },
      ],
    },
  );
}

/** Comments that want to leave out a problem that there is no code for, so that they do nothing. */
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
          `There is no problem ${pattern}, so nothing is left out.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
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

/** What YAML could not be read, and keys that PyYAML silently overwrites (cloud-init 26.2: the last one wins). */
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
            `${key.name} is given twice in this mapping; cloud-init keeps only the last one.`,
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
