import { type Child, type Payload, wayTo } from '../document/payload.js';
import { fragmentMap, type Replacement } from '../text/positionMap.js';
import { failure, type Result, success } from '../text/result.js';
import { type DecodeContext, textContent } from './content.js';
import { encodedAlike, isEncodingLayer } from './layers/index.js';
import { differenceOf } from './layers/layer.js';
import { openPayload } from './open.js';

/** A document with another text, opened as a file, so that positions are in this text. It keeps its kind and format. */
export function openAlone(payload: Payload, text: string, context: DecodeContext): Payload {
  const { name, kind, format, partType, isFile } = payload;
  // The step of a multipart is added by its format.
  const steps = format === 'mime-multipart' ? payload.steps.slice(0, -1) : payload.steps;
  return openPayload(
    {
      content: textContent(text, fragmentMap(0), { start: 0, end: text.length }),
      name,
      steps,
      kind,
      format,
      transport: 'none',
      ...(partType === undefined ? {} : { partType }),
      ...(isFile ? { isFile } : {}),
    },
    context,
  );
}

/** A file with payloads. */
export interface OuterFile {
  readonly text: string;
  /** The file as a payload. */
  readonly root: Payload;
  /** A new context for decoding it. */
  readonly context: () => DecodeContext;
  /** The root of the same file with another text. */
  readonly read: (text: string) => Payload;
}

/**
 * The change of a file that gives the payload at the end of a path another text, and keeps the bytes of every other
 * payload; undefined if nothing changes. Each layer on the path keeps its style. Each result is read again before it is
 * returned.
 */
export function replaceText(file: OuterFile, steps: readonly string[], text: string): Result<Replacement | undefined> {
  const path = payloadsTo(file.root, steps);
  const target = path?.at(-1);
  if (path === undefined || target?.text === undefined) return failure(noSuchText);
  if (target.text === text) return success(undefined);
  if (/\p{Surrogate}/u.test(text)) return failure("The text contains half of a character, which can't be encoded.");
  const written = rewritten(file, path, text);
  return written.ok ? success(differenceOf(file.text, written.value)) : written;
}

/** Why no text of a payload could be written back, if the reason doesn't depend on the text. */
export function writeErrorOf(file: OuterFile, steps: readonly string[]): string | undefined {
  const path = payloadsTo(file.root, steps);
  const text = path?.at(-1)?.text;
  if (path === undefined || text === undefined) return noSuchText;
  if (/\p{Surrogate}/u.test(text)) return 'It contains half of a character, which editors would lose.';
  const written = rewritten(file, path, text);
  return written.ok ? undefined : written.error;
}

const noSuchText = "The document doesn't contain this text.";

/** The payloads on the path of these steps, the file first. */
function payloadsTo(root: Payload, steps: readonly string[]): readonly Payload[] | undefined {
  const path = wayTo(root, steps);
  return path && [root, ...path.map(({ payload }) => payload)];
}

function rewritten(file: OuterFile, path: readonly Payload[], text: string): Result<string> {
  let next = success(text);
  for (let level = path.length - 1; level > 0; level--) {
    const [parent, payload] = [path[level - 1], path[level]];
    if (parent === undefined || payload === undefined) continue;
    const written = intoParent(file, parent, payload, next.value);
    if (!written.ok) return written;
    next = written;
  }
  const { root } = file;
  const encoded = { written: file.text, layers: root.encodings, text: root.text ?? '' };
  const written = encodedAlike(encoded, next.value, file.context());
  if (!written.ok) return written;
  return differsOnlyIn(root, file.read(written.value), path.slice(1), text) ? written : failure(notReadBack);
}

const notReadBack =
  "This payload can't be written back: it would be read differently, or another payload would change.";

/** The text of a document with another text of a child in it. */
function intoParent(file: OuterFile, parent: Payload, payload: Payload, next: string): Result<string> {
  const text = parent.text ?? '';
  const alone = openAlone(parent, text, file.context());
  const child = alone.children[parent.children.findIndex((one) => one.payload === payload)];
  if (child?.payload.text === undefined || child.payload.text !== payload.text)
    return failure('It depends on more than the document around it.');
  const holder = child.holder();
  if (!holder.ok) return holder;
  const { value: written, layers = child.payload.encodings, write } = holder.value;
  const encoded = { written, layers: layers.filter(isEncodingLayer), text: child.payload.text };
  const value = encodedAlike(encoded, next, file.context());
  if (!value.ok) return value;
  const replacements = write(value.value);
  if (!replacements.ok) return replacements;
  for (const { span, newText } of replacements.value) {
    const replaced = text.slice(0, span.start) + newText + text.slice(span.end);
    if (differsOnlyIn(alone, openAlone(parent, replaced, file.context()), [child.payload], next))
      return success(replaced);
  }
  return failure(notReadBack);
}

/** Whether only the payload at the end of a path and those around it changed, and that one has this text. */
function differsOnlyIn(before: Payload, after: Payload, path: readonly Payload[], text: string): boolean {
  const [next, ...rest] = path;
  if (next === undefined) return after.text === text;
  if (before.children.length !== after.children.length) return false;
  return before.children.every((child, index) => {
    const other = after.children[index];
    if (other === undefined) return false;
    return child.payload === next ? differsOnlyIn(next, other.payload, rest, text) : isSame(child, other);
  });
}

function isSame(a: Child, b: Child): boolean {
  const [before, after] = [a.payload, b.payload];
  if (a.is !== b.is || before.name !== after.name || before.bytes.length !== after.bytes.length) return false;
  return before.bytes.every((byte, index) => byte === after.bytes[index]);
}
