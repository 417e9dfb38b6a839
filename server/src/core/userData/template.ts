import type { Statement } from '../jinja/ast.js';
import { TemplateFault } from '../jinja/fault.js';
import { lexTemplate, type Region } from '../jinja/lexer.js';
import { parseTemplate } from '../jinja/parser.js';
import { type RenderedTemplate, renderTemplate } from '../jinja/render.js';
import { normalised } from '../jinja/source.js';
import { composeMaps, verbatimMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import type { InstanceData } from './instanceData.js';

/**
 * Where the template begins behind its line `## template: jinja`; undefined where cloud-init 26.2 refuses it although
 * the text begins as one: the line has to be the very first, and to name nothing but `jinja`.
 */
export function templateStart(text: string): number | undefined {
  const newline = text.indexOf('\n');
  const first = newline < 0 ? text : text.slice(0, newline);
  const type = /^##\s*template:(.*)/i.exec(first.replace(/\r$/, ''))?.[1];
  if (type?.trim().toLowerCase() !== 'jinja') return undefined;
  return newline < 0 ? text.length : newline + 1;
}

/** Renders user data that is a template, without its first line; places are in the user data. */
export function renderUserData(text: string, start: number, data: InstanceData): RenderedTemplate | TemplateFault {
  const rendered = renderTemplate(text.slice(start), data);
  const moved = ({ start: from, end }: Span): Span => ({ start: from + start, end: end + start });
  if (rendered instanceof TemplateFault)
    return new TemplateFault(rendered.kind, moved(rendered.span), rendered.message);
  return {
    text: rendered.text,
    map: composeMaps(verbatimMap(start), rendered.map),
    missing: rendered.missing.map(({ span, name }) => ({ span: moved(span), name })),
  };
}

/** A template of user data, read; places are in the user data. */
export interface UserDataTemplate {
  /** Expressions, statements and comments with their delimiters. */
  readonly regions: readonly Region[];
  /** Empty where Jinja refuses the template. */
  readonly statements: readonly Statement[];
  readonly fault: TemplateFault | undefined;
  /** From what the statements say to the user data. */
  readonly toText: (span: Span) => Span;
}

/** Reads user data that is a template, without rendering it. */
export function readTemplate(text: string, start: number): UserDataTemplate {
  const { text: source, toSource } = normalised(text.slice(start));
  const toText = (span: Span): Span => {
    const place = toSource(span);
    return { start: place.start + start, end: place.end + start };
  };
  const { tokens, regions, fault } = lexTemplate(source);
  const parsed = fault ?? parsedOf(() => parseTemplate(tokens, source.length));
  const refused = parsed instanceof TemplateFault;
  return {
    regions: regions.map(({ kind, span }) => ({ kind, span: toText(span) })),
    statements: refused ? [] : parsed,
    fault: refused ? new TemplateFault(parsed.kind, toText(parsed.span), parsed.message) : undefined,
    toText,
  };
}

function parsedOf(parse: () => readonly Statement[]): readonly Statement[] | TemplateFault {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TemplateFault) return error;
    throw error;
  }
}
