import { stringValue } from '../../formats/tree/node.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { ProblemCode } from '../../problems/codes.js';
import type { Rule } from '../../problems/rules.js';
import type { EnumType } from '../../record/model.js';
import { describeNode } from '../../record/explain.js';
import { renameFixes } from '../../record/fixes.js';
import { quoted } from '../../text/strings.js';
import { problemAt, subjectOf } from './reading.js';
import { convertNames } from '../edits.js';
import { nameIn, prevailingSpelling, type Spelling, spellingOf } from '../navigate.js';
import type { ReadingWarning } from '../read.js';
import { numberText, strictNumber } from '../scalars.js';
import { contractObjects, membersByField, textAt } from '../value.js';
import type { NodeConfigInput } from './input.js';

/** Integers with a point or exponent, which protobuf-go 1.36.11 `protojson` accepts for an int32. */
export const unusualIntegers: Rule<NodeConfigInput> = {
  name: 'node-config/unusual-integers',
  *check({ reading }) {
    for (const found of reading.warnings) {
      if (found.warning !== 'unusual-integer' || found.node?.kind !== 'number') continue;
      const number = numberText(found.value);
      const message = `${subjectOf(found)} should be a plain integer: write ${number}, not ${found.node.raw}. The node reads both as ${number}.`;
      yield rewritable(found, 'contract/unusual-integer', message, `Write ${number}`, number);
    }
  },
};

/** Quoted numbers, which protobuf-go 1.36.11 `protojson` accepts. NaN and infinities must be quoted. */
export const numericStrings: Rule<NodeConfigInput> = {
  name: 'node-config/numeric-strings',
  *check({ reading }) {
    for (const found of reading.warnings) if (found.warning === 'numeric-string') yield numericString(found);
  },
};

function numericString(found: ReadingWarning): Problem {
  const { node, value } = found;
  const number = numberText(value);
  // Of a string such as "7 apples" the node reads only the number.
  const whole = node?.kind === 'string' && strictNumber.test(node.value);
  const effect = whole
    ? `The node reads both as ${number}, but other tools read a string.`
    : `The node reads the number at the beginning and ignores the rest.`;
  const message = `${subjectOf(found)} should be a number: write ${number}, not ${describeNode(node, false)}. ${effect}`;
  return rewritable(found, 'contract/numeric-string', message, 'Remove the quotes', number, whole);
}

function rewritable(
  found: ReadingWarning,
  code: ProblemCode,
  message: string,
  title: string,
  newText: string,
  safe = true,
): Problem {
  return problemAt(found, code, message, { fixes: [{ title, changes: [{ span: found.span, newText }], safe }] });
}

/** Enums by number. protobuf-go 1.36.11 `protojson` accepts and writes any 32-bit number, also unknown ones. */
export const enumNumbers: Rule<NodeConfigInput> = {
  name: 'node-config/enum-numbers',
  *check({ reading }) {
    for (const found of reading.warnings)
      if (found.field?.type.kind === 'enum') yield enumNumber(found, found.field.type.of);
  },
};

function enumNumber(found: ReadingWarning, type: EnumType): Problem {
  const number = numberText(found.value);
  const known = type.values.find((candidate) => candidate.number === found.value);
  if (known === undefined) {
    const names = type.values.map(({ name }) => name).join(', ');
    const message = `${type.name} has no value with the number ${number}; the node keeps the number, but it has no effect. Known values: ${names}.`;
    return problemAt(found, 'contract/unknown-enum-number', message);
  }
  const name = JSON.stringify(known.name);
  const message = `${subjectOf(found)} should be a name: write ${name}, not ${number}.`;
  return rewritable(found, 'contract/enum-number', message, `Change to ${known.name}`, name);
}

/**
 * Fields whose spelling differs from most of the file. The node accepts both spellings, but a search for one of them
 * misses the other, and the field is easily given twice.
 */
export const mixedNames: Rule<NodeConfigInput> = {
  name: 'node-config/mixed-names',
  *check({ tree, reading, contract, keys }): Generator<Problem> {
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
          `${member.key.name} is the ${nounOf(written).slice(0, -1)} of this field, but most fields of the file use ${nounOf(spelling)}: write ${name}.`,
          {
            pointer: pointerOf([...object.path, member.key.name]),
            fixes: [...renameFixes(keys, object.node, member.key, name, { safe: true }), ...all],
          },
        );
      }
    }
  },
};

function nounOf(spelling: Spelling): string {
  return spelling === 'proto' ? 'proto names' : 'JSON names';
}

/** aks-node-controller rejects all versions except v0 and v1, and logs v0 as deprecated (AgentBaker 06836ee230). */
export const version: Rule<NodeConfigInput> = {
  name: 'node-config/version',
  *check({ tree, reading }): Generator<Problem> {
    const written = textAt(reading.value, 'version');
    // Of two members the node takes one and rejects the config, so the last one may be another value.
    const members = tree.root?.kind === 'object' ? tree.root.members : [];
    const span = members.find(({ key, value }) => key.name === 'version' && stringValue(value) === written)?.value
      ?.span;
    // The rule for required fields reports an absent version.
    if (written === '' || written === 'v1' || span === undefined) return;
    const fixes = [{ title: 'Change to "v1"', changes: [{ span, newText: '"v1"' }], safe: written === 'v0' }];
    const extras = { pointer: '/version', fixes };
    const other = `version must be "v1", not ${quoted(written)}. The node rejects every other version except v0, which is deprecated.`;
    yield written === 'v0'
      ? problem('contract/deprecated-version', span, 'version v0 is deprecated: write "v1".', {
          ...extras,
          deprecated: true,
        })
      : problem('contract/unsupported-version', span, other, extras);
  },
};

/** Syntax errors: aks-node-controller rejects the whole config. */
export const syntaxFaults: Rule<NodeConfigInput> = {
  name: 'node-config/syntax-faults',
  check: ({ tree }) => tree.problems,
};
