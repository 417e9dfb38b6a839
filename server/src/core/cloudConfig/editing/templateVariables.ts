import type { Region } from '../../formats/jinja/lexer.js';
import type { Value } from '../../formats/jinja/values.js';
import { type InstanceData, instanceDataKeys, standardInstanceKeys } from '../userData/instanceData.js';
import { maskSecrets } from '../../secrets/mask.js';
import { isSecretName } from '../../secrets/find.js';
import { type Completion, type HoverInfo, sortNumber } from '../../document/editing.js';

/** Values are shown up to this length. */
const shownLength = 60;

/** The names of instance data that fit an expression at the cursor; without data those that every cloud has. */
export function variablesAt(
  text: string,
  offset: number,
  regions: readonly Region[],
  data: InstanceData | undefined,
): Completion[] {
  const before = codeBefore(text, offset, regions);
  if (before === undefined) return [];
  const [written = ''] = /(?:[A-Za-z_]\w*\.)*[A-Za-z_]?\w*$/.exec(before) ?? [];
  const front = before.slice(0, before.length - written.length);
  // Behind a bar stand filters, behind a dot of a value its parts, and a statement begins with a word of its own.
  if (/[|.\w]\s*$/.test(front) && !/(?:^|\W)(?:and|elif|else|if|in|not|or)\s+$/.test(front)) return [];
  if (/^[-+]?\s*$/.test(front) && isStatement(offset, regions)) return [];
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

/** What is known of the name under the cursor in an expression. */
export function variableHover(
  text: string,
  offset: number,
  regions: readonly Region[],
  data: InstanceData | undefined,
): HoverInfo | undefined {
  if (codeBefore(text, offset, regions) === undefined) return undefined;
  const head = /(?:[A-Za-z_]\w*\.)*\w*$/.exec(text.slice(Math.max(0, offset - 500), offset))?.[0] ?? '';
  const written = head + (/^\w*/.exec(text.slice(offset))?.[0] ?? '');
  const path = written.split('.');
  const name = path.at(-1) ?? '';
  const known = namesAt(path.slice(0, -1), data);
  if (!known.has(name)) return undefined;
  const start = offset - head.length + written.length - name.length;
  return { markdown: markdownOf(path, known.get(name)), span: { start, end: start + name.length } };
}

/** What stands in front of an offset in the expression or statement around it; undefined outside, and inside of strings. */
function codeBefore(text: string, offset: number, regions: readonly Region[]): string | undefined {
  const region = regionAround(offset, regions);
  if (region === undefined || region.kind === 'comment') return undefined;
  const code = text.slice(region.span.start + 2, offset);
  return /["']/.test(code.replace(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g, '')) ? undefined : code;
}

function regionAround(offset: number, regions: readonly Region[]): Region | undefined {
  return regions.find(({ span }) => span.start + 2 <= offset && offset <= span.end - 2);
}

function isStatement(offset: number, regions: readonly Region[]): boolean {
  return regionAround(offset, regions)?.kind === 'statement';
}

/** The names behind a path, with their values where there are instance data. */
function namesAt(path: readonly string[], data: InstanceData | undefined): Map<string, Value | undefined> {
  if (data === undefined) {
    const names =
      path.length === 0
        ? [...standardInstanceKeys, ...instanceDataKeys]
        : path.join() === 'v1'
          ? standardInstanceKeys
          : [];
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
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Map) return 'mapping';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'boolean':
      return 'switch';
    default:
      return 'number';
  }
}

function markdownOf(path: readonly string[], value: Value | undefined): string {
  const name = path.at(-1) ?? '';
  const isStandard = standardInstanceKeys.includes(name) && (path.length === 1 || path.join('.') === `v1.${name}`);
  const origin = isStandard ? 'Instance data that every cloud has.' : 'Instance data.';
  const shown = value === undefined ? '' : shownValue(name, value);
  const given = shown === '' ? '' : ` In the instance data of the settings: ${shown}.`;
  return `**${path.join('.')}**\n\n${origin}${given}`;
}

/** A plain value as code; nothing for what may be a secret. */
function shownValue(name: string, value: Value): string {
  if (isSecretName(name) || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean'))
    return '';
  const { text } = maskSecrets(String(value).split('\n')[0] ?? '');
  return `\`${text.slice(0, shownLength).replaceAll('`', "'")}${text.length > shownLength ? '…' : ''}\``;
}
