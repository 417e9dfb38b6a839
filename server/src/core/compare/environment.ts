import { maskedConfig } from '../contract/maskSecrets.js';
import type { MessageValue } from '../contract/value.js';
import { type NodeFile, nodeFiles } from '../render/environment/nodeFiles.js';
import type { EnvironmentOptions } from '../render/environment/options.js';
import { type RenderedVariable, renderEnvironment } from '../render/environment/renderEnvironment.js';
import { variablesFedBy } from '../render/environment/table.js';
import type { EnvironmentVariable } from '../render/environment/variable.js';
import type { FieldDifference, FileDifference, VariableDifference } from './comparison.js';
import { hunksOf } from './hunks.js';
import { linesOf } from './masking.js';

/**
 * The variables of the bootstrap environment that two configs give different values, sorted by name, each with the
 * field differences that feed it. Both configs meet the same node.
 */
export function compareEnvironments(
  before: MessageValue,
  after: MessageValue,
  fields: readonly FieldDifference[],
  options: EnvironmentOptions & { readonly showSecrets: boolean },
): readonly VariableDifference[] {
  const old = new Environment(before, options);
  const now = new Environment(after, options);
  const causes = causesOf(fields);
  const names = [...new Set([...old.real.keys(), ...now.real.keys()])].sort();
  return names.flatMap((name) => {
    const [from, to] = [old.real.get(name), now.real.get(name)];
    if (from?.value === to?.value) return [];
    const [shownFrom, shownTo] = [old.shown.get(name)?.value, now.shown.get(name)?.value];
    const row = (to ?? from)?.variable;
    const file = fileDifference(name, old, now);
    return [
      {
        name,
        ...(shownFrom !== undefined && { before: shownFrom }),
        ...(shownTo !== undefined && { after: shownTo }),
        ...(shownFrom === from?.value && shownTo === to?.value ? {} : { masked: true as const }),
        causes: (row && causes.get(row)) ?? [],
        ...(file && { file }),
      },
    ];
  });
}

/** A config's environment as it is, and as it may be shown. */
class Environment {
  readonly real: ReadonlyMap<string, RenderedVariable>;
  readonly shown: ReadonlyMap<string, RenderedVariable>;
  readonly files: ReadonlyMap<string, NodeFile>;

  constructor(config: MessageValue, options: EnvironmentOptions & { readonly showSecrets: boolean }) {
    const shown = options.showSecrets ? config : maskedConfig(config).config;
    const byName = (one: MessageValue): ReadonlyMap<string, RenderedVariable> =>
      new Map(renderEnvironment(one, options).map((variable) => [variable.name, variable]));
    this.real = byName(config);
    this.shown = shown === config ? this.real : byName(shown);
    this.files = new Map(nodeFiles(shown, options).map((file) => [file.variable, file]));
  }
}

/** The file in a variable, told from what may be shown; a file that is not there counts as empty. */
function fileDifference(variable: string, before: Environment, after: Environment): FileDifference | undefined {
  const [old, now] = [before.files.get(variable), after.files.get(variable)];
  const known = now ?? old;
  if (known === undefined) return undefined;
  // The texts come from a masked config, so nothing in them is left to hide.
  const lines = (text = '') => linesOf(text, { showSecrets: true });
  const path = known.path === undefined ? {} : { path: known.path };
  return { name: known.name, ...path, hunks: hunksOf(lines(old?.text), lines(now?.text)) };
}

/** The paths of the differences that feed each row of the table. */
function causesOf(fields: readonly FieldDifference[]): ReadonlyMap<EnvironmentVariable, readonly string[]> {
  const causes = new Map<EnvironmentVariable, string[]>();
  for (const { path } of fields) {
    for (const row of variablesFedBy(path)) {
      const known = causes.get(row);
      if (known === undefined) causes.set(row, [path]);
      else known.push(path);
    }
  }
  return causes;
}
