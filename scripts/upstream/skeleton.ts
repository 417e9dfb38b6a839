import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { marker } from './unwritten.mjs';

/** A row that `--write` adds, with a sentence that is left to write. */
export interface Skeleton {
  /** The file, or the folder with the file that has the place. */
  readonly file: string;
  /** Adds the row to a text; undefined if the place isn't in it. */
  readonly added: (text: string) => string | undefined;
}

/** What stands for a sentence that is still to be written; `npm run lint` fails until it is replaced. */
export function unwritten(about: string): string {
  return `${marker} ${about}`;
}

/** Writes skeletons. Returns the files that have changed, and the names of rows whose place wasn't found. */
export async function writeSkeletons(
  wanted: readonly { readonly name: string; readonly skeleton: Skeleton }[],
): Promise<{ readonly files: string[]; readonly unplaced: string[] }> {
  const files = new Set<string>();
  const unplaced: string[] = [];
  for (const { name, skeleton } of wanted) {
    const paths = /\.\w+$/.test(skeleton.file)
      ? [skeleton.file]
      : readdirSync(skeleton.file).map((one) => join(skeleton.file, one));
    const written = paths.some((path) => {
      const text = skeleton.added(readFileSync(path, 'utf8'));
      if (text === undefined) return false;
      writeFileSync(path, text);
      files.add(path);
      return true;
    });
    if (!written) unplaced.push(name);
  }
  for (const path of files) {
    const options = (await resolveConfig(path)) ?? {};
    writeFileSync(path, await format(readFileSync(path, 'utf8'), { ...options, filepath: path }));
  }
  return { files: [...files], unplaced };
}

/** A row at the end of an object in a TypeScript file; `path` consists of the names of the properties that lead to it. */
export function inObject(file: string, path: readonly string[], row: string): Skeleton {
  return { file, added: (text) => insertedAtEnd(text, find(text, path, ts.isObjectLiteralExpression), row) };
}

/** A row in a list of a TypeScript file, behind the last one that `isBefore` accepts. */
export function inList(
  file: string,
  name: string,
  row: string,
  isBefore: (row: string) => boolean = () => true,
): Skeleton {
  return {
    file,
    added(text) {
      const list = find(text, [name], ts.isArrayLiteralExpression);
      const before = list?.elements.findLast((element) => isBefore(element.getText()));
      if (list === undefined || before === undefined) return undefined;
      return `${text.slice(0, before.end)},\n${row}${text.slice(before.end)}`;
    },
  };
}

function insertedAtEnd(text: string, object: ts.ObjectLiteralExpression | undefined, row: string): string | undefined {
  if (object === undefined) return undefined;
  const last = object.properties.at(-1);
  const at = last?.end ?? object.getStart() + 1;
  return `${text.slice(0, at)}${last === undefined ? '' : ','}\n${row}${text.slice(at)}`;
}

/** The literal behind a path of names: of properties, or first of a constant or an argument with this name before it. */
function find<T extends ts.Node>(
  text: string,
  path: readonly string[],
  is: (node: ts.Node) => node is T,
): T | undefined {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const search = (node: ts.Node, left: readonly string[]): T | undefined => {
    if (left.length === 0) return is(node) ? node : undefined;
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (isNamed && nameOf(node.name) === left[0] && node.initializer !== undefined) {
      const found = search(node.initializer, left.slice(1));
      if (found !== undefined) return found;
    }
    if (ts.isCallExpression(node) && node.arguments.some((one) => ts.isStringLiteral(one) && one.text === left[0])) {
      const found = node.arguments.map((one) => search(one, left.slice(1))).find((one) => one !== undefined);
      if (found !== undefined) return found;
    }
    return ts.forEachChild(node, (child) => search(child, left));
  };
  return search(file, path);
}

function nameOf(name: ts.Node): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
}
