import type { Analysis } from '../analysis.js';
import { entriesOf } from '../karpenter/script/provisioning.js';
import type { NodePath } from '../formats/tree/paths.js';
import { OptionOrigins } from '../karpenter/options/navigate.js';
import type { OptionsReading } from '../karpenter/options/read.js';
import { recogniseScript, type RecognisedScript } from '../karpenter/script/recognise.js';
import type { ScriptLine } from '../karpenter/script/render.js';
import { numbered, renderEnvironment, variablesFedBy } from '../nodeConfig/render/environment/environment.js';
import { limits } from '../limits.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import type { EnvironmentVariable } from '../nodeConfig/render/environment/variable.js';
import { karpenterScriptOf } from '../rendering.js';
import type { Masking } from '../secrets/masking.js';
import { decodeBase64 } from '../text/base64.js';
import type { Budget } from '../text/budget.js';
import { decodeText } from '../text/bytes.js';
import {
  type Both,
  both,
  type ComparedNames,
  type ComparisonNote,
  type EntryDifference,
  type FieldDifference,
  type FileDifference,
  type Side,
  sides,
  type VariableDifference,
} from './comparison.js';
import type { ConfigTwin } from './configValues.js';
import { fileLines, hunksOf, linesOf, type MaskedLines, textDifference, type TextLines } from './lines.js';
import type { ComparedMatch, Section } from './sections.js';
import { addToList } from '../text/strings.js';

/** A string, and the same as it may be shown. */
interface Shown {
  readonly real: string;
  readonly shown: string;
}

/** A variable of one side. */
interface Variable {
  /** The entries of a list that has no fixed order, or the value as a whole. */
  readonly entries: readonly Shown[];
  /** What the value is made from, as far as it can be the cause of a difference. */
  readonly causes: readonly string[];
  /** The fields of resources that entries come from; undefined if it isn't computed from resources. */
  readonly originsOf?: ((entries: readonly string[]) => readonly string[]) | undefined;
  /** The file whose base64 the value is. */
  readonly file: { readonly target: Omit<FileDifference, 'hunks'>; readonly lines: TextLines } | undefined;
}

/** A variable on both sides. */
export interface ComparedVariable extends Both<Variable> {
  readonly name: string;
}

function paired(
  before: ReadonlyMap<string, Variable>,
  after: ReadonlyMap<string, Variable>,
): readonly ComparedVariable[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.map((name) => ({ name, ...both(before.get(name), after.get(name)) }));
}

/** The variables of the bootstrap environment that two configs render on the same node, sorted by name. */
export function environmentVariables(
  before: ConfigTwin,
  after: ConfigTwin,
  fields: readonly FieldDifference[],
  options: Record<Side, EnvironmentOptions>,
): readonly ComparedVariable[] {
  const causesOf = causesIn(fields);
  const side = ({ real, shown }: ConfigTwin, of: Side): ReadonlyMap<string, Variable> => {
    const rendered = renderEnvironment(real, options[of]);
    const hidden = real === shown ? rendered : renderEnvironment(shown, options[of]);
    const values = new Map(hidden.map(({ name, value }) => [name, value]));
    return new Map(
      rendered.map(({ name, value, variable: row, index }) => {
        const visible = values.get(name) ?? '';
        const [all, some] = [row.file?.read(value), row.file?.read(visible)];
        const path = row.file?.path === undefined ? {} : { path: numbered(row.file.path, index ?? 0) };
        const target = row.file && { name: numbered(row.file.name, index ?? 0), ...path };
        const lines = all === undefined || some === undefined ? undefined : alike(all, some);
        const file = target && lines && { target, lines };
        return [name, { entries: [{ real: value, shown: visible }], causes: causesOf(row, index), file }];
      }),
    );
  };
  return paired(side(before, 'before'), side(after, 'after'));
}

/**
 * The paths of the differences that variables are made from. A numbered one is made from the entry with its number; if
 * that is the same, its value comes from another place in the list, and the first of the list's differences are the cause.
 */
function causesIn(
  fields: readonly FieldDifference[],
): (row: EnvironmentVariable, index: number | undefined) => readonly string[] {
  const paths = new Map<EnvironmentVariable, string[]>();
  for (const { path } of fields) for (const row of variablesFedBy(path)) addToList(paths, row, path);
  const sets = new Map([...paths].map(([row, all]) => [row, new Set(all)]));
  return (row, index) => {
    const all = paths.get(row) ?? [];
    if (index === undefined) return all;
    const own = row.sources.map((source) => `${source}.${index}`).filter((path) => sets.get(row)?.has(path));
    return own.length > 0 ? own : all.slice(0, limits.numberedCauses);
  };
}

/** The lines of a file, and the same without secrets; only the latter if they don't correspond. */
function alike(real: string, shown: string): TextLines {
  const linesIn = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));
  const [all, visible] = [linesIn(real), linesIn(shown)];
  return { real: all.length === visible.length ? all : visible, shown: visible };
}

/** The variables that differ; of lists without a fixed order only the entries that the other side doesn't have. */
export function variableDifferences(
  variables: readonly ComparedVariable[],
  budget: Budget,
): readonly VariableDifference[] {
  return variables.flatMap(({ name, before, after }) => {
    if (budget.step()) return [];
    if (before !== undefined && after !== undefined && joined(before) === joined(after)) return [];
    const [old, now] = [before && entriesWithout(before, after), after && entriesWithout(after, before)];
    const isMasked = [...(old ?? []), ...(now ?? [])].some(({ real, shown }) => real !== shown);
    const text = (entries: readonly Shown[] | undefined): string | undefined =>
      entries?.map(({ shown }) => shown).join(name === 'KUBELET_NODE_LABELS' ? ',' : ' ');
    const origins = sides.flatMap((side) => {
      const [own, entries] = side === 'before' ? [before, old] : [after, now];
      return own?.originsOf?.(entries?.map(({ real }) => real) ?? []) ?? [];
    });
    const { causes: sources = [] } = after ?? before ?? {};
    const causes = origins.length > 0 ? [...new Set(origins)] : sources;
    const file = after?.file ?? before?.file;
    // Only what may be shown of files is compared, so that hidden secrets don't become lines that look the same.
    const lines = (side: Variable | undefined): TextLines => {
      const { shown = [] } = side?.file?.lines ?? {};
      return { real: shown, shown };
    };
    return [
      {
        name,
        ...both(text(old), text(now)),
        ...(isMasked ? { masked: true as const } : {}),
        causes,
        ...(isList(old, now) && { entries: entryDifferences(both(before, after), { before: old, after: now }) }),
        ...(file && { file: { ...file.target, hunks: hunksOf(lines(before), lines(after), budget) } }),
      },
    ];
  });
}

/** Whether what differs is several entries of a list whose origins are known. */
function isList(old: readonly Shown[] = [], now: readonly Shown[] = []): boolean {
  return Math.max(old.length, now.length) > 1;
}

/** The entries that one side has, by their names, each with the fields that it comes from. */
function entryDifferences(
  variables: Both<Variable>,
  entries: { readonly before: readonly Shown[] | undefined; readonly after: readonly Shown[] | undefined },
): readonly EntryDifference[] {
  const found = sides.flatMap((side) =>
    (entries[side] ?? []).map(({ real, shown }): EntryDifference => {
      return { side, text: shown, causes: [...new Set(variables[side]?.originsOf?.([real]) ?? [])] };
    }),
  );
  const nameOf = ({ text }: EntryDifference): string => text.slice(0, `${text}=`.indexOf('='));
  return found.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}

function joined({ entries }: Variable): string {
  return entries.map(({ real }) => real).join('\n');
}

function entriesWithout({ entries }: Variable, other: Variable | undefined): readonly Shown[] {
  const others = new Set(other?.entries.map(({ real }) => real));
  return entries.filter(({ real }) => !others.has(real));
}

/** The variables of both sides, one on each line, and the files in them, each as a section of its own. */
export function variableSections(title: string, variables: readonly ComparedVariable[]): readonly Section[] {
  const files = new Map(variables.map((variable) => [variable, fileSection(variable)]));
  const side = (of: 'before' | 'after'): TextLines => {
    const lines = variables.flatMap((variable): readonly Shown[] => {
      const own = variable[of];
      if (own === undefined) return [];
      const isFile = files.get(variable)?.lines()[of] !== undefined;
      const entries = isFile ? [{ real: '(the file below)', shown: '(the file below)' }] : own.entries;
      const start = `${variable.name}=`;
      if (entries.length === 1) return entries.map(({ real, shown }) => ({ real: start + real, shown: start + shown }));
      return [
        { real: start, shown: start },
        ...entries.map(({ real, shown }) => ({ real: `  ${real}`, shown: `  ${shown}` })),
      ];
    });
    return { real: lines.map(({ real }) => real), shown: lines.map(({ shown }) => shown) };
  };
  const lines = { before: side('before'), after: side('after') };
  return [{ title, lines: () => lines }, ...[...files.values()].filter((section) => section !== undefined)];
}

/** The file in a variable; undefined if there is none, or if the variable differs and its file doesn't. */
function fileSection({ name, before, after }: ComparedVariable): Section | undefined {
  const [old, now] = [before?.file, after?.file];
  const file = now ?? old;
  if (file === undefined) return undefined;
  const lines = both(old && fileLines(old.lines), now && fileLines(now.lines));
  const differ = before === undefined || after === undefined || joined(before) !== joined(after);
  const [first, second] = [lines.before?.real.join('\n'), lines.after?.real.join('\n')];
  if (differ && first !== undefined && first === second) return undefined;
  return { title: `${file.target.path ?? file.target.name} in ${name}`, lines: () => lines };
}

/** Karpenter's script in a document, or the one that its options render. */
interface ScriptSide {
  readonly script: RecognisedScript | undefined;
  readonly isOptions: boolean;
  /** The options, if resources give them, and the lines that they become. */
  readonly computed?: { readonly reading: OptionsReading; readonly lines: readonly ScriptLine[] };
  readonly notes: readonly Omit<ComparisonNote, 'side'>[];
}

/**
 * Compares Karpenter's bootstrap script with another one, or with what a document of options or resources would render
 * now, variable by variable; of two documents with resources also those of a pool each, with gaps for what is missing.
 * The order of labels, of the kubelet's flags and of the lists in them is ignored, since Karpenter's own is random. There
 * is one comparison, or one for each pool that both documents have. Undefined if neither document is such a script, or
 * one of them is something else.
 */
export function compareKarpenterScripts(
  before: Analysis,
  after: Analysis,
  masking: Masking,
  budget: Budget,
  pools: ComparedNames = {},
): readonly ComparedMatch[] | undefined {
  const areResources = before.karpenter?.hasResources === true && after.karpenter?.hasResources === true;
  const pairs = areResources ? poolPairs(before, after, pools) : [pools];
  const matches: ComparedMatch[] = [];
  const shown = new ShownVariables(masking);
  for (const pair of pairs) {
    if (matches.length > 0 && budget.isSpent) break;
    const found = {
      before: scriptSide(before, pair.before, areResources),
      after: scriptSide(after, pair.after, areResources),
    };
    const match = comparedScripts(found, pairs.length > 1 ? pair : {}, areResources, shown, budget);
    if (match === undefined) return undefined;
    matches.push(match);
  }
  return matches;
}

/** The pools of two documents that belong together: those that are named, the only ones, or those with the same name. */
function poolPairs(before: Analysis, after: Analysis, pools: ComparedNames): readonly ComparedNames[] {
  const names = { before: before.karpenter?.poolNames() ?? [], after: after.karpenter?.poolNames() ?? [] };
  const chosen = { before: pools.before ?? chosenPool(before), after: pools.after ?? chosenPool(after) };
  const isOpen = (side: Side): boolean => chosen[side] === undefined && names[side].length > 1;
  if (!isOpen('before') || !isOpen('after')) return [chosen];
  const shared = names.after.filter((name) => name !== undefined && names.before.includes(name));
  return shared.length === 0 ? [chosen] : shared.map((name) => both(name, name));
}

/** The pool that the settings name. */
function chosenPool({ karpenter }: Analysis): string | undefined {
  return karpenter?.chosenPool;
}

function comparedScripts(
  found: { readonly before: ScriptSide | undefined; readonly after: ScriptSide | undefined },
  pools: ComparedNames,
  areResources: boolean,
  shown: ShownVariables,
  budget: Budget,
): ComparedMatch | undefined {
  if (found.before === undefined || found.after === undefined) return undefined;
  if (found.before.isOptions && found.after.isOptions && !areResources) return undefined;
  const notes = sides.flatMap((side) => found[side]?.notes.map((note) => ({ ...note, side })) ?? []);
  const machines =
    pools.before === undefined && pools.after === undefined ? {} : { machines: both(pools.before, pools.after) };
  const scope = { ...machines, compared: ['script'], notCompared: [] };
  const [old, now] = [found.before.script, found.after.script];
  // Resources without a pool that makes a script are compared as they are written.
  if (areResources && (old === undefined || now === undefined)) return undefined;
  if (old === undefined || now === undefined)
    return { comparison: { equal: false, ...scope, fields: [], texts: [], variables: [], notes }, sections: [] };
  const withCauses = found.before.isOptions || found.after.isOptions;
  const compared = paired(
    scriptVariables(old, withCauses, found.before, shown),
    scriptVariables(now, withCauses, found.after, shown),
  );
  const variables = variableDifferences(compared, budget);
  const lines = { before: shown.lines(old.rest.join('\n')), after: shown.lines(now.rest.join('\n')) };
  const isSame = lines.before.real.join('\n') === lines.after.real.join('\n');
  const texts = isSame ? [] : [textDifference('commands of the script', 'changed', lines.before, lines.after, budget)];
  const commands = { title: 'Commands of the script', lines: () => lines };
  return {
    comparison: { equal: variables.length + texts.length === 0, ...scope, fields: [], texts, variables, notes },
    sections: [...variableSections('Variables of the script', compared), commands],
  };
}

/** What may be shown of scripts, searched once for what is the same in the scripts of many pools. */
class ShownVariables {
  readonly #masking: Masking;
  readonly #entries = new Map<string, string>();
  readonly #lines = new Map<string, MaskedLines>();

  constructor(masking: Masking) {
    this.#masking = masking;
  }

  /** An entry of a variable. */
  entry(name: string, real: string): string {
    const key = `${name}=${real}`;
    const shown = this.#entries.get(key) ?? this.#masking.variable(name, real);
    this.#entries.set(key, shown);
    return shown;
  }

  /** The lines of a script or of a file. */
  lines(text: string): MaskedLines {
    const lines = this.#lines.get(text) ?? linesOf(text, this.#masking);
    this.#lines.set(text, lines);
    return lines;
  }
}

function scriptSide(analysis: Analysis, pool: string | undefined, gaps: boolean): ScriptSide | undefined {
  const options = analysis.karpenter?.forPool(pool).reading;
  if (options !== undefined) {
    const rendered = karpenterScriptOf(analysis, { showSecrets: true, pool, gaps });
    if (!rendered.ok)
      return { script: undefined, isOptions: true, notes: [{ severity: 'error', message: rendered.error.message }] };
    const names = options.computed?.missingInputs.map(({ name }) => name) ?? [];
    const what = gaps ? 'Marked as <NAME> because no setting contains it' : 'Left out because no setting contains it';
    const message = `${what}: ${names.join(', ')}.`;
    const notes = names.length === 0 ? [] : [{ severity: 'information' as const, message }];
    const { script: text, lines } = rendered.value;
    // The gaps are listed in front of the script.
    const script = recogniseScript(text.slice(text.indexOf('#!')));
    const computed = options.computed === undefined ? {} : { computed: { reading: options, lines } };
    return script && { script, isOptions: true, ...computed, notes };
  }
  const scripts = [...analysis.documents()].flatMap(({ text }) =>
    text === undefined ? [] : (recogniseScript(text) ?? []),
  );
  // Several machines are compared one by one with other machines.
  return scripts.length === 1 ? { script: scripts[0], isOptions: false, notes: [] } : undefined;
}

/** The variables of a script; of equal names the last, which is the one that the node gets. */
function scriptVariables(
  { assignments }: RecognisedScript,
  withCauses: boolean,
  { computed }: ScriptSide,
  shown: ShownVariables,
): ReadonlyMap<string, Variable> {
  const lines = new Map(computed?.lines.map((line) => [line.variable.name, line]));
  const origins = computed && new OptionOrigins(computed.reading);
  return new Map(
    assignments.map(({ name, value, variable }) => {
      const entries = entriesOf(name, value).map(({ text: real }) => {
        return { real, shown: shown.entry(name, real) };
      });
      const contents = variable?.file && shown.lines(decodeText(decodeBase64(value).bytes).text);
      const file = variable?.file && contents && { target: variable.file, lines: contents };
      const line = lines.get(name);
      const originsOf = origins && line && entryOrigins(line, origins);
      return [name, { entries, causes: withCauses ? (variable?.sources ?? []) : [], originsOf, file }];
    }),
  );
}

/** The fields that entries of a variable come from; without such fields, how the options were computed. */
function entryOrigins(line: ScriptLine, origins: OptionOrigins): NonNullable<Variable['originsOf']> {
  const { variable, value } = line;
  let pathsByEntry: ReadonlyMap<string, readonly NodePath[]> | undefined;
  return (entries) =>
    entries.flatMap((entry) => {
      pathsByEntry ??= tracedEntries(line);
      const paths = pathsByEntry.get(entry) ?? [];
      // An entry of a list without an origin is one that every script has.
      const found = paths.length > 0 || entry !== value ? paths : variable.sources.map((source) => [source]);
      return found.map((path) => originOf(origins, path));
    });
}

/** What each entry of a variable is made of. */
function tracedEntries({ variable, value, valueStart, traces }: ScriptLine): ReadonlyMap<string, readonly NodePath[]> {
  const paths = new Map<string, readonly NodePath[]>();
  let first = 0;
  for (const { text, span } of entriesOf(variable.name, value).toSorted((a, b) => a.span.start - b.span.start)) {
    const [start, end] = [valueStart + span.start, valueStart + span.end];
    // Both are in the order of the text; a value with a separator in it belongs to several entries.
    while ((traces[first]?.span.end ?? Infinity) <= start) first++;
    const own: NodePath[] = [];
    for (let at = first; (traces[at]?.span.start ?? Infinity) < end; at++) own.push(traces[at]?.from ?? []);
    if (!paths.has(text)) paths.set(text, own);
  }
  return paths;
}

function originOf(origins: OptionOrigins, path: NodePath): string {
  const [first = '', ...deeper] = path;
  const name = `${first}${deeper.map((step) => `["${step}"]`).join('')}`;
  const explanation = origins.explanationOf(path);
  const how = explanation === undefined ? '' : ` (${uncapitalized(explanation.slice(0, -1))})`;
  return origins.positionOf(path)?.resource ?? `${name}${how}`;
}

/** A sentence as a part of another one; abbreviations and the name of Karpenter keep their capitals. */
function uncapitalized(sentence: string): string {
  return /^(?!Karpenter)(?:[A-Z][a-z]|A )/.test(sentence)
    ? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : sentence;
}
