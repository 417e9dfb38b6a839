import type { Member, ObjectNode, SyntaxNode } from '../../syntax/node.js';
import type { NodePath } from '../../syntax/pointer.js';
import { parseYaml } from '../../syntax/yaml.js';

/** What YAML made of the stand-in for a word. */
export type Probed = ProbedKey | ProbedValue;

interface ProbedPlace {
  readonly path: NodePath;
  readonly isFlow: boolean;
  /** The text without the stand-in. */
  readonly root: SyntaxNode;
}

/** The stand-in is a key; `path` is that of the mapping. */
export interface ProbedKey extends ProbedPlace {
  readonly is: 'key';
  /** The mapping without the stand-in. */
  readonly object: ObjectNode;
  /** Whether what follows is read as its value. */
  readonly hasValue: boolean;
}

/** The stand-in is a value; `path` is its own. */
export interface ProbedValue extends ProbedPlace {
  readonly is: 'value';
}

/** Stands in for the word at the cursor; no text has it. */
const probe = 'aks0bootstrap0probe';

/**
 * Reads a text with a stand-in between its two halves. It has to fit: what can be read without it still can be. Where
 * the text has half-typed lines, which may hide what the stand-in is, it is tried again without them.
 */
export function readProbed(before: string, form: (probe: string) => string, behind: string): Probed | undefined {
  const { found, faults } = readBetween(before, form(probe), behind);
  if (faults === 0) return found;
  const otherFaults = parseYaml(before + behind).problems.length;
  if (found !== undefined && faults <= otherFaults) return found;
  if (otherFaults === 0) return undefined;
  const start = withoutBareWords(before);
  const end = withoutBareWords(behind);
  const again = readBetween(start, form(probe), end);
  return again.faults === 0 || again.faults <= parseYaml(start + end).problems.length ? again.found : undefined;
}

function readBetween(before: string, standIn: string, behind: string): { found: Probed | undefined; faults: number } {
  const text = before + standIn + behind;
  const { root, problems } = parseYaml(text);
  const found = root && find(root, text, [], false);
  return { found: found?.probed(found.pruned), faults: problems.length };
}

/** A text in which lines of a single word are blanked, as a key is until its colon is there. */
function withoutBareWords(text: string): string {
  return text.replace(
    /^([ \t]+)(\w[\w-]*)[ \t]*$/gm,
    (_, head: string, word: string) => head + ' '.repeat(word.length),
  );
}

interface Found {
  /** The node that was searched, without the stand-in. */
  readonly pruned: SyntaxNode;
  probed(root: SyntaxNode): Probed;
}

function find(node: SyntaxNode, text: string, path: NodePath, inFlow: boolean): Found | undefined {
  if (isProbe(node)) {
    const pruned: SyntaxNode = { kind: 'null', span: node.span };
    return { pruned, probed: (root) => ({ is: 'value', path, isFlow: inFlow, root }) };
  }
  const hasBrackets = /[[{]/.test(text.charAt(node.span.start));
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      const found = find(item, text, [...path, index], inFlow || hasBrackets);
      if (found !== undefined) return { ...found, pruned: { ...node, items: node.items.with(index, found.pruned) } };
    }
  } else if (node.kind === 'object') {
    // In a list in brackets `[a: b]` is a mapping without brackets of its own, which nobody wants to write.
    const isPair = inFlow && !hasBrackets;
    for (const [index, member] of node.members.entries()) {
      if (member.key.name === probe) {
        if (isPair) return undefined;
        const object = { ...node, members: node.members.toSpliced(index, 1) };
        const hasValue = member.value !== undefined && member.value.kind !== 'null';
        const isFlow = inFlow || hasBrackets;
        return { pruned: object, probed: (root) => ({ is: 'key', path, object, hasValue, isFlow, root }) };
      }
      const { value } = member;
      const found = value && find(value, text, [...path, member.key.name], inFlow || hasBrackets);
      if (found === undefined) continue;
      const pruned: Member = { ...member, value: found.pruned };
      return { ...found, pruned: { ...node, members: node.members.with(index, pruned) } };
    }
  }
  return undefined;
}

function isProbe(node: SyntaxNode): boolean {
  return node.kind === 'string' && node.value === probe;
}
