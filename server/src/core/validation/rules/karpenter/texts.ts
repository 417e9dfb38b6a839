import { quoted } from '../../../contract/explain.js';
import type { GivenOption } from '../../../karpenter/read.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { ProblemCode } from '../../../problems/codes.js';
import type { KeyNode, StringNode, SyntaxNode } from '../../../syntax/node.js';
import { type NodePath, pointerOf } from '../../../syntax/pointer.js';
import type { Span } from '../../../text/span.js';
import type { FormatFault } from '../../../values/format.js';
import { holdsPlaceholder } from '../../../values/placeholder.js';

/** A text that an option is, that stands in it, or that is a key in it. */
export interface OptionText {
  readonly given: GivenOption;
  readonly node: StringNode | KeyNode;
  readonly text: string;
  /** As the document spells it. */
  readonly path: NodePath;
  /** How a sentence about it begins, such as `An entry of allowedUnsafeSysctls`. */
  readonly subject: string;
}

/** The texts of an option itself, of its entries or values, without empty ones and those that are still to be filled in. */
export function textsOf(given: GivenOption): OptionText[] {
  const { option, member, path } = given;
  const { name, type } = option;
  const texts: OptionText[] = [];
  const add = (node: SyntaxNode | undefined, steps: NodePath, subject: string): void => {
    if (node?.kind !== 'string' || node.value === '' || holdsPlaceholder(node.value)) return;
    texts.push({ given, node, text: node.value, path: steps, subject });
  };
  const { value } = member;
  if (value?.kind === 'array' && type.kind === 'list') {
    for (const [index, item] of value.items.entries()) add(item, [...path, index], `An entry of ${name}`);
  } else if (value?.kind === 'object' && type.kind === 'map') {
    for (const { key, value: inner } of value.members) add(inner, [...path, key.name], `${key.name} in ${name}`);
  } else add(value, path, name);
  return texts;
}

/** The keys of an option that is a map. */
export function keysOf(given: GivenOption): OptionText[] {
  const { option, member, path } = given;
  if (option.type.kind !== 'map' || member.value?.kind !== 'object') return [];
  return member.value.members.map(({ key }) => ({
    given,
    node: key,
    text: key.name,
    path: [...path, key.name],
    subject: `The key ${quoted(key.name)} of ${option.name}`,
  }));
}

/** A problem about a text, at the part that is at fault; what a secret looks like is not said. */
export function textProblem(code: ProblemCode, source: string, given: OptionText, fault: FormatFault): Problem {
  const { node, subject, path } = given;
  const pointer = pointerOf(path);
  if (given.given.option.secret === true) {
    return problem(code, node.span, `${subject} does not have the form that it should have.`, { pointer });
  }
  const { reason, part, suggestion } = fault;
  const fixes =
    suggestion === undefined
      ? []
      : [
          {
            title: `Change to ${quoted(suggestion)}`,
            changes: [{ span: node.span, newText: JSON.stringify(suggestion) }],
            safe: false,
          },
        ];
  return problem(code, placeOf(source, given, part), `${subject} ${reason}.`, { pointer, fixes });
}

/** The place of a part of a text; all of it where escapes keep the offsets from being told. */
export function placeOf(source: string, { node, text }: OptionText, part: Span | undefined): Span {
  const { start, end } = node.span;
  if (part === undefined || part.end <= part.start) return node.span;
  // Behind a quote, or without one in YAML.
  const before = source.slice(start + 1, end - 1) === text ? 1 : source.slice(start, end) === text ? 0 : undefined;
  if (before === undefined) return node.span;
  return { start: start + before + part.start, end: start + before + part.end };
}
