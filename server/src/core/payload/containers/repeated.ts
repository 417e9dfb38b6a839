import type { Child, OverriddenChild } from '../../document/payload.js';
import type { Member, SyntaxNode } from '../../formats/tree/node.js';
import { type NodePath, pointerOf, stepsOfTrail, type Trail } from '../../formats/tree/paths.js';
import { problem, type Problem } from '../../problems/problem.js';
import { childStep, type Opening, type Surroundings, type TakenSteps } from './container.js';
import { addToList } from '../../text/strings.js';

/** A payload that no reader gets, opened after all others, whose addresses have no number because of it. */
export function openOverridden(
  { payload, open }: Pick<Surroundings, 'payload' | 'open'>,
  step: string,
  taken: TakenSteps,
  { opening, holder }: { readonly opening: Omit<Opening, 'steps'>; readonly holder: Child['holder'] },
): OverriddenChild {
  const steps = [...payload.steps, childStep(step, taken)];
  return { is: 'overridden', span: opening.content.origin, payload: open({ ...opening, steps }), holder };
}

/** The names of members, with a number if a later one has the same name; undefined if no name occurs twice. */
export function uniqueNames(members: readonly Member[]): readonly string[] | undefined {
  const last = new Map(members.map(({ key }, index) => [key.name, index]));
  if (last.size === members.length) return undefined;
  const counts = new Map<string, number>();
  return members.map(({ key: { name } }, index) => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return last.get(name) === index ? name : `${name}#${nth}`;
  });
}

/** Which members of an object are the same to their reader, and which of those are reported. */
export interface Repetition {
  /** The name as the reader compares it; by default the name itself. */
  readonly nameOf?: (name: string) => string;
  readonly isReported?: (same: readonly [Member, Member, ...Member[]]) => boolean;
}

/** The problems of members that occur more than once in one object. */
export function repeatedMembers(
  members: readonly Member[],
  path: () => NodePath,
  { payload: { map, tree } }: Pick<Surroundings, 'payload'>,
  { nameOf = (name) => name, isReported = () => true }: Repetition = {},
): Problem[] {
  const byName = new Map<string, Member[]>();
  for (const member of members) if (member.key.merge !== true) addToList(byName, nameOf(member.key.name), member);
  const isYaml = tree?.language === 'yaml';
  return [...byName.values()].flatMap((same): Problem[] => {
    const [first, second, ...others] = same;
    const last = same.at(-1);
    if (first === undefined || second === undefined || last === undefined) return [];
    if (!isReported([first, second, ...others])) return [];
    const pointer = pointerOf([...path(), last.key.name]);
    const spellings = [...new Set(same.map(({ key }) => key.name))];
    const times = same.length === 2 ? 'twice' : `${same.length} times`;
    const occurs =
      spellings.length === 1
        ? `${last.key.name} occurs ${times} in this ${isYaml ? 'mapping' : 'object'}: ${isYaml ? 'YAML' : 'JSON'} readers`
        : `${last.key.name} occurs ${times} in this object, as ${spellings.slice(0, 3).join(' and ')}: Azure ignores case, and its readers`;
    return same.map((member, index) => {
      const isUsed = member === last;
      const other = isUsed ? same[index - 1] : last;
      const message = `${occurs} ${isUsed ? 'use this one, which is the last' : 'ignore this one, and use the last'}.`;
      const place = other && {
        span: map.toOuter(other.key.span),
        message: isUsed ? 'the one before, which is ignored' : 'the last one, which is used',
      };
      const related = place === undefined ? {} : { related: [place] };
      const code = isYaml ? 'yaml/duplicate-key' : 'json/duplicate-key';
      return problem(code, map.toOuter(member.key.span), message, { pointer, ...related });
    });
  });
}

/** The same for all objects of a document. */
export function repeatedAnywhere(surroundings: Surroundings): Problem[] {
  const found: Problem[] = [];
  const open: { readonly node: SyntaxNode; readonly trail: Trail | undefined }[] = [];
  const { root } = surroundings.payload.tree ?? {};
  if (root !== undefined) open.push({ node: root, trail: undefined });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, trail } = next;
    if (node.kind === 'array')
      node.items.forEach((item, step) => open.push({ node: item, trail: { before: trail, step } }));
    if (node.kind !== 'object') continue;
    const path = (): NodePath => stepsOfTrail(trail);
    for (const one of repeatedMembers(node.members, path, surroundings)) found.push(one);
    for (const { key, value } of node.members)
      if (value !== undefined) open.push({ node: value, trail: { before: trail, step: key.name } });
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}
