import { assemble } from '../../formats/arm/assemble.js';
import type { Piece } from '../../formats/arm/value.js';
import type { HclCall, HclObject, HclTemplate, HclValue } from '../../formats/hcl/syntax.js';
import { heredocText } from '../../formats/hcl/template.js';
import { limits } from '../../limits.js';
import type { FilesOfSource, ReadFile } from './sourceFiles.js';

/** A file that a function of Terraform reads. */
export interface HclFile {
  readonly file: ReadFile;
  /** Its content; of a template, with what is known filled in. */
  readonly content: string | Uint8Array;
  /** Whether the function returns base64 of it. */
  readonly isBase64: boolean;
  /** Expressions and directives of a template that only Terraform can evaluate. */
  readonly unresolved: readonly string[];
}

/** The files that functions in a Terraform file read, and the values of its locals (Terraform 1.13). */
export class HclFiles {
  readonly #locals: ReadonlyMap<string, HclValue>;
  readonly #text: string;
  readonly #files: FilesOfSource;
  readonly #strings = new Map<HclValue, string | undefined>();

  constructor({ blocks }: HclObject, text: string, files: FilesOfSource) {
    const locals = blocks.filter(({ type }) => type === 'locals').flatMap(({ body }) => body.attributes);
    this.#locals = new Map(locals.map(({ name, value }) => [name, value]));
    this.#text = text;
    this.#files = files;
  }

  /** The value that a reference to a local of the same file leads to; undefined for anything else. */
  local(value: HclValue): HclValue | undefined {
    const seen = new Set<HclValue>();
    let at = value;
    while (at.kind === 'expression' && !seen.has(at)) {
      seen.add(at);
      const target = this.#locals.get(localOf(this.#written(at)) ?? '');
      if (target === undefined) return undefined;
      at = target;
    }
    return seen.size === 0 || at.kind === 'expression' ? undefined : at;
  }

  /** The file that a call reads; undefined if it reads none, or if it can't be read, which is a problem if it is `needed`. */
  read({ name, arguments: [path, variables] }: HclCall, needed: boolean): HclFile | undefined {
    if (!readers.has(name) || path === undefined) return undefined;
    const written = this.#string(path, 0);
    if (written === undefined) return undefined;
    const isFromHere = written.startsWith('/') || this.#written(path).includes('path.module');
    const file = this.#files.read(written, path.span, { needed, hint: isFromHere ? '' : hint });
    if (file === undefined) return undefined;
    if (name === 'filebase64') return { file, content: file.content, isBase64: true, unresolved: [] };
    const text = this.#files.textOf(file);
    if (text === undefined) {
      if (needed) this.#files.refuse(file, `it isn't valid UTF-8, so ${name} fails. Use filebase64.`);
      return undefined;
    }
    if (name === 'file') return { file, content: file.content, isBase64: false, unresolved: [] };
    return { file, isBase64: false, ...this.#filledIn(text, file, variables) };
  }

  /** A template with the literals among its variables filled in. */
  #filledIn(
    text: string,
    { span }: ReadFile,
    variables: HclValue | undefined,
  ): Pick<HclFile, 'content' | 'unresolved'> {
    const template = heredocText(text, { start: 0, end: text.length }, false);
    const given = variables && (this.local(variables) ?? variables);
    const values = new Map(
      given?.kind === 'object' ? given.attributes.map(({ name, value }) => [name, value] as const) : [],
    );
    const pieces: Piece[] = [];
    const add = (literal: string): void => {
      if (literal !== '') pieces.push({ is: 'literal', text: literal, map: undefined });
    };
    let at = 0;
    let length = text.length;
    for (const { inner, outer, expression } of template.symbols) {
      add(template.text.slice(at, inner.start));
      at = inner.end;
      // A tilde removes the white space beside it.
      const isPlain = !/^\$\{~|~\}$/.test(text.slice(outer.start, outer.end));
      const value = isPlain ? values.get(expression) : undefined;
      const known = value && this.#printed(value);
      if (known === undefined || (length += known.length) > limits.armTextLength)
        pieces.push({ is: 'symbol', expression, span });
      else add(known);
    }
    add(template.text.slice(at));
    const { text: content, unresolved } = assemble(pieces, span, 'TF');
    return { content, unresolved };
  }

  /** A value as a template prints it, if it is a literal. */
  #printed(value: HclValue): string | undefined {
    const target = this.local(value) ?? value;
    const written = this.#written(target);
    return target.kind === 'expression' && /^(?:0|[1-9]\d{0,14}|true|false)$/.test(written)
      ? written
      : this.#string(target, 0);
  }

  /** The text of a string whose expressions are known: other literals, and the folder of the file. */
  #string(value: HclValue, depth: number): string | undefined {
    const target = this.local(value) ?? value;
    if (target.kind !== 'template' || depth > limits.armDepth) return undefined;
    if (!this.#strings.has(target)) {
      // A local that refers to itself has no value.
      this.#strings.set(target, undefined);
      this.#strings.set(target, this.#joined(target, depth));
    }
    return this.#strings.get(target);
  }

  #joined({ text, symbols }: HclTemplate, depth: number): string | undefined {
    let joined = '';
    let at = 0;
    for (const { inner, expression } of symbols) {
      const target = this.#locals.get(localOf(expression) ?? '');
      const known = expression === 'path.module' ? '.' : target && this.#string(target, depth + 1);
      if (known === undefined) return undefined;
      joined += text.slice(at, inner.start) + known;
      if (joined.length > limits.armTextLength) return undefined;
      at = inner.end;
    }
    return joined + text.slice(at);
  }

  #written({ span }: HclValue): string {
    return this.#text.slice(span.start, span.end);
  }
}

/** The name of a local that an expression consists of. */
function localOf(expression: string): string | undefined {
  return /^local\.([\p{L}_][\p{L}\p{N}\p{M}_-]{0,200})$/u.exec(expression)?.[1];
}

const readers: ReadonlySet<string> = new Set(['file', 'filebase64', 'templatefile']);

const hint =
  ' Terraform looks for it in the folder that it runs in; begin the path with ${path.module}/ for the folder of this file.';
