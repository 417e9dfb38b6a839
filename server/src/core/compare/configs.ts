import type { Analysis } from '../analysis.js';
import type { Member } from '../formats/tree/node.js';
import { contract } from '../nodeConfig/contract/contract.js';
import type { FieldDescriptor } from '../nodeConfig/contract/descriptor.js';
import { valueSummary } from '../nodeConfig/contract/explain.js';
import { sortedEntries } from '../nodeConfig/marshal.js';
import { maskedValue } from '../nodeConfig/mask.js';
import { readContract, type Reading } from '../nodeConfig/read.js';
import { type ContractValue, type FieldValue, isMessage, type MessageValue } from '../nodeConfig/value.js';
import type { Payload } from '../document/payload.js';
import { isSecretName } from '../secrets/find.js';
import { decodeBase64 } from '../text/base64.js';
import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import type { Both, FieldDifference } from './comparison.js';
import { type DifferenceFacts, DifferenceList, type Trail } from './differences.js';
import { listChanges } from './environment.js';
import { plainValue } from './trees.js';

/**
 * The fields that two configs do not agree on, in the order of the contract: by what the node understands, so that
 * spelling, order, white space, the form of numbers and what the node drops make no difference. What only one config
 * has is one difference however much is in it. `maps` lead from the texts of the configs to the files.
 */
export function compareConfigs(
  before: MessageValue,
  after: MessageValue,
  maps: Both<PositionMap>,
  showSecrets: boolean,
): readonly FieldDifference[] {
  const comparer = new ConfigComparer(new DifferenceList(maps), showSecrets);
  comparer.messages(before, after, undefined);
  return comparer.found;
}

/** A value of one config with the stretch of the text that it stands in. */
interface Given {
  readonly value: ContractValue;
  readonly span: Span | undefined;
}

/** What is being compared: a field's value, or one element of it. */
interface Spot {
  readonly field: FieldDescriptor;
  readonly trail: Trail | undefined;
  /** Whether the value must not be shown. */
  readonly secret: boolean;
}

class ConfigComparer {
  readonly #differences: DifferenceList;
  readonly #showSecrets: boolean;

  constructor(differences: DifferenceList, showSecrets: boolean) {
    this.#differences = differences;
    this.#showSecrets = showSecrets;
  }

  get found(): readonly FieldDifference[] {
    return this.#differences.list;
  }

  messages(before: MessageValue, after: MessageValue, around: Trail | undefined): void {
    for (const field of before.type.fields) {
      const spot = { field, trail: { before: around, step: field.name }, secret: field.secret === true };
      this.#compare(before.fields.get(field), after.fields.get(field), spot);
    }
  }

  #compare(before: FieldValue | undefined, after: FieldValue | undefined, spot: Spot): void {
    const given = (one: FieldValue | undefined): Given | undefined =>
      one && { value: one.value, span: one.member.span };
    const [old, now] = [before?.value, after?.value];
    if (old instanceof Map && now instanceof Map) {
      const members = [membersOf(before?.member), membersOf(after?.member)] as const;
      this.#maps(old as ReadonlyMap<string, ContractValue>, now as ReadonlyMap<string, ContractValue>, members, spot);
    } else if (Array.isArray(old) && Array.isArray(now)) this.#lists(old, now, [before?.member, after?.member], spot);
    else this.#values(given(before), given(after), spot);
  }

  #maps(
    before: ReadonlyMap<string, ContractValue>,
    after: ReadonlyMap<string, ContractValue>,
    [oldMembers, newMembers]: readonly [ReadonlyMap<string, Member>, ReadonlyMap<string, Member>],
    { field, trail, secret }: Spot,
  ): void {
    const given = (value: ContractValue | undefined, member: Member | undefined): Given | undefined =>
      value === undefined ? undefined : { value, span: member?.span };
    for (const [key] of sortedEntries(new Map([...before, ...after]))) {
      // Most entries are the same; what their keys say of them is not asked then.
      if (Object.is(before.get(key), after.get(key))) continue;
      const spot = { field, trail: { before: trail, step: key }, secret: secret || isSecretName(key) };
      this.#values(given(before.get(key), oldMembers.get(key)), given(after.get(key), newMembers.get(key)), spot);
    }
  }

  #lists(
    before: readonly ContractValue[],
    after: readonly ContractValue[],
    [oldMember, newMember]: readonly [Member | undefined, Member | undefined],
    spot: Spot,
  ): void {
    const { field, trail, secret } = spot;
    const keys = (list: readonly ContractValue[]): string[] =>
      list.map((item) => JSON.stringify(plainValue(field, item)));
    const changes = listChanges(keys(before), keys(after));
    if (changes === 'reordered') {
      const spans = { before: oldMember?.span, after: newMember?.span };
      this.#add('moved', spot, { value: before, span: spans.before }, { value: after, span: spans.after });
      return;
    }
    for (const { kind, before: from, after: to } of changes) {
      const item = (list: readonly ContractValue[], index: number | undefined, member: Member | undefined) => {
        const value = index === undefined ? undefined : list[index];
        return value === undefined ? undefined : { value, span: itemSpan(member, list.length, index) };
      };
      const old = item(before, from, oldMember);
      const now = item(after, to, newMember);
      const inner = { field, trail: { before: trail, step: to ?? from ?? 0 }, secret };
      if (kind === 'moved') this.#add('moved', inner, old, now);
      else this.#values(old, now, inner);
    }
  }

  #values(before: Given | undefined, after: Given | undefined, spot: Spot): void {
    if (before !== undefined && after !== undefined) {
      if (isMessage(before.value) && isMessage(after.value)) this.messages(before.value, after.value, spot.trail);
      else if (!Object.is(before.value, after.value)) this.#add('changed', spot, before, after);
    } else if (before !== undefined) this.#add('removed', spot, before, undefined);
    else if (after !== undefined) this.#add('added', spot, undefined, after);
  }

  #add(kind: FieldDifference['kind'], spot: Spot, before: Given | undefined, after: Given | undefined): void {
    this.#differences.add(
      kind,
      spot.trail,
      { before: before?.span, after: after?.span },
      { ...this.#shown(spot, before, after), ...knownFacts(spot.field, before?.value, after?.value) },
    );
  }

  #shown({ field, secret }: Spot, before: Given | undefined, after: Given | undefined): DifferenceFacts {
    const shown = (given: Given) =>
      this.#showSecrets ? { value: given.value, masked: 0 } : maskedValue(given.value, secret);
    const old = before && shown(before);
    const now = after && shown(after);
    return {
      ...(old && { before: plainValue(field, old.value) }),
      ...(now && { after: plainValue(field, now.value) }),
      ...((old?.masked ?? 0) + (now?.masked ?? 0) > 0 ? { masked: true } : {}),
    };
  }
}

/** What encoded values hold, and whether they hold the same after all. */
function knownFacts(
  field: FieldDescriptor,
  before: ContractValue | undefined,
  after: ContractValue | undefined,
): DifferenceFacts {
  const summary = (value: ContractValue | undefined): string | undefined =>
    typeof value === 'string' && value !== '' ? valueSummary(field, value)?.short : undefined;
  const [old, now] = [summary(before), summary(after)];
  if (old === undefined && now === undefined) return {};
  const summaries = { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
  const same = typeof before === 'string' && typeof after === 'string' && sameContent(before, after);
  return same ? { summaries, remark: 'The content is the same; only its base64 is written otherwise.' } : { summaries };
}

function sameContent(before: string, after: string): boolean {
  const [old, now] = [decodeBase64(before), decodeBase64(after)];
  if (old.fault !== undefined || now.fault !== undefined || old.bytes.length !== now.bytes.length) return false;
  return before !== after && old.bytes.every((byte, index) => byte === now.bytes[index]);
}

/** The entries of a map as they stand in the text. */
function membersOf(member: Member | undefined): ReadonlyMap<string, Member> {
  const node = member?.value;
  return new Map(node?.kind === 'object' ? node.members.map((entry) => [entry.key.name, entry]) : []);
}

/** The place of a list's entry; of the whole list where the node dropped entries, because they no longer count alike. */
function itemSpan(member: Member | undefined, length: number, index: number | undefined): Span | undefined {
  const node = member?.value;
  if (node?.kind !== 'array' || node.items.length !== length || index === undefined) return member?.span;
  return node.items[index]?.span;
}

/** A node config and what the node reads in it. */
export interface ReadConfig {
  readonly payload: Payload;
  readonly reading: Reading;
}

/** Reads a payload as a node config; one that is the file itself was read already. */
export function readConfig(payload: Payload, file?: Analysis): ReadConfig {
  const own = payload === file?.root ? file.reading : undefined;
  return { payload, reading: own ?? readingOf(payload) };
}

/** A config behind an encoding that is damaged is refused, whatever could be saved of it. */
function readingOf({ tree, problems }: Payload): Reading {
  const reading = readContract(tree ?? { language: 'json', root: undefined, problems: [], depth: 0 }, contract.root);
  const fault = problems.find(({ severity }) => severity === 'error');
  return fault === undefined ? reading : { ...reading, ok: false, error: fault.message };
}
