import { changes } from './changes.js';
import { cursor } from './cursor.js';
import type { Entry } from './entry.js';
import { reading } from './reading.js';
import { rendering } from './rendering.js';
import { results } from './results.js';
import { secrets } from './secrets.js';
import { texts } from './texts.js';

/** Everything that front ends call with a text or document of the user. */
export const entries: readonly Entry[] = [
  ...reading,
  ...cursor,
  ...changes,
  ...secrets,
  ...results,
  ...rendering,
  ...texts,
];

/** Exported functions that get no text or document of the user, with the reason. */
export const withoutInput: Readonly<Record<string, string>> = {
  allSettings: 'lists our own keys',
  asObject: 'reads a value that is not a text',
  Analysis: 'is what all entries are tried with',
  Remembered: 'remembers what an analysis made',
  explainCode: 'looks up a number',
  explainShellCode: 'looks up a number',
  errorNamed: 'looks up a name in our own tables',
  nearestErrorName: 'compares a name with our own tables',
  dayOfImage: 'reads an option',
  failureTitle: 'shows an explanation, which is masked',
  failureFacts: 'shows an explanation, which is masked',
  candidateSentences: 'shows names of our own tables',
  prose: 'escapes our own sentences for Markdown',
  isDocumentKind: 'compares an option with our own words',
  isFailureFamily: 'compares an option with our own words',
  parsePathPattern: 'reads an argument',
  parsePathPatterns: 'reads an option',
  parseFleetConditions: 'reads an option',
  mostSevere: 'sorts problems that were found',
  capitalized: 'shows our own words',
  addToList: 'keeps what it gets',
  matchesCode: 'compares an option with our own words',
  sourceOf: 'names the source of our own tables',
  codeResult: 'shows an entry of our own tables',
  toolDescription: 'describes our own tools',
  toolSchema: 'describes our own tools',
};
