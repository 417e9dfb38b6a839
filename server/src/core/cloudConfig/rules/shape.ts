import { KeyNames } from '../../formats/tree/edits.js';
import { type Member, MemberIndex, type NumberNode, type SyntaxNode } from '../../formats/tree/node.js';
import { narrowSpan, nearestNode, type NearestNode, pointerOf, stepsOf } from '../../formats/tree/paths.js';
import { yaml11Pitfall } from '../../formats/yaml/construct.js';
import { capitalized, enumerated, quoted } from '../../text/strings.js';
import { keyRemovalFixes, renameFixes } from '../../record/fixes.js';
import { problem, type Problem, replacement } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { Suggestions } from '../../text/suggest.js';
import { octalDigits } from '../../values/files.js';
import { typeWord } from '../schema/keyMarkdown.js';
import { isSchema, rootSchema, schemaMap, type SchemaNode } from '../schema/schemaNode.js';
import { type ShapeFault, typesOf } from '../schema/shapeFaults.js';
import { hiddenCharacters } from '../read.js';
import { isSecretPlace } from '../secrets.js';
import { permissionsOf } from '../writeFiles/entry.js';
import type { CloudConfigInput } from './input.js';

/** Validates keys and values with the schema of cloud-init (26.2, `schemas/cloud-config.schema.json`). */
export const shape: Rule<CloudConfigInput> = {
  name: 'cloud-config/shape',
  *check({ tree: { root }, text, reading }): Generator<Problem> {
    const document = { text, index: new MemberIndex(), keys: new KeyNames(), names: new KnownKeys() };
    for (const failure of reading.failures) {
      switch (failure.is) {
        case 'empty':
          yield problem(
            'cloud-config/not-a-mapping',
            { start: 0, end: Math.min(text.length, 13) },
            'The cloud-config is empty: add a mapping of keys below the header.',
          );
          break;
        case 'no-mapping':
          if (root !== undefined)
            yield problem(
              'cloud-config/not-a-mapping',
              narrowSpan(nearestNode(root, '')),
              'A cloud-config must be one mapping of keys such as runcmd: or write_files:.',
            );
          break;
        case 'shape':
          if (root !== undefined) yield explain(failure.fault, root, document);
      }
    }
  },
};

/** What is looked up for one fault of a document after another. */
interface Lookups {
  readonly text: string;
  readonly index: MemberIndex;
  readonly keys: KeyNames;
  readonly names: KnownKeys;
}

function explain(fault: ShapeFault, root: SyntaxNode, lookups: Lookups): Problem {
  const found = nearestNode(root, fault.instancePath, lookups.index);
  const path = stepsOf(fault.instancePath);
  const name = path.at(-1) ?? 'the cloud-config';
  const secret = isSecretPlace(path);
  switch (fault.keyword) {
    case 'additionalProperties':
      return unknownKey(fault, found, lookups);
    case 'type':
      return wrongType(fault, found, name, secret);
    default: {
      const code = fault.keyword === 'required' ? 'cloud-config/missing-key' : 'cloud-config/invalid-value';
      const message = `${subjectOf(path)} ${predicate(fault, found.node, secret)}`;
      return problem(code, narrowSpan(found), message, { pointer: fault.instancePath });
    }
  }
}

/** What is wrong with a value, as the rest of a sentence after its name. `secret` is whether it must not be shown. */
function predicate({ keyword, params, types = [] }: ShapeFault, node: SyntaxNode, secret: boolean): string {
  switch (keyword) {
    case 'required':
      return `must have the key ${String(params.missingProperty)}.`;
    case 'enum':
      return `must be one of ${jsonOf(params.allowedValues).join(', ')}${notValue(node, secret)}.${pitfallSentence(node, secret)}`;
    case 'alternatives': {
      const patterns = Array.isArray(params.patterns) ? params.patterns.map(String) : [];
      const choices = [
        ...jsonOf(params.values),
        ...types.map(typeInWords),
        ...patterns.map((pattern) => `a string that matches ${pattern}`),
      ];
      return `must be ${anyOf(choices)}${notValue(node, secret)}.${pitfallSentence(node, secret)}`;
    }
    case 'pattern':
      return `must match the pattern ${String(params.pattern)}${notValue(node, secret)}.`;
    case 'format':
      return `must be a ${String(params.format)}${notValue(node, secret)}.`;
    case 'minItems':
    case 'minProperties':
      return `has too few entries: it must have at least ${String(params.limit)}.`;
    case 'maxItems':
      return `has too many entries: it must have at most ${String(params.limit)}.`;
    case 'minimum':
      return `must be ${String(params.comparison)} ${String(params.limit)}.`;
    case 'uniqueItems':
      return 'must not contain the same entry twice.';
    case 'oneOf':
      return 'matches two alternatives of cloud-init at once: use only one of them.';
    default:
      return 'does not have a structure that cloud-init accepts.';
  }
}

function jsonOf(values: unknown): string[] {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
}

function unknownKey(fault: ShapeFault, found: NearestNode, { text, index, keys, names }: Lookups): Problem {
  const key = String(fault.params.additionalProperty);
  const member = index.memberOf(found.node, key);
  const hidden = member === undefined ? undefined : hiddenCharacter(keys, found.node, member, fault.instancePath);
  if (hidden !== undefined) return hidden;
  const suggestion = names.nearest(key, fault.schemaPath);
  const where =
    fault.instancePath === ''
      ? 'cloud-init has no top-level key'
      : `${subjectOf(stepsOf(fault.instancePath))} has no key`;
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return problem('cloud-config/unknown-key', member?.key.span ?? narrowSpan(found), `${where} ${quoted(key)}.${hint}`, {
    pointer: fault.instancePath + pointerOf([key]),
    fixes: [
      ...(suggestion === undefined || member === undefined
        ? []
        : renameFixes(keys, found.node, member.key, suggestion, { safe: false })),
      ...keyRemovalFixes(`Remove ${key}`, text, found.node, member),
    ],
  });
}

/** A key with an invisible character, such as a no-break space that was pasted with the indentation. */
function hiddenCharacter(keys: KeyNames, owner: SyntaxNode, { key }: Member, pointer: string): Problem | undefined {
  const found = key.name.match(invisible);
  if (found === null) return undefined;
  const clean = key.name.replace(invisible, '');
  const character = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return problem(
    'yaml/hidden-character',
    key.span,
    `This key contains an invisible character (${character}), so cloud-init doesn't know it. Remove it, or use a plain space.`,
    {
      pointer,
      // Else the rest could be something else for YAML than a key.
      fixes:
        key.quoted || !/^\w/.test(clean)
          ? []
          : renameFixes(keys, owner, key, clean, { safe: false }).map((fix) => ({
              ...fix,
              title: 'Remove invisible characters',
            })),
    },
  );
}

const invisible = new RegExp(`${hiddenCharacters.source}+`, 'g');

/** Suggests keys of the schema for unknown ones. */
class KnownKeys {
  readonly #suggestions = new Suggestions();
  readonly #known = new Map<string, readonly string[]>();

  /** `schemaPath` is that of the failed `additionalProperties`. */
  nearest(key: string, schemaPath: string): string | undefined {
    const known = this.#known.get(schemaPath) ?? knownKeys(schemaPath);
    this.#known.set(schemaPath, known);
    return this.#suggestions.nearestField(key, known);
  }
}

/** The keys next to a failed `additionalProperties` in the schema. */
function knownKeys(schemaPath: string): string[] {
  let node: unknown = rootSchema;
  for (const step of stepsOf(schemaPath).slice(0, -1))
    node = isSchema(node) || Array.isArray(node) ? (node as SchemaNode)[step] : undefined;
  return isSchema(node) ? Object.keys(schemaMap(node.properties)) : [];
}

function wrongType(fault: ShapeFault, found: NearestNode, name: string, secret: boolean): Problem {
  const { node } = found;
  const pointer = fault.instancePath;
  if (name === 'permissions' && node.kind === 'number') return unquotedMode(node, pointer);
  const types = fault.types ?? typesOf(fault);
  const fixes =
    types.includes('string') && isUnquoted(node) && node.tag === undefined
      ? [replacement('Quote the value', node.span, JSON.stringify(node.raw), { safe: true })]
      : [];
  return problem(
    'cloud-config/wrong-type',
    narrowSpan(found),
    `${subjectOf(stepsOf(pointer))} must be ${anyOf(types.map(typeInWords))}${correction(node, types, secret)}.${pitfallSentence(node, secret)}`,
    { pointer, fixes },
  );
}

function unquotedMode(node: NumberNode, pointer: string): Problem {
  const { raw, value, span } = node;
  const read = permissionsOf(node);
  const mode = read.is === 'mode' ? octalDigits(read.mode) : undefined;
  const meant = meantMode(raw, mode);
  const isAsMeant = mode !== undefined && meant === mode;
  const reading =
    mode === undefined
      ? "a number that isn't a file mode"
      : `${isAsMeant ? `the number ${value}` : `${/^[1-9]/.test(raw) ? 'a decimal' : 'another'} number`}, which is file mode ${mode}`;
  const rejected = isAsMeant ? " cloud-init uses it, and warns that it isn't a string." : '';
  const advice = meant === undefined ? "Use octal digits in quotes, such as '0644'" : `Write '${meant}'`;
  const message = `Quote permissions: unquoted ${raw} is read as ${reading}.${rejected} ${advice}.`;
  // A tag would apply to the string, too.
  const fixes =
    node.tag === undefined && meant !== undefined
      ? [replacement(`Write "${meant}"`, span, `"${meant}"`, { safe: /^0?[0-7]{3,4}$/.test(raw) })]
      : [];
  return problem('cloud-config/unquoted-permissions', span, message, { pointer, fixes });
}

/**
 * The mode in octal digits that the author of a number means: its digits, or the mode that it has if the digits aren't a mode, or
 * one that gives others more than the owner (420 and 493 are 0644 and 0755 in decimal).
 */
function meantMode(raw: string, mode: string | undefined): string | undefined {
  const digits = raw.replace(/^0o?/, '').padStart(4, '0');
  if (!/^[0-7]+$/.test(digits)) return mode;
  const rights = Number.parseInt(digits.slice(-3), 8);
  const owner = rights >> 6;
  return (((rights >> 3) | rights) & 7 & ~owner) === 0 ? digits : (mode ?? digits);
}

/** The name of a key, or the numbers of a list entry with the key of its list. */
function subjectOf(path: readonly string[]): string {
  const list = path.findLastIndex((step) => !/^\d+$/.test(step));
  const name = path[list] ?? 'the cloud-config';
  const entries = path.slice(list + 1).map((step) => `entry ${Number(step) + 1} of `);
  return capitalized(entries.reverse().join('')) + name;
}

function typeInWords(type: string): string {
  if (type === 'null') return type;
  return type === 'integer' ? 'an integer' : `a ${typeWord(type)}`;
}

function anyOf(choices: readonly string[]): string {
  return enumerated([...new Set(choices)], 'or') || 'another kind of value';
}

/** A sentence about a value that YAML 1.1 reads differently from how it looks. */
function pitfallSentence(node: SyntaxNode, secret: boolean): string {
  const made = secret ? undefined : yaml11Pitfall(node);
  return made === undefined ? '' : ` ${capitalized(made)}.`;
}

/** The value, unless it is secret. */
function notValue(node: SyntaxNode, secret: boolean): string {
  if (secret) return '';
  return node.kind === 'string' ? `, not ${quoted(node.value)}` : notKind(node);
}

/** How to write a value of a wrong type, or what it is. */
function correction(node: SyntaxNode, types: readonly string[], secret: boolean): string {
  if (types.includes('boolean') && node.kind === 'string' && /^(?:true|false)$/i.test(node.value))
    return `: write ${node.value.toLowerCase()}, not "${node.value}"`;
  if (types.includes('string') && isUnquoted(node) && node.tag === undefined)
    return secret ? ': quote it' : `: write ${JSON.stringify(node.raw)}, not ${node.raw}`;
  return notKind(node);
}

/** Whether the value becomes a string in quotes. */
function isUnquoted(node: SyntaxNode): node is Extract<SyntaxNode, { readonly raw: string }> {
  return node.kind === 'number' || node.kind === 'boolean' || node.kind === 'timestamp';
}

function notKind(node: SyntaxNode): string {
  switch (node.kind) {
    case 'string':
      return ', not a string';
    case 'number':
    case 'boolean':
      return `, not ${quoted(node.raw).slice(1, -1)}`;
    case 'array':
      return ', not a list';
    case 'object':
      return ', not a mapping';
    case 'timestamp':
      return `, not a date: unquoted ${quoted(node.raw).slice(1, -1)} is read as one`;
    case 'null':
      return ', not null';
    default:
      return '';
  }
}
