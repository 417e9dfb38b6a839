import type { MessageValue } from '../../contract/value.js';
import type { EnvironmentOptions } from '../../render/environment/options.js';
import { numbered, type RenderedVariable, renderEnvironment } from '../../render/environment/renderEnvironment.js';
import type { Both } from '../comparison.js';
import type { TextLines } from '../hunks.js';
import { fileLines, type Section, textLines } from './section.js';

/** A config as it is, and the same as it may be shown. */
export interface ConfigTwin {
  readonly real: MessageValue;
  readonly shown: MessageValue;
}

/** The variables of both configs, one on each line, and the files in them, each as a section of its own. */
export function environmentSections(
  before: ConfigTwin,
  after: ConfigTwin,
  options: EnvironmentOptions,
): readonly Section[] {
  const [old, now] = [variablesOf(before, options), variablesOf(after, options)];
  const lines = { before: new LineList(), after: new LineList() };
  const files: Section[] = [];
  for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const variables = { before: old.get(name), after: now.get(name) };
    const file = fileSection(name, variables);
    if (file !== undefined) files.push(file);
    for (const side of ['before', 'after'] as const) {
      const variable = variables[side];
      if (variable === undefined) continue;
      const isFile = file?.lines[side] !== undefined;
      const text = (value: string): string => `${name}=${isFile ? '(the file below)' : value}`;
      lines[side].add(text(variable.real.value), text(variable.shown));
    }
  }
  return [{ title: 'Environment of the provisioning scripts', lines }, ...files];
}

interface VariableTwin {
  readonly real: RenderedVariable;
  readonly shown: string;
}

function variablesOf({ real, shown }: ConfigTwin, options: EnvironmentOptions): ReadonlyMap<string, VariableTwin> {
  const rendered = renderEnvironment(real, options);
  const hidden = real === shown ? rendered : renderEnvironment(shown, options);
  const values = new Map(hidden.map(({ name, value }) => [name, value]));
  return new Map(
    rendered.map((variable) => [variable.name, { real: variable, shown: values.get(variable.name) ?? '' }]),
  );
}

/** The file in a variable; undefined where no side has one, or where the two differ though their files do not. */
function fileSection(name: string, variables: Both<VariableTwin | undefined>): Section | undefined {
  const some = variables.after ?? variables.before;
  const file = some?.real.variable.file;
  if (some === undefined || file === undefined) return undefined;
  const path = file.path ?? file.name;
  const lines = { ...linesOfFile('before', variables.before), ...linesOfFile('after', variables.after) };
  const { before, after } = lines;
  const differ = variables.before?.real.value !== variables.after?.real.value;
  if (before === undefined && after === undefined) return undefined;
  if (before && after && differ && before.real.join('\n') === after.real.join('\n')) return undefined;
  return { title: `${numbered(path, some.real.index ?? 0)} in ${name}`, lines };
}

function linesOfFile(side: 'before' | 'after', twin: VariableTwin | undefined): Both<TextLines> {
  const read = twin?.real.variable.file?.read;
  if (twin === undefined || read === undefined) return {};
  const [real, shown] = [read(twin.real.value), read(twin.shown)];
  if (real === undefined || shown === undefined) return {};
  return { [side]: textLines(fileLines(real), fileLines(shown)) };
}

class LineList implements TextLines {
  readonly real: string[] = [];
  readonly shown: string[] = [];

  add(real: string, shown: string): void {
    this.real.push(real);
    this.shown.push(shown);
  }
}
