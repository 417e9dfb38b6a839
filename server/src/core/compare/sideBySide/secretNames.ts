import { maskText } from '../../secrets/find.js';
import type { Side } from '../comparison.js';

/** What stands in the place of a secret on one side; `place` is where the secret is in its document. */
export type SideMask = (secret: string, place: string) => string;

/**
 * Gives the secrets of two documents masks by which they can be told apart but not known. A secret that both sides
 * have in the same places is masked as always; any other gets a number, which is the same wherever it stands.
 */
export class SecretNames {
  readonly #places: Readonly<Record<Side, Map<string, string[]>>> = { before: new Map(), after: new Map() };
  readonly #numbers = new Map<string, number>();

  /** Takes notice of each secret that it is asked to mask. All of both sides have to be seen before any is named. */
  noticing(side: Side): SideMask {
    return (secret, place) => {
      const places = this.#places[side].get(secret);
      if (places === undefined) this.#places[side].set(secret, [place]);
      else places.push(place);
      return maskText;
    };
  }

  readonly naming: SideMask = (secret) => {
    const { before, after } = this.#places;
    const [old, now] = [before.get(secret), after.get(secret)];
    if (old?.join('\n') === now?.join('\n')) return maskText;
    let number = this.#numbers.get(secret);
    if (number === undefined) this.#numbers.set(secret, (number = this.#numbers.size + 1));
    return `${maskText}#${number}`;
  };
}
