/**
 * The names that a pattern of a schema stands for, where it is nothing but words and choices of words such as
 * `^(rsa|ecdsa)_(public|private)$`; empty for patterns that leave more open.
 */
export function namesOfPattern(pattern: string): string[] {
  const inner = /^\^((?:\w|\([\w|]+\))+)\$$/.exec(pattern)?.[1];
  if (inner === undefined) return [];
  let names = [''];
  for (const [piece] of inner.matchAll(/\w+|\([\w|]+\)/g)) {
    const choices = piece.startsWith('(') ? piece.slice(1, -1).split('|') : [piece];
    names = names.flatMap((name) => choices.map((choice) => name + choice));
  }
  return names;
}
