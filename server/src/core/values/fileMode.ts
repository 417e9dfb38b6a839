/** `0644`: four digits at least, as people write modes. */
export function octalDigits(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

const people = ['owner', 'group', 'others'] as const;

/**
 * A mode in words: who may read, write and execute, those with the same rights together, and what the three special
 * bits add. `0755` is `owner: read, write, execute; group, others: read, execute`.
 */
export function modeInWords(mode: number): string {
  const groups: { who: string[]; may: string }[] = [];
  for (const [index, person] of people.entries()) {
    const may = rights((mode >> (6 - 3 * index)) & 7);
    const last = groups.at(-1);
    if (last?.may === may) last.who.push(person);
    else groups.push({ who: [person], may });
  }
  const special = [
    (mode & 0o4000) === 0 ? undefined : 'runs as its owner',
    (mode & 0o2000) === 0 ? undefined : 'runs as its group',
    (mode & 0o1000) === 0 ? undefined : 'sticky',
  ];
  return [
    ...groups.map(({ who, may }) => `${who.join(', ')}: ${may}`),
    ...special.filter((one) => one !== undefined),
  ].join('; ');
}

/** The nine letters of `ls -l`: `rw-r--r--`. */
export function modeLetters(mode: number): string {
  return [6, 3, 0]
    .map((shift) => ['r', 'w', 'x'].map((letter, bit) => ((mode >> shift) & (4 >> bit) ? letter : '-')).join(''))
    .join('');
}

function rights(bits: number): string {
  const named = [bits & 4 ? 'read' : '', bits & 2 ? 'write' : '', bits & 1 ? 'execute' : ''].filter(
    (word) => word !== '',
  );
  return named.length === 0 ? 'nothing' : named.join(', ');
}
