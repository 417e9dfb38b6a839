import { quoted } from '../../../contract/explain.js';
import { nodeConfigPath } from '../../../knowledge/nodePaths.js';
import type { Problem } from '../../../problems/problem.js';
import { octalDigits } from '../../../values/fileMode.js';
import type { Rule } from '../../rule.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput } from './input.js';

/** A node config among the files: where aks-node-controller looks for it, whether it may be read, and in time. */
export const nodeConfigFile: Rule<CloudConfigInput> = {
  name: 'cloud-config/node-config-file',
  *check({ files }): Generator<Problem> {
    for (const { entry, payload } of files) {
      if (payload.kind !== 'node-config' || entry.path === undefined) continue;
      const place = { key: 'path', node: entry.pathNode } as const;
      if (entry.path !== nodeConfigPath) {
        yield entryProblem(
          'cloud-config/node-config-path',
          entry,
          place,
          `This is a node config, and aks-node-controller reads it from ${nodeConfigPath} only.`,
          entry.pathNode === undefined
            ? []
            : [
                {
                  title: 'Write the path of the node config',
                  changes: [{ span: entry.pathNode.span, newText: nodeConfigPath }],
                  safe: false,
                },
              ],
        );
        continue;
      }
      const mode = entry.permissions.is === 'mode' && entry.permissions.mode !== 0 ? entry.permissions.mode : 0o644;
      if ((mode & 0o022) !== 0) {
        yield entryProblem(
          'cloud-config/node-config-mode',
          entry,
          { key: 'permissions', node: entry.permissionsNode },
          `With the mode ${octalDigits(mode)} others than root may change what the node is set up with. Use "0600".`,
        );
      }
      if (entry.append) {
        yield entryProblem(
          'cloud-config/node-config-path',
          entry,
          place,
          `With append: true the config is added to what stands in ${quoted(nodeConfigPath)} already, and two configs are none.`,
        );
      } else if (entry.defer) {
        yield entryProblem(
          'cloud-config/node-config-path',
          entry,
          place,
          'With defer: true the config is written at the end of the boot, when aks-node-controller may have looked for it already.',
        );
      }
    }
  },
};
