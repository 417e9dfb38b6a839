import { memberOf } from '../syntax/node.js';
import { touches } from '../text/span.js';
import { type NodePath, pointerOf } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import type { ObjectDescription, OptionDescription, OptionType } from './description/describe.js';
import { bootstrapOptions } from './description/index.js';
import { optionNamed, type OptionsReading } from './read.js';

/** What the description has at a place of a document. */
export interface OptionsPlace {
  /** What may stand at the place. */
  readonly type: OptionType;
  /** The option that the place is, or is an entry of; undefined for the whole document. */
  readonly option: OptionDescription | undefined;
  /** The object that the option is in. */
  readonly owner: ObjectDescription;
  /** Whether it is an entry of a list or map. */
  readonly element: boolean;
  /** The path in the names of the description. */
  readonly path: NodePath;
}

/** Follows a path, with names in any casing; undefined where the description has nothing. */
export function placeInOptions(path: NodePath): OptionsPlace | undefined {
  let place: OptionsPlace = {
    type: { kind: 'object', of: bootstrapOptions },
    option: undefined,
    owner: bootstrapOptions,
    element: false,
    path: [],
  };
  for (const step of path) {
    const { type } = place;
    if (type.kind === 'object') {
      const option = optionNamed(type.of, String(step));
      if (option === undefined) return undefined;
      const named = [...place.path, option.name];
      place = { type: option.type, option, owner: type.of, element: false, path: named };
    } else if (type.kind === 'list' || type.kind === 'map') {
      place = { ...place, type: type.of, element: true, path: [...place.path, step] };
    } else return undefined;
  }
  return place;
}

/** Where a document gives what stands at a path in the names of the description. */
export function optionInText(
  { given }: OptionsReading,
  path: NodePath,
): { readonly span: Span; readonly name: Span; readonly resource?: string } | undefined {
  // The nearest option around it, and the entry in that one.
  for (let length = path.length; length > 0; length--) {
    const found = given.findLast(
      ({ place }) => place.length === length && place.every((step, index) => step === path[index]),
    );
    if (found === undefined) continue;
    const { member, resource } = found;
    const from = resource === undefined ? {} : { resource };
    const rest = path.slice(length);
    const [step] = rest;
    if (step === undefined) return { span: member.span, name: member.key.span, ...from };
    if (rest.length > 1) return undefined;
    if (typeof step === 'number') {
      const item = member.value?.kind === 'array' ? member.value.items[step] : undefined;
      return item && { span: item.span, name: item.span, ...from };
    }
    const entry = memberOf(member.value, step);
    return entry && { span: entry.span, name: entry.key.span, ...from };
  }
  return undefined;
}

/**
 * The way to the option or entry that stands at an offset, in the names of the description: the innermost one that the
 * document, or a resource that the options are computed from, gives there.
 */
export function optionAtOffset({ given }: OptionsReading, offset: number): NodePath | undefined {
  const around = given.filter(({ member }) => touches(member.span, offset));
  const innermost = around.reduce<(typeof around)[number] | undefined>(
    (best, one) => (best === undefined || lengthOf(one.member.span) <= lengthOf(best.member.span) ? one : best),
    undefined,
  );
  if (innermost === undefined) return undefined;
  const { member, place, option } = innermost;
  const { value } = member;
  if (value?.kind === 'array' && option.type.kind === 'list') {
    const index = value.items.findIndex((item) => touches(item.span, offset));
    return index < 0 ? place : [...place, index];
  }
  if (value?.kind === 'object' && option.type.kind === 'map') {
    const entry = value.members.findLast(({ span }) => touches(span, offset));
    return entry === undefined ? place : [...place, entry.key.name];
  }
  return place;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** How the option at a path, or the nearest one around it, was computed; undefined where something gives it. */
export function explanationOf({ computed, given }: OptionsReading, path: NodePath): string | undefined {
  if (computed === undefined) return undefined;
  for (let length = path.length; length > 0; length--) {
    const around = path.slice(0, length);
    const explanation = computed.explanations.get(pointerOf(around));
    if (explanation !== undefined) return explanation;
    if (given.some(({ place }) => place.length === length && place.every((step, at) => step === around[at])))
      return undefined;
  }
  return undefined;
}
