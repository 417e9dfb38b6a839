import type { Analysis } from '../analysis.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import { kinds } from '../payload/kindTable.js';
import type { MaskedStrings, Masking } from '../secrets/masking.js';
import type { Budget } from '../text/budget.js';
import { sameBytes } from '../text/bytes.js';
import { append } from '../text/strings.js';
import {
  both,
  type ComparedNames,
  type Comparison,
  type ComparisonNote,
  type FieldDifference,
  isChosen,
  sides,
  type TextDifference,
} from './comparison.js';
import { textDifference } from './lines.js';
import {
  boundNotes,
  droppedNotes,
  missingNotes,
  problemNotes,
  readNotes,
  refusalNotes,
  sizeNotes,
  timeNote,
} from './notes.js';
import {
  type ComparedMatch,
  type DocumentSection,
  type DocumentSections,
  hasValues,
  type SectionSide,
  sectionsOf,
  textOf,
} from './sections.js';
import { imageSections, imagesOf, isSameImage, withReasons } from './images.js';
import { type Match, matchesOf } from './matching.js';
import { surroundings } from './models.js';
import { differencesBetween } from './values.js';
import { compareKarpenterScripts, environmentVariables, variableDifferences, variableSections } from './variables.js';

/** What a comparison shows, and the node that both configs are rendered for. */
export interface CompareOptions {
  readonly masking: Masking;
  readonly environment?: EnvironmentOptions | undefined;
  /** The node pools of Karpenter's resources to compare, if a document has several. */
  readonly pools?: ComparedNames | undefined;
  /** The scale sets or VMs to compare, by their names, or by their JSON Pointers if these don't distinguish them. */
  readonly machines?: ComparedNames | undefined;
}

/**
 * Compares what two documents mean: the node configs in them field by field and by the bootstrap environment that
 * they are rendered to; the models of machines; scripts, files and cloud-configs beside them if both have the same format; documents without a
 * node config by their values or lines. Karpenter's bootstrap scripts are compared by their variables.
 * There is one comparison for each machine, or a single one. Notes report what can't be read. It never throws.
 */
export function compareDocuments(
  before: Analysis,
  after: Analysis,
  options: CompareOptions,
): readonly MaskedStrings<Comparison>[] {
  return options.masking.strings(comparisonsOf(before, after, options));
}

function comparisonsOf(before: Analysis, after: Analysis, options: CompareOptions): readonly Comparison[] {
  const budget = before.newBudget();
  return budget.timed(() => [...compared(before, after, { ...options, budget })]).map(({ comparison }) => comparison);
}

/** Compares two documents, one machine after the other, until the budget is spent. */
export function* compared(before: Analysis, after: Analysis, options: Comparing): Generator<ComparedMatch> {
  const { masking, budget, pools, machines } = options;
  const scripts = isChosen(machines) ? undefined : compareKarpenterScripts(before, after, masking, budget, pools);
  const found = scripts ?? matchesOf(before, after, machines);
  for (const one of found) {
    const match = 'comparison' in one ? one : compareMatch({ before, after }, one, sectionsOf(one, masking), options);
    const { isSpent } = budget;
    yield isSpent ? unfinished(match, before) : match;
    if (isSpent) return;
  }
}

function unfinished({ comparison, sections }: ComparedMatch, file: Analysis): ComparedMatch {
  return { comparison: { ...comparison, equal: false, notes: [...comparison.notes, timeNote(file)] }, sections };
}

/** The options of one comparison, and its time. */
interface Comparing extends CompareOptions {
  readonly budget: Budget;
}

function compareMatch(
  files: { readonly before: Analysis; readonly after: Analysis },
  match: Match,
  { configs, models, parts }: DocumentSections,
  options: Comparing,
): ComparedMatch {
  const { subjects, configs: read } = match;
  const { budget } = options;
  const notes = sides.flatMap((side) => problemNotes(side, files[side], subjects[side]));
  append(notes, match.notChosen ?? missingNotes(match, { before: files.before.kind, after: files.after.kind }));
  const fields = configs.before && configs.after ? [...valueDifferences(configs, budget)] : [];
  const environment = environmentOf(configs, fields, options);
  const variables = variableDifferences(environment ?? [], budget);
  const images = imagesOf(configs);
  append(notes, configNotes(configs, undefined));
  append(notes, images?.notes ?? []);
  if (match.otherForm) notes.push(formNote(match));
  const texts: TextDifference[] = [];
  const beside = images === undefined ? [] : imageSections(configs, budget);
  append(
    texts,
    beside.flatMap(({ difference }) => difference ?? []),
  );
  if (models !== undefined) append(fields, valueDifferences(models, budget));
  for (const part of parts) {
    if (budget.isSpent) break;
    const found = compareParts(part, options);
    append(fields, found.fields);
    append(texts, found.texts);
    append(notes, found.notes);
  }
  append(notes, boundNotes({ fields, texts, variables }));
  append(notes, sizeNotes(match));
  const alike = fields.length + texts.length + variables.length === 0;
  const complete = notes.every(({ severity }) => severity !== 'error');
  const machines = both(subjects.before?.machine, subjects.after?.machine);
  // What can't be read of it is the same, too.
  const isSame = (): boolean =>
    match.notChosen === undefined &&
    subjects.before?.model?.machine.pointer === subjects.after?.model?.machine.pointer &&
    (files.before === files.after || sameFiles(files.before, files.after));
  const steps = both(read.before?.payload.steps, read.after?.payload.steps);
  const comparison = {
    equal: alike && (complete || isSame()),
    ...(Object.keys(machines).length > 0 && { machines }),
    ...(images && { images: images.versions }),
    ...(Object.keys(steps).length > 0 && { configs: steps }),
    compared: [
      ...(configs.before && configs.after ? ['node config'] : []),
      ...beside.map(({ title }) => title),
      ...(models === undefined ? [] : ['model']),
      ...parts.flatMap(({ before, after, title }) => (before && after ? [title] : [])),
    ],
    notCompared: [...surroundings(match), ...(models?.leftOut ?? [])],
    ...withReasons({ fields, texts, variables }, configs, options),
    notes,
  };
  const title = 'Environment of the provisioning scripts';
  const ofEnvironment = environment === undefined ? [] : variableSections(title, environment);
  const ofImages = beside.map(({ title: name, lines }) => ({ title: name, lines: () => lines }));
  const ofModels = models === undefined ? [] : [models];
  return { comparison, sections: [configs, ...ofModels, ...ofImages, ...ofEnvironment, ...parts] };
}

/** The differences of the values of both sides. */
function valueDifferences({ name, before, after }: DocumentSection, budget: Budget): readonly FieldDifference[] {
  if (before?.value === undefined || after?.value === undefined) return [];
  const maps = { before: before.payload.map, after: after.payload.map };
  const found = differencesBetween(before.value, after.value, maps, budget);
  return name === undefined ? found : found.map((difference) => ({ document: name, ...difference }));
}

/** What is known of two configs beside their fields. */
function configNotes({ before, after }: DocumentSection, document: string | undefined): readonly ComparisonNote[] {
  if (before?.config === undefined || after?.config === undefined) return [];
  const readings = { before: before.config.reading, after: after.config.reading };
  // Between node images, what is dropped is a difference of its own.
  const dropped = isSameImage(before, after) ? droppedNotes(readings.before, readings.after) : [];
  return [...dropped, ...refusalNotes(readings, document)];
}

/** The variables of both configs on the same node; undefined unless the node accepts both. */
function environmentOf(
  { before, after }: DocumentSection,
  fields: readonly FieldDifference[],
  { environment = {} }: CompareOptions,
) {
  if (before?.config?.reading.ok !== true || after?.config?.reading.ok !== true) return undefined;
  // Equal configs have equal environments on the same image.
  const isSame = fields.length === 0 && isSameImage(before, after);
  const optionsOf = ({ config }: SectionSide) => ({ ...environment, controller: config?.image?.controller });
  const node = { before: optionsOf(before), after: optionsOf(isSame ? before : after) };
  return environmentVariables(before.config, isSame ? before.config : after.config, fields, node);
}

function formNote({ subjects: { before, after } }: Match): ComparisonNote {
  const [oldForm, newForm] = [before, after].map((subject) => kinds[subject?.form ?? 'unknown'].title);
  const message = `The config comes in different forms, ${oldForm ?? ''} and ${newForm ?? ''}; what surrounds it is not compared.`;
  return { severity: 'information', message };
}

/** The differences between two documents beside the node configs. */
function compareParts(
  section: DocumentSection,
  { masking, budget }: Comparing,
): Pick<Comparison, 'fields' | 'texts' | 'notes'> {
  const { before, after, name } = section;
  const document = name ?? section.title;
  if (before === undefined || after === undefined) {
    const kind = before === undefined ? 'added' : 'removed';
    return {
      fields: [],
      texts: [textDifference(document, kind, textOf(before, masking), textOf(after, masking), budget)],
      notes: [],
    };
  }
  if (before.config && after.config) {
    const notes = configNotes(section, document);
    return { fields: valueDifferences({ ...section, name: document }, budget), texts: [], notes };
  }
  const [old, now] = [before.payload, after.payload];
  const notes = readNotes({ before: old, after: now }, name);
  if (hasValues(old) && hasValues(now)) {
    if (old.kind === now.kind) return { fields: valueDifferences(section, budget), texts: [], notes };
    const message = `These are documents of different kinds, ${kinds[old.kind].title} and ${kinds[now.kind].title}; there is nothing to compare.`;
    return { fields: [], texts: [], notes: [...notes, { severity: 'error', message }] };
  }
  if (before.text === after.text && (before.text !== undefined || sameBytes(old.bytes, now.bytes))) {
    return { fields: [], texts: [], notes };
  }
  const kind = 'changed' as const;
  const isText = before.text !== undefined && after.text !== undefined;
  const found = isText
    ? textDifference(document, kind, textOf(before, masking), textOf(after, masking), budget)
    : { document, kind, hunks: [] };
  return { fields: [], texts: [found], notes };
}

/** Whether two files are the same byte for byte, and of one kind. A file that was not read equals nothing. */
function sameFiles(before: Analysis, after: Analysis): boolean {
  const isRead = ({ sourceProblems }: Analysis): boolean =>
    sourceProblems.every(({ severity }) => severity !== 'error');
  return (
    isRead(before) && isRead(after) && before.kind === after.kind && sameBytes(before.root.bytes, after.root.bytes)
  );
}
