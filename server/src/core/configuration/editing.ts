import { asSnippet, type Completion, type HoverInfo, type LazyEntry, sortNumber } from '../document/editing.js';
import { entryCount, type FactsOf, membersOf } from '../document/outline.js';
import type { SyntaxNode } from '../formats/tree/node.js';
import { cursorAt, type NodePath } from '../formats/tree/paths.js';
import { type YamlCursor, yamlCursor } from '../formats/yaml/cursor.js';
import { allProblemCodes, problemCodes, problemHref } from '../problems/codes.js';
import { blocks, inlineCode, type Markdown, markdownLink, markup, prose } from '../text/markdown.js';
import type { Span } from '../text/span.js';
import { memberNames, schemaAt, type SettingSchema } from './schema.js';

/** The keys and values that a configuration file can have at an offset. */
export function completeConfiguration(text: string, offset: number): Completion[] {
  const cursor = yamlCursor(text, offset);
  if (cursor === undefined) return [];
  const { key, value } = cursor;
  const keys =
    key === undefined
      ? []
      : keysAt(cursor, key.path, [
          ...key.object.members.map((one) => one.key.name),
          ...(key.path.length === 0 ? topLevelKeys(text, cursor.word) : []),
        ]);
  return [...keys, ...(value === undefined ? [] : valuesAt(cursor, value.path))];
}

/** The keys of all entries except the word at the cursor, which is read only with the entry around it. */
function topLevelKeys(text: string, word: Span): string[] {
  return [...text.matchAll(/^(\w+):/gm)].flatMap(({ 1: name = '', index }) => (index === word.start ? [] : [name]));
}

/** A key or value to choose. */
interface Choice {
  readonly name: string;
  readonly detail: string;
  readonly documentation: Markdown;
  /** What follows the name, in the syntax of snippets. */
  readonly rest?: string;
  readonly goesOn?: boolean;
}

function keysAt(cursor: YamlCursor, path: NodePath, taken: readonly string[]): Completion[] {
  const at = schemaAt(path);
  const { hasColon = false } = cursor.key ?? {};
  const indent = ' '.repeat(cursor.inset);
  const choices =
    keysAreCodes(path) && !cursor.isFlow
      ? allProblemCodes.map((code) => ({ ...codeChoice(code), rest: ': ' }))
      : memberNames(at).map((name): Choice => {
          const inner = at?.properties?.[name] ?? {};
          const isMapping = inner.type === 'object';
          return {
            name,
            detail: typeText(inner),
            documentation: descriptionOf(inner),
            rest: isMapping ? `:\n${indent}  $0` : ': $0',
            goesOn: true,
          };
        });
  return choices
    .filter(({ name }) => !taken.includes(name))
    .map((choice, index) => completion(cursor, hasColon ? { ...choice, rest: '' } : choice, 'key', index));
}

function valuesAt(cursor: YamlCursor, path: NodePath): Completion[] {
  const at = schemaAt(path);
  const choices: Choice[] = isCode(path)
    ? allProblemCodes.map(codeChoice)
    : (at?.enum ?? []).map((name) => ({ name, detail: '', documentation: descriptionOf(at) }));
  return choices.map((choice, index) => completion(cursor, choice, 'enum-value', index));
}

function keysAreCodes([first, second, ...rest]: NodePath): boolean {
  return first === 'problems' && second === 'severity' && rest.length === 0;
}

/** Whether a value is a code that isn't reported. */
function isCode([first, second, ...rest]: NodePath): boolean {
  return first === 'problems' && second === 'ignore' && rest.length === 2;
}

function codeChoice(code: keyof typeof problemCodes): Choice {
  const { severity, title } = problemCodes[code];
  return { name: code, detail: severity, documentation: prose(`${title}.`) };
}

function completion(cursor: YamlCursor, choice: Choice, kind: Completion['kind'], index: number): Completion {
  const { name, detail, documentation, rest = '', goesOn = false } = choice;
  const space = cursor.isSpaceMissing ? ' ' : '';
  const { word, quote } = cursor;
  return {
    label: name,
    kind,
    detail,
    documentation,
    snippet: `${space}${quote}${asSnippet(name)}${quote}${rest}`,
    plainText: `${space}${quote}${name}${quote}${rest.replace('$0', '')}`,
    filterText: `${quote}${name}`,
    sortText: sortNumber(index),
    span: word,
    insertSpan: word,
    deprecated: false,
    preselect: false,
    goesOn,
  };
}

/** The description of the key or code at an offset. */
export function configurationHover(root: SyntaxNode | undefined, text: string, offset: number): HoverInfo | undefined {
  const place = cursorAt(root, text, offset);
  if (place === undefined) return undefined;
  const span = place.at === 'key' ? place.member?.key.span : place.node?.span;
  const name = place.at === 'key' ? place.member?.key.name : undefined;
  const path = name === undefined ? place.path : [...place.path, name];
  if (span === undefined || path.length === 0) return undefined;
  const written = name ?? (place.at === 'value' && place.node?.kind === 'string' ? place.node.value : undefined);
  const code = allProblemCodes.find((one) => one === written);
  if (code !== undefined && path[0] === 'problems') {
    const { title } = problemCodes[code];
    const link = markdownLink('Explanation', problemHref(code) as `https://${string}`);
    return { span, markdown: blocks([markup`${inlineCode(code)}: ${prose(title)}.`, link]) };
  }
  const at = schemaAt(path);
  if (at?.description === undefined) return undefined;
  return { span, markdown: blocks([inlineCode(path.join('.')), descriptionOf(at)]) };
}

function descriptionOf(at: SettingSchema | undefined): Markdown {
  return prose(at?.description ?? '');
}

function typeText({ type = '', enum: values }: SettingSchema): string {
  if (values !== undefined) return values.join(' | ');
  return typeof type === 'string' ? type : type.join(' | ');
}

/** The keys of a configuration file. */
export function configurationOutline(root: SyntaxNode | undefined): Iterable<LazyEntry> {
  const factsOf: FactsOf = (_, value) => ({
    detail: entryCount(value) ?? '',
    value,
    deprecated: false,
    inside: factsOf,
  });
  return membersOf(root, factsOf);
}
