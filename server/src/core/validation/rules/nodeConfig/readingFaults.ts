import { describeExpected, describeNode, nearestField, quoted } from '../../../contract/explain.js';
import type { ReadingNote } from '../../../contract/read.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import type { KeyNode } from '../../../syntax/node.js';
import { nearestName } from '../../../text/suggest.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/**
 * Everything in a config that does not reach the node as written: what aks-node-controller rejects and
 * what it drops without a word (protojson with DiscardUnknown, AgentBaker 06836ee230).
 */
export const readingFaults: Rule<NodeConfigInput> = {
  name: 'node-config/reading-faults',
  *check({ reading, text }) {
    for (const note of reading.notes) yield faultOf(note, text);
  },
};

function faultOf(note: ReadingNote, text: string): Problem {
  const { pointer, span } = note;
  switch (note.departure) {
    case 'unknown-field':
      return unknownField(note);
    case 'unknown-enum-value':
      return unknownEnumValue(note);
    case 'wrong-type':
      return wrongType(note, text);
    case 'number-out-of-range': {
      const range =
        note.field?.type.kind === 'scalar' && note.field.type.scalar === 'double'
          ? 'a double'
          : 'int32 (-2147483648 to 2147483647)';
      return problem(
        'contract/number-out-of-range',
        span,
        `${nameOf(note)} does not fit: the number is beyond ${range}.`,
        { pointer },
      );
    }
    case 'null-value':
      return problem(
        'contract/null-value',
        span,
        `null cannot stand inside a list or map; leave the entry out. ${nameOf(note)} takes ${expected(note)}.`,
        { pointer },
      );
    case 'duplicate-field':
      return duplicateField(note);
    case 'duplicate-map-key':
      return problem(
        'json/duplicate-key',
        span,
        `The key ${quoted(note.member?.key.name ?? '')} is given twice; the node refuses the config.`,
        { pointer },
      );
    case 'too-deep':
      return problem(
        'contract/too-deep',
        span,
        'The value is nested more than 10,000 deep; the node refuses the config.',
        { pointer },
      );
  }
}

function unknownField(note: ReadingNote): Problem {
  const key = note.member?.key;
  const name = key?.name ?? '';
  const removed = note.message.removedByKey(name);
  if (removed !== undefined) {
    const when = removed.removedIn === undefined ? '' : ` with AgentBaker ${removed.removedIn}`;
    return problem(
      'contract/removed-field',
      note.span,
      `${name} was removed from ${note.message.name}${when}; the node drops it silently. ${removed.hint}`,
      { pointer: note.pointer },
    );
  }
  const suggestion = nearestField(note.message, name);
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return problem(
    'contract/unknown-field',
    note.span,
    `${note.message.name} has no field ${quoted(name)}; the node drops it silently.${hint}`,
    {
      pointer: note.pointer,
      fixes: suggestion === undefined || key === undefined ? [] : [renameKey(key, suggestion)],
    },
  );
}

function renameKey(key: KeyNode, name: string): Fix {
  return { title: `Rename to ${name}`, changes: [{ span: key.span, newText: JSON.stringify(name) }], safe: false };
}

function unknownEnumValue(note: ReadingNote): Problem {
  const type = note.field?.type;
  const names = type?.kind === 'enum' ? type.of.values.map((known) => known.name) : [];
  const written = note.node?.kind === 'string' ? note.node.value : '';
  const suggestion =
    nearestName(written, names) ?? names.find((name) => written !== '' && name.endsWith(`_${written.toUpperCase()}`));
  const hint = suggestion === undefined ? ` It knows ${names.join(', ')}.` : ` Did you mean ${suggestion}?`;
  return problem(
    'contract/unknown-enum-value',
    note.span,
    `${type?.kind === 'enum' ? type.of.name : 'The enum'} has no value ${quoted(written)}; the node drops it silently.${hint}`,
    {
      pointer: note.pointer,
      fixes:
        suggestion === undefined
          ? []
          : [
              {
                title: `Change to ${suggestion}`,
                changes: [{ span: note.span, newText: JSON.stringify(suggestion) }],
                safe: false,
              },
            ],
    },
  );
}

function wrongType(note: ReadingNote, text: string): Problem {
  const { field, node, pointer, span } = note;
  if (field === undefined)
    return problem(
      'contract/not-an-object',
      span,
      `A node config is one JSON object, not ${describeNode(node, false)}.`,
      { pointer },
    );
  const secret = field.secret === true;
  const message = `${nameOf(note)} takes ${expected(note)}, not ${describeNode(node, secret)}; the node logs an error and goes on with part of the config.`;
  return problem('contract/wrong-type', span, message, { pointer, fixes: retypingFixes(note, text) });
}

/** The value in the type that the field takes, where only quotes are too many or missing. */
function retypingFixes(note: ReadingNote, text: string): Fix[] {
  const { field, node, span } = note;
  if (node === undefined || field?.type.kind !== 'scalar') return [];
  if (!note.element && (field.label === 'repeated' || field.label === 'map')) return [];
  const written = text.slice(span.start, span.end);
  const { scalar } = field.type;
  if (scalar === 'string' && (node.kind === 'number' || node.kind === 'boolean')) {
    return [{ title: 'Put the value in quotes', changes: [{ span, newText: JSON.stringify(written) }], safe: true }];
  }
  if (scalar === 'bool' && node.kind === 'string' && /^(?:true|false)$/i.test(node.value)) {
    return [{ title: 'Remove the quotes', changes: [{ span, newText: node.value.toLowerCase() }], safe: true }];
  }
  return [];
}

function duplicateField(note: ReadingNote): Problem {
  const { field, span, pointer } = note;
  const name = note.member?.key.name ?? '';
  // Two equal spellings are a fault of any JSON; two different ones only of this contract.
  const spelling = name === field?.name ? field.jsonName : (field?.name ?? name);
  return problem(
    'contract/duplicate-field',
    span,
    `${name} is given already in this object${spelling === name ? '' : ` (${spelling} is the same field)`}; the node refuses the config.`,
    { pointer },
  );
}

function nameOf(note: ReadingNote): string {
  if (!note.element) return note.field?.name ?? note.message.name;
  return `An entry of ${note.field?.name ?? note.message.name}`;
}

function expected(note: ReadingNote): string {
  return note.field === undefined ? 'an object' : describeExpected(note.field, note.element);
}
