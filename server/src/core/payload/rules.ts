import { type Member, memberIgnoringCase, type SyntaxNode, type SyntaxTree } from '../formats/tree/node.js';
import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import { problem, type Problem } from '../problems/problem.js';
import type { Rule } from '../problems/rules.js';

/** What the custom script extension for Linux refuses (Azure/custom-script-extension-linux, README). */
const cseSettings: Rule<MachineInput> = {
  name: 'machine/cse-settings',
  *check({ tree }) {
    for (const { node, path } of objects(tree.root)) {
      const open = memberIgnoringCase(node, 'settings') ?? memberIgnoringCase(node, 'publicSettings');
      const secret = memberIgnoringCase(node, 'protectedSettings');
      if (open === undefined && secret === undefined) continue;
      yield* faultsOf(open?.value, secret?.value, path);
    }
  },
};

function* faultsOf(open: SyntaxNode | undefined, secret: SyntaxNode | undefined, path: NodePath): Generator<Problem> {
  const pointer = pointerOf(path);
  const find = (name: string): Member[] => [open, secret].flatMap((holder) => memberIgnoringCase(holder, name) ?? []);
  const commands = find('commandToExecute');
  const scripts = find('script');
  for (const [first, second] of [commands, scripts]) {
    if (first === undefined || second === undefined) continue;
    yield problem(
      'cse/setting-in-both',
      second.key.span,
      `${second.key.name} is in the public and in the protected settings; the extension refuses that.`,
      { pointer },
    );
  }
  const [script] = scripts;
  if (script !== undefined && commands.length > 0) {
    yield problem(
      'cse/script-and-command',
      script.key.span,
      'script and commandToExecute exclude each other; the extension refuses settings with both.',
      { pointer },
    );
  }
}

function* objects(root: SyntaxNode | undefined): Generator<{ node: SyntaxNode; path: NodePath }> {
  const open: { node: SyntaxNode; path: NodePath }[] = root === undefined ? [] : [{ node: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    if (node.kind === 'array') node.items.forEach((item, index) => open.push({ node: item, path: [...path, index] }));
    if (node.kind !== 'object') continue;
    yield next;
    for (const member of node.members)
      if (member.value) open.push({ node: member.value, path: [...path, member.key.name] });
  }
}

const syntaxFaults: Rule<MachineInput> = { name: 'machine/syntax-faults', check: ({ tree }) => tree.problems };

/** The rules about documents that hold payloads. A new one is a file beside this and a line here. */
export const machineRules: readonly Rule<MachineInput>[] = [syntaxFaults, cseSettings];

/** What a rule about VM, scale set, template and settings documents sees. */
interface MachineInput {
  readonly tree: SyntaxTree;
}
