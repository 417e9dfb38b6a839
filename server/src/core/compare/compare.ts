import { append } from '../text/strings.js';
import type { Analysis } from '../analysis.js';
import type { Reading } from '../nodeConfig/read.js';
import { kindTitles } from '../document/kinds.js';
import type { Payload } from '../document/payload.js';
import type { Problem } from '../problems/problem.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import { maskSecrets } from '../secrets/mask.js';
import { boundNotes, droppedNotes } from './notes.js';
import type { Both, Comparison, ComparisonNote, Side } from './comparison.js';
import { compareConfigs, type ReadConfig } from './configs.js';
import { compareEnvironments } from './environment.js';
import { compareKarpenterScripts } from './karpenter.js';
import type { Showing } from './differences.js';
import { type Match, matchesOf } from './matching.js';
import { compareParts } from './pieceDifferences.js';
import type { Subject } from './subjects.js';

/** What a comparison shows, and which node both configs meet. */
export interface CompareOptions extends Showing {
  readonly environment?: EnvironmentOptions | undefined;
}

/**
 * Compares what two documents mean: the node configs in them field by field and by the bootstrap environment that
 * they turn into; scripts, files and cloud-configs beside them where both come in the same form; and what holds no
 * node config by its values or lines. Karpenter's bootstrap scripts are compared by their variables.
 * There is one comparison for each machine, or one alone. What cannot be read is
 * said in the notes. It never throws.
 */
export function compareDocuments(before: Analysis, after: Analysis, options: CompareOptions): readonly Comparison[] {
  const scripts = compareKarpenterScripts(before, after, options);
  if (scripts !== undefined) return [scripts];
  const same = before === after || sameFiles(before, after);
  return matchesOf(before, after).map((match) => {
    const found = new MatchComparison(before, after, match, options).compare();
    const { fields, texts, variables, notes } = found;
    const alike = fields.length + texts.length + variables.length === 0;
    return { equal: alike && (same || notes.every(({ severity }) => severity !== 'error')), ...found };
  });
}

class MatchComparison {
  readonly #files: { readonly before: Analysis; readonly after: Analysis };
  readonly #match: Match;
  readonly #options: CompareOptions;
  readonly #notes: ComparisonNote[] = [];

  constructor(before: Analysis, after: Analysis, match: Match, options: CompareOptions) {
    this.#files = { before, after };
    this.#match = match;
    this.#options = options;
  }

  compare(): Omit<Comparison, 'equal'> {
    for (const side of ['before', 'after'] as const) this.#noteProblems(side);
    const { subjects, configs: read, pieces } = this.#match;
    const machines = {
      ...named('before', subjects.before?.machine),
      ...named('after', subjects.after?.machine),
    };
    const configs = {
      ...named('before', read.before?.payload.steps),
      ...named('after', read.after?.payload.steps),
    };
    const contractual = this.#compareConfigs(read);
    if (this.#match.otherForm) this.#noteForms();
    const others = compareParts(pieces, this.#options);
    const found = {
      fields: [...contractual.fields, ...others.fields],
      texts: others.texts,
      variables: contractual.variables,
    };
    return {
      ...(Object.keys(machines).length > 0 && { machines }),
      ...(Object.keys(configs).length > 0 && { configs }),
      ...found,
      notes: [...this.#notes, ...others.notes, ...boundNotes(found)],
    };
  }

  #compareConfigs({ before, after }: Both<ReadConfig>): Pick<Comparison, 'fields' | 'variables'> {
    if (before === undefined || after === undefined) {
      const { subjects } = this.#match;
      const oneSided = before !== undefined || after !== undefined;
      if (subjects.before === undefined || (oneSided && before === undefined)) this.#noteMissing('before');
      else if (subjects.after === undefined || oneSided) this.#noteMissing('after');
      return { fields: [], variables: [] };
    }
    const { showSecrets, environment } = this.#options;
    const maps = { before: before.payload.map, after: after.payload.map };
    const [old, now] = [before.reading, after.reading];
    const fields = compareConfigs(old.value, now.value, maps, showSecrets);
    append(this.#notes, droppedNotes(old, now));
    if (!old.ok || !now.ok) {
      this.#noteRefusal('before', old);
      this.#noteRefusal('after', now);
      return { fields, variables: [] };
    }
    return { fields, variables: compareEnvironments(old.value, now.value, fields, { ...environment, showSecrets }) };
  }

  #noteForms(): void {
    const { before, after } = this.#match.subjects;
    const [oldForm, newForm] = [before, after].map((subject) => kindTitles[subject?.form ?? 'unknown']);
    const message = `The config comes in different forms, ${oldForm ?? ''} and ${newForm ?? ''}; what surrounds it is not compared.`;
    this.#notes.push({ severity: 'information', message });
  }

  #noteRefusal(side: Side, { ok, error }: Reading): void {
    if (ok) return;
    const why = this.#shown(error ?? 'it cannot be read').replace(/\.$/, '');
    const message = `The node refuses this config: ${why}. What could be read of it is compared, and variables are not.`;
    this.#notes.push({ severity: 'error', side, message });
  }

  #noteMissing(side: Side): void {
    const subject = this.#match.subjects[side];
    const other = this.#match.subjects[side === 'before' ? 'after' : 'before'];
    const machine = other?.machine === undefined ? 'There is nothing' : `There is no machine called ${other.machine}`;
    const message =
      subject === undefined
        ? `${machine} here to compare with.`
        : `There is no node config in this ${kindTitles[this.#files[side].kind]}, and the other side has one.`;
    this.#notes.push({ severity: 'error', side, message });
  }

  /** What stood in the way of reading a side at all, and why Azure gives no payload. */
  #noteProblems(side: Side): void {
    const subject = this.#match.subjects[side];
    const file = this.#files[side];
    const inside = subject === undefined ? [] : documentsOf(file.root, subject);
    const problems = [...file.sourceProblems, ...inside.flatMap(({ problems: found }) => found)];
    const told = new Set<string>();
    for (const found of problems) {
      if (!hinders(found) || !concerns(found, subject) || told.has(found.message)) continue;
      told.add(found.message);
      const severity = found.severity === 'error' ? 'error' : 'information';
      this.#notes.push({ severity, side, message: this.#shown(found.message) });
    }
  }

  #shown(text: string): string {
    return this.#options.showSecrets ? text : maskSecrets(text, this.#options.inflate).text;
  }
}

function named<T>(side: Side, value: T | undefined): Both<T> {
  return value === undefined ? {} : { [side]: value };
}

/** The file and the documents inside it that a subject is made of. */
function documentsOf(root: Payload, { pointer }: Subject): readonly Payload[] {
  const documents: Payload[] = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    documents.push(next);
    for (const child of next.children)
      if (child.is !== 'field' || child.pointer.startsWith(pointer)) open.push(child.payload);
  }
  return documents;
}

/** Whether a problem keeps something from being compared: damage on the way to a document, or a payload left out. */
function hinders({ code, severity }: Problem): boolean {
  return code.startsWith('vmss/payload-') || (severity === 'error' && code.startsWith('payload/'));
}

/** A problem of the file itself may be another machine's. */
function concerns({ pointer }: Problem, subject: Subject | undefined): boolean {
  return subject === undefined || pointer === '' || pointer.startsWith(subject.pointer);
}

/** Whether two files are the same byte for byte, and of one kind; of what was not read as it is nobody knows. */
function sameFiles(before: Analysis, after: Analysis): boolean {
  const isRead = ({ sourceProblems }: Analysis): boolean =>
    sourceProblems.every(({ severity }) => severity !== 'error');
  const { bytes } = before.root;
  return isRead(before) && isRead(after) && before.kind === after.kind && sameBytes(bytes, after.root.bytes);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
