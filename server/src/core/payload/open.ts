import { append } from '../text/strings.js';
import { isUnknownThroughout } from '../formats/arm/assemble.js';
import { detectKind, formatLayers } from './detectKind.js';
import { looksLikeJson } from '../formats/json/detect.js';
import type { DocumentKind } from '../document/kinds.js';
import { problem, type Problem } from '../problems/problem.js';
import { parseJson } from '../formats/json/parse.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import type { Findings, Opening } from './containers/container.js';
import { finderOf, kinds } from './kinds.js';
import type { Content, DecodeContext } from './content.js';
import { withoutQuotes, withoutSoftWraps } from './layers/pasted.js';
import { isTextEncoding, textWarnings } from './layers/textEncodings.js';
import type { AbsentField, Child, FileProblem, LayerName, Payload, PayloadDetails } from '../document/payload.js';
import { decodeOneLayer } from './layers/index.js';
import type { DecodedLayer } from './layers/layer.js';

/**
 * Takes all transport encodings off a payload, says what it is and finds what is inside it. Trees and
 * children are made when they are first asked for. Never throws on any input.
 */
export function openPayload(opening: Opening, context: DecodeContext): Payload {
  const peeled =
    opening.transport === 'none' ? undecoded(opening) : context.timed(() => decodeLayers(opening, context));
  return new OpenedPayload(opening, peeled, context);
}

/** What taking encodings off gave. */
interface DecodedLayers {
  readonly content: Content;
  /** Behind the base64 that the surroundings promise. */
  readonly delivered: Content;
  /** Those that the surroundings have taken off, and then the others. */
  readonly encodings: readonly LayerName[];
  readonly problems: readonly Problem[];
  /** The content read as JSON, where it looks like that. */
  readonly json?: SyntaxTree | undefined;
}

function undecoded({ content, outerLayers = [] }: Opening): DecodedLayers {
  return { content, delivered: content, encodings: outerLayers, problems: [] };
}

function decodeLayers(opening: Opening, context: DecodeContext): DecodedLayers {
  const { outerLayers = [] } = opening;
  const encodings: LayerName[] = [];
  const problems: Problem[] = [];
  // Only people put quotes around a whole file.
  const unquoted = opening.steps.length === 0 ? withoutQuotes(opening.content) : undefined;
  if (unquoted !== undefined) encodings.push('quoted-text');
  let content = unquoted ?? opening.content;
  let delivered = content;
  let first: DecodedLayer | undefined;
  let expected = opening.transport === 'base64-expected';
  for (;;) {
    const peeled = decodeOneLayer(content, context, expected);
    if (peeled === undefined) break;
    if (first !== undefined && encodings.length >= context.limits.payloadDepth) {
      // A tower without an end has no document at its bottom: what its outermost layer holds is shown.
      const problemsOfTower = [...first.problems, tooDeep(content, context)];
      return { content: first.content, delivered, encodings: [...outerLayers, first.layer], problems: problemsOfTower };
    }
    first ??= peeled;
    encodings.push(peeled.layer);
    append(problems, peeled.problems);
    content = peeled.content;
    if (expected && peeled.layer.startsWith('base64')) delivered = content;
    expected = false;
    if (peeled.last) break;
  }
  const { text } = content;
  let json = text !== undefined && looksLikeJson(text) ? parseJson(text) : undefined;
  const joined = json && withoutSoftWraps(content, json);
  if (joined !== undefined) {
    content = joined.content;
    json = joined.tree;
    problems.push(joined.problem);
  }
  if (content.invalidText)
    problems.push(
      problem(
        'payload/invalid-utf-8',
        content.origin,
        'The text holds bytes that are no characters; readers refuse or replace them.',
      ),
    );
  return { content, delivered, encodings: [...outerLayers, ...encodings], problems, json };
}

function tooDeep({ origin }: Content, { limits }: DecodeContext): Problem {
  return problem('payload/limit-depth', origin, `More than ${limits.payloadDepth} layers; the rest is not decoded.`);
}

/** Whether a fault of decoding leaves open what the document would have been. */
function isDamage({ code, severity }: Problem): boolean {
  return severity === 'error' && code.startsWith('payload/');
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
  #problems: readonly FileProblem[] | undefined;

  constructor(opening: Opening, bared: DecodedLayers, context: DecodeContext) {
    const { content, delivered } = bared;
    this.#content = content;
    this.#delivered = delivered;
    this.#json = bared.json;
    this.text = content.text;
    this.map = content.map;
    this.name = opening.name;
    this.partType = opening.partType;
    this.isFile = opening.isFile === true;
    this.#context = context;
    this.#details = opening.details;
    const decoding = [...(opening.problems ?? []), ...bared.problems];
    const { text } = content;
    this.kind = text === undefined ? 'unknown' : this.#kindOf(opening, text);
    const formats = opening.format === undefined ? this.#formatsOf(content, opening.fallbackFormat) : [opening.format];
    // JSON is YAML, too: it changes nothing about what the document is.
    this.format = formats.findLast((layer) => layer !== 'json-in-yaml') ?? 'text';
    this.encodings = bared.encodings;
    // Nobody says what the document is, and a header alone tells no more than what was meant.
    const isGuess = opening.kind === undefined && opening.format === undefined && isUnknownThroughout(text ?? '');
    const isTold = !isGuess && !decoding.some(isDamage);
    this.layers = isTold ? [...bared.encodings, ...formats] : bared.encodings;
    const own = bared.encodings.slice(opening.outerLayers?.length ?? 0);
    const steps = [...opening.steps, ...own.filter((layer) => !isTextEncoding(layer))];
    this.steps = formats.includes('mime-multipart') ? [...steps, 'mime-multipart'] : steps;
    this.#openingProblems = decoding;
  }

  #formatsOf(content: Content, fallback: LayerName | undefined): readonly LayerName[] {
    const formats = formatLayers(content, this.kind, () => this.#asJson());
    return fallback !== undefined && formats.join() === 'text' ? [fallback] : formats;
  }

  #kindOf(opening: Opening, text: string): DocumentKind {
    const whole = opening.steps.length === 0;
    const clues = { name: opening.name, text, whole, json: () => this.#asJson()?.root };
    const kind = detectKind(clues, this.#context.contract, opening.kind);
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
      const finder = finderOf(this.kind, this.format);
      // Each document on the way adds at most two steps: how it is held and how it is encoded.
      const deep = this.steps.length >= this.#context.limits.payloadDepth * 2;
      if (finder === undefined) this.#found = { children: [], problems: [] };
      else if (this.#context.isLate)
        this.#found = { children: [], problems: this.#context.lateness(this.#content.origin) };
      else if (deep) this.#found = { children: [], problems: [tooDeep(this.#content, this.#context)] };
      else {
        const context = this.#context;
        const open = (opening: Opening): Payload => openPayload(opening, context);
        const { text = '' } = this;
        const { origin } = this.#content;
        this.#found = context.timed(() => finder({ payload: this, text, origin, context, open }));
      }
    }
    return this.#found;
  }

  #asJson(): SyntaxTree | undefined {
    return this.text === undefined ? undefined : (this.#json ??= parseJson(this.text));
  }

  #readTree(): SyntaxTree | undefined {
    const { text, format, partType } = this;
    if (text === undefined || unreadFormats.has(format)) return undefined;
    const json = (): SyntaxTree => (this.#json ??= parseJson(text));
    const kind = kinds[this.kind];
    return kind.read === undefined ? json() : kind.read({ text, format, partType }, json);
  }
}

/** Formats that are read neither as JSON nor as YAML, whatever the kind is. */
const unreadFormats: ReadonlySet<LayerName> = new Set<LayerName>([
  'jsonl',
  'csv',
  'arm-expression',
  'extensions-config',
  'cse-status-text',
  'ovf-env',
]);
