import type { Analysis } from '../analysis.js';
import { configTwin, configValue, readConfig, refusedValues } from '../compare/configValues.js';
import { type ComparedPart, isTooLarge, type MachineModelText, type Subject, subjectsOf } from '../compare/matching.js';
import { ModelTrees } from '../compare/modelTree.js';
import { hasValues } from '../compare/sections.js';
import { Identities, type Naming, TreeValue } from '../compare/treeValues.js';
import type { ComparedValue } from '../compare/values.js';
import { modelOf, shownSelectors } from '../document/machineModel.js';
import type { Payload } from '../document/payload.js';
import type { PlainValue } from '../formats/tree/expand.js';
import { type Member, resolved } from '../formats/tree/node.js';
import { nodeAt } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import { isNodeConfig } from '../nodeConfig/detect.js';
import type { Masked, Masking } from '../secrets/masking.js';
import { byteString, utf8Bytes } from '../text/bytes.js';
import type { Span } from '../text/span.js';

/** One value of a document. */
export interface FleetValue {
  /**
   * Its path: of a node config, proto names, map keys and `0`, `1` … joined with dots; of the JSON of a machine the same behind
   * `model.`, without `properties` and with names in place of indexes; of what else the node is given, behind its path on the
   * node or its format. A list is one value.
   */
  readonly path: string;
  /** The path without secrets, which keys of maps can contain, unless they were requested. */
  readonly shownPath: () => string;
  /** The same text exactly for values that mean the same, in any two documents. Never shown: it may be a secret. */
  readonly meaning: string;
  /** Set for what is only repeated from other values, such as the version in the ID of an image. */
  readonly derived?: true;
  /** Set for what Azure returns of no machine, and templates have: commands and protected settings. */
  readonly isProtected?: true;
  /** The value as JSON, without secrets unless they were requested, and whether any were replaced. */
  readonly shown: () => ShownValue;
  /** Its line in the file, zero-based; undefined if it is only repeated from other values. */
  readonly line?: () => number;
}

export interface ShownValue {
  readonly value: PlainValue;
  readonly masked: boolean;
}

/** One machine, or one document that isn't a machine's JSON, as a list of values. */
export interface FleetDocument {
  /** The name of the machine; undefined for other documents, and for a machine without one. */
  readonly machine: string | undefined;
  /** What chooses the machine among several of the file in a comparison; undefined for other documents. */
  readonly selector: () => Masked | undefined;
  /** Where it is in the file. */
  readonly pointer: string;
  /** Its line in the file, zero-based. */
  readonly line: number;
  readonly values: readonly FleetValue[];
  /** Why not everything of it could be read. */
  readonly gaps: readonly string[];
}

/** Stands for the name of the machine where a value is nothing but that name, such as `primary_scale_set`. */
export const ownName = '(own name)';

/**
 * The documents in a file: each of the machines in a list, or the file itself. What the values mean is decided like in a
 * comparison of two documents; it takes linear time. It never throws.
 */
export function fleetDocuments(analysis: Analysis, masking: Masking): readonly FleetDocument[] {
  const budget = analysis.newBudget();
  return budget.timed(() => {
    const subjects = subjectsOf(analysis);
    const machines = subjects.flatMap(({ model }) => model?.machine ?? []);
    let selectors: readonly Masked[] | undefined;
    const selectorOf = (index: number): Masked | undefined =>
      (selectors ??= machines.length > 1 ? shownSelectors(machines, masking) : [])[index];
    return subjects.map((subject, index) => {
      const read = budget.step() ? unread() : new DocumentReader(subject, analysis, masking).document();
      return { machine: subject.machine, selector: () => selectorOf(index), ...placeOf(subject, analysis), ...read };
    });
  });
}

/** What is read of a document. */
type FleetContent = Pick<FleetDocument, 'values' | 'gaps'>;

function unread(): FleetContent {
  return {
    values: [],
    gaps: [`reading the file took more than ${limits.answerMilliseconds / 1_000} seconds`],
  };
}

function placeOf({ model }: Subject, analysis: Analysis): Pick<FleetDocument, 'pointer' | 'line'> {
  if (model === undefined) return { pointer: '', line: 0 };
  const { root, machine } = model;
  return { pointer: machine.pointer, line: lineIn(root, machine.node.span, analysis) };
}

/** The line in the file at which a range of a payload begins. */
function lineIn({ map }: Pick<Payload, 'map'>, span: Span, { lines }: Analysis): number {
  return lines.positionAt(map.toOuter(span).start).line;
}

/** Texts of up to this length are their own names. */
const shortName = 60;

class DocumentReader {
  readonly #subject: Subject;
  readonly #analysis: Analysis;
  readonly #masking: Masking;
  readonly #nameOf: Naming;
  readonly #values: FleetValue[] = [];
  readonly #gaps: string[] = [];
  /** What values mean that are the name of the machine. */
  readonly #own: ReadonlySet<string>;

  constructor(subject: Subject, analysis: Analysis, masking: Masking) {
    this.#subject = subject;
    this.#analysis = analysis;
    this.#masking = masking;
    const { platform } = analysis;
    this.#nameOf = (text) =>
      text.length <= shortName ? JSON.stringify(text) : `#${platform.sha256(utf8Bytes(text)).slice(0, 32)}`;
    const { machine } = subject;
    const names = machine === undefined ? [] : [machine, machine.toLowerCase()];
    this.#own = new Set(
      names.flatMap((name) => [JSON.stringify(name), `"${name}`]).map((text) => String(this.#nameOf(text))),
    );
  }

  document(): FleetContent {
    const { config, model, others, problems } = this.#subject;
    for (const { severity, message, code } of problems)
      if (severity === 'error' && code.startsWith('payload/')) this.#gaps.push(message);
    if (config !== undefined) this.#addConfig(config, '');
    if (model !== undefined) this.#addModel(model);
    for (const part of others) this.#addPart(part);
    if (this.#values.length >= limits.fleetValues) this.#gaps.push(`only ${limits.fleetValues} values are read`);
    return { values: this.#values, gaps: [...new Set(this.#gaps)] };
  }

  #addConfig(payload: Payload, prefix: string): void {
    const read = readConfig(payload, this.#analysis);
    const { reading } = read;
    if (!reading.ok) this.#gaps.push(reading.error ?? 'the node refuses the config');
    const identities = new Identities(new Set(), this.#nameOf);
    const refused = refusedValues(read, (node, name, { secret }) => {
      return new TreeValue(node, identities, this.#masking, name, node.span, secret);
    });
    const { value } = reading;
    // Masking a config takes longer than reading it, and most values are never shown.
    let masked: ReadonlyMap<string, ComparedValue> | undefined;
    const shownOf = (path: string, real: ComparedValue): ShownValue => {
      masked ??= new Map(leaves(configValue(configTwin(value, this.#masking), refused)));
      return (masked.get(path) ?? real).shown();
    };
    for (const [path, leaf] of leaves(configValue({ real: value, shown: value }, refused)))
      this.#add(prefix + path, String(this.#nameOf(String(leaf.identity))), payload, leaf, () => shownOf(path, leaf));
  }

  #addModel(text: MachineModelText): void {
    const { root, machine, fields } = text;
    const { location, vmSize, imageVersion, kubernetesVersion, subscription, resourceGroup, scaleSet } = modelOf(
      machine.node,
      (span) => span,
    );
    const facts = {
      name: machine.name,
      location: location?.text,
      size: vmSize?.text,
      image: imageVersion?.text,
      kubernetes_version: kubernetesVersion?.text,
      subscription: subscription?.text,
      resource_group: resourceGroup?.text,
      scale_set: scaleSet?.text,
    };
    for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) this.#addFact(`machine.${name}`, fact);
    if (isTooLarge(text)) {
      this.#gaps.push('the JSON of the machine is too large');
      return;
    }
    const payloads = new Set(fields.map(({ pointer }) => nodeAt(root.tree?.root, pointer)));
    const isPayload = ({ value }: Member): boolean => payloads.has(resolved(value));
    const identities = new Identities(new Set(), this.#nameOf);
    const valueOf = (trees: ModelTrees): TreeValue =>
      new TreeValue(trees.treeOf(machine.node), identities, this.#masking);
    const folded = new Map(leaves(valueOf(new ModelTrees(isPayload, { folded: true }))));
    const meanings = new Map([...folded].map(([path, { identity }]) => [path.toLowerCase(), String(identity)]));
    for (const [path, leaf] of leaves(valueOf(new ModelTrees(isPayload)))) {
      const isProtected = /(?:^|\.)protectedSettings(?:\.|$)/i.test(path);
      const meaning = meanings.get(path.toLowerCase()) ?? String(leaf.identity);
      this.#add(`model.${path}`, meaning, root, leaf, () => leaf.shown(), isProtected);
    }
  }

  #addFact(path: string, fact: string): void {
    const shown = (): ShownValue => {
      const value = this.#masking.text(fact);
      return { value, masked: value !== fact };
    };
    const meaning = String(this.#nameOf(`"${fact}`));
    this.#values.push({ path, shownPath: () => path, meaning, derived: true, shown });
  }

  #addPart({ title, role, payload, omitted, text }: ComparedPart): void {
    const name = role === undefined || role === 'customData' ? title : `${role}.${title}`;
    const isProtected = role === 'commandToExecute' || role === 'script';
    if (isNodeConfig(payload) && !isTooLarge(payload.text)) {
      this.#addConfig(payload, `${name}.`);
      return;
    }
    if (hasValues(payload)) {
      const identities = new Identities(omitted, this.#nameOf);
      for (const [path, leaf] of leaves(new TreeValue(payload.tree?.root, identities, this.#masking)))
        this.#add(
          path === '' ? name : `${name}.${path}`,
          String(leaf.identity),
          payload,
          leaf,
          () => leaf.shown(),
          isProtected,
        );
      return;
    }
    const content = text ?? byteString(payload.bytes);
    if (content === '') return;
    const value = text === undefined ? `${payload.bytes.length} bytes` : textSummary(text);
    const shown = { value, masked: false };
    this.#add(name, String(this.#nameOf(`text ${content}`)), payload, {}, () => shown, isProtected);
  }

  /** Without a range, the value begins where its payload does. */
  #add(
    path: string,
    meaning: string,
    payload: Pick<Payload, 'map'>,
    { span = { start: 0, end: 0 } }: { readonly span?: Span | undefined },
    shown: () => ShownValue,
    isProtected = false,
  ): void {
    if (this.#values.length >= limits.fleetValues) return;
    const line = (): number => lineIn(payload, span, this.#analysis);
    const shownPath = (): string => this.#masking.text(path);
    const made = { path, shownPath, meaning: this.#own.has(meaning) ? ownName : meaning, shown, line };
    this.#values.push(isProtected ? { ...made, isProtected } : made);
  }
}

/** A text without values, such as a script. Its content may be long, and secrets in it may be anywhere. */
function textSummary(text: string): string {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return `text of ${lines} lines, ${text.length} characters`;
}

/** The values in a value that are no objects, or empty ones, with their paths; lists are values. */
function* leaves(root: ComparedValue): Generator<readonly [string, ComparedValue]> {
  const open: (readonly [string, ComparedValue])[] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    const { members } = value;
    if (members === undefined || members.size === 0) {
      // A document without anything has no values.
      if (path !== '' || members === undefined) yield next;
      continue;
    }
    const inner = [...members].map(([name, member]) => [path === '' ? name : `${path}.${name}`, member] as const);
    for (const entry of inner.reverse()) open.push(entry);
  }
}
