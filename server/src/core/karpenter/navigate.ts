import { memberOf } from '../syntax/node.js';
import type { NodePath } from '../syntax/pointer.js';
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
): { readonly span: Span; readonly name: Span } | undefined {
  // The nearest option around it, and the entry in that one.
  for (let length = path.length; length > 0; length--) {
    const found = given.findLast(
      ({ place }) => place.length === length && place.every((step, index) => step === path[index]),
    );
    if (found === undefined) continue;
    const { member } = found;
    const rest = path.slice(length);
    const [step] = rest;
    if (step === undefined) return { span: member.span, name: member.key.span };
    if (rest.length > 1) return undefined;
    if (typeof step === 'number') {
      const item = member.value?.kind === 'array' ? member.value.items[step] : undefined;
      return item && { span: item.span, name: item.span };
    }
    const entry = memberOf(member.value, step);
    return entry && { span: entry.span, name: entry.key.span };
  }
  return undefined;
}
