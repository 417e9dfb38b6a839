import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Pattern } from './observed.js';

/**
 * The runs of a pattern that can contain the pattern's own beginning, as in `\$\{[^}]*\}`. A search tries the pattern at each
 * of these beginnings, and each time reads the run to its end: quadratic time on a repeated beginning. scslre sees this only
 * if a single character can be repeated.
 */
export function repeatedBeginnings({ source, flags }: Pattern): string[] {
  if (flags.includes('y')) return [];
  const characters = new CharacterSets(flags);
  const found: string[] = [];
  const walk = (
    elements: readonly AST.Element[],
    before: readonly AST.Element[],
    after: readonly AST.Element[],
  ): void => {
    for (const [index, element] of elements.entries()) {
      const earlier = [...before, ...elements.slice(0, index)];
      const later = [...elements.slice(index + 1), ...after];
      const repeated = element.type === 'Quantifier' ? element.element : element;
      if (repeated.type === 'Group' || repeated.type === 'CapturingGroup')
        for (const { elements: inner } of repeated.alternatives) walk(inner, earlier, later);
      else if (element.type === 'Quantifier' && element.max === Infinity && isCharacter(repeated)) {
        const run = characters.of(repeated);
        if (!later.every(canBeEmpty) && earlier.every((part) => characters.fits(part, run))) found.push(element.raw);
      }
    }
  };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  for (const { elements } of pattern.alternatives) walk(elements, [], []);
  return found;
}

type CharacterElement = AST.Character | AST.CharacterSet | AST.CharacterClass;

function isCharacter(element: AST.Element): element is CharacterElement {
  return element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass';
}

function canBeEmpty(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min === 0 || canBeEmpty(element.element);
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.some(({ elements }) => elements.every(canBeEmpty));
  return false;
}

/** Characters that stand for all others. */
const samples = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).concat(
  '\u2028',
  '\u3000',
  '\ufeff',
  '𝒳',
);

/** The sample characters that elements of a pattern accept. */
class CharacterSets {
  readonly #flags: string;
  readonly #sets = new Map<string, ReadonlySet<string>>();

  constructor(flags: string) {
    this.#flags = flags.replace(/[gd]/g, '');
  }

  of({ raw }: CharacterElement): ReadonlySet<string> {
    let set = this.#sets.get(raw);
    if (set === undefined) {
      const pattern = new RegExp(`^(?:${raw})$`, this.#flags.replace('m', ''));
      set = new Set(samples.filter((character) => pattern.test(character)));
      this.#sets.set(raw, set);
    }
    return set;
  }

  /** Whether an element accepts a string that consists of characters of a run, and follows one. */
  fits(element: AST.Element, run: ReadonlySet<string>): boolean {
    if (isCharacter(element)) return [...this.of(element)].some((character) => run.has(character));
    if (element.type === 'Quantifier') return element.min === 0 || this.fits(element.element, run);
    if (element.type === 'Group' || element.type === 'CapturingGroup')
      return element.alternatives.some(({ elements }) => elements.every((part) => this.fits(part, run)));
    if (element.type !== 'Assertion') return true;
    if (element.kind === 'start') return this.#flags.includes('m') && run.has('\n');
    const only = element.kind === 'lookbehind' ? element.alternatives[0]?.elements : undefined;
    const [first] = only ?? [];
    if (element.kind !== 'lookbehind' || first === undefined || only?.length !== 1 || !isCharacter(first)) return true;
    const preceding = this.of(first);
    return [...run].some((character) => preceding.has(character) !== element.negate);
  }
}
