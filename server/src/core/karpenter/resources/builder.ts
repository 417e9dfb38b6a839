import type { MissingInput } from '../../document/rendered.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { type Field, fieldAt } from '../../record/model.js';
import type { ProblemCode } from '../../problems/codes.js';
import { append } from '../../text/strings.js';
import { bootstrapOptions, kubeletConfig } from '../options/description.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import {
  type GivenOption,
  type IgnoredValue,
  isRefused,
  type OptionNote,
  type OptionRecord,
  type OptionsReading,
  type OptionValue,
  type Refusal,
  readPart,
} from '../options/read.js';
import type { ResourceField, Sourced } from './model.js';
import { deciderOf, findOutCommand } from './findOut.js';
import { isIn, type ProviderRelease } from './release.js';
import { type GivenSettings, settingNamed } from './settings.js';

/** Collects options with the origin of each, and the inputs that are missing. */
export class OptionsBuilder {
  readonly settings: GivenSettings;
  /** The release of Karpenter's provider whose rules count; undefined for the newest. */
  readonly release: ProviderRelease | undefined;
  readonly ignoredValues: IgnoredValue[] = [];
  readonly #refusals: Refusal[] = [];
  readonly #notes: OptionNote[];
  readonly #given: GivenOption[];
  readonly #missingInputs: Omit<MissingInput, 'command'>[] = [];
  readonly #explanations = new Map<string, string>();
  readonly #value: Record<string, OptionValue | undefined> = {};

  constructor(settings: GivenSettings, release: ProviderRelease | undefined) {
    this.settings = settings;
    this.release = release;
    this.#notes = [...settings.notes];
    this.#given = [...settings.given];
  }

  /** What was collected; `readable` says whether the file was free of syntax errors. */
  reading(readable: boolean): OptionsReading {
    const blocked = this.#missingInputs.some(({ blocks }) => blocks);
    return {
      ok: readable && !blocked && !isRefused(this.#notes),
      value: this.options,
      notes: this.#notes,
      given: this.#given,
      release: this.release,
      computed: {
        missingInputs: this.#missingInputs.map((input) => ({ ...input, command: this.#commandFor(input.name) })),
        explanations: this.#explanations,
        ignoredValues: this.ignoredValues,
        refusals: this.#refusals,
        settings: this.settings,
      },
    };
  }

  /** The options so far. Their names are those of the description, which the interface is generated from. */
  get options(): BootstrapOptions {
    return this.#value;
  }

  /** Sets an option; the explanation of how it was computed is a sentence. */
  put(place: readonly string[], value: OptionValue, explanation?: string): void {
    const [first = '', second] = place;
    if (second === undefined) this.#value[first] = value;
    else this.#value[first] = { ...((this.#value[first] ?? {}) as OptionRecord), [second]: value };
    if (explanation !== undefined) this.explain(place, explanation);
  }

  explain(place: NodePath, explanation: string): void {
    this.#explanations.set(pointerOf(place), explanation);
  }

  /** Reads a field as an option, whose description `otherwise` changes; returns the value. */
  take({ member, path, resource }: ResourceField, place: NodePath, otherwise: Partial<Field> = {}) {
    const field = { ...describedAt(place), ...otherwise };
    const owner = place.length > 1 && place[0] === 'kubeletConfig' ? kubeletConfig : bootstrapOptions;
    const { value, notes, given } = readPart(member.value, { field, owner, steps: path, names: place });
    this.#given.push({ field, owner, member, steps: path, names: place, resource });
    append(this.#notes, notes);
    for (const each of given) this.#given.push({ ...each, resource });
    this.#explanations.delete(pointerOf(place));
    return value;
  }

  /** Sets an option to the value of a field, if the resource has the field. */
  copy(field: ResourceField | undefined, place: readonly string[]): void {
    const value = field && this.take(field, place);
    if (value !== undefined) this.put(place, value);
  }

  /** Records the position of an entry that has an origin of its own. */
  place({ member, path, resource }: Sourced, place: NodePath): void {
    if (member === undefined) {
      this.explain(place, `Given as ${resource}.`);
      return;
    }
    const name = String(place.at(-1));
    const field: Field = { ...describedAt(place.slice(0, 1)), label: 'single', name, jsonName: name };
    this.#given.push({ field, owner: bootstrapOptions, member, steps: path, names: place, resource });
  }

  ask(name: string, about = settingNamed(name)?.description.doc ?? '', blocks = true): void {
    if (this.#missingInputs.some((missing) => missing.name === name)) return;
    this.#missingInputs.push({ name, about, decidedBy: deciderOf(name), blocks });
  }

  /** The command that finds out an input, with what is known of the others. */
  #commandFor(name: string): string | undefined {
    const size = this.options.labels?.get('node.kubernetes.io/instance-type');
    return findOutCommand(name, (setting) => this.setting(setting) ?? (setting === 'vmSize' ? size : undefined));
  }

  /** What a check refuses. */
  refusedBy(check: () => void): readonly Refusal[] {
    const before = this.#refusals.length;
    check();
    return this.#refusals.slice(before);
  }

  /** Adds what a check refused before. */
  refuseAgain(refusals: readonly Refusal[]): void {
    append(this.#refusals, refusals);
  }

  /** Records that a value is refused, by a rule of the provider unless `upstream` names another repository. */
  refuse(
    code: ProblemCode,
    about: Pick<Refusal, 'member' | 'path' | 'unknown'> | undefined,
    message: string,
    upstream: string,
  ): void {
    this.#refusals.push({ code, message, upstream, member: undefined, path: [], ...about });
  }

  /** The value of a setting as Karpenter reads it, or its default. */
  setting(name: string): string | undefined {
    const known = settingNamed(name);
    if (!isIn(known?.releases ?? {}, this.release)) return undefined;
    const text = this.settings.byName.get(name)?.text ?? known?.default;
    return known?.trimmed === true ? text?.trim() : text;
  }
}

/** The option at a path in names of the description; an entry of a list or map is described like the list or map. */
function describedAt([first, second]: NodePath): Field {
  return fieldAt(
    bootstrapOptions,
    first === 'kubeletConfig' && second !== undefined ? `${first}.${second}` : String(first),
  );
}
