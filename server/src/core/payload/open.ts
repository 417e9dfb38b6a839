import { detectKind, looksLikeJson } from '../document/detectKind.js';
import type { DocumentKind } from '../document/kinds.js';
import { limits } from '../limits.js';
import { problem, type Problem } from '../problems/problem.js';
import { parseJson } from '../syntax/json.js';
import type { SyntaxTree } from '../syntax/tree.js';
import { parseYaml } from '../syntax/yaml.js';
import { archiveType } from '../userData/contentTypes.js';
import { templateTree } from '../userData/templateMask.js';
import { formatLayers } from './classify.js';
import type { Findings } from './children/finder.js';
import { childFinders } from './children/index.js';
import type { DecodeContext } from './context.js';
import type { Content } from './decoders.js';
import type { Opening } from './opening.js';
import type { Child, FileProblem, LayerName, Payload } from './payload.js';
import { type Peeled, peelers } from './peel.js';
import { userDataTypeOf } from './userDataType.js';

/**
 * Takes all transport encodings off a payload, says what it is and finds what is inside it. Trees and
 * children are made when they are first asked for. Never throws on any input.
 */
export function openPayload(opening: Opening, context: DecodeContext): Payload {
  const layers = [...(opening.outerLayers ?? [])];
  const problems = [...(opening.problems ?? [])];
  const steps = [...opening.steps];
  let content = opening.content;
  let delivered = content;
  let expected = opening.transport === 'base64-expected';
  for (let depth = 0; opening.transport !== 'none'; depth++) {
    const peeled = peelOnce(content, context, expected);
    if (peeled === undefined) break;
    if (depth >= limits.payloadDepth) {
      problems.push(tooDeep(content));
      break;
    }
    layers.push(peeled.layer);
    if (!peeled.layer.endsWith('-bom')) steps.push(peeled.layer);
    problems.push(...peeled.problems);
    content = peeled.content;
    if (expected && peeled.layer.startsWith('base64')) delivered = content;
    expected = false;
    if (peeled.layer.endsWith('-bom')) break;
  }
  return new OpenedPayload(opening, content, delivered, layers, steps, problems, context);
}

function peelOnce(content: Content, context: DecodeContext, expected: boolean): Peeled | undefined {
  for (const peeler of peelers) {
    const peeled = peeler(content, context, expected);
    if (peeled !== undefined) return peeled;
  }
  return undefined;
}

function tooDeep({ origin }: Content): Problem {
  return problem('payload/limit-depth', origin, `More than ${limits.payloadDepth} layers; the rest is not decoded.`);
}

class OpenedPayload implements Payload {
  readonly steps: readonly string[];
  readonly layers: readonly LayerName[];
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
  #found: Findings | undefined;

  constructor(
    opening: Opening,
    content: Content,
    delivered: Content,
    layers: readonly LayerName[],
    steps: readonly string[],
    problems: readonly Problem[],
    context: DecodeContext,
  ) {
    this.#content = content;
    this.#delivered = delivered;
    this.text = content.text;
    this.map = content.map;
    this.name = opening.name;
    this.partType = opening.partType;
    this.isFile = opening.isFile === true;
    this.#context = context;
    this.#openingProblems = problems;
    const { text } = content;
    this.kind = text === undefined ? 'unknown' : this.#kindOf(opening, text);
    const formats = opening.format === undefined ? formatLayers(content, this.kind) : [opening.format];
    this.layers = [...layers, ...formats];
    this.steps = formats.includes('mime-multipart') ? [...steps, 'mime-multipart'] : steps;
  }

  #kindOf(opening: Opening, text: string): DocumentKind {
    const clues = { name: opening.name, text, json: () => this.#read('json')?.root };
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
    if (this.#tree === undefined) {
      const language = this.#language();
      this.#tree = { value: language && this.#read(language) };
    }
    return this.#tree.value;
  }

  get children(): readonly Child[] {
    return this.#find().children;
  }

  get problems(): readonly FileProblem[] {
    return [...this.#openingProblems, ...this.#find().problems].map((found) => ({ ...found, layers: this.steps }));
  }

  #find(): Findings {
    if (this.#found === undefined) {
      const finder = this.text === undefined ? undefined : childFinders[this.kind];
      // Each document on the way adds at most two steps: how it is held and how it is encoded.
      const deep = this.steps.length >= limits.payloadDepth * 2;
      if (finder === undefined || this.text === undefined) this.#found = { children: [], problems: [] };
      else if (deep) this.#found = { children: [], problems: [tooDeep(this.#content)] };
      else {
        const open = (opening: Opening): Payload => openPayload(opening, this.#context);
        this.#found = finder({ payload: this, text: this.text, origin: this.#content.origin, open }, this.#context);
      }
    }
    return this.#found;
  }

  #language(): 'json' | 'yaml' | undefined {
    if (this.text === undefined) return undefined;
    if (this.kind === 'cloud-config') return 'yaml';
    if (this.kind === 'user-data') return userDataTypeOf(this) === archiveType ? 'yaml' : undefined;
    if (this.kind === 'mime' || this.kind === 'cse-command') return undefined;
    const isLoose = this.kind === 'unknown' || this.kind === 'cse-status' || this.kind === 'provision-log';
    return !isLoose || looksLikeJson(this.text) ? 'json' : undefined;
  }

  #read(language: 'json' | 'yaml'): SyntaxTree | undefined {
    if (this.text === undefined) return undefined;
    if (language === 'yaml')
      return userDataTypeOf(this) === 'text/jinja2' ? templateTree(this.text) : parseYaml(this.text);
    // Kept at once: telling the kind needs the tree, and it is the same one.
    this.#tree ??= { value: parseJson(this.text) };
    return this.#tree.value;
  }
}
