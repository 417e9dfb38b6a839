/** Characters of a text that a reason repeats. */
const longest = 40;

/** A piece of a text in quotes, shortened to what a clause can carry. Never for pieces of secrets. */
export function quoted(piece: string): string {
  return JSON.stringify(piece.length > longest ? `${piece.slice(0, longest)}…` : piece);
}
