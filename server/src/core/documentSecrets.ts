import { Analysis } from './analysis.js';
import type { Payload } from './document/payload.js';
import { parseJson } from './formats/json/parse.js';
import type { SyntaxTree } from './formats/tree/node.js';
import { limits } from './limits.js';
import { kinds } from './payload/kindTable.js';
import { declaredSecrets, parameterSecrets, secureParameters } from './payload/secrets.js';
import { maskText, searchingSecrets } from './secrets/find.js';
import type { KnownSecret } from './secrets/known.js';
import { type PlacedSecret, secretsByMember } from './secrets/places.js';
import type { Budget } from './text/budget.js';
import { finished, Resumable } from './text/steps.js';
import { append } from './text/strings.js';

/** The secrets of a file and of everything inside it. */
export interface DocumentSecrets {
  readonly secrets: readonly KnownSecret[];
  /** Texts that there was no time to search; nothing of them may be shown. */
  readonly unsearched: readonly string[];
}

/** Finds the secrets of a file and of everything inside it, once for each analysis. */
export function secretsIn(analysis: Analysis): DocumentSecrets {
  return finished(searching(analysis));
}

/** The same in steps, between which other work can be done. Resumable: stopping early loses no work. */
export function searching(analysis: Analysis): Generator<undefined, DocumentSecrets> {
  return analysis.made(startedSearch).run();
}

function startedSearch(analysis: Analysis): Resumable<undefined, DocumentSecrets> {
  return new Resumable(searchDocuments(analysis));
}

/**
 * The search has a budget of its own: secrets have to be found in what there was no time to read and check, too. Such a
 * file is read again for it, by the same budget, and so is a template, with the defaults of its parameters.
 */
function* searchDocuments(analysis: Analysis): Generator<undefined, DocumentSecrets> {
  const budget = analysis.newBudget();
  const secrets: KnownSecret[] = [];
  yield* budget.timedSteps(secretsOfDocuments(analysis, secrets, budget));
  let read = analysis;
  if (analysis.decoding.budget.isSpent || hasUnreadDefaults(analysis)) {
    const { source, platform } = analysis;
    const templates = { ...source.templates, useDefaults: true };
    read = budget.timed(() => new Analysis({ ...source, templates, budget }, platform));
    yield* budget.timedSteps(secretsOfDocuments(read, secrets, budget));
  }
  if (!budget.isSpent) return { secrets, unsearched: [] };
  const texts = [analysis, read].flatMap((one) => [...one.documents()].map(({ text }) => text ?? ''));
  return { secrets, unsearched: [...new Set([analysis.text, ...texts])] };
}

/**
 * Whether a template may have parameters whose defaults weren't used: what its expressions make of them shows which parts
 * of them are secret.
 */
function hasUnreadDefaults(analysis: Analysis): boolean {
  if (analysis.source.templates?.useDefaults === true) return false;
  return [...analysis.documents()].some(({ text }) => text !== undefined && /"defaultValue"/i.test(text));
}

function* secretsOfDocuments(analysis: Analysis, secrets: KnownSecret[], budget: Budget): Generator<undefined> {
  const { root, text: file } = analysis;
  // What is around a document that was pasted belongs to none.
  if (root.map.exact && root.text !== file) append(secrets, yield* secretsByForm(file, analysis, budget));
  // A list of scale sets has the same texts again and again.
  const searched = new Map<string, Set<string>>();
  for (const payload of analysis.documents()) {
    const { text, kind, format, partType = '' } = payload;
    if (budget.isSpent) return;
    if (text === undefined) continue;
    const readAs = `${kind} ${format} ${partType}`;
    const texts = searched.get(readAs) ?? new Set();
    if (texts.has(text)) continue;
    searched.set(readAs, texts.add(text));
    for (const part of searchedParts(payload, file)) append(secrets, yield* secretsByForm(part, analysis, budget));
    append(
      secrets,
      placedSecrets(analysis, payload, budget).map((secret) => ({ ...secret, text })),
    );
    yield;
  }
  if (budget.isSpent) return;
  append(secrets, analysis.made(givenSecrets));
  append(secrets, [...evaluatedSecrets(analysis, budget)]);
}

/**
 * The text of a document in parts that are searched on their own: an edit leaves the others as they were. They are without the
 * strings of the file that hold payloads, which are searched as documents of their own.
 */
function* searchedParts(payload: Payload, file: string): Generator<string> {
  const { text = '', tree, children } = payload;
  const strings = text === file ? children.filter(isSearchedItself) : [];
  let [at, next] = [0, 0];
  for (const end of [...entryStarts(tree), text.length]) {
    const pieces: string[] = [];
    for (let span = strings[next]?.span; span !== undefined && span.start < end; span = strings[++next]?.span) {
      if (span.start < at) continue;
      pieces.push(text.slice(at, span.start), emptyString);
      at = span.end;
    }
    pieces.push(text.slice(at, end));
    at = Math.max(at, end);
    yield pieces.join('');
  }
}

/** Whether a payload is all of a string, which is understood. */
function isSearchedItself(child: Payload['children'][number]): boolean {
  const isString = child.is === 'field' || (child.is === 'file' && child.written?.ok === true);
  return (
    isString && child.payload.text !== undefined && child.file === undefined && child.payload.problems.length === 0
  );
}

/** Where the entries of a large document begin that are searched on their own. Without its tree, nothing says where that is. */
function entryStarts(tree: SyntaxTree | undefined): number[] {
  if (tree?.root?.kind !== 'object' || tree.problems.length > 0) return [];
  const starts: number[] = [];
  let before = 0;
  for (const { span } of tree.root.members) {
    if (span.start - before < limits.searchedPart) continue;
    starts.push((before = span.start));
  }
  return starts;
}

/** In place of a string that is searched elsewhere. */
const emptyString = '""';

/** The secrets of a text that their form or the words around them show. What base64 encodes is a document of its own. */
function* secretsByForm(
  text: string,
  { remembered: { texts } }: Analysis,
  budget: Budget,
): Generator<undefined, readonly KnownSecret[]> {
  const before = texts.get(text, 'secrets') as readonly KnownSecret[] | undefined;
  if (before !== undefined) return before;
  const found = yield* searchingSecrets(text, { budget }, limits.secretDepth);
  const kept = budget.isSpent ? text : texts.own(text);
  const secrets = found
    .filter(({ shown }) => shown === maskText)
    .map(({ start, end }) => ({ value: kept.slice(start, end) }));
  if (!budget.isSpent) texts.set(text, 'secrets', secrets);
  return secrets;
}

/** The secrets of one document that their names or places show. */
export function placedSecrets(analysis: Analysis, payload: Payload, budget?: Budget): readonly PlacedSecret[] {
  const known = analysis.made(newSecretsByDocument);
  let secrets = known.get(payload);
  if (secrets === undefined) {
    known.set(payload, (secrets = []));
    for (const find of [
      () => (payload.tree === undefined ? [] : secretsByMember(payload.tree)),
      // Of templates, also of one that is read as something else because of its name.
      () => secretsDeclaredIn(payload),
      () => kinds[payload.kind].secrets?.(analysis.view(payload)) ?? [],
    ])
      for (const secret of find()) {
        if (budget?.step() === true) return secrets;
        secrets.push(secret);
      }
  }
  return secrets;
}

function newSecretsByDocument(): Map<Payload, PlacedSecret[]> {
  return new Map();
}

/** The defaults and values of the secure parameters of templates. Most documents have none, and no words that declare them. */
function secretsDeclaredIn({ text = '', tree }: Payload): Iterable<PlacedSecret> {
  return tree !== undefined && /secure|\\[ux]/i.test(text) ? declaredSecrets(tree) : [];
}

/** The values in a parameters file that are secret by their names, or because a template says so. */
function givenSecrets({ source, root }: Analysis): readonly KnownSecret[] {
  const text = source.templates?.parameters;
  if (text === undefined) return [];
  const given = parseJson(text);
  const declared = root.tree === undefined ? [] : parameterSecrets(given.root, secureParameters(root.tree));
  const secrets = [...secretsByMember(given), ...declared];
  return secrets.map((secret) => ({ ...secret, text }));
}

/**
 * The values of secure parameters in what the expressions of a template are evaluated to: there, an ordinary word has neither
 * its name nor what precedes it in the template.
 */
function* evaluatedSecrets(analysis: Analysis, budget: Budget): Generator<KnownSecret> {
  const declared = [...analysis.documents()].flatMap((document) => [...secretsDeclaredIn(document)]);
  if (declared.length === 0 && analysis.source.templates?.parameters === undefined) return;
  const values = new Set([...declared, ...analysis.made(givenSecrets)].map(({ value }) => value));
  const searched = [...values].filter((value) => value.length >= shortestEvaluated).slice(0, limits.templateParameters);
  for (const { text } of analysis.documents()) {
    if (text === undefined || text === analysis.text) continue;
    for (const value of searched) {
      if (budget.pass(text)) return;
      for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length))
        yield { value, text, span: { start, end: start + value.length } };
    }
  }
}

/** Shorter values would be found by chance. */
const shortestEvaluated = 4;
