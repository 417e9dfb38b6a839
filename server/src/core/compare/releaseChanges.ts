import type { Payload } from '../document/payload.js';
import { contract, type FieldPositions } from '../nodeConfig/contract/contract.js';
import { stepsOf } from '../formats/tree/paths.js';
import { readContract } from '../nodeConfig/read.js';
import { bootCommand, bootCommandChanges, bootCommandSources } from '../nodeConfig/render/bootCommand.js';
import { customDataChanges, renderCustomData, usualDialect } from '../nodeConfig/render/customData.js';
import { renderVariable, variableNamed } from '../nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import { rowOf } from '../nodeConfig/render/environment/variable.js';
import { type ContractValue, isMessage, type MessageValue } from '../nodeConfig/value.js';
import type { Field, RecordType } from '../record/model.js';
import { encodeBase64 } from '../text/base64.js';
import { utf8Bytes } from '../text/bytes.js';
import { append } from '../text/strings.js';
import { type Change, Controller, type Release } from '../values/known/releases.js';
import type { UpstreamChange } from './comparison.js';

/** A field that a release brought, took away or read with another type. */
interface FieldChange extends Change {
  /** Proto names, with `*` for map keys. */
  readonly path: readonly string[];
}

/** What is made of a config by a controller; undefined if there is no such thing. */
type Rendering = (config: MessageValue, controller: Controller) => string | undefined;

const emptyTree = { language: 'json', root: undefined, problems: [], depth: 0 } as const;

/**
 * Finds the changes of AgentBaker between two releases that make a difference for one config. It goes through the
 * releases that changed something, applies one change after the other, and keeps those after which the result differs.
 */
export class ReleaseChanges {
  readonly #payload: Payload;
  readonly #root: RecordType;
  readonly #options: EnvironmentOptions;
  readonly #older: Release;
  readonly #newer: Release;
  readonly #fieldChanges: readonly FieldChange[];
  readonly #configs = new Map<number, MessageValue>();

  constructor(
    payload: Payload,
    root: RecordType,
    [one, other]: readonly [Release, Release],
    options: EnvironmentOptions,
  ) {
    this.#payload = payload;
    this.#root = root;
    this.#options = options;
    [this.#older, this.#newer] = one.order <= other.order ? [one, other] : [other, one];
    this.#fieldChanges = fieldChangesIn(contract.positions).filter((change) => this.#isBetween(change));
  }

  /** The changes because of which a variable differs. */
  ofVariable(name: string): readonly UpstreamChange[] {
    const variable = variableNamed(name);
    if (variable === undefined) return [];
    const { since, until, changes, sources, presence } = variable;
    const own = [since, until, ...changes.map(({ change }) => change)].filter((change) => change !== undefined);
    return this.#effective(own, [...sources, ...presence], (config, controller) => {
      const row = rowOf(variable, controller);
      if (row === undefined) return undefined;
      const rendered = renderVariable({ ...variable, ...row }, config, { ...this.#options, controller });
      return JSON.stringify(rendered.map((one) => [one.name, one.value]));
    });
  }

  /** The changes because of which a field is read by only one of the releases, or differently; `pointer` has proto names. */
  ofField(pointer: string): readonly UpstreamChange[] {
    const steps = stepsOf(pointer);
    const around = this.#fieldChanges.filter((change) => isWithin(steps, change.path));
    const inside = this.#fieldChanges.filter((change) => isWithin(change.path, steps));
    const [outermost] = around.toSorted((a, b) => a.path.length - b.path.length);
    const found = outermost === undefined ? inside : around.filter((one) => one.path.length === outermost.path.length);
    return found.map(upstreamChange);
  }

  ofCustomData(): readonly UpstreamChange[] {
    return this.#effective(Object.values(customDataChanges), ['enabled_features'], customDataText);
  }

  ofBootCommand(): readonly UpstreamChange[] {
    return this.#effective(Object.values(bootCommandChanges), bootCommandSources, (config, controller) =>
      bootCommand(config, controller).join('\n'),
    );
  }

  #isBetween({ release: { order } }: Change): boolean {
    return this.#older.order < order && order <= this.#newer.order;
  }

  #effective(changes: readonly Change[], sources: readonly string[], render: Rendering): readonly UpstreamChange[] {
    const own = changes.filter((change) => this.#isBetween(change));
    const ofFields = this.#fieldChanges.filter(({ path }) =>
      sources.some((source) => isWithin(path, source.split('.')) || isWithin(source.split('.'), path)),
    );
    const points = new Map([...own, ...ofFields].map(({ release }) => [release.order, release]));
    const found: UpstreamChange[] = [];
    const rendered = (controller: Controller): string | undefined => render(this.#configBy(controller), controller);
    let before = new Controller(this.#older);
    let value = rendered(before);
    for (const release of [...points.values()].sort((a, b) => a.order - b.order)) {
      const open = own.filter((change) => change.release.order === release.order);
      const apply = (controller: Controller, reasons: () => readonly Change[]): void => {
        const next = rendered(controller);
        if (next !== value) append(found, reasons().map(upstreamChange));
        value = next;
        before = controller;
      };
      const contractBefore = this.#configBy(before);
      const withoutOwn = new Controller(release, new Set(open));
      apply(withoutOwn, () => {
        const contractNow = this.#configBy(withoutOwn);
        const given = ofFields.filter(
          ({ release: { order }, path }) =>
            order === release.order && (isGiven(contractBefore, path) || isGiven(contractNow, path)),
        );
        // What is inside a field comes and goes with it.
        return given.filter((one) => !given.some((outer) => outer !== one && isWithin(one.path, outer.path)));
      });
      for (const [index, change] of open.entries())
        apply(new Controller(release, new Set(open.slice(index + 1))), () => [change]);
    }
    return found;
  }

  #configBy(controller: Controller): MessageValue {
    const { order } = controller.release;
    let config = this.#configs.get(order);
    if (config === undefined) {
      config = readContract(this.#payload.tree ?? emptyTree, this.#root, controller).value;
      this.#configs.set(order, config);
    }
    return config;
  }
}

/** Custom data in which the config itself and random parts are named instead of shown. */
export function customDataText(config: MessageValue, controller: Controller): string | undefined {
  const rendered = renderCustomData(config, usualDialect(controller), () => 'BOUNDARY', controller);
  if (!rendered.ok) return undefined;
  const { decoded, config: inside } = rendered.value;
  const format = controller.has(customDataChanges.protojson) ? 'protobuf JSON' : 'the JSON of a Go struct';
  return decoded.replace(encodeBase64(utf8Bytes(inside)), `(the node config as ${format}, in base64)`);
}

function upstreamChange({ release, pull, what }: Change): UpstreamChange {
  const url = pull === undefined ? {} : { pull, url: `https://github.com/Azure/AgentBaker/pull/${pull}` };
  return { release: release.tag, ...url, what };
}

/** The history of all fields at their positions. */
function fieldChangesIn(positions: FieldPositions): readonly FieldChange[] {
  return [...positions].flatMap(([field, { path, below }]): readonly FieldChange[] => [
    ...changesOf(field).map((change) => ({ ...change, path: path.split('.') })),
    ...fieldChangesIn(below),
  ]);
}

function changesOf({ name, lifetime = {}, formerly }: Field): readonly Change[] {
  const { since, until, sincePull, untilPull } = lifetime;
  const by = (pull: number | undefined) => (pull === undefined ? {} : { pull });
  const isWide = `${name} has 64 bits in this release only; other releases read 32 bits.`;
  return [
    ...(since === undefined ? [] : [{ release: since, ...by(sincePull), what: `The field ${name} is new.` }]),
    ...(until === undefined ? [] : [{ release: until, ...by(untilPull), what: `The field ${name} was removed.` }]),
    ...[formerly?.since, formerly?.until].flatMap((release) =>
      release === undefined ? [] : [{ release, what: isWide }],
    ),
  ];
}

/** Whether a path is another one or inside it; `*` stands for any key. */
function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every(
    (step, index) => index < inner.length && (step === '*' || inner[index] === '*' || step === inner[index]),
  );
}

/** Whether a config has a value at a path. */
function isGiven(value: ContractValue | undefined, [step, ...rest]: readonly string[]): boolean {
  if (value === undefined) return false;
  if (step === undefined) return true;
  if (value instanceof Map)
    return [...(value as ReadonlyMap<string, ContractValue>).values()].some((item) => isGiven(item, rest));
  if (!isMessage(value)) return false;
  const field = value.type.allFields.find(({ name }) => name === step);
  return field !== undefined && isGiven(value.fields.get(field)?.value, rest);
}
