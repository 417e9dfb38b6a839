import type { Statement, TemplateFault } from '../../formats/jinja/ast.js';
import { lexTemplate, normalised, type Region } from '../../formats/jinja/lexer.js';
import { parseTemplate } from '../../formats/jinja/parser.js';
import { type RenderedTemplate, renderTemplate } from '../../formats/jinja/render.js';
import type { StringNode, SyntaxNode, SyntaxTree } from '../../formats/tree/node.js';
import { parseYaml } from '../../formats/yaml/read.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Budget } from '../../text/budget.js';
import { composeMaps, verbatimMap } from '../../text/positionMap.js';
import { movedSpan, type Span, touchesAny } from '../../text/span.js';
import { typeByBeginning } from './contentTypes.js';
import type { InstanceData } from './instanceData.js';

/**
 * The offset after the line `## template: jinja`. Undefined if cloud-init 26.2 rejects the template although it
 * recognises it: the line must be the first one, and only name `jinja`.
 */
export function templateStart(text: string): number | undefined {
  const newline = text.indexOf('\n');
  const first = newline < 0 ? text : text.slice(0, newline);
  const type = /^##\s*template:(.*)/i.exec(first.replace(/\r$/, ''))?.[1];
  if (type?.trim().toLowerCase() !== 'jinja') return undefined;
  return newline < 0 ? text.length : newline + 1;
}

/** Renders user data that is a template, without its first line; positions are in the user data. */
export function renderUserData(
  text: string,
  start: number,
  data: InstanceData,
  budget: Budget,
): Result<RenderedTemplate, TemplateFault> {
  const rendered = renderTemplate(text.slice(start), data, budget);
  const moved = (span: Span): Span => movedSpan(span, start);
  if (!rendered.ok) return failure(movedFault(rendered.error, moved));
  const { text: output, map, missing } = rendered.value;
  return success({
    text: output,
    map: composeMaps(verbatimMap(start), map),
    missing: missing.map(({ span, name }) => ({ span: moved(span), name })),
  });
}

function movedFault({ kind, span, message }: TemplateFault, moved: (span: Span) => Span): TemplateFault {
  return { kind, span: moved(span), message };
}

/** A parsed template of user data; positions are in the user data. */
export interface UserDataTemplate {
  /** Expressions, statements and comments with their delimiters. */
  readonly regions: readonly Region[];
  /** Empty if Jinja rejects the template. */
  readonly statements: readonly Statement[];
  readonly fault: TemplateFault | undefined;
  /** Maps ranges of the statements to the user data. */
  readonly toText: (span: Span) => Span;
}

/** Reads user data that is a template, without rendering it. */
export function readTemplate(text: string, start: number): UserDataTemplate {
  const { text: source, toSource } = normalised(text.slice(start));
  const toText = (span: Span): Span => movedSpan(toSource(span), start);
  const { tokens, regions, fault } = lexTemplate(source);
  const parsed = fault === undefined ? parseTemplate(tokens, source.length) : failure(fault);
  return {
    regions: regions.map((region) => ({ kind: region.kind, ...toText(region) })),
    statements: parsed.ok ? parsed.value : [],
    fault: parsed.ok ? undefined : movedFault(parsed.error, toText),
    toText,
  };
}

/** The most likely type of the rendered template; undefined if it depends on instance data. */
export function typeOfTemplate(text: string): string | undefined {
  const start = templateStart(text);
  return start === undefined
    ? undefined
    : typeByBeginning(masked(text, readTemplate(text, start).regions).slice(start));
}

/**
 * Reads a template as YAML: expressions are letters, statements and comments are spaces. Strings of the tree contain the
 * original characters, and problems that rendering may solve are left out.
 */
export function templateTree(text: string, budget?: Budget): SyntaxTree {
  const { regions, text: around } = templateAround(text);
  const tree = parseYaml(around, budget);
  const hasStatements = regions.some(({ kind }) => kind === 'statement');
  const problems = tree.problems.filter(({ span }) => !hasStatements && !touchesAny(lineAround(text, span), regions));
  const { root } = tree;
  return { ...tree, problems, root: root && new Unmasking(text, regions).node(root) };
}

/** A template with expressions, statements and comments masked for YAML at the same offsets, and their ranges. */
export function templateAround(text: string): { readonly text: string; readonly regions: readonly Region[] } {
  const start = templateStart(text);
  const regions = start === undefined ? [] : readTemplate(text, start).regions;
  return { text: masked(text, regions), regions };
}

function lineAround(text: string, { start, end }: Span): Span {
  const newline = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: newline < 0 ? text.length : newline };
}

/** Characters of an expression become characters of the private use area, which are letters for YAML. */
function masked(text: string, regions: readonly Region[]): string {
  let result = '';
  let at = 0;
  for (const region of regions) {
    const inside = text.slice(region.start, region.end);
    const spaces = inside.replace(/[^\r\n]/g, ' ');
    result += text.slice(at, region.start);
    if (region.kind === 'expression') result += inside.replace(/[^]/g, shifted);
    else result += canBeComment(text, region) ? `#${spaces.slice(1)}` : spaces;
    at = region.end;
  }
  return result + text.slice(at);
}

/**
 * Whether a statement alone on its line can become a YAML comment. In a block scalar, the comment is a line of the
 * string, and a line that is indented less than the block ends it.
 */
function canBeComment(text: string, { start, end }: Span): boolean {
  // Bounded: a long line or many empty lines would make this quadratic.
  const near = text.slice(Math.max(0, start - 2_000), start);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const after = /^[ \t]*(?:\r?\n(?:[ \t]*\r?\n)*|$)/.exec(text.slice(end, end + 2_000));
  if (before.trim() !== '' || after === null || text.slice(start, end).includes('\n')) return false;
  const next = /^[ \t]*/.exec(text.slice(end + after[0].length, end + after[0].length + 2_000))?.[0] ?? '';
  return next.length <= before.length;
}

const privateUse = 0xe000;

function shifted(character: string): string {
  const code = character.charCodeAt(0);
  return code < 128 ? String.fromCharCode(privateUse + code) : character;
}

/** Restores the original characters in the strings of a masked tree. */
class Unmasking {
  readonly #text: string;
  readonly #regions: readonly Region[];
  /** The replacements of nodes, for aliases to them. */
  readonly #done = new Map<SyntaxNode, SyntaxNode>();

  constructor(text: string, regions: readonly Region[]) {
    this.#text = text;
    this.#regions = regions;
  }

  node(node: SyntaxNode): SyntaxNode {
    const known = this.#done.get(node);
    if (known !== undefined) return known;
    const own = this.#unmasked(node);
    this.#done.set(node, own);
    return own;
  }

  #unmasked(node: SyntaxNode): SyntaxNode {
    if (!touchesAny(node.span, this.#regions) && node.kind !== 'alias') return node;
    switch (node.kind) {
      case 'string':
        return { ...node, value: this.#string(node) };
      case 'array':
        return { ...node, items: node.items.map((item) => this.node(item)) };
      case 'object':
        return {
          ...node,
          members: node.members.map((member) => ({
            ...member,
            key: { ...member.key, name: this.#plain(member.key.name, member.key.span) },
            value: member.value && this.node(member.value),
          })),
        };
      case 'alias':
        return { ...node, target: node.target && (this.#done.get(node.target) ?? node.target) };
      default:
        return node;
    }
  }

  #string(node: StringNode): string {
    if (node.style !== 'literal') return this.#plain(node.value, node.span);
    // Statements are spaces in the masked text, so their lines come from the template.
    const indent = node.blockIndent ?? 0;
    let at = node.span.start;
    return node.value
      .split('\n')
      .map((line) => {
        const newline = this.#text.indexOf('\n', at);
        const end = newline < 0 ? this.#text.length : newline;
        const begin = Math.min(at + indent, end);
        at = end + 1;
        return touchesAny({ start: begin, end }, this.#regions)
          ? this.#text.slice(begin, end).replace(/\r$/, '')
          : line;
      })
      .join('\n');
  }

  #plain(value: string, span: Span): string {
    if (!touchesAny(span, this.#regions)) return value;
    return value.replace(/[\ue000-\ue07f]/g, (character) => String.fromCharCode(character.charCodeAt(0) - privateUse));
  }
}
