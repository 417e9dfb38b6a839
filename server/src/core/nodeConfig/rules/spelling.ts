import { renameKey } from '../../formats/tree/edits.js';
import { memberOf } from '../../formats/tree/node.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { EnumType } from '../../record/model.js';
import { describePlace } from './reading.js';
import { convertNames } from '../edits.js';
import { nameIn, prevailingSpelling, type Spelling, spellingOf } from '../navigate.js';
import type { ReadingOddity } from '../read.js';
import { numberText, strictNumber } from '../scalars.js';
import { contractObjects, membersByField, textAt } from '../value.js';
import type { NodeConfigInput } from './input.js';

/** Whole numbers with a point or exponent, which protobuf-go 1.36.11 `protojson` takes for an int32. */
export const unusualIntegers: Rule<NodeConfigInput> = {
  name: 'node-config/unusual-integers',
  *check({ reading }) {
    for (const found of reading.oddities) {
      if (found.oddity !== 'unusual-integer' || found.node?.kind !== 'number') continue;
      const { pointer, span } = found;
      const number = numberText(found.value);
      yield problem(
        'contract/unusual-integer',
        span,
        `${describePlace(found)} takes a whole number, which is written as ${found.node.raw} here; the node reads ${number}.`,
        { pointer, fixes: [{ title: `Write ${number}`, changes: [{ span, newText: number }], safe: true }] },
      );
    }
  },
};

/** Numbers in quotes, which protobuf-go 1.36.11 `protojson` takes; NaN and the infinities have no other form. */
export const numericStrings: Rule<NodeConfigInput> = {
  name: 'node-config/numeric-strings',
  *check({ reading }) {
    for (const found of reading.oddities) if (found.oddity === 'numeric-string') yield numericString(found);
  },
};

function numericString(found: ReadingOddity): Problem {
  const { node, pointer, span, value } = found;
  const number = numberText(value);
  // Only the beginning of a text such as "7 apples" is read, which its author should see.
  const whole = node?.kind === 'string' && strictNumber.test(node.value);
  const read = whole
    ? `the node reads the number ${number}, other tools take it for text`
    : `the node reads the number ${number} at its beginning and ignores the rest`;
  return problem(
    'contract/numeric-string',
    span,
    `${describePlace(found)} takes a number, but this is text: ${read}. Write the number without quotes.`,
    { pointer, fixes: [{ title: 'Remove the quotes', changes: [{ span, newText: number }], safe: whole }] },
  );
}

/**
 * Enums by number. protobuf-go 1.36.11 `protojson` takes any 32-bit number there, also one that stands for
 * nothing, and writes it again.
 */
export const enumNumbers: Rule<NodeConfigInput> = {
  name: 'node-config/enum-numbers',
  *check({ reading }) {
    for (const found of reading.oddities)
      if (found.field?.type.kind === 'enum') yield enumNumber(found, found.field.type.of);
  },
};

function enumNumber(found: ReadingOddity, type: EnumType): Problem {
  const { pointer, span, value } = found;
  const known = type.values.find((candidate) => candidate.number === value);
  if (known === undefined) {
    const names = type.values.map(({ name }) => name).join(', ');
    return problem(
      'contract/unknown-enum-number',
      span,
      `${type.name} has no value with the number ${numberText(value)}; the node keeps the number, and nothing follows from it. It knows ${names}.`,
      { pointer },
    );
  }
  const fix = {
    title: `Change to ${known.name}`,
    changes: [{ span, newText: JSON.stringify(known.name) }],
    safe: true,
  };
  return problem(
    'contract/enum-number',
    span,
    `${describePlace(found)} is given by its number; ${numberText(value)} stands for ${known.name}. Write the name.`,
    { pointer, fixes: [fix] },
  );
}

/**
 * Fields that are spelled otherwise than most of the file. The node takes both spellings, but a search for
 * one of them misses the other, and an author easily gives the field once more.
 */
export const mixedNames: Rule<NodeConfigInput> = {
  name: 'node-config/mixed-names',
  *check({ tree, reading, contract }): Generator<Problem> {
    if (reading.spellings.proto === 0 || reading.spellings.json === 0) return;
    const spelling = prevailingSpelling(reading.spellings);
    const changes = convertNames(tree.root, contract.root, spelling);
    const all: Fix[] =
      changes.length === 1
        ? []
        : [{ title: `Convert all names of the file to ${nounOf(spelling)}`, changes, safe: false }];
    for (const object of contractObjects(tree.root, contract.root)) {
      for (const [field, [member, ...others]] of membersByField(object)) {
        if (member === undefined || others.length > 0) continue;
        const written = spellingOf(member.key.name, field);
        if (written === undefined || written === spelling) continue;
        const name = nameIn(spelling, field);
        yield problem(
          'contract/mixed-names',
          member.key.span,
          `${member.key.name} is the ${nounOf(written).slice(0, -1)} of this field, while most fields of the file have ${nounOf(spelling)}; here that is ${name}.`,
          {
            pointer: pointerOf([...object.path, member.key.name]),
            fixes: [{ title: `Rename to ${name}`, changes: [renameKey(member.key, name)], safe: true }, ...all],
          },
        );
      }
    }
  },
};

function nounOf(spelling: Spelling): string {
  return spelling === 'proto' ? 'proto names' : 'JSON names';
}

/** aks-node-controller stops at any version but v0 and v1, and logs v0 as deprecated (AgentBaker 06836ee230). */
export const version: Rule<NodeConfigInput> = {
  name: 'node-config/version',
  *check({ tree, reading }): Generator<Problem> {
    const written = textAt(reading.value, 'version');
    const span = memberOf(tree.root, 'version')?.value?.span;
    // An absent version is the business of the required fields.
    if (written === '' || written === 'v1' || span === undefined) return;
    const fixes = [{ title: 'Change to "v1"', changes: [{ span, newText: '"v1"' }], safe: written === 'v0' }];
    const extras = { pointer: '/version', fixes };
    if (written === 'v0') {
      yield problem('contract/deprecated-version', span, 'Contract version v0 is deprecated; write v1.', {
        ...extras,
        deprecated: true,
      });
    } else {
      yield problem(
        'contract/unsupported-version',
        span,
        `The node refuses contract version ${JSON.stringify(written)}; it reads v1 (and v0, deprecated).`,
        extras,
      );
    }
  },
};

/** What the parser could not make sense of; aks-node-controller refuses such a text as a whole. */
export const syntaxFaults: Rule<NodeConfigInput> = {
  name: 'node-config/syntax-faults',
  check: ({ tree }) => tree.problems,
};
