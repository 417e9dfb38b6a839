import { append } from '../../text/strings.js';
import type { Member, SyntaxNode } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { type Field, fieldAt } from '../../record/model.js';
import { string } from '../options/describe.js';
import { bootstrapOptions, kubeletConfig } from '../options/description.js';
import {
  type ComputedOptions,
  type GivenOption,
  type IgnoredValue,
  isRefused,
  type MissingInput,
  type OptionNote,
  type OptionRecord,
  type OptionsReading,
  type OptionValue,
  readPart,
} from '../options/read.js';
import { aboutSetting, type GivenSettings, settingNamed } from './settings.js';
import type { Sourced } from './requirements.js';

/** A field of a resource, and what it is called. */
export interface ResourceField {
  readonly member: Member;
  readonly path: NodePath;
  /** Such as `spec.maxPods` of AKSNodeClass default. */
  readonly resource: string;
}

/** What a field is other than the option that it becomes. */
export type Otherwise = Partial<Pick<Field, 'label' | 'type' | 'oneOf'>>;

/** Collects options with where each of them comes from, and what has to be asked. */
export class OptionsBuilder {
  readonly settings: GivenSettings;
  readonly #notes: OptionNote[];
  readonly #given: GivenOption[];
  readonly #missingInputs: MissingInput[] = [];
  readonly #ignoredValues: IgnoredValue[] = [];
  readonly #explanations = new Map<string, string>();
  readonly #value: Record<string, OptionValue | undefined> = {};

  constructor(settings: GivenSettings) {
    this.settings = settings;
    this.#notes = [...settings.notes];
    this.#given = [...settings.given];
  }

  /** What was collected; `readable` says whether the file was free of syntax errors. */
  reading(readable: boolean): OptionsReading {
    const blocked = this.#missingInputs.some(({ blocks }) => blocks);
    const computed: ComputedOptions = {
      missingInputs: this.#missingInputs,
      explanations: this.#explanations,
      ignoredValues: this.#ignoredValues,
    };
    return {
      ok: readable && !blocked && !isRefused(this.#notes),
      // The names are those of the description, which the interface is generated from.
      value: this.#value,
      notes: this.#notes,
      given: this.#given,
      computed,
    };
  }

  value(name: string): OptionValue | undefined {
    return this.#value[name];
  }

  text(name: string): string | undefined {
    const value = this.#value[name];
    return typeof value === 'string' ? value : undefined;
  }

  get kubelet(): OptionRecord {
    return (this.#value.kubeletConfig ?? {}) as OptionRecord;
  }

  /** Sets an option; how it came about is a sentence. */
  put(place: readonly string[], value: OptionValue, explanation?: string): void {
    const [first = '', second] = place;
    if (second === undefined) this.#value[first] = value;
    else this.#value[first] = { ...((this.#value[first] ?? {}) as OptionRecord), [second]: value };
    if (explanation !== undefined) this.explain(place, explanation);
  }

  explain(place: NodePath, explanation: string): void {
    this.#explanations.set(pointerOf(place), explanation);
  }

  /** Reads a field into an option, as the option is described or otherwise; gives what was read. */
  take({ member, path, resource }: ResourceField, place: NodePath, otherwise: Otherwise = {}): OptionValue | undefined {
    const field = { ...describedAt(place), ...otherwise };
    const owner = place.length > 1 && place[0] === 'kubeletConfig' ? kubeletConfig : bootstrapOptions;
    const part = readPart(member.value, { field, owner, steps: path, names: place });
    this.#given.push({ field, owner, member, steps: path, names: place, resource });
    append(this.#notes, part.notes);
    append(
      this.#given,
      part.given.map((each) => ({ ...each, resource })),
    );
    this.#explanations.delete(pointerOf(place));
    return part.value;
  }

  /** Notes the place of an entry that comes from somewhere of its own. */
  place({ member, path, resource }: Sourced, place: NodePath): void {
    if (member === undefined) {
      this.explain(place, `Given as ${resource}.`);
      return;
    }
    const name = String(place.at(-1));
    const field = { ...describedAt(place.slice(0, 1)), ...string, name, jsonName: name };
    this.#given.push({ field, owner: bootstrapOptions, member, steps: path, names: place, resource });
  }

  ask(name: string, about = aboutSetting(name), blocks = true): void {
    if (!this.#missingInputs.some((missing) => missing.name === name))
      this.#missingInputs.push({ name, about, blocks });
  }

  surprise(surprise: IgnoredValue): void {
    this.#ignoredValues.push(surprise);
  }

  /** A setting, or what Karpenter takes in its place. */
  setting(name: string): string | undefined {
    return this.settings.byName.get(name)?.text ?? settingNamed(name)?.default;
  }
}

/** The option at a path in names of the description; an entry of a list or map is described like the list or map. */
function describedAt([first, second]: NodePath): Field {
  return fieldAt(
    bootstrapOptions,
    first === 'kubeletConfig' && second !== undefined ? `${first}.${second}` : String(first),
  );
}

/** The member at the end of a way through objects. */
export function memberAtPath(node: SyntaxNode | undefined, way: readonly string[]): Member | undefined {
  let holder = node;
  for (const name of way.slice(0, -1))
    holder = holder?.kind === 'object' ? holder.members.findLast(({ key }) => key.name === name)?.value : undefined;
  return holder?.kind === 'object' ? holder.members.findLast(({ key }) => key.name === way.at(-1)) : undefined;
}
