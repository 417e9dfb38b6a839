import { createLineIndex } from '../text/span.js';
import { addToList, append } from '../text/strings.js';
import { isUnknownThroughout } from '../formats/arm/assemble.js';
import { detectKind, formatLayers, kindByName } from './detectKind.js';
import { looksLikeJson } from '../formats/json/detect.js';
import type { DocumentKind } from '../document/kinds.js';
import type { ProblemCode } from '../problems/codes.js';
import { problem, type Problem } from '../problems/problem.js';
import type { SyntaxNode, SyntaxTree } from '../formats/tree/node.js';
import { childStep, type Findings, type Opening, type TakenSteps } from './containers/container.js';
import { finderOf, kinds } from './kindTable.js';
import type { Content, DecodeContext } from './content.js';
import { copiedAround } from './layers/copied.js';
import { readAroundGaps, withoutSoftWraps } from './layers/pasted.js';
import { isTextEncoding, textWarnings } from './layers/textEncodings.js';
import type { AbsentField, Child, FileProblem, LayerName, Payload, PayloadDetails } from '../document/payload.js';
import { decodeOneLayer } from './layers/index.js';
import type { DecodedLayer } from './layers/layer.js';

/**
 * Decodes a payload, detects its kind and finds the payloads inside it; trees and children on first use. Never throws. When
 * the budget of the file is spent, the payload stays as it is written.
 */
export function openPayload(opening: Opening, context: DecodeContext): Payload {
  const { content, outerLayers: encodings = [] } = opening;
  const decoded: DecodedLayers =
    opening.transport === 'none' || context.budget.isSpent
      ? { content, delivered: content, encodings, problems: [] }
      : context.budget.timed(() => decodeLayers(opening, context));
  return context.budget.timed(() => new OpenedPayload(opening, decoded, context));
}

/** The outcome of decoding all layers. */
interface DecodedLayers {
  readonly content: Content;
  /** After decoding the base64 that the surroundings promise. */
  readonly delivered: Content;
  /** Those that the surroundings have decoded, then the others. */
  readonly encodings: readonly LayerName[];
  readonly problems: readonly Problem[];
  /** The content read as JSON, if it looks like JSON. */
  readonly json?: SyntaxTree | undefined;
}

function decodeLayers(opening: Opening, context: DecodeContext): DecodedLayers {
  const { outerLayers = [] } = opening;
  const encodings: LayerName[] = [];
  const problems: Problem[] = [];
  // Only files are copied as a whole. The node reads its own file as it is written; a file of Terraform may be a single line
  // with a name before its value.
  const named = opening.steps.length === 0 ? kindByName(opening.name) : 'unknown';
  const isNodeFile = named === 'node-config';
  const isCopy = opening.steps.length === 0 && !isNodeFile && named !== 'terraform';
  const copied = isCopy ? copiedAround(opening.content, context) : [];
  for (const layer of copied) {
    encodings.push(layer.layer);
    append(problems, layer.problems);
  }
  let content = copied.at(-1)?.content ?? opening.content;
  let delivered = content;
  let first: DecodedLayer | undefined;
  let expected = opening.transport === 'base64-expected';
  for (;;) {
    const layer = decodeOneLayer(content, context, expected);
    if (layer === undefined) break;
    if (first !== undefined && encodings.length >= context.limits.payloadDepth) {
      // No document was found under that many layers, so the content of the outermost one is shown.
      const found = [...first.problems, tooDeep(content, context)];
      return { content: first.content, delivered, encodings: [...outerLayers, first.layer], problems: found };
    }
    first ??= layer;
    encodings.push(layer.layer);
    append(problems, layer.problems);
    content = layer.content;
    if (expected && layer.layer.startsWith('base64')) delivered = content;
    expected = false;
    if (layer.last) break;
  }
  const { text } = content;
  let json = text !== undefined && looksLikeJson(text) ? context.json(text) : undefined;
  if (json !== undefined && !isNodeFile) {
    const joined = withoutSoftWraps(content, json);
    if (joined !== undefined) {
      content = joined.content;
      json = joined.tree;
      problems.push(joined.problem);
    }
    const shortened = readAroundGaps(content, json, context.budget);
    if (shortened !== undefined) {
      json = shortened.tree;
      problems.push(shortened.problem);
    }
  }
  if (content.invalid !== undefined) problems.push(notUtf8(content.text ?? '', content.invalid));
  return { content, delivered, encodings: [...outerLayers, ...encodings], problems, json };
}

function notUtf8(text: string, { value, inText, origin }: NonNullable<Content['invalid']>): Problem {
  const { line, character } = createLineIndex(text).positionAt(inText);
  const byte = `0x${value.toString(16).toUpperCase().padStart(2, '0')}`;
  const message = `The text isn't UTF-8: its line ${line + 1}, column ${character + 1} has the byte ${byte}. Readers reject or replace it.`;
  return problem('payload/invalid-utf-8', origin, message);
}

function tooDeep({ origin }: Content, { limits }: DecodeContext): Problem {
  return problem('payload/limit-depth', origin, `More than ${limits.payloadDepth} layers; the rest is not decoded.`);
}

/** Whether damage leaves open what the document is. */
function isDamage({ code, severity }: Problem): boolean {
  return severity === 'error' && code.startsWith('payload/');
}

/** An opening whose steps no other payload of the document has: they are its address for reading and writing. */
function withOwnSteps(opening: Opening, taken: TakenSteps): Opening {
  const address = opening.steps.join('\n');
  const own = childStep(address, taken).slice(address.length);
  if (own === '') return opening;
  return { ...opening, steps: [...opening.steps.slice(0, -1), `${opening.steps.at(-1) ?? ''}${own}`] };
}

class OpenedPayload implements Payload {
  readonly steps: readonly string[];
  readonly layers: readonly LayerName[];
  readonly encodings: readonly LayerName[];
  readonly format: LayerName;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly partType: string | undefined;
  readonly isFile: boolean;
  readonly text: string | undefined;
  readonly map: Payload['map'];
  readonly #content: Content;
  readonly #delivered: Content;
  readonly #context: DecodeContext;
  readonly #openingProblems: readonly Problem[];
  #tree: { readonly value: SyntaxTree | undefined } | undefined;
  #json: SyntaxTree | undefined;
  readonly #details: PayloadDetails | undefined;
  #found: Findings | undefined;
  #childrenByStep: ReadonlyMap<string, readonly Child[]> | undefined;
  #problems: readonly FileProblem[] | undefined;

  constructor(opening: Opening, decoded: DecodedLayers, context: DecodeContext) {
    const { content, delivered, encodings } = decoded;
    this.#content = content;
    this.#delivered = delivered;
    this.#json = decoded.json;
    this.text = opening.steps.length === 0 || content.text === undefined ? content.text : context.ownText(content.text);
    this.map = content.map;
    this.name = opening.name;
    this.partType = opening.partType;
    this.isFile = opening.isFile === true;
    this.#context = context;
    this.#details = opening.details;
    const found = [...(opening.problems ?? []), ...decoded.problems];
    // The problem of a cut document is the cut.
    this.#openingProblems = opening.details?.isCut === true ? found.filter(({ code }) => !cutEnds.has(code)) : found;
    const { text } = content;
    this.kind = text === undefined ? 'unknown' : this.#kindOf(opening, text);
    const written = opening.format === undefined ? this.#formatsOf(content, opening.fallbackFormat) : [opening.format];
    // A list that was copied with text around it isn't a file that is a list.
    const formats = encodings.includes('text') ? written.filter((layer) => layer !== 'json-array') : written;
    // JSON is valid YAML, so this layer isn't the format.
    this.format = formats.findLast((layer) => layer !== 'json-in-yaml') ?? 'text';
    this.encodings = encodings;
    // Neither the surroundings nor the content, which is unknown apart from a header, determines the format.
    const isGuess = opening.kind === undefined && opening.format === undefined && isUnknownThroughout(text ?? '');
    const isKnown = !isGuess && !this.#openingProblems.some(isDamage);
    this.layers = isKnown ? [...encodings, ...formats] : encodings;
    const own = encodings.slice(opening.outerLayers?.length ?? 0);
    const steps = [...opening.steps, ...own.filter((layer) => !isTextEncoding(layer))];
    this.steps = formats.includes('mime-multipart') ? [...steps, 'mime-multipart'] : steps;
  }

  #formatsOf(content: Content, fallback: LayerName | undefined): readonly LayerName[] {
    const formats = formatLayers(content, this.kind, () => this.#asJson());
    return fallback !== undefined && formats.join() === 'text' ? [fallback] : formats;
  }

  #kindOf(opening: Opening, text: string): DocumentKind {
    const whole = opening.steps.length === 0 || opening.isWhole === true;
    const { budget } = this.#context;
    const json = (): SyntaxNode | undefined => this.#asJson()?.root;
    const input = { name: opening.name, text, whole, json, budget, contract: () => this.#context.contract };
    const kind = detectKind(input, opening.kind);
    return kind === 'unknown' ? (opening.fallbackKind ?? kind) : kind;
  }

  get bytes(): Uint8Array {
    return this.#content.bytes;
  }

  get delivered(): Uint8Array {
    return this.#delivered.bytes;
  }

  get tree(): SyntaxTree | undefined {
    return (this.#tree ??= { value: this.#readTree() }).value;
  }

  get children(): readonly Child[] {
    return this.#find().children;
  }

  get childrenByStep(): ReadonlyMap<string, readonly Child[]> {
    return (this.#childrenByStep ??= byStep(this.children, this.steps.length));
  }

  get absent(): readonly AbsentField[] {
    return this.#find().absent ?? [];
  }

  get details(): PayloadDetails {
    return { ...this.#details, ...this.#find().details };
  }

  get problems(): readonly FileProblem[] {
    return (this.#problems ??= this.#ownProblems().map((found) => ({ ...found, document: this, layers: this.steps })));
  }

  #ownProblems(): Problem[] {
    const hidden = this.encodings.length === 0 ? [] : textWarnings(this.#content);
    return [...this.#openingProblems, ...hidden, ...this.#find().problems];
  }

  #find(): Findings {
    if (this.#found === undefined) {
      const context = this.#context;
      const finder = finderOf(this.kind, this.format);
      // Each document around this one adds at most two steps: its container and its encoding.
      const deep = this.steps.length >= context.limits.payloadDepth * 2;
      if (finder === undefined) this.#found = { children: [], problems: [] };
      else if (context.budget.isSpent) this.#found = { children: [], problems: context.lateness(this.#content.origin) };
      else if (deep) this.#found = { children: [], problems: [tooDeep(this.#content, context)] };
      else {
        const taken: TakenSteps = new Map();
        const open = (opening: Opening): Payload => openPayload(withOwnSteps(opening, taken), context);
        const { text = '' } = this;
        const { origin } = this.#content;
        this.#found = context.budget.timed(() => finder({ payload: this, text, origin, context, open }));
      }
    }
    return this.#found;
  }

  #asJson(): SyntaxTree | undefined {
    return this.text === undefined ? undefined : (this.#json ??= this.#context.json(this.text));
  }

  #readTree(): SyntaxTree | undefined {
    const { text, format, partType } = this;
    const context = this.#context;
    const { budget, entries } = context;
    if (text === undefined || unreadFormats.has(format)) return undefined;
    const json = (): SyntaxTree => (this.#json ??= context.json(text));
    const kind = kinds[this.kind];
    return budget.timed(() => {
      if (kind.read === undefined) return json();
      const document = { text, format, partType, budget, entries };
      // What is behind text that copying added isn't the text itself.
      if (this.#json !== undefined) return kind.read(document, json);
      const reader = `${this.kind} ${format} ${partType ?? ''}`;
      return context.readOnce(reader, text, () => kind.read?.(document, json));
    });
  }
}

function byStep(children: readonly Child[], depth: number): ReadonlyMap<string, readonly Child[]> {
  const found = new Map<string, Child[]>();
  for (const child of children) addToList(found, child.payload.steps[depth] ?? '', child);
  return found;
}

/** Problems that follow from a missing end. */
const cutEnds: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'payload/base64-padding',
  'payload/base64-truncated',
  'payload/gzip-truncated',
]);

/** Formats that are read neither as JSON nor as YAML, whatever the kind is. */
const unreadFormats: ReadonlySet<LayerName> = new Set<LayerName>([
  'jsonl',
  'csv',
  'arm-expression',
  'extensions-config',
  'cse-status-text',
  'ovf-env',
]);
