import { quoted } from '../../../contract/explain.js';
import type { Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput } from './input.js';

/** Paths that lead somewhere else than they seem to, or nowhere. */
export const paths: Rule<CloudConfigInput> = {
  name: 'cloud-config/paths',
  *check({ files }): Generator<Problem> {
    for (const { entry } of files) {
      const { pathNode, path } = entry;
      if (pathNode?.kind !== 'string') continue;
      const place = { key: 'path', node: pathNode } as const;
      const written = pathNode.value;
      if (path === undefined) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          'Without a path cloud-init passes over the entry.',
        );
      } else if (!written.startsWith('/')) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          `The path is not absolute. cloud-init runs in /, so the file becomes ${quoted(path)}; write that.`,
          [{ title: `Write ${path}`, changes: [{ span: pathNode.span, newText: JSON.stringify(path) }], safe: false }],
        );
      } else if (written.trim() !== written || hasControlCharacter(written)) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          'A blank at its end or a control character belongs to the name of the file, which is hardly meant.',
        );
      } else if (written.endsWith('/')) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          `A path that ends with / is one of a folder; cloud-init writes a file called ${quoted(path)}.`,
        );
      } else if (path.startsWith('/tmp/') && !entry.defer) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          'Early in the boot /tmp may be cleared after cloud-init has written there; use a folder below /run.',
        );
      }
    }
  },
};

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x20 || text.charCodeAt(at) === 0x7f) return true;
  return false;
}
