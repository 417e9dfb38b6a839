import type { Child, FieldRole, Holder, LayerName, Payload, PayloadDetails } from '../../document/payload.js';
import { assemble } from '../../formats/arm/assemble.js';
import { formatPieces, knownText, type Piece, PieceCollector } from '../../formats/arm/value.js';
import { type BicepDeclaration, type BicepValue, parseBicep } from '../../formats/bicep/parse.js';
import { canonicalName } from '../../formats/tree/node.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { limits } from '../../limits.js';
import { problem, type Problem } from '../../problems/problem.js';
import { type PlacedSecret } from '../../secrets/places.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { composeMaps, opaqueMap } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { type Decoded, textContent, withinBudget } from '../content.js';
import { mayBeBase64 } from '../layers/base64.js';
import { literalChanges } from './armExpression.js';
import { type Findings, opened, type Surroundings } from './container.js';
import { roleOf, settingsBelow } from './machine.js';
import { fileHolder, FilesOfSource, nameOfFile, type ReadFile, textEncodingNamed } from './sourceFiles.js';
import { isUserData } from './userDataText.js';
import { tooLongCustomData } from './tooLongCustomData.js';

/** A member of a resource, or a parameter, that holds a payload. */
interface BicepField {
  readonly path: readonly (string | number)[];
  readonly role: FieldRole;
  readonly isProtected: boolean;
  readonly value: BicepValue;
}

/**
 * Finds the payloads of Bicep source: fields of machines and extensions, and parameters and arguments of modules with their names.
 * Their text is known as far as it consists of literals and of files that are read, also through variables.
 */
export function bicepPayloads(surroundings: Surroundings): Findings {
  const declarations = parseBicep(surroundings.text);
  const fields = declarations.flatMap(fieldsOf);
  const { kept, problems } = opened(fields, 'fields', surroundings);
  const variables = new Variables(declarations);
  const files = new FilesOfSource(surroundings);
  const children = kept.flatMap((field) =>
    openField(surroundings, field, new Evaluation(surroundings, variables, files)),
  );
  return {
    children: children.sort((a, b) => a.span.start - b.span.start),
    problems: [...problems, ...files.problems],
    details: { files: files.named },
  };
}

const sections: ReadonlyMap<string, string> = new Map([
  ['resource', 'resources'],
  ['module', 'modules'],
  ['param', 'parameters'],
]);

function fieldsOf({ keyword, name, value }: BicepDeclaration): BicepField[] {
  const section = sections.get(keyword);
  if (section === undefined) return [];
  const own = keyword === 'param' ? roleOf(canonicalName(name), 'none') : undefined;
  if (own !== undefined) return [{ path: [section, name], role: own, isProtected: false, value }];
  const found: BicepField[] = [];
  const visit = (node: BicepValue, path: BicepField['path'], settings: 'none' | 'public' | 'protected'): void => {
    if (node.kind === 'array') node.items.forEach((item, index) => visit(item, [...path, index], settings));
    if (node.kind !== 'object') return;
    for (const member of node.members) {
      const canonical = canonicalName(member.name);
      const role = roleOf(canonical, settings);
      const inner = [...path, member.name];
      if (role === undefined) visit(member.value, inner, settingsBelow(canonical, settings));
      else found.push({ path: inner, role, isProtected: settings === 'protected', value: member.value });
    }
  };
  visit(value, [section, name], 'none');
  return found;
}

/** The variables of a document, and the members of their objects. */
class Variables {
  readonly #values: ReadonlyMap<string, BicepValue>;
  readonly #members = new Map<BicepValue, ReadonlyMap<string, BicepValue>>();

  constructor(declarations: readonly BicepDeclaration[]) {
    const variables = declarations.filter(({ keyword }) => keyword === 'var');
    this.#values = new Map(variables.map(({ name, value }) => [name, value]));
  }

  get(name: string): BicepValue | undefined {
    return this.#values.get(name);
  }

  member(of: BicepValue | undefined, name: string): BicepValue | undefined {
    if (of?.kind !== 'object') return undefined;
    const members = this.#members.get(of) ?? new Map(of.members.map((one) => [one.name, one.value]));
    this.#members.set(of, members);
    return members.get(name);
  }
}

/**
 * Opens the value of a field; of a condition, or of anything else with an operator, the branches that are user data.
 * `computedBy` is the expression of which the value is a part, so that the field may have another value.
 */
function openField(
  surroundings: Surroundings,
  field: BicepField,
  evaluation: Evaluation,
  computedBy: readonly string[] = [],
): Child[] {
  const { path, role, isProtected, value } = field;
  const { payload, context, open } = surroundings;
  if (value.kind === 'other') {
    const expression = surroundings.text.slice(value.span.start, value.span.end).trim();
    const branches = value.operands
      .flatMap((operand) => openField(surroundings, { ...field, value: operand }, evaluation, [expression]))
      .filter((child) => isUserData(child.payload));
    if (branches.length > 0) return branches;
  }
  const pointer = pointerOf(path);
  const span = payload.map.toOuter(value.span);
  const loaded = evaluation.loaded(value);
  const isOnlyValue = computedBy.length === 0;
  const needsBase64 = isOnlyValue && path[0] === 'resources' && (role === 'customData' || role === 'userData');
  if (loaded !== undefined) {
    const { file, layers, whole } = loaded;
    const { content } = whole;
    const isPlain = needsBase64 && layers[0] === 'file' && !mayBeBase64(content.text ?? '');
    const missing = isPlain ? [notBase64(file.span, role, 'Read it with loadFileAsBase64.')] : [];
    const opening = open({
      content,
      problems: [...whole.problems, ...missing, ...tooLongCustomData(role, content, layers, context)],
      name: nameOfFile(file.path),
      steps: [...payload.steps, pointer, ...layers],
      outerLayers: layers,
      ...(role === 'commandToExecute' ? { kind: 'cse-command' as const, transport: 'none' as const } : {}),
      ...(role === 'script' ? { fallbackFormat: 'shell-script' as const } : {}),
      details: unresolvedIn(computedBy),
    });
    const holder = (): Result<Holder> => fileHolder(file);
    return [{ is: 'field', pointer, role, protected: isProtected, span, file: file.path, payload: opening, holder }];
  }
  const isEncoded = value.kind === 'call' && value.name === 'base64';
  const [encoded] = isEncoded ? value.args : [value];
  if (encoded === undefined) return [];
  const { text: made, map, unresolved, hasLiterals } = assemble(evaluation.pieces(encoded, 0), span);
  const bounded = withinBudget(textContent(made, map, span), context, 'The expression');
  const outerLayers: LayerName[] = isEncoded ? ['base64'] : [];
  const isCommand = role === 'commandToExecute';
  const isPlain = needsBase64 && !isEncoded && unresolved.length === 0 && !mayBeBase64(made);
  const missing = isPlain ? [notBase64(span, role, 'Write it as base64(…).')] : [];
  const opening = open({
    content: bounded.content,
    name: role,
    steps: [...payload.steps, pointer, ...outerLayers],
    outerLayers,
    ...(isCommand || unresolved.length > 0 ? { transport: 'none' as const } : {}),
    ...(isCommand ? { kind: 'cse-command' as const } : {}),
    ...(hasLiterals ? {} : { format: 'bicep' as const, kind: 'unknown' as const }),
    ...(isCommand && hasLiterals && unresolved.length > 0 ? { format: 'shell-command' as const } : {}),
    ...(role === 'script' ? { fallbackFormat: 'shell-script' as const } : {}),
    details: unresolvedIn([...computedBy, ...unresolved]),
    problems: [...bounded.problems, ...missing, ...tooLongCustomData(role, bounded.content, outerLayers, context)],
  });
  const layers = opening.encodings.slice(outerLayers.length);
  const holder = (): Result<Holder> => literalHolder(made, opening, layers, map);
  return [{ is: 'field', pointer, role, protected: isProtected, span, payload: opening, holder }];
}

function unresolvedIn(expressions: readonly string[]): PayloadDetails {
  return expressions.length === 0
    ? {}
    : { unresolved: expressions.map((one) => one.slice(0, limits.quotedExpression)) };
}

/** The problem of text in a property for which Azure accepts only base64. */
function notBase64(span: Span, role: FieldRole, fix: string): Problem {
  return problem('payload/base64-invalid', span, `${role} must be base64; this is plain text. ${fix}`);
}

/** A file that a function reads, with what the function reads in it. */
interface BicepFile {
  readonly file: ReadFile;
  readonly content: string | Uint8Array;
  /** Whether the function returns base64 of it. */
  readonly isBase64: boolean;
}

/** A file that makes all of a value. */
interface LoadedFile {
  readonly file: ReadFile;
  readonly layers: readonly LayerName[];
  readonly whole: Decoded;
}

/** Evaluates a value as far as it consists of literals. Bounded like template expressions. */
class Evaluation {
  readonly #surroundings: Surroundings;
  readonly #variables: Variables;
  readonly #files: FilesOfSource;
  readonly #open = new Set<string>();
  #steps = 0;

  constructor(surroundings: Surroundings, variables: Variables, files: FilesOfSource) {
    this.#surroundings = surroundings;
    this.#variables = variables;
    this.#files = files;
  }

  /** The file that makes all of a value, maybe encoded, with the layers that lead to its content; undefined for other values. */
  loaded(value: BicepValue): LoadedFile | undefined {
    const layers: LayerName[] = [];
    let at = value;
    for (let depth = 0; depth < limits.armDepth; depth++) {
      if (at.kind === 'name' || at.kind === 'member') {
        const target = at.kind === 'name' ? this.#variables.get(at.name) : this.#member(at);
        if (target === undefined) return undefined;
        at = target;
      } else if (at.kind === 'call' && at.name === 'base64' && at.args[0] !== undefined) {
        layers.push('base64');
        at = at.args[0];
      } else if (at.kind === 'call') {
        const read = this.#read(at.name, at.args);
        if (read === undefined) return undefined;
        const { file, content, isBase64 } = read;
        const whole = this.#files.contentOf(file, content);
        return { file, layers: [...layers, ...(isBase64 ? (['base64'] as const) : []), 'file'], whole };
      } else return undefined;
    }
    return undefined;
  }

  /** The file that a function reads, and what it reads in it; undefined if it reads none or can't. */
  #read(name: string, [path, encoding]: readonly BicepValue[]): BicepFile | undefined {
    const isBase64 = name === 'loadFileAsBase64';
    if ((!isBase64 && name !== 'loadTextContent') || path === undefined) return undefined;
    const [written, encodingName] = [path, encoding].map((argument) => argument && knownText(this.pieces(argument, 0)));
    const textEncoding = encoding === undefined ? 'utf-8' : textEncodingNamed(encodingName ?? '');
    const file = written === undefined ? undefined : this.#files.read(written, path.span);
    if (file === undefined || textEncoding === undefined) return undefined;
    // Text with invalid bytes is shown as such.
    const content = isBase64 ? file.content : (this.#files.textOf(file, textEncoding) ?? file.content);
    return { file, content, isBase64 };
  }

  pieces(value: BicepValue, depth: number): readonly Piece[] {
    if (++this.#steps > limits.armPieces || depth > limits.armDepth) return [this.#symbol(value)];
    switch (value.kind) {
      case 'string':
        return this.#joined(value, value.parts, depth);
      case 'name':
        return this.#variable(value.name, value, depth);
      case 'member': {
        const target = this.#member(value);
        return target === undefined ? [this.#symbol(value)] : this.pieces(target, depth + 1);
      }
      case 'call':
        return this.#call(value.name, value.args, value, depth);
      default:
        return [this.#symbol(value)];
    }
  }

  #joined(whole: BicepValue, parts: Extract<BicepValue, { kind: 'string' }>['parts'], depth: number): readonly Piece[] {
    const { map } = this.#surroundings.payload;
    const result = new PieceCollector();
    for (const part of parts)
      result.add(
        'text' in part
          ? [{ is: 'literal', text: part.text, map: composeMaps(map, part.map) }]
          : this.pieces(part, depth + 1),
      );
    return result.isFull ? [this.#symbol(whole)] : result.pieces;
  }

  #variable(name: string, value: BicepValue, depth: number): readonly Piece[] {
    const target = this.#variables.get(name);
    if (target === undefined || this.#open.has(name)) return [this.#symbol(value)];
    this.#open.add(name);
    const pieces = this.pieces(target, depth + 1);
    this.#open.delete(name);
    return pieces;
  }

  /** The member of a variable's object; undefined if it isn't written out there. */
  #member(value: BicepValue): BicepValue | undefined {
    const names: string[] = [];
    let at: BicepValue | undefined = value;
    for (; at.kind === 'member'; at = at.of) names.unshift(at.name);
    // Variables that are other variables are followed as far as expressions may be nested.
    for (let depth = 0; depth < limits.armDepth && at?.kind === 'name'; depth++) at = this.#variables.get(at.name);
    for (const name of names) at = this.#variables.member(at, name);
    return at;
  }

  #call(name: string, args: readonly BicepValue[], whole: BicepValue, depth: number): readonly Piece[] {
    const result = new PieceCollector();
    const values = (): (readonly Piece[])[] => args.map((argument) => this.pieces(argument, depth + 1));
    switch (name) {
      case 'concat':
        for (const pieces of values()) result.add(pieces);
        return result.isFull ? [this.#symbol(whole)] : result.pieces;
      case 'format': {
        const [pattern, ...rest] = values();
        return pattern !== undefined && formatPieces(pattern, rest, result) && !result.isFull
          ? result.pieces
          : [this.#symbol(whole)];
      }
      case 'string':
        return values()[0] ?? [this.#symbol(whole)];
      case 'base64': {
        const [pieces] = values();
        const text = pieces && knownText(pieces);
        if (text === undefined || text.length > limits.armTextLength) return [this.#symbol(whole)];
        return [{ is: 'literal', text: encodeBase64(utf8Bytes(text)), map: undefined }];
      }
      default:
        return [this.#textOf(name, args) ?? this.#symbol(whole)];
    }
  }

  /** The text of a file as a part of a text. */
  #textOf(name: string, args: readonly BicepValue[]): Piece | undefined {
    const read = this.#read(name, args);
    if (read === undefined || read.isBase64 || typeof read.content !== 'string') return undefined;
    return { is: 'literal', text: read.content, map: opaqueMap(read.file.span) };
  }

  #symbol({ span }: BicepValue): Piece {
    const { text, payload } = this.#surroundings;
    return { is: 'symbol', expression: text.slice(span.start, span.end).trimEnd(), span: payload.map.toOuter(span) };
  }
}

/** The literals of a value; `made` is the text before the `layers` inside of it are decoded. */
function literalHolder(
  made: string,
  { text }: Payload,
  layers: readonly LayerName[],
  map: Payload['map'],
): Result<Holder> {
  if (text === undefined || !map.exact)
    return failure('This text is computed by an expression of the source; change the expression.');
  return success({
    value: made,
    layers,
    write(next) {
      const replacements = literalChanges(made, next, (part, literal) => {
        const span = map.toOuter(part);
        // In a string between three quotes nothing is escaped.
        return [inQuotes(literal), literal].map((newText) => ({ span, newText }));
      });
      return success(replacements);
    },
  });
}

function inQuotes(literal: string): string {
  return literal
    .replace(/[\\']|\$(?=\{)/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(/[\p{Cc}\u2028\u2029\ufeff]/gu, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** The defaults and values of secure parameters. */
export function* bicepSecrets({ payload: { text = '' } }: { readonly payload: Payload }): Generator<PlacedSecret> {
  const declarations = parseBicep(text);
  const secure = new Set(declarations.flatMap(({ isSecure, name }) => (isSecure ? [name] : [])));
  for (const { name, value } of declarations) {
    if (!secure.has(name) || value.kind !== 'string') continue;
    const [only, ...more] = value.parts;
    if (only !== undefined && more.length === 0 && 'text' in only)
      yield { value: only.text, name, span: { start: value.span.start + 1, end: value.span.end - 1 } };
  }
}
