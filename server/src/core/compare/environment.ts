import {
  numbered,
  type RenderedVariable,
  renderEnvironment,
  variablesFedBy,
} from '../nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import type { EnvironmentVariable } from '../nodeConfig/render/environment/variable.js';
import type { Both, FieldDifference, FileDifference, VariableDifference } from './comparison.js';
import type { ConfigTwin } from './configValues.js';
import { fileLines, hunksOf, linesOf, type TextLines } from './lines.js';
import type { Section } from './sections.js';

/** A variable of the bootstrap environment on both sides. */
export interface ComparedVariable {
  readonly name: string;
  readonly row: EnvironmentVariable;
  readonly index: number;
  readonly before: VariableTwin | undefined;
  readonly after: VariableTwin | undefined;
}

interface VariableTwin {
  readonly real: string;
  /** The value made of a config without secrets, unless they were requested. */
  readonly shown: string;
}

/** The variables that two configs render on the same node, sorted by name. */
export function comparedVariables(
  before: ConfigTwin,
  after: ConfigTwin,
  options: EnvironmentOptions,
): readonly ComparedVariable[] {
  const [old, now] = [environmentOf(before, options), environmentOf(after, options)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    const some = to ?? from;
    return some === undefined ? [] : [{ name, row: some.row, index: some.index, before: from, after: to }];
  });
}

function environmentOf({ real, shown }: ConfigTwin, options: EnvironmentOptions) {
  const rendered = renderEnvironment(real, options);
  const hidden = real === shown ? rendered : renderEnvironment(shown, options);
  const values = new Map(hidden.map(({ name, value }) => [name, value]));
  return new Map(
    rendered.map(({ name, value, variable: row, index = 0 }: RenderedVariable) => {
      return [name, { real: value, shown: values.get(name) ?? '', row, index }];
    }),
  );
}

/** The variables that differ, each with the field differences that feed it. */
export function variableDifferences(
  variables: readonly ComparedVariable[],
  fields: readonly FieldDifference[],
): readonly VariableDifference[] {
  const causes = new Map<EnvironmentVariable, string[]>();
  for (const { path } of fields) {
    for (const row of variablesFedBy(path)) {
      const known = causes.get(row);
      if (known === undefined) causes.set(row, [path]);
      else known.push(path);
    }
  }
  return variables.flatMap((variable) => {
    const { name, row, before, after } = variable;
    if (before?.real === after?.real) return [];
    const file = fileDifference(variable);
    return [
      {
        name,
        ...(before && { before: before.shown }),
        ...(after && { after: after.shown }),
        ...(before?.shown === before?.real && after?.shown === after?.real ? {} : { masked: true as const }),
        causes: causes.get(row) ?? [],
        ...(file && { file }),
      },
    ];
  });
}

/** The file in a variable, made of what may be shown; an absent one counts as empty. */
function fileDifference({ row, index, before, after }: ComparedVariable): FileDifference | undefined {
  const { file } = row;
  const [old, now] = [before, after].map((twin) => twin && file?.read(twin.shown));
  if (file === undefined || (old === undefined && now === undefined)) return undefined;
  const lines = (text = ''): TextLines => linesOf(text, { showSecrets: true });
  const path = file.path === undefined ? {} : { path: numbered(file.path, index) };
  return { name: numbered(file.name, index), ...path, hunks: hunksOf(lines(old), lines(now)) };
}

/** The variables of both sides, one on each line, and the files in them, each as a section of its own. */
export function environmentSections(variables: readonly ComparedVariable[]): readonly Section[] {
  const files = new Map(variables.map((variable) => [variable, fileSection(variable)]));
  const side = (of: 'before' | 'after'): TextLines => {
    const lines = variables.flatMap((variable) => {
      const twin = variable[of];
      if (twin === undefined) return [];
      const isFile = files.get(variable)?.lines()[of] !== undefined;
      const text = (value: string): string => `${variable.name}=${isFile ? '(the file below)' : value}`;
      return [{ real: text(twin.real), shown: text(twin.shown) }];
    });
    return { real: lines.map(({ real }) => real), shown: lines.map(({ shown }) => shown) };
  };
  const lines = { before: side('before'), after: side('after') };
  const sections = [...files.values()].filter((section) => section !== undefined);
  return [{ title: 'Environment of the provisioning scripts', lines: () => lines }, ...sections];
}

/** The file in a variable; undefined if there is none, or if the variable differs and its file doesn't. */
function fileSection({ name, row, index, before, after }: ComparedVariable): Section | undefined {
  const { file } = row;
  if (file === undefined) return undefined;
  const linesOfFile = (twin: VariableTwin | undefined): TextLines | undefined => {
    const [real, shown] = [twin && file.read(twin.real), twin && file.read(twin.shown)];
    if (real === undefined || shown === undefined) return undefined;
    const [all, visible] = [plainLines(real), plainLines(shown)];
    return all.length === visible.length ? { real: all, shown: visible } : { real: visible, shown: visible };
  };
  const [old, now] = [linesOfFile(before), linesOfFile(after)];
  if (old === undefined && now === undefined) return undefined;
  const differ = before?.real !== after?.real;
  if (old && now && differ && old.real.join('\n') === now.real.join('\n')) return undefined;
  const lines: Both<TextLines> = { ...(old && { before: old }), ...(now && { after: now }) };
  return { title: `${numbered(file.path ?? file.name, index)} in ${name}`, lines: () => lines };
}

function plainLines(text: string): readonly string[] {
  return fileLines(linesOf(text, { showSecrets: true })).real;
}
