import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import {
  Analysis,
  applySafeFixes,
  bootChart,
  bootTimeline,
  CaseReader,
  caseReport,
  chartReport,
  chartSvg,
  codeLenses,
  compareDocuments,
  complete,
  customDataDialects,
  customDataOf,
  decodingResult,
  definitionsAt,
  environmentOf,
  explainFailure,
  fileLinks,
  foldings,
  formatChanges,
  growingMasking,
  hover,
  inlayHints,
  karpenterScriptOf,
  links,
  maskingOf,
  nodeFilesOf,
  originsOf,
  outline,
  placeInPreview,
  type Platform,
  previewEntries,
  previewOf,
  provisioningReport,
  quickFixes,
  readInstanceData,
  redact,
  referencesAt,
  refactoringChanges,
  refactorings,
  replacePayload,
  restoreSecrets,
  searching,
  selectionSpans,
  sideBySide,
  type Source,
  type Span,
  textToDecode,
  usesOf,
  validate,
  validationResult,
  vmssModelOf,
} from '../../server/src/core/index.js';
import { type Family, manyChanged, oneChanged, unchanged, type Value } from './family.js';

/** The time limit must not hide how long work takes. */
const withoutClock: Platform = { ...nodePlatform, now: () => 0 };

/** A document of a family that is being measured, with what several entry points need. */
export class Subject {
  readonly #family: Family;
  readonly #size: number;
  readonly platform: Platform;
  readonly #limits: Source['limits'];
  readonly #made = new Map<unknown, unknown>();

  constructor(family: Family, size: number, platform = withoutClock, limits: Source['limits'] = {}) {
    this.#family = family;
    this.#size = size;
    this.platform = platform;
    this.#limits = limits;
  }

  get name(): string {
    return this.#family.name;
  }

  get content(): string | Uint8Array {
    return this.#once(unchanged, () => this.#family.write(this.#size, unchanged));
  }

  get analysis(): Analysis {
    return this.#once('analysis', () => this.open(this.content));
  }

  /** The document with one or many of its elements changed. */
  twin(value: Value): Analysis {
    return this.#once(value, () => this.open(this.#family.write(this.#size, value)));
  }

  open(content: string | Uint8Array): Analysis {
    const { name, instanceData } = this.#family;
    const data = instanceData === undefined ? undefined : readInstanceData(instanceData);
    const context = data === undefined ? {} : { instanceData: data };
    const source = { name, content, context, templates: { useDefaults: true }, limits: this.#limits };
    return new Analysis(source, this.platform);
  }

  /** Offsets at which a cursor may be: near both ends and in between. */
  get offsets(): readonly number[] {
    const { length } = this.analysis.text;
    return [0.02, 0.33, 0.66, 0.98].map((part) => Math.floor(length * part));
  }

  get whole(): Span {
    return { start: 0, end: this.analysis.text.length };
  }

  #once<T>(key: unknown, make: () => T): T {
    if (!this.#made.has(key)) this.#made.set(key, make());
    return this.#made.get(key) as T;
  }
}

/** Something that a user can ask about a document. */
export interface EntryPoint {
  /**
   * What bounds its time: the clock, which it looks at as it goes on; the size of a document, above which it has no answer; or
   * that it goes through a text once.
   */
  readonly bound: 'clock' | 'size' | 'once';
  /** What has to be there before, which isn't measured. */
  readonly before?: (subject: Subject) => unknown;
  /** The stages that it shares with others, which are measured as entry points of their own. */
  readonly stages?: (subject: Subject) => unknown;
  readonly run: (subject: Subject) => unknown;
}

const secrets = { showSecrets: false };
const opened = ({ analysis }: Subject): unknown => [...analysis.documents()];
const checked = ({ analysis }: Subject): unknown => validate(analysis);
/** A document is opened, checked and searched for secrets once for all answers. */
const prepared = (analysis: Analysis): unknown => [validate(analysis), ...searching(analysis), analysis.failures];
const known = ({ analysis }: Subject): unknown => prepared(analysis);
const shown = (analysis: Analysis) => ({ withText: true, masking: maskingOf([analysis]) });
const at = (run: (analysis: Analysis, offset: number) => unknown, bound: EntryPoint['bound'] = 'size'): EntryPoint => ({
  bound,
  before: opened,
  stages: known,
  run: ({ analysis, offsets }) => offsets.map((offset) => run(analysis, offset)),
});
const on = (
  run: (analysis: Analysis, subject: Subject) => unknown,
  bound: EntryPoint['bound'] = 'clock',
  stages: EntryPoint['stages'] = known,
): EntryPoint => ({
  bound,
  before: opened,
  stages,
  run: (subject) => run(subject.analysis, subject),
});
const comparing = (value: Value, compare: typeof compareDocuments | typeof sideBySide): EntryPoint => ({
  bound: 'clock',
  before: (subject) => [opened(subject), [...subject.twin(value).documents()]],
  stages: (subject) => [known(subject), prepared(subject.twin(value))],
  run: (subject) => {
    const twin = subject.twin(value);
    return compare(subject.analysis, twin, { masking: maskingOf([subject.analysis, twin]) });
  },
});

/**
 * Every entry point of the core. The stages that several share are entry points of their own, and come before the others,
 * which find their results.
 */
export const entryPoints: Readonly<Record<string, EntryPoint>> = {
  open: { bound: 'clock', before: ({ content }) => content, run: opened },
  validate: on(validate, 'clock', opened),
  'search for secrets': on((analysis) => [...searching(analysis)], 'clock', checked),
  'problems as JSON': on((analysis) => validationResult('file', analysis, maskingOf([analysis]))),
  decode: on((analysis) => decodingResult('file', analysis, shown(analysis))),
  'decode at the cursor': at(textToDecode, 'once'),
  mask: on((analysis) => maskingOf([analysis]).text(analysis.text)),
  hover: at(hover),
  completion: at(complete),
  outline: on(outline, 'size'),
  folding: on(
    (analysis) => [
      foldings(analysis, { wholeLines: true, most: 5_000 }),
      foldings(analysis, { wholeLines: false, most: 5_000 }),
    ],
    'size',
  ),
  links: on((analysis) => [links(analysis), fileLinks(analysis)], 'size'),
  'inlay hints': on((analysis, { whole }) => inlayHints(analysis, whole), 'size'),
  'code lenses': on((analysis) => codeLenses(analysis), 'size'),
  'quick fixes': on((analysis, { whole }) => quickFixes(validate(analysis).problems, whole)),
  refactorings: at((analysis, offset) => {
    const span = { start: offset, end: offset };
    return refactorings(analysis, span).map((refactoring) => refactoringChanges(analysis, refactoring, span));
  }),
  'fix all': on((analysis) => applySafeFixes(analysis)),
  formatting: on(
    (analysis) => formatChanges(analysis, { tabSize: 2, insertSpaces: true, trimTrailingWhitespace: true }),
    'size',
  ),
  selection: at(selectionSpans),
  references: at((analysis, offset) => [definitionsAt(analysis, offset), referencesAt(analysis, offset, true)]),
  'uses in previews': at((analysis, offset) => usesOf(analysis, offset, secrets, 'cloud-init')),
  render: on(
    (analysis) => [
      ...customDataDialects.map((dialect) => customDataOf(analysis, dialect, secrets)),
      environmentOf(analysis, secrets),
      nodeFilesOf(analysis, secrets),
      vmssModelOf(analysis, secrets),
      karpenterScriptOf(analysis, secrets),
    ],
    'size',
  ),
  previews: on((analysis) => {
    const entries = previewEntries(analysis, secrets);
    if (!entries.ok) return entries;
    return entries.value.slice(0, 12).map(({ target }) => {
      const preview = previewOf(analysis, target, secrets);
      const place = preview.ok ? placeInPreview(preview.value, preview.value.text.length >> 1) : undefined;
      return place && originsOf(analysis, place);
    });
  }, 'size'),
  'diff of one change': comparing(oneChanged, compareDocuments),
  'diff of many changes': comparing(manyChanged, compareDocuments),
  'diff side by side': comparing(manyChanged, sideBySide),
  explain: on((analysis) => {
    const budget = analysis.newBudget();
    const explanation = explainFailure(analysis.text, { masking: maskingOf([analysis]), budget });
    return provisioningReport(explanation, 'file', analysis.lines);
  }),
  'explain a case': on((analysis) => {
    const reader = new CaseReader(growingMasking({ showSecrets: false }));
    for (const folder of ['a', 'b']) reader.add(`${folder}/file`, analysis);
    return caseReport(reader.case, { name: 'case', pathOf: (file) => file });
  }),
  timeline: on((analysis, { name }) => {
    const source = { name, text: analysis.text, budget: analysis.newBudget() };
    const chart = bootChart(bootTimeline([source], maskingOf([analysis])), [name]);
    return [chartReport(chart), chartSvg(chart)];
  }),
  redact: {
    bound: 'clock',
    run: ({ name, content, platform }) => redact([{ name, content }], { platform, pseudonyms: true }),
  },
  'edit a payload': on((analysis) => {
    const documents = [...analysis.documents()].filter(({ text }) => text !== undefined);
    const { steps, text = '' } = documents[documents.length >> 1] ?? analysis.root;
    const editable = maskingOf([analysis]).forEditing(text);
    const restored = restoreSecrets(`${editable.text}\n# edited\n`, editable);
    return restored.ok ? replacePayload(analysis, steps, restored.value) : restored;
  }),
  'instance data': on(({ text }) => readInstanceData(text), 'once'),
};
