import type { Platform } from '../platform.js';
import { fragmentMap } from '../text/positionMap.js';
import type { Writing } from './containers/container.js';
import { holderOf } from './containers/holders.js';
import { type DecodeContext, textContent } from './content.js';
import { openLayers } from './layers/index.js';
import { type Body, type Difference, differenceOf, textOf, WriteError } from './layers/layer.js';
import { openPayload } from './open.js';
import { type Child, type Payload, wayTo } from '../document/payload.js';

/**
 * A document with a text, as if it were a file: what is found inside of it has its places in this text. It is of the kind
 * and the format that it had before, whatever the text looks like.
 */
function openAlone(payload: Payload, text: string, context: DecodeContext): Payload {
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

/** A file with payloads, and how another text of it would be read. */
export interface OuterFile {
  readonly text: string;
  /** The file as a payload. */
  readonly root: Payload;
  readonly platform: Platform;
  /** What decoding something out of it needs; a new one each time. */
  readonly context: () => DecodeContext;
  /** The root of the same file with another text. */
  readonly read: (text: string) => Payload;
}

/**
 * The change of a file after which the payload at the end of some steps has another text and every other payload has the
 * bytes of before; undefined where nothing changes, an obstacle where no such change can be found. Each layer on the way
 * keeps the manner that it is written in. Whatever is found is read again before it is given out.
 */
export function replaceText(
  file: OuterFile,
  steps: readonly string[],
  text: string,
): Difference | undefined | WriteError {
  const way = payloadsTo(file.root, steps);
  const target = way?.at(-1);
  if (way === undefined || target?.text === undefined) return new WriteError('The document holds no such text.');
  if (target.text === text) return undefined;
  if (/\p{Surrogate}/u.test(text))
    return new WriteError('The text holds half of a character, which no encoding takes.');
  const written = rewritten(file, way, text);
  return written instanceof WriteError ? written : differenceOf(file.text, written);
}

/** Why no text of a payload could be written back; undefined where it can, as far as that does not depend on the text. */
export function writeErrorOf(file: OuterFile, steps: readonly string[]): WriteError | undefined {
  const way = payloadsTo(file.root, steps);
  const text = way?.at(-1)?.text;
  if (way === undefined || text === undefined) return new WriteError('The document holds no such text.');
  if (/\p{Surrogate}/u.test(text)) return new WriteError('It holds half of a character, which editors would lose.');
  const written = rewritten(file, way, text);
  return written instanceof WriteError ? written : undefined;
}

/** The payloads from the file to the one at the end of some steps, the file first. */
function payloadsTo(root: Payload, steps: readonly string[]): readonly Payload[] | undefined {
  const way = wayTo(root, steps);
  return way && [root, ...way.map(({ payload }) => payload)];
}

function rewritten(file: OuterFile, way: readonly Payload[], text: string): string | WriteError {
  let next: string | WriteError = text;
  for (let level = way.length - 1; level > 0 && !(next instanceof WriteError); level--) {
    const [parent, payload] = [way[level - 1], way[level]];
    if (parent !== undefined && payload !== undefined) next = intoParent(file, parent, payload, next);
  }
  if (next instanceof WriteError) return next;
  const layers = openLayers(file.text, file.root.encodings, file.root.text ?? '', file.platform);
  const body = layers instanceof WriteError ? layers : layers.close(next);
  const written = body instanceof WriteError ? body : textOf(body);
  if (written === undefined) return new WriteError('The file would be no text any more.');
  if (written instanceof WriteError) return written;
  const [root, ...rest] = way;
  return root !== undefined && differsOnlyIn(root, file.read(written), rest, text) ? written : notReadBack;
}

const notReadBack = new WriteError(
  'Written back, it would be read otherwise, or another payload of the document would change with it.',
);

/** The text of a document with another text of a child in it. */
function intoParent(file: OuterFile, parent: Payload, payload: Payload, next: string): string | WriteError {
  const text = parent.text ?? '';
  const alone = openAlone(parent, text, file.context());
  const child = alone.children[parent.children.findIndex((one) => one.payload === payload)];
  if (child?.payload.text === undefined || child.payload.text !== payload.text)
    return new WriteError('It depends on more than the document around it.');
  const holder = holderOf(alone, child);
  if (holder instanceof WriteError) return holder;
  const layers = openLayers(holder.value, holder.layers, child.payload.text, file.platform);
  if (layers instanceof WriteError) return layers;
  const body: Body | WriteError = layers.close(next);
  const value = body instanceof WriteError ? body : textOf(body);
  if (value === undefined) return new WriteError('The document around it would be no text any more.');
  const writings = value instanceof WriteError ? value : holder.write(value);
  if (writings instanceof WriteError) return writings;
  for (const writing of writings) {
    const written = withWriting(text, writing);
    const isRight = differsOnlyIn(alone, openAlone(parent, written, file.context()), [child.payload], next);
    if (isRight) return written;
  }
  return notReadBack;
}

function withWriting(text: string, { span, text: written }: Writing): string {
  return text.slice(0, span.start) + written + text.slice(span.end);
}

/** Whether all is the same but for the payload at the end of a way and what holds it, and that one has this text. */
function differsOnlyIn(before: Payload, after: Payload, way: readonly Payload[], text: string): boolean {
  const [next, ...rest] = way;
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
