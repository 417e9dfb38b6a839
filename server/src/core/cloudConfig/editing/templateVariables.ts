import { inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import type { Region } from '../../formats/jinja/lexer.js';
import type { Value } from '../../formats/jinja/values.js';
import { type InstanceData, instanceDataKeys, standardInstanceKeys } from '../userData/instanceData.js';
import { isSecretName, maskSecrets } from '../../secrets/find.js';
import { type Completion, type HoverInfo, sortNumber } from '../../document/editing.js';

/** Values are shown up to this length. */
const shownLength = 60;

/** Names of instance data for an expression at the cursor; without instance data, those of every cloud. */
export function variablesAt(
  text: string,
  offset: number,
  regions: readonly Region[],
  data: InstanceData | undefined,
): Completion[] {
  const before = codeBefore(text, offset, regions);
  if (before === undefined) return [];
  const written = nameBefore(before);
  const front = before.slice(0, before.length - written.length);
  // A bar precedes a filter, a dot the member of a value, and a statement begins with a keyword.
  if (/[|.\w]\s*$/.test(front) && !/(?:^|\W)(?:and|elif|else|if|in|not|or)\s+$/.test(front)) return [];
  if (/^[-+]?\s*$/.test(front) && regionAround(offset, regions)?.kind === 'statement') return [];
  const path = written.split('.').slice(0, -1);
  const start = offset - (written.length - path.reduce((length, name) => length + name.length + 1, 0));
  const end = offset + (/^\w*/.exec(text.slice(offset))?.[0].length ?? 0);
  return [...namesAt(path, data)].map(([name, value], index) => ({
    label: name,
    kind: 'field',
    detail: value === undefined ? 'instance data' : typeInWords(value),
    documentation: markdownOf([...path, name], value),
    snippet: name,
    plainText: name,
    filterText: name,
    sortText: sortNumber(index),
    span: { start, end },
    insertSpan: { start, end: offset },
    deprecated: false,
    preselect: false,
    goesOn: false,
  }));
}

/** Facts about the name under the cursor in an expression. */
export function variableHover(
  text: string,
  offset: number,
  regions: readonly Region[],
  data: InstanceData | undefined,
): HoverInfo | undefined {
  const code = codeBefore(text, offset, regions);
  if (code === undefined) return undefined;
  const head = nameBefore(code);
  const written = head + (/^\w*/.exec(text.slice(offset))?.[0] ?? '');
  const path = written.split('.');
  const name = path.at(-1) ?? '';
  const known = namesAt(path.slice(0, -1), data);
  if (!known.has(name)) return undefined;
  const start = offset - head.length + written.length - name.length;
  return { markdown: markdownOf(path, known.get(name)), span: { start, end: start + name.length } };
}

/** The code before an offset in the expression or statement around it; undefined outside of them and inside strings. */
function codeBefore(text: string, offset: number, regions: readonly Region[]): string | undefined {
  const region = regionAround(offset, regions);
  if (region === undefined || region.kind === 'comment') return undefined;
  const code = text.slice(region.start + 2, offset);
  let quote = '';
  for (let at = 0; at < code.length; at++) {
    const character = code.charAt(at);
    if (quote === '') quote = character === '"' || character === "'" ? character : '';
    else if (character === '\\') at++;
    else if (character === quote) quote = '';
  }
  return quote === '' ? code : undefined;
}

/** The name or dotted path at the end of an expression; empty if it ends with something else. */
function nameBefore(code: string): string {
  const startOfWord = (end: number): number => {
    let start = end;
    while (start > 0 && /\w/.test(code.charAt(start - 1))) start--;
    return start;
  };
  let start = startOfWord(code.length);
  while (code.charAt(start - 1) === '.') {
    const word = startOfWord(start - 1);
    // A name doesn't begin with a digit.
    const name = word + code.slice(word, start - 1).search(/[A-Za-z_]/);
    if (name < word) break;
    start = name;
    if (name > word) break;
  }
  return code.slice(start);
}

function regionAround(offset: number, regions: readonly Region[]): Region | undefined {
  return regions.find(({ start, end }) => start + 2 <= offset && offset <= end - 2);
}

/** The names in the mapping at a path, with their values if there is instance data. */
function namesAt(path: readonly string[], data: InstanceData | undefined): Map<string, Value | undefined> {
  if (data === undefined) {
    const isTop = path.length === 0;
    const isStandard = isTop || path.join() === 'v1';
    const names = [...(isStandard ? standardInstanceKeys : []), ...(isTop ? instanceDataKeys : [])];
    return new Map(names.map((name) => [name, undefined]));
  }
  let inner: Value | undefined = data;
  for (const step of path) inner = inner instanceof Map ? inner.get(step) : undefined;
  const members = inner instanceof Map ? [...inner] : [];
  return new Map(
    members.flatMap(([name, value]) =>
      typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name) ? [[name, value]] : [],
    ),
  );
}

function typeInWords(value: Value): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Map) return 'mapping';
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : 'number';
}

function markdownOf(path: readonly string[], value: Value | undefined): Markdown {
  const name = path.at(-1) ?? '';
  const isStandard = standardInstanceKeys.includes(name) && (path.length === 1 || path.join('.') === `v1.${name}`);
  const origin = isStandard ? markup`Instance data of every cloud.` : markup`Instance data.`;
  const shown = value === undefined ? '' : shownValue(name, value);
  const given = shown === '' ? '' : markup` Value in the configured instance data: ${shown}.`;
  return markup`**${prose(path.join('.'))}**\n\n${origin}${given}`;
}

/** A scalar as code; empty for possible secrets. */
function shownValue(name: string, value: Value): Markdown | '' {
  if (isSecretName(name) || typeof value === 'object') return '';
  const { text } = maskSecrets(String(value).split('\n')[0] ?? '');
  return inlineCode(`${text.slice(0, shownLength)}${text.length > shownLength ? '…' : ''}`);
}
