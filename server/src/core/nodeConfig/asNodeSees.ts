import type { KeyNode, Member, ObjectNode, SyntaxNode } from '../formats/tree/node.js';
import type { Field, RecordType } from '../record/model.js';
import { createLineIndex, type Span } from '../text/span.js';
import { append, counted } from '../text/strings.js';
import { contains } from '../values/known/releases.js';
import type { Contract, FieldPosition, FieldPositions } from './contract/contract.js';
import { continuesAfterErrors } from './contract/controller.js';
import { configVersions } from './contract/description/config.js';
import { configBefore, isCut, isReadBefore } from './partial.js';
import type { Reading } from './read.js';
import { isInBootCommand } from './render/bootCommand.js';
import { isFedBy, variablesOf } from './render/environment/environment.js';
import type { TargetImage } from './rules/input.js';
import { overriddenByFlag } from './rules/kubelet.js';
import { causesOfNoEffect } from './rules/noEffect.js';
import {
  type ContractValue,
  fieldNamed,
  givenFields,
  isMessage,
  kubeletFile,
  type MessageValue,
  textAt,
} from './value.js';

/** Why a part of a config doesn't count: the node doesn't get it, or nothing follows from it. */
export interface Loss {
  readonly is: 'dropped' | 'not-used' | 'no-effect';
  /** A sentence. */
  readonly reason: string;
}

/** A member of an object. */
export interface SeenField {
  readonly name: Span;
  /** From the name to the end of the value. */
  readonly span: Span;
  /** Undefined if it counts. */
  readonly loss: Loss | undefined;
  /** The proto path with `*` for map keys, if it is a value or a map; undefined for entries of maps and unknown names. */
  readonly path: string | undefined;
  /** Whether it is a value; members that only hold others aren't counted. */
  readonly isCounted: boolean;
}

/** A part of a config that doesn't count, with everything in it. */
export interface LostPart extends Loss {
  readonly span: Span;
}

/** A field that the node fills in, because the config doesn't give it. */
export interface FilledField {
  /** Behind the member of the field if its value doesn't count, else behind the object without the field. */
  readonly offset: number;
  /** Whether the object has a member for it. */
  readonly isNamed: boolean;
  readonly name: string;
  readonly value: string;
  readonly filledBy: 'kubelet' | 'node';
}

/** A config as the node sees it. */
export interface AsNodeSees {
  /** In the order of the text; without `$schema`, which is only meant for editors. */
  readonly fields: readonly SeenField[];
  /** The outermost parts that don't count, in the order of the text. */
  readonly lost: readonly LostPart[];
  readonly filled: readonly FilledField[];
  /** With how many of the fields the node starts, as a sentence. */
  readonly summary: string;
}

/** A config, and what the controller of its node image reads of it. */
interface SeenConfig {
  readonly text: string;
  readonly root: SyntaxNode | undefined;
  readonly contract: Contract;
  readonly reading: Reading;
  readonly image: TargetImage | undefined;
}

/**
 * What becomes of everything in a config. Where aks-node-controller can't read something, it continues with the members of
 * the root before that; a message that it was in the middle of is lost (protobuf-go 1.36.11, `protojson`). Undefined if the
 * config isn't an object, or there was no time to read it.
 */
export function asNodeSees(seen: SeenConfig): AsNodeSees | undefined {
  const { root, contract, reading } = seen;
  if (root?.kind !== 'object' || (!reading.ok && reading.stopsAt === undefined)) return undefined;
  const config = configOnNode(seen, root);
  const refusal = refusalOf(seen, config);
  const losses = refusal === undefined ? lossesIn(seen, root, config) : refusedMembers(root, refusal);
  const { fields, lost } = visited(root, contract, losses);
  return {
    fields,
    lost,
    filled: refusal === undefined ? filledIn(config, root, seen) : [],
    summary: summaryOf(fields, refusal, seen),
  };
}

/** The config with which the node starts: what it reads, or what comes before an error. */
function configOnNode({ contract: { root: type }, reading, image }: SeenConfig, root: ObjectNode): MessageValue {
  const { stopsAt, value } = reading;
  return stopsAt === undefined ? value : configBefore(root, type, stopsAt, image?.controller);
}

/** Why aks-node-controller doesn't start the node with the config, as a clause. */
function refusalOf({ text, reading: { stopsAt }, image }: SeenConfig, config: MessageValue): string | undefined {
  if (stopsAt !== undefined && !contains(image?.controller, continuesAfterErrors))
    return `it stops with an error at line ${lineAt(text, stopsAt)}`;
  const version = textAt(config, 'version');
  if (configVersions.includes(version)) return undefined;
  const where = stopsAt === undefined ? '' : `, because it stops reading at line ${lineAt(text, stopsAt)}`;
  return version === '' ? `it reads no \`version\`${where}` : 'it accepts only the `version` v1 or v0';
}

function lineAt(text: string, offset: number): number {
  return createLineIndex(text).positionAt(offset).line + 1;
}

/** The loss of a member, or of the part of a list that begins at `from`. */
type MemberLoss = Loss & { readonly from?: number };

/** The losses of members by their keys. */
type Losses = ReadonlyMap<KeyNode, MemberLoss>;

function refusedMembers({ members }: ObjectNode, refusal: string): Losses {
  const loss: Loss = { is: 'dropped', reason: `Dropped: the node rejects the config, because ${refusal}.` };
  return new Map(members.map(({ key }) => [key, loss]));
}

/** What doesn't count by itself; everything inside of it doesn't count either. */
function lossesIn(seen: SeenConfig, root: ObjectNode, config: MessageValue): Losses {
  const { contract, reading, image } = seen;
  const losses = new Map(reading.stopsAt === undefined ? [] : membersNotRead(seen, root, reading.stopsAt));
  const lose = (key: KeyNode, is: Loss['is'], reason: string): void => {
    if (!losses.has(key)) losses.set(key, { is, reason });
  };
  const reader = image?.title ?? 'the node';
  for (const { error, rejected, message, member } of reading.notes) {
    if (rejected || member === undefined) continue;
    const isNewer = error === 'unknown-field' && message.fieldByKey(member.key.name) !== undefined;
    const what = error === 'unknown-field' ? 'field' : 'value';
    lose(member.key, 'dropped', `Dropped: ${reader} doesn't know this ${what}${isNewer ? ' yet' : ''}.`);
  }
  const carries = carriedBy(image);
  for (const given of givenFields(config, contract)) {
    const { key } = given.member;
    const [cause] = causesOfNoEffect(given, config, image);
    const overridden = overriddenByFlag(given, config);
    if (cause !== undefined)
      lose(key, cause.code === 'contract/unused-field' ? 'not-used' : 'no-effect', cause.message);
    else if (overridden !== undefined) lose(key, 'no-effect', overridden);
    else if (given.field.type.kind !== 'object' && !carries(given.path))
      lose(key, 'not-used', `Not used: no script variable of ${reader} carries ${given.field.name}.`);
  }
  return losses;
}

/** The members at and behind an error: of the root, and of a map in which it is. */
function membersNotRead(
  { text, contract: { root: type } }: SeenConfig,
  root: ObjectNode,
  stopsAt: number,
): [KeyNode, MemberLoss][] {
  const line = lineAt(text, stopsAt);
  const lossOf = ({ key, span, value }: Member): [KeyNode, Loss] => {
    const holdsOthers = value?.kind === 'object' && value.members.length > 0;
    const why =
      span.start > stopsAt
        ? `the node stops reading at line ${line}`
        : holdsOthers
          ? `the node stops reading inside of it, at line ${line}, and loses all of it`
          : "the node can't read this, and stops reading here";
    return [key, { is: 'dropped', reason: `Dropped: ${why}.` }];
  };
  return root.members.flatMap((member): [KeyNode, MemberLoss][] => {
    if (isReadBefore(member, stopsAt)) return [];
    const { key, value } = member;
    if (!isCut(member, type, stopsAt)) return [lossOf(member)];
    if (value?.kind === 'object')
      return value.members.filter((entry) => !isReadBefore(entry, stopsAt)).map((entry) => lossOf(entry));
    const reason = 'Dropped: the node stops reading here, and has only the entries before.';
    return [[key, { is: 'dropped', reason, from: stopsAt }]];
  });
}

/** Whether the variables of a node image carry a field, by its path. */
function carriedBy(image: TargetImage | undefined): (path: string) => boolean {
  const variables = variablesOf(image?.controller);
  const known = new Map<string, boolean>();
  return (path) => {
    let carried = known.get(path);
    if (carried === undefined) {
      carried =
        readElsewhere.has(path) ||
        isInBootCommand(path, image?.controller) ||
        variables.some((variable) => isFedBy(variable, path));
      known.set(path, carried);
    }
    return carried;
  };
}

/** Fields that count although no variable carries them, with where they are read. */
export const readElsewhere: ReadonlyMap<string, string> = new Map([
  ['version', 'config file only'],
  ['enabled_features', 'enabled_features.sh'],
]);

/** What the contract knows about the members of an object: they are fields, or entries of a map. */
type Content =
  | { readonly is: 'message'; readonly type: RecordType; readonly positions: FieldPositions }
  | { readonly is: 'map'; readonly of: Content | undefined };

function contentOf({ label, type }: Field, { below }: FieldPosition): Content | undefined {
  const message: Content | undefined =
    type.kind === 'object' ? { is: 'message', type: type.of, positions: below } : undefined;
  return label === 'map' ? { is: 'map', of: message } : message;
}

/** A member that is still to be visited. */
interface OpenMember {
  readonly member: Member;
  readonly path: string | undefined;
  readonly content: Content | undefined;
  /** The loss of a member around it. */
  readonly outer: Loss | undefined;
}

/** The members of an object, the last one first. */
function openMembers({ members }: ObjectNode, content: Content | undefined, outer: Loss | undefined): OpenMember[] {
  return members.toReversed().map((member) => {
    if (content?.is !== 'message') return { member, path: undefined, content: content?.of, outer };
    const field = fieldNamed(content.type, member.key.name);
    const position = field && content.positions.get(field);
    if (field === undefined || position === undefined) return { member, path: undefined, content: undefined, outer };
    return { member, path: position.path, content: contentOf(field, position), outer };
  });
}

const nullLoss: Loss = { is: 'dropped', reason: 'Dropped: null is the same as no value.' };

/** Visits all members in the order of the text. Unknown ones may have very many levels. */
function visited(
  root: ObjectNode,
  { root: type, positions }: Contract,
  losses: Losses,
): Pick<AsNodeSees, 'fields' | 'lost'> {
  const fields: SeenField[] = [];
  const lost: LostPart[] = [];
  const forEditors = type.fieldByKey('$schema') === undefined ? '$schema' : undefined;
  const open = openMembers(root, { is: 'message', type, positions }, undefined).filter(
    ({ member }) => member.key.name !== forEditors,
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { member, path, content, outer } = next;
    const { key, span, value } = member;
    const own = outer === undefined ? losses.get(key) : undefined;
    const loss = outer ?? own ?? (value?.kind === 'null' ? nullLoss : undefined);
    if (loss !== undefined && outer === undefined)
      lost.push({ is: loss.is, reason: loss.reason, span: { start: own?.from ?? span.start, end: span.end } });
    const holds = value?.kind === 'object' && value.members.length > 0;
    if (holds) append(open, openMembers(value, content, loss));
    const isHolder = holds && content?.is === 'message';
    fields.push({ name: key.span, span, loss, path: isHolder ? undefined : path, isCounted: !holds });
  }
  return { fields, lost };
}

/** The fields with a default that the messages of a config on the node don't have, as far as they'd have an effect. */
function filledIn(
  config: MessageValue,
  root: ObjectNode,
  { contract: { positions }, image }: SeenConfig,
): FilledField[] {
  const filled: FilledField[] = [];
  const visit = (
    holder: MessageValue,
    node: SyntaxNode | undefined,
    at: FieldPositions,
    steps: readonly string[],
  ): void => {
    if (node?.kind !== 'object') return;
    for (const field of holder.type.fields) {
      const position = at.get(field);
      if (position === undefined) continue;
      const given = holder.fields.get(field);
      // Also of a message in which everything is null, nothing may have an effect.
      if (
        causesOfNoEffect({ field, holder, path: position.path, steps: [...steps, field.name], value: true }, config)
          .length > 0
      )
        continue;
      if (given === undefined) append(filled, filledField(field, position, { holder, node, config, image }));
      else if (isMessage(given.value)) visit(given.value, given.member.value, position.below, [...steps, field.name]);
      else if (given.value instanceof Map && given.member.value?.kind === 'object') {
        const entries = given.value as ReadonlyMap<string, ContractValue>;
        for (const { key, value } of given.member.value.members) {
          const message = entries.get(key.name);
          if (isMessage(message)) visit(message, value, position.below, [...steps, field.name, key.name]);
        }
      }
    }
  };
  visit(config, root, positions, []);
  return filled.sort((a, b) => a.offset - b.offset);
}

/** The object that doesn't give a field. */
interface Around {
  readonly holder: MessageValue;
  readonly node: ObjectNode;
  readonly config: MessageValue;
  readonly image: TargetImage | undefined;
}

function filledField(field: Field, { path }: FieldPosition, { holder, node, config, image }: Around): FilledField[] {
  const { name, default: value, lifetime } = field;
  if (value === undefined || field.deprecated === true) return [];
  if (lifetime !== undefined && image !== undefined && !image.controller.knows(lifetime)) return [];
  if (overriddenByFlag({ field, path }, config) !== undefined) return [];
  const member = node.members.find(({ key }) => holder.type.fieldByKey(key.name) === field);
  return [
    {
      offset: member?.span.end ?? node.span.end,
      isNamed: member !== undefined,
      name,
      value: String(value),
      filledBy: path.startsWith(`${kubeletFile}.`) ? 'kubelet' : 'node',
    },
  ];
}

/** `The node starts with 31 of 34 fields: 2 are dropped, 1 has no effect.` */
function summaryOf(
  fields: readonly SeenField[],
  refusal: string | undefined,
  { text, reading, image }: SeenConfig,
): string {
  const values = fields.filter(({ isCounted }) => isCounted);
  const all = values.length;
  const of = nodeTitle(image);
  if (refusal !== undefined)
    return `${of} rejects this config${all === 0 ? '' : ` with all ${counted(all, 'field')}`}: ${refusal}.`;
  const dropped = values.filter(({ loss }) => loss?.is === 'dropped').length;
  const idle = values.filter(({ loss }) => loss !== undefined).length - dropped;
  const kept = all - dropped - idle;
  const stop = reading.stopsAt === undefined ? '' : ` It stops reading at line ${lineAt(text, reading.stopsAt)}.`;
  if (kept === all) return `${of} starts with all ${counted(all, 'field')}.${stop}`;
  const losses = [...(dropped === 0 ? [] : [`${dropped} dropped`]), ...(idle === 0 ? [] : [`${idle} without effect`])];
  return `${of} starts with ${kept} of ${counted(all, 'field')}: ${losses.join(', ')}.${stop}`;
}

/** The node as the subject of a sentence: its image, and of a range the newest one. */
function nodeTitle(image: TargetImage | undefined): string {
  if (image === undefined) return 'The node';
  const range = image.images.length > 1 ? ', the newest of the range' : '';
  return `The node (image ${image.version}${range})`;
}
