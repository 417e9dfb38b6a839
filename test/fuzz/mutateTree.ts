import type { Random } from './random.js';
import { type Member, readTrees, type Tree } from './tree.js';
import { seeds } from './seeds.js';
import { hostileNumbers, hostileStrings, knownNames, knownValues } from './words.js';

/** A value in a tree, and how to change it there. */
interface Slot {
  readonly value: Tree;
  readonly replace: (...values: Tree[]) => void;
  /** The member that it is the value of; undefined in a list. */
  readonly member?: Member;
  readonly siblings?: Member[];
}

/** Changes a scalar that itself contains a document. */
type ChangeText = (text: string, random: Random) => string;

/** A text of JSON or YAML with one to four changes of its tree; undefined if it is neither. */
export function mutatedTree(text: string, random: Random, changeText: ChangeText): string | undefined {
  const read = readTrees(text);
  if (read === undefined) return undefined;
  const { trees } = read;
  for (let changes = random.below(4); changes >= 0; changes--) {
    change(trees, random, changeText);
    // Copies of copies grow fast.
    if (slotsOf(trees).length >= maxSlots) break;
  }
  return read.write(trees, random);
}

/** Values that are looked at; trees of samples have some hundred. */
const maxSlots = 2_000;

function slotsOf(trees: Tree[]): Slot[] {
  const slots: Slot[] = [];
  const list = (items: Tree[]): void => {
    for (const value of [...items]) {
      if (slots.length >= maxSlots) return;
      slots.push({ value, replace: (...values) => items.splice(Math.max(0, items.indexOf(value)), 1, ...values) });
      visit(value);
    }
  };
  const visit = (node: Tree): void => {
    if (node.is === 'list') list(node.items);
    if (node.is !== 'mapping') return;
    const { members } = node;
    for (const member of [...members]) {
      if (slots.length >= maxSlots) return;
      const replace = (...values: Tree[]): void => {
        members.splice(
          Math.max(0, members.indexOf(member)),
          1,
          ...values.map((value) => ({ name: member.name, value })),
        );
      };
      slots.push({ value: member.value, replace, member, siblings: members });
      visit(member.value);
    }
  };
  list(trees);
  return slots;
}

const string = (value: string): Tree => ({ is: 'scalar', value });

function change(trees: Tree[], random: Random, changeText: ChangeText): void {
  const slots = slotsOf(trees);
  if (slots.length === 0) return;
  const slot = random.pick(slots);
  const { value, replace, member, siblings } = slot;
  switch (random.below(16)) {
    case 0:
      replace();
      return;
    case 1:
      replace(...Array.from({ length: random.pick([2, 2, 3, 40]) }, () => value));
      return;
    case 2: {
      const other = random.pick(slots);
      replace(structuredClone(other.value));
      other.replace(structuredClone(value));
      return;
    }
    case 3:
      if (member !== undefined) member.name = nearName(member.name, random);
      return;
    case 4:
      if (member !== undefined) member.name = random.pick(knownNames);
      return;
    case 5:
      replace(otherType(value, random));
      return;
    case 6:
      replace(deepened(value, random));
      return;
    case 7:
      replace(random.pick([string(random.pick(hostileStrings)), { is: 'raw', text: random.pick(hostileNumbers) }]));
      return;
    case 8:
      replace(partOfOther(random) ?? value);
      return;
    case 9:
      siblings?.splice(random.below(siblings.length + 1), 0, {
        name: member?.name ?? '',
        value: random.pick([structuredClone(value), string('twice'), { is: 'list', items: [] }]),
      });
      return;
    case 10: {
      // An anchor with aliases, maybe one in what it stands for.
      const name = random.pick(['a', 'b']);
      value.anchor = name;
      for (const other of random.some(slots, random.pick([1, 2, 8]))) other.replace({ is: 'alias', name });
      return;
    }
    case 11: {
      const name = random.pick(['a', 'b', 'nothing']);
      if (value.is === 'mapping') value.anchor = name;
      const alias: Tree = { is: 'alias', name };
      const merged: Tree = random.pick([alias, { is: 'list', items: [alias, alias] }, string('no mapping')]);
      random.pick(slots).siblings?.push({ name: '<<', value: merged });
      return;
    }
    case 12:
      siblings?.push({ name: random.pick(knownNames), value: string(random.pick(knownValues)) });
      return;
    default:
      if (value.is === 'scalar') replace({ is: 'scalar', value: changedScalar(value.value, random, changeText) });
      else replace(random.oneIn(2) ? string(random.pick(knownValues)) : value);
  }
}

/** A name that differs in a letter, its case or its separators. */
function nearName(name: string, random: Random): string {
  const at = random.below(name.length + 1);
  switch (random.below(7)) {
    case 0:
      return name.slice(0, at) + name.slice(at + 1);
    case 1:
      return name.slice(0, at) + name.charAt(at) + name.slice(at);
    case 2:
      return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    case 3:
      return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    case 4:
      return random.oneIn(2) ? name.toUpperCase() : name.toLowerCase();
    case 5:
      return name.slice(0, at) + random.pick(hostileStrings) + name.slice(at);
    default:
      return `${name.slice(0, at)}${name.charAt(at + 1)}${name.charAt(at)}${name.slice(at + 2)}`;
  }
}

function otherType(value: Tree, random: Random): Tree {
  switch (random.below(6)) {
    case 0:
      return { is: 'scalar', value: null };
    case 1:
      return { is: 'scalar', value: random.oneIn(2) };
    case 2:
      return { is: 'list', items: random.oneIn(3) ? [] : [value] };
    case 3:
      return { is: 'mapping', members: random.oneIn(3) ? [] : [{ name: random.pick(knownNames), value }] };
    case 4:
      return string(value.is === 'scalar' ? String(value.value) : JSON.stringify(value).slice(0, 2_000));
    default:
      return { is: 'raw', text: random.pick(hostileNumbers) };
  }
}

function deepened(value: Tree, random: Random): Tree {
  const name = random.pick(knownNames);
  let inside = value;
  for (let depth = random.pick([1, 3, 20, 120, 300]); depth > 0; depth--)
    inside = random.oneIn(2) ? { is: 'list', items: [inside] } : { is: 'mapping', members: [{ name, value: inside }] };
  return inside;
}

function partOfOther(random: Random): Tree | undefined {
  const { content } = random.pick(seeds);
  const trees = typeof content === 'string' ? readTrees(content)?.trees : undefined;
  const slots = trees && slotsOf(trees);
  return slots === undefined || slots.length === 0 ? undefined : random.pick(slots).value;
}

function changedScalar(
  value: string | number | boolean | null,
  random: Random,
  changeText: ChangeText,
): string | number | boolean | null {
  if (typeof value === 'number') return random.pick([-value, value + 1, value * 1e9, String(value), value / 3]);
  if (typeof value === 'boolean') return random.pick([!value, String(value), value ? 1 : 0]);
  if (value === null) return random.pick([0, '', false]);
  if (value.length > 12 && !random.oneIn(3)) return changeText(value, random);
  const at = random.below(value.length + 1);
  switch (random.below(7)) {
    case 0:
      return value.slice(0, at) + random.pick(hostileStrings) + value.slice(at);
    case 1:
      return ` ${value}\n`;
    case 2:
      return random.oneIn(2) ? value.toUpperCase() : value.toLowerCase();
    case 3:
      return value.slice(0, at);
    case 4:
      return value + value;
    case 5:
      return value.replace(/\d/, () => String(random.below(10)));
    default:
      return random.pick(knownValues);
  }
}
