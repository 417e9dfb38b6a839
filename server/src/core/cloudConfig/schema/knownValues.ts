import type { NodePath } from '../../syntax/pointer.js';

/** A value that people write at a place where cloud-init takes any text. */
export interface KnownValue {
  readonly value: string;
  /** What it comes to, as a sentence. */
  readonly doc: string;
}

const shells: readonly KnownValue[] = [
  { value: '/bin/bash', doc: 'Bash, which AKS node images have.' },
  { value: '/bin/sh', doc: 'The shell that every Linux has.' },
  { value: '/usr/sbin/nologin', doc: 'Refuses logins politely; for accounts of services.' },
  { value: '/bin/false', doc: 'Refuses logins without a word.' },
];

const modes: readonly KnownValue[] = [
  { value: '0644', doc: 'Everybody reads, the owner writes.' },
  { value: '0600', doc: 'Only the owner reads and writes; for secrets.' },
  { value: '0755', doc: 'Everybody reads and executes, the owner writes; for scripts.' },
  { value: '0700', doc: 'Only the owner reads, writes and executes.' },
  { value: '0640', doc: 'The owner reads and writes, the group reads.' },
  { value: '0440', doc: 'Owner and group read; what sudo wants of its files.' },
];

/** By place; `*` is any step of a path. */
const places: readonly [readonly string[], readonly KnownValue[]][] = [
  [['users', '*'], [{ value: 'default', doc: 'The user that the image itself brings.' }]],
  [['users', '*', 'shell'], shells],
  [['user', 'shell'], shells],
  [
    ['users', '*', 'sudo'],
    [{ value: 'ALL=(ALL) NOPASSWD:ALL', doc: 'Every command as everybody, without a password.' }],
  ],
  [['write_files', '*', 'permissions'], modes],
  [['write_files', '*', 'owner'], [{ value: 'root:root', doc: 'What a file has where no owner is given.' }]],
];

/** The values that are known for a path; none for most. */
export function knownValuesAt(path: NodePath): readonly KnownValue[] {
  const fits = (pattern: readonly string[]): boolean =>
    pattern.length === path.length && pattern.every((step, index) => step === '*' || step === path[index]);
  return places.find(([pattern]) => fits(pattern))?.[1] ?? [];
}
