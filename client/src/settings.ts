import * as vscode from 'vscode';

/** A setting of the extension as its manifest declares it. */
interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** Settings by the last word of their names, and sections by the words before it. */
type Section = Record<string, unknown>;

/** The settings with which the server is asked for a document. */
const section = 'aksBootstrap';

/**
 * The settings that the user has set, without the defaults of the manifest, so that they override a configuration file only
 * where they are meant to. `isTrusted`: whether the file may name other files and globs.
 */
export function chosenSettings(manifest: unknown, scope: vscode.Uri | undefined): object {
  const settings = vscode.workspace.getConfiguration(section, scope);
  const chosen: Section = { isTrusted: vscode.workspace.isTrusted };
  const names = (manifest as Manifest).contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  for (const id of names) {
    const name = id.slice(section.length + 1);
    const { globalValue, workspaceValue, workspaceFolderValue } = settings.inspect(name) ?? {};
    if ([globalValue, workspaceValue, workspaceFolderValue].every((value) => value === undefined)) continue;
    const steps = name.split('.');
    const last = steps.pop() ?? '';
    let inner = chosen;
    for (const step of steps) {
      const next: Section = {};
      inner = (inner[step] ??= next) as Section;
    }
    inner[last] = settings.get(name);
  }
  return chosen;
}
