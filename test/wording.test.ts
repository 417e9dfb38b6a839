import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import clientStrings from '../l10n/bundle.l10n.json';
import manifestStrings from '../package.nls.json';
import { knownErrors } from '../server/src/core/failure/errors/index.js';
import { environmentVariables, problemCodes } from '../server/src/core/index.js';
import { validateSample, problemSamples } from './core/problems/samples.js';
import { call } from './support/commandLine.js';

/** Words that users have to read twice. CONTRIBUTING.md asks for plain technical English. */
const avoided = new RegExp(
  [
    'nobody',
    'somebody',
    'whoever',
    'otherwise than',
    'tells? of',
    'told (?:by|of)',
    'mend(?:s|ed|ing)?',
    '(?<!there )is no (?:JSON|YAML|text|valid)',
    'lack(?:s|ed|ing)?',
    'blanks',
  ]
    .map((words) => `\\b${words}\\b`)
    .join('|'),
  'i',
);

/** Strings that are still to be reworded. Remove those that you reword, and add none. */
const remaining: readonly string[] = [
  'sorted by bytes and separated by blanks',
  'without surrounding blanks',
  'is no JSON value; text needs double quotes',
  'The flags are joined with blanks',
  'vouches for nobody',
  'is no JSON object, which begins with a brace',
  'The options lack ',
];

/** The strings with avoided words. */
function offenders(strings: Iterable<string>): string[] {
  return [...new Set(strings)].filter(
    (string) => string.search(avoided) >= 0 && !remaining.some((known) => string.includes(known)),
  );
}

/** All strings in a JSON value that are descriptions. */
function descriptions(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(descriptions);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && /description|title|errorMessage/i.test(name) ? [member] : descriptions(member),
  );
}

const schemas = ['aks-node-config', 'cloud-config', 'karpenter-bootstrap-options'];
const pages = ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];
const commands = ['', 'validate', 'render', 'decode', 'explain', 'diff', 'schema', 'lsp'];

describe('user-visible text avoids unclear words', () => {
  it('in the manifest and the client', () => {
    expect(offenders([...Object.values(manifestStrings), ...Object.values(clientStrings)])).toEqual([]);
  });

  it.each(pages)('in %s', (page) => {
    expect(offenders(readFileSync(page, 'utf8').split('\n'))).toEqual([]);
  });

  it.each(schemas)('in the descriptions of the schema %s', (name) => {
    expect(offenders(descriptions(JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'))))).toEqual([]);
  });

  it('in the explanations of exit codes', () => {
    const strings = knownErrors.flatMap(({ meaning, causes, next }) => [
      meaning,
      ...[...causes, ...next].map(({ words }) => words),
    ]);
    expect(offenders(strings)).toEqual([]);
  });

  it('in the explanations of variables', () => {
    expect(offenders(environmentVariables.map(({ rule }) => rule))).toEqual([]);
  });

  it('in the help of the command line', async () => {
    const helps = commands.map((command) => call(['help', ...command.split(' ').filter(Boolean)]));
    expect(offenders((await Promise.all(helps)).flatMap(({ out }) => out.split('\n')))).toEqual([]);
  });

  it('in the titles of problems', () => {
    expect(offenders(Object.values(problemCodes).map(({ title }) => title))).toEqual([]);
  });

  it('in the messages and fixes of problems', () => {
    const problems = Object.values(problemSamples).flatMap((sample) => validateSample(sample).problems);
    const strings = problems.flatMap(({ message, fixes = [] }) => [message, ...fixes.map(({ title }) => title)]);
    expect(offenders(strings)).toEqual([]);
  });
});
