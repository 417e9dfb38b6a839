import type { Analysis } from '../analysis.js';
import { pointerOf } from '../formats/tree/paths.js';
import { maskedConfig } from '../nodeConfig/mask.js';
import type { MessageValue } from '../nodeConfig/value.js';
import { append } from '../text/strings.js';
import { compareDocuments, type CompareOptions } from './compare.js';
import type { Comparison, ComparisonNote, Side } from './comparison.js';
import { readConfig } from './configs.js';
import type { TextLines } from './hunks.js';
import { type Match, matchesOf } from './matching.js';
import { isConfig } from './pieceDifferences.js';
import type { ComparedPart } from './pieces.js';
import {
  configLines,
  type ConfigTwin,
  environmentSections,
  pieceLines,
  SecretNames,
  type Section,
  shownLines,
  type SideMask,
} from './sections.js';

/** What comparisons found, in one sentence. */
function comparisonSummary(comparisons: readonly Comparison[]): string {
  const sum = (count: (comparison: Comparison) => number): number =>
    comparisons.reduce((total, comparison) => total + count(comparison), 0);
  const fields = sum(({ fields: all }) => all.filter(({ document }) => document === undefined).length);
  const beside = sum(({ fields: all, texts }) => all.length + texts.length) - fields;
  const variables = sum((comparison) => comparison.variables.length);
  const withConfigs = comparisons.some(({ configs }) => configs?.before !== undefined && configs.after !== undefined);
  const complete = comparisons.every(({ notes }) => notes.every(({ severity }) => severity !== 'error'));
  const found = [
    ...(fields > 0 ? [counted(fields, withConfigs ? 'field' : 'value')] : []),
    ...(beside > 0 ? [`${counted(beside, 'difference')} beside the config`] : []),
    ...(variables > 0 ? [`${counted(variables, 'variable')} on the node`] : []),
  ];
  const rest = complete ? '' : ' Not everything could be compared.';
  if (found.length > 0) return `These differ: ${found.join(', ')}.${rest}`;
  if (comparisons.every(({ equal }) => equal))
    return withConfigs ? 'Same contract and environment.' : 'Both mean the same.';
  return 'Not everything could be compared.';
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * A note as a line of one side's text. An error stands on the side that it is about, and is a difference; everything
 * else stands on both sides, so that it is none.
 */
function noteLine({ severity, side, message }: ComparisonNote, of: Side): readonly string[] {
  if (severity === 'error') return side === undefined || side === of ? [`# Error: ${message}`] : [];
  const where = side === undefined ? '' : side === 'before' ? 'Left side: ' : 'Right side: ';
  return [`# ${where}${message}`];
}

/** Two documents as two texts in one fixed layout. */
export interface SideBySide {
  /** Whether nothing differs and everything could be compared. */
  readonly equal: boolean;
  /** What there is to say of the comparison in one sentence; the texts begin with it. */
  readonly summary: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What two documents mean, as texts that any program can show beside each other: the contract in its canonical form, the
 * environment and the files on the node, and what is compared beside them. The texts differ exactly where
 * {@link compareDocuments} finds differences or errors. Secrets are masked unless they were asked for; two that differ
 * have different masks. It never throws.
 */
export function sideBySide(before: Analysis, after: Analysis, options: CompareOptions): SideBySide {
  const comparisons = compareDocuments(before, after, options);
  const matches = matchesOf(before, after);
  const summary = comparisonSummary(comparisons);
  const names = new SecretNames();
  if (!options.showSecrets) {
    for (const match of matches) {
      new MatchTexts(match, options, 'before', names.noticing('before')).documents();
      new MatchTexts(match, options, 'after', names.noticing('after')).documents();
    }
  }
  const texts = { before: [`# ${summary}`], after: [`# ${summary}`] };
  for (const [index, match] of matches.entries()) {
    const comparison = comparisons[index];
    if (comparison === undefined) continue;
    for (const side of ['before', 'after'] as const) {
      if (matches.length > 1) texts[side].push('', `====== ${machineOf(match) ?? 'A machine without a name'}`);
      append(
        texts[side],
        comparison.notes.flatMap((note) => noteLine(note, side)),
      );
    }
    for (const { title, lines } of sectionsOf(match, comparison, options, names.naming)) {
      const shown = shownLines(lines);
      for (const side of ['before', 'after'] as const) {
        const own = shown[side];
        if (own === undefined) continue;
        texts[side].push('', `=== ${title}`);
        append(texts[side], own);
      }
    }
  }
  return {
    equal: comparisons.every(({ equal }) => equal),
    summary,
    before: texts.before.map(printable).join('\n') + '\n',
    after: texts.after.map(printable).join('\n') + '\n',
  };
}

/** What the machine of a match is called: two of one name may write it in different cases. */
function machineOf({ subjects: { before, after } }: Match): string | undefined {
  return before?.machine ?? after?.machine;
}

/** Characters that editors break lines at, hide or refuse are written as escapes. */
function printable(line: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return line.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function sectionsOf(match: Match, comparison: Comparison, options: CompareOptions, mask: SideMask): readonly Section[] {
  const sides = {
    before: new MatchTexts(match, options, 'before', mask),
    after: new MatchTexts(match, options, 'after', mask),
  };
  const [old, now] = [sides.before.documents(), sides.after.documents()];
  const sections: Section[] = [];
  const add = (title: string, before: TextLines | undefined, after: TextLines | undefined): void => {
    if (before ?? after) sections.push({ title, lines: { ...(before && { before }), ...(after && { after }) } });
  };
  add('Contract', old.config && linesOfConfig(old.config), now.config && linesOfConfig(now.config));
  const readable = match.configs.before?.reading.ok === true && match.configs.after?.reading.ok === true;
  if (readable && old.config !== undefined && now.config !== undefined) {
    // Equal configs turn into equal environments.
    const later = comparison.fields.some(({ document }) => document === undefined) ? now.config : old.config;
    append(sections, environmentSections(old.config, later, options.environment ?? {}));
  }
  match.pieces.forEach(({ before, after }, index) => {
    add((after ?? before)?.title ?? '', old.pieces[index], now.pieces[index]);
  });
  return sections;
}

function linesOfConfig({ real, shown }: ConfigTwin): TextLines {
  return configLines(real, shown);
}

/** The documents of one side of a match, with their secrets masked. */
class MatchTexts {
  readonly #match: Match;
  readonly #options: CompareOptions;
  readonly #side: Side;
  readonly #mask: SideMask;

  constructor(match: Match, options: CompareOptions, side: Side, mask: SideMask) {
    this.#match = match;
    this.#options = options;
    this.#side = side;
    this.#mask = mask;
  }

  documents(): { readonly config: ConfigTwin | undefined; readonly pieces: readonly (TextLines | undefined)[] } {
    const config = this.#match.configs[this.#side]?.reading.value;
    return {
      config: config && this.#twin(config, 'config'),
      pieces: this.#match.pieces.map((pair) => this.#piece(pair[this.#side])),
    };
  }

  #twin(real: MessageValue, document: string): ConfigTwin {
    if (this.#options.showSecrets) return { real, shown: real };
    const { config } = maskedConfig(real, undefined, (secret, at) => this.#mask(secret, document + pointerOf(at)));
    return { real, shown: config };
  }

  #piece(piece: ComparedPart | undefined): TextLines | undefined {
    if (piece === undefined) return undefined;
    if (isConfig(piece)) return linesOfConfig(this.#twin(readConfig(piece.payload).reading.value, piece.title));
    return pieceLines(piece, { ...this.#options, maskOf: (secret) => this.#mask(secret, piece.title) });
  }
}
