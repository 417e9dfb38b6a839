import { assemble } from '../../formats/arm/assemble.js';
import type { Piece } from '../../formats/arm/value.js';
import type { HclCall, HclObject, HclTemplate, HclValue, TemplateText } from '../../formats/hcl/syntax.js';
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
  #uses: ReadonlyMap<string, number> | undefined;
  readonly #targets = new Map<HclValue, HclValue | undefined>();
  readonly #templates = new Map<string, TemplateText>();
  readonly #strings = new Map<HclValue, string | undefined>();

  constructor({ blocks }: HclObject, text: string, files: FilesOfSource) {
    const locals = blocks.filter(({ type }) => type === 'locals').flatMap(({ body }) => body.attributes);
    this.#locals = new Map(locals.map(({ name, value }) => [name, value]));
    this.#text = text;
    this.#files = files;
  }

  /** The value that a reference to a local of the same file leads to; undefined for anything else. */
  local(value: HclValue): HclValue | undefined {
    const passed: HclValue[] = [];
    let at: HclValue | undefined = value;
    while (at?.kind === 'expression' && !this.#targets.has(at)) {
      passed.push(at);
      // A local that refers to itself has no value.
      this.#targets.set(at, undefined);
      at = this.#locals.get(localOf(this.#written(at)) ?? '');
    }
    const target = at?.kind === 'expression' ? this.#targets.get(at) : at;
    for (const one of passed) this.#targets.set(one, target);
    return value.kind === 'expression' ? target : undefined;
  }

  /** Whether a value may be the content of a file, maybe encoded. */
  mayReadFile(value: HclValue): boolean {
    let at: HclValue | undefined = value;
    for (let depth = 0; depth < limits.payloadDepth && at !== undefined; depth++) {
      const target: HclValue = this.local(at) ?? at;
      if (target.kind !== 'call') return false;
      if (readers.has(target.name)) return true;
      at = target.arguments[0];
    }
    return false;
  }

  /** Whether the locals on the way to a value have no other use in the file, so that it can be opened and edited there. */
  isOnlyUse(value: HclValue): boolean {
    this.#uses ??= usesIn(this.#text);
    for (let at: HclValue | undefined = value; at?.kind === 'expression';) {
      const name = localOf(this.#written(at)) ?? '';
      if (this.#uses.get(name) !== 1) return false;
      at = this.#locals.get(name);
    }
    return true;
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
    { path, span }: ReadFile,
    variables: HclValue | undefined,
  ): Pick<HclFile, 'content' | 'unresolved'> {
    const template = this.#templates.get(path) ?? heredocText(text, { start: 0, end: text.length }, false);
    this.#templates.set(path, template);
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
    const directives: string[] = [];
    for (const { inner, outer, expression } of template.symbols) {
      add(template.text.slice(at, inner.start));
      at = inner.end;
      const written = text.slice(outer.start, outer.end);
      if (written.startsWith('%')) {
        // It stays as it is; its end says nothing more.
        if (!/^%\{~?\s*(?:else|endif|endfor)\b/.test(written)) directives.push(expression);
        add(written);
        continue;
      }
      // A tilde removes the white space beside it.
      const isPlain = !/^\$\{~|~\}$/.test(written);
      const value = isPlain ? values.get(expression) : undefined;
      const known = value && this.#printed(value);
      if (known === undefined || (length += known.length) > limits.armTextLength)
        pieces.push({ is: 'symbol', expression, span });
      else add(known);
    }
    add(template.text.slice(at));
    const { text: content, unresolved } = assemble(pieces, span, 'TF');
    return { content, unresolved: [...unresolved, ...directives] };
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

/** How often each local is used. */
function usesIn(text: string): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(/\blocal\.([\p{L}_][\p{L}\p{N}\p{M}_-]{0,200})/gu))
    uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

const readers: ReadonlySet<string> = new Set(['file', 'filebase64', 'templatefile']);

const hint =
  ' Terraform looks for it in the folder that it runs in; begin the path with ${path.module}/ for the folder of this file.';
