import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Pattern } from './observed.js';

/** The patterns in the sources of the server and the client. */
export interface WrittenPatterns {
  readonly literals: readonly Pattern[];
  /** The files and lines where patterns are made with the constructor. */
  readonly made: readonly string[];
}

export function writtenPatterns(): WrittenPatterns {
  const literals: Pattern[] = [];
  const made: string[] = [];
  for (const folder of ['server/src', 'client/src', 'client/webview'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
      const visit = (node: ts.Node): void => {
        const at = `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
        if (ts.isRegularExpressionLiteral(node)) {
          const end = node.text.lastIndexOf('/');
          literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), at });
        }
        if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === 'RegExp')
          made.push(at);
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
  return { literals, made };
}
