import { analyse } from 'scslre';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { beforeAll, describe, expect, it } from 'vitest';
import { madePatterns } from './made.js';
import type { Pattern } from './observed.js';
import { repeatedBeginnings } from './repeatedBeginnings.js';
import { writtenPatterns } from './written.js';

/** What is wrong with a pattern: kinds of super-linear time, as scslre names them. */
function slowness({ source, flags }: Pattern): string[] {
  return analyse({ source, flags })
    .reports.filter(({ type }) => type !== 'Move' || !flags.includes('y'))
    .map(({ type, exponential, character }) => `${type}${exponential ? ', exponential' : ''}: ${character.pick}`);
}

/**
 * The quantifiers whose matches need stack space for each repetition: a match of some million repetitions ends with an
 * exception. V8 needs none if the element is a fixed sequence of characters and at most three repetitions are required.
 */
function deepQuantifiers({ source, flags }: Pattern): string[] {
  const deep: string[] = [];
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  visitRegExpAST(pattern, {
    onQuantifierEnter: ({ max, min, element, raw }) => {
      if (max > mostRepetitions && (min > 3 || !isSequence(element))) deep.push(raw);
    },
  });
  return deep;
}

const mostRepetitions = 10_000;

function isSequence(element: AST.Element): boolean {
  if (element.type === 'Group')
    return (
      element.alternatives.length === 1 && element.alternatives.every(({ elements }) => elements.every(isSequence))
    );
  return element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass';
}

/** Deep quantifiers of patterns that are only used on short text, by file, with what bounds the text. */
const bounded: Readonly<Record<string, readonly [quantifiers: number, reason: string]>> = {
  'redaction/names.ts': [1, 'a slice of 253 characters'],
  'secrets/forms.ts': [1, 'words of at most 24 characters'],
  'secrets/harmless.ts': [5, 'values of at most 2,000 characters'],
  'secrets/namedValues.ts': [2, 'slices of some thousand characters'],
  'secrets/passwordLists.ts': [1, 'at most 200 characters behind a pipe'],
  'values/hosts.ts': [3, 'names of at most 63 characters'],
  'values/labels.ts': [4, 'names of at most 253 characters'],
  'values/names.ts': [1, 'names of at most 80 characters'],
  'values/urls.ts': [1, 'paths of at most 255 characters'],
  'values/known/vmSizes.ts': [1, 'a slice of 200 characters'],
  'cloudConfig/editing/values.ts': [1, 'a slice of 1,000 characters'],
  'cloudConfig/schema/schemaNode.ts': [1, "patterns of cloud-init's schema"],
  'cloudConfig/schema/validator.ts': [1, "patterns of cloud-init's schema"],
  'cloudConfig/userData/contentTypes.ts': [3, 'slices of 4,000 characters'],
  'cloudConfig/userData/template.ts': [1, 'a slice of 2,000 characters'],
  'formats/bicep/parse.ts': [1, 'a slice of 1,000 characters'],
  'formats/json/detect.ts': [1, 'a slice of 400 characters'],
  'formats/yaml/properties.ts': [1, 'a slice of 1,000 characters'],
  'payload/containers/strings.ts': [1, 'a slice of 1,000 characters'],
  'payload/recognise.ts': [1, 'a slice of 4,000 characters'],
};

/** The patterns with something wrong, each with where it was made. */
function failures(patterns: readonly Pattern[], faults: (pattern: Pattern) => readonly string[]): string[] {
  return patterns.flatMap((pattern) =>
    faults(pattern).map((fault) => `${pattern.at}: ${fault}\n  /${pattern.source}/${pattern.flags}`),
  );
}

const written = writtenPatterns();
let made: readonly Pattern[];

beforeAll(async () => {
  made = await madePatterns();
  // Building and running the whole core takes some seconds, and more on a busy machine.
}, 120_000);

describe('patterns that are made with the constructor', () => {
  it('are all seen', () => {
    const seen = new Set(made.map(({ at }) => at));
    expect(written.made.filter((at) => !seen.has(at))).toEqual([]);
  });

  it('take linear time', () => {
    expect(failures(made, slowness)).toEqual([]);
  });
});

describe('searches', () => {
  it('find beginnings that are inside their own run', () => {
    const found = (source: string): number => repeatedBeginnings({ source, flags: 'i', at: '' }).length;
    for (const source of [String.raw`\$\{\d+:([^}]*)\}`, String.raw`[ \t]#.*$`, String.raw`(?:.*[-_.])?name(?:x)?$`])
      expect(found(source), source).toBe(1);
    for (const source of [String.raw`"[^"]*"`, String.raw`^#.*$`, String.raw`(?<![\w-])a[\w-]*=`, String.raw`a\w*`])
      expect(found(source), source).toBe(0);
  });

  it('have no beginning that is inside their own run', () => {
    expect(failures([...written.literals, ...made], repeatedBeginnings)).toEqual([]);
  });
});

describe('patterns that need stack space for each repetition', () => {
  const deepByFile = (): Map<string, Pattern[]> => {
    const byFile = new Map<string, Pattern[]>();
    for (const pattern of [...written.literals, ...made])
      for (const _ of deepQuantifiers(pattern)) {
        const file = pattern.at.replace(/^server\/src\/core\/|:\d+$/g, '');
        byFile.set(file, [...(byFile.get(file) ?? []), pattern]);
      }
    return byFile;
  };

  it('are only used on short text', () => {
    const unbounded = [...deepByFile()].filter(([file]) => bounded[file] === undefined);
    expect(
      failures(
        unbounded.flatMap(([, patterns]) => patterns),
        deepQuantifiers,
      ),
    ).toEqual([]);
  });

  it.each(Object.entries(bounded))('are as many in %s as are known to be bounded', (file, [known]) => {
    expect(deepByFile().get(file)).toHaveLength(known);
  });
});
