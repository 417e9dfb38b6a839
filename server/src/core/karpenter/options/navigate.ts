import { blocks, bulleted, inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import { MemberIndex } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { fieldAt } from '../../record/model.js';
import type { TextPosition } from '../../record/navigate.js';
import { type Span, touches } from '../../text/span.js';
import type { ScriptVariable } from '../script/variable.js';
import { originText } from './describe.js';
import { bootstrapOptions } from './description.js';
import type { GivenOption, OptionsReading } from './read.js';

/** Where options come from, for one path in names of the description after another: the options are looked through once. */
export class OptionOrigins {
  readonly #computed: OptionsReading['computed'];
  readonly #given: ReadonlyMap<string, GivenOption>;
  readonly #members = new MemberIndex();

  constructor({ computed, given }: OptionsReading) {
    this.#computed = computed;
    // The last of several counts.
    this.#given = new Map(given.map((option) => [pointerOf(option.names), option]));
  }

  /** The position of what the document gives at a path. */
  positionOf(path: NodePath): (TextPosition & { readonly resource?: string }) | undefined {
    // The nearest option around it, and the entry in that one.
    for (let length = path.length; length > 0; length--) {
      const found = this.#given.get(pointerOf(path.slice(0, length)));
      if (found === undefined) continue;
      const { member, resource } = found;
      const from = resource === undefined ? {} : { resource };
      const [step, ...deeper] = path.slice(length);
      if (step === undefined) return { span: member.span, name: member.key.span, ...from };
      if (deeper.length > 0) return undefined;
      if (typeof step === 'number') {
        const item = member.value?.kind === 'array' ? member.value.items[step] : undefined;
        return item && { span: item.span, name: item.span, ...from };
      }
      const entry = this.#members.memberOf(member.value, step);
      return entry && { span: entry.span, name: entry.key.span, ...from };
    }
    return undefined;
  }

  /** How the option at a path, or the nearest one around it, was computed; undefined if the document gives it. */
  explanationOf(path: NodePath): string | undefined {
    if (this.#computed === undefined) return undefined;
    for (let length = path.length; length > 0; length--) {
      const around = pointerOf(path.slice(0, length));
      const explanation = this.#computed.explanations.get(around);
      if (explanation !== undefined) return explanation;
      if (this.#given.has(around)) return undefined;
    }
    return undefined;
  }
}

/**
 * The path, in names of the description, of the option or entry at an offset: the innermost one that the document, or a
 * resource that the options are computed from, gives there.
 */
export function optionAtOffset({ given }: OptionsReading, offset: number): NodePath | undefined {
  const around = given.filter(({ member }) => touches(member.span, offset));
  const innermost = around.reduce<GivenOption | undefined>(
    (best, each) => (best === undefined || lengthOf(each.member.span) <= lengthOf(best.member.span) ? each : best),
    undefined,
  );
  if (innermost === undefined) return undefined;
  const { member, names, field } = innermost;
  const { value } = member;
  if (value?.kind === 'array' && field.label === 'list') {
    const index = value.items.findIndex((item) => touches(item.span, offset));
    return index < 0 ? names : [...names, index];
  }
  if (value?.kind === 'object' && field.label === 'map') {
    const entry = value.members.findLast(({ span }) => touches(span, offset));
    return entry === undefined ? names : [...names, entry.key.name];
  }
  return names;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** The origins of the options that a variable is made from, a sentence for each option. */
export function variableOrigin({ sources }: ScriptVariable): string[] {
  if (sources.length === 0) return [originText('hardcoded')];
  return sources.map((name) => `\`${name}\`: ${fieldAt(bootstrapOptions, name).origin ?? ''}`);
}

/** A variable of the script in Markdown: how it is made, and where the options that it is made from come from. */
export function variableMarkdown(variable: ScriptVariable): Markdown {
  const { name, file, rule, sources } = variable;
  const becomes = file === undefined ? '' : markup`, which becomes ${inlineCode(file.path)} on the node`;
  const lines = variableOrigin(variable).map(prose);
  const origin = sources.length === 0 ? blocks(lines) : markup`Made from these options:\n\n${bulleted(lines)}`;
  return blocks([markup`**${prose(name)}**${becomes}`, prose(rule), origin]);
}
