import { type Child, type Payload, payloadAt } from '../document/payload.js';
import { applyChanges } from '../formats/tree/changes.js';
import { limits } from '../limits.js';
import { fragmentMap, type Replacement } from '../text/positionMap.js';
import { failure, type Result, success } from '../text/result.js';
import { append } from '../text/strings.js';
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
  const target = payloadAt(file.root, steps);
  if (target?.text === undefined) return failure(noSuchText);
  if (target.text === text) return success(undefined);
  if (halfCharacter.test(text)) return failure("The text contains half of a character, which can't be encoded.");
  const { changes, unwritten } = replaceTexts(file, new Map([[target, text]]));
  const error = unwritten.get(target);
  return error === undefined ? success(differenceOf(file.text, applyChanges(file.text, changes))) : failure(error);
}

/** Why no text of a payload could be written back, if the reason doesn't depend on the text. */
export function writeErrorOf(file: OuterFile, steps: readonly string[]): string | undefined {
  const target = payloadAt(file.root, steps);
  if (target?.text === undefined) return noSuchText;
  if (halfCharacter.test(target.text)) return 'It contains half of a character, which editors would lose.';
  return replaceTexts(file, new Map([[target, target.text]])).unwritten.get(target);
}

const noSuchText = "The document doesn't contain this text.";

const halfCharacter = /\p{Surrogate}/u;

/** New texts of payloads of a file. */
type NewTexts = ReadonlyMap<Payload, string>;

/** A replacement in a file, and the payloads whose new texts it contains. */
export interface WrittenChange extends Replacement {
  readonly payloads: readonly Payload[];
}

/** Several payloads of a file with new texts. */
export interface WrittenTexts {
  /** One for each string of the file; a single one if the file itself is encoded. */
  readonly changes: readonly WrittenChange[];
  /** The payloads that stay as they are, with the reason. */
  readonly unwritten: ReadonlyMap<Payload, string>;
  /** Those inside of another one with a new text: their positions in it aren't known. */
  readonly inside: readonly Payload[];
}

/** The same for several payloads of a file. Each document around them is read a few times, however many are in it. */
export function replaceTexts(file: OuterFile, texts: NewTexts): WrittenTexts {
  return new Rewriting(file, texts).written();
}

/** A child of a document with its new text, and the replacements that could write it. */
interface ChildChange {
  readonly child: Payload;
  readonly text: string;
  readonly candidates: readonly Replacement[];
  readonly payloads: readonly Payload[];
}

class Rewriting {
  readonly #file: OuterFile;
  readonly #texts: NewTexts;
  readonly #unwritten = new Map<Payload, string>();
  readonly #inside: Payload[] = [];

  constructor(file: OuterFile, texts: NewTexts) {
    this.#file = file;
    this.#texts = texts;
  }

  written(): WrittenTexts {
    const changes = this.#changes();
    return { changes, unwritten: this.#unwritten, inside: this.#inside };
  }

  #changes(): readonly WrittenChange[] {
    const file = this.#file;
    const { root } = file;
    const { text, changes, payloads } = this.#document(root, payloadsAround(root, this.#texts));
    if (payloads.length === 0) return [];
    const encoded = { written: file.text, layers: root.encodings, text: root.text ?? '' };
    const written = encodedAlike(encoded, text, file.context());
    if (!written.ok) {
      this.#refuse(payloads, written.error);
      return [];
    }
    const texts = new Map(payloads.map((payload) => [payload, this.#texts.get(payload) ?? '']));
    if (!differsOnlyIn(root, file.read(written.value), texts, payloadsAround(root, texts))) {
      this.#refuse(payloads, notReadBack);
      return [];
    }
    const isPlain = changes !== undefined && root.text === file.text;
    return isPlain
      ? changes.map((change) => ({ ...change, ...trimmed(file.text, change) }))
      : [{ ...differenceOf(file.text, written.value), payloads }];
  }

  /** The text of a document with those of the payloads inside it; its changes, unless the document itself has a new text. */
  #document(
    document: Payload,
    around: ReadonlySet<Payload>,
  ): { text: string; changes?: readonly WrittenChange[]; payloads: readonly Payload[] } {
    const own = this.#texts.get(document);
    if (own !== undefined) {
      const inside = [...this.#texts.keys()].filter((other) => other !== document && isInside(other, document));
      append(this.#inside, inside);
      return { text: own, payloads: [document] };
    }
    const changes = this.#changesIn(document, around);
    const payloads = changes.flatMap((change) => change.payloads);
    return { text: applyChanges(document.text ?? '', changes), changes, payloads };
  }

  #changesIn(parent: Payload, around: ReadonlySet<Payload>): readonly WrittenChange[] {
    const text = parent.text ?? '';
    const alone = openAlone(parent, text, this.#file.context());
    const changes: ChildChange[] = [];
    for (const [index, { payload }] of parent.children.entries()) {
      if (!this.#texts.has(payload) && !around.has(payload)) continue;
      const { text: next, payloads } = this.#document(payload, around);
      const child = alone.children[index];
      const candidates = payloads.length === 0 ? success([]) : this.#candidates(child, payload, next);
      if (!candidates.ok) this.#refuse(payloads, candidates.error);
      else if (child !== undefined && payloads.length > 0)
        changes.push({ child: child.payload, text: next, candidates: candidates.value, payloads });
    }
    return this.#fitting(parent, alone, changes);
  }

  /** The replacements in a document that could give a child of it another text. */
  #candidates(child: Child | undefined, payload: Payload, next: string): Result<readonly Replacement[]> {
    if (child?.payload.text === undefined || child.payload.text !== payload.text)
      return failure('It depends on more than the document around it.');
    const holder = child.holder();
    if (!holder.ok) return holder;
    const { value: written, layers = child.payload.encodings, write } = holder.value;
    const encoded = { written, layers: layers.filter(isEncodingLayer), text: child.payload.text };
    const value = encodedAlike(encoded, next, this.#file.context());
    return value.ok ? write(value.value) : value;
  }

  /** The changes of a document after which it is read with the new texts of its children, and is the same apart from that. */
  #fitting(parent: Payload, alone: Payload, changes: readonly ChildChange[]): readonly WrittenChange[] {
    const reads = (chosen: readonly Chosen[]): boolean => {
      const edited = applyChanges(
        parent.text ?? '',
        chosen.map(([, candidate]) => candidate),
      );
      const texts = new Map(chosen.map(([{ child, text }]) => [child, text]));
      return differsOnlyIn(alone, openAlone(parent, edited, this.#file.context()), texts, new Set());
    };
    const writtenChanges = (chosen: readonly Chosen[]): WrittenChange[] =>
      chosen.map(([{ payloads }, candidate]) => ({ ...candidate, payloads }));
    const together = changes.flatMap((change): Chosen[] =>
      change.candidates.slice(0, 1).map((first) => [change, first]),
    );
    if (together.length === 0 || (together.length === changes.length && isDisjoint(together) && reads(together)))
      return writtenChanges(together);
    // One by one, to find those that can't be written.
    const chosen: Chosen[] = [];
    for (const [tried, change] of changes.entries()) {
      const candidates = tried < limits.redactedSingly ? change.candidates : [];
      const fitting = candidates
        .map((candidate): Chosen => [change, candidate])
        .find((one) => isDisjoint([...chosen, one]) && reads([...chosen, one]));
      if (fitting === undefined) this.#refuse(change.payloads, notReadBack);
      else chosen.push(fitting);
    }
    return writtenChanges(chosen);
  }

  #refuse(payloads: readonly Payload[], error: string): void {
    for (const payload of payloads) this.#unwritten.set(payload, error);
  }
}

type Chosen = readonly [ChildChange, Replacement];

function isDisjoint(chosen: readonly Chosen[]): boolean {
  const spans = chosen.map(([, { span }]) => span).sort((a, b) => a.start - b.start);
  return spans.every((span, index) => span.start >= (spans[index - 1]?.end ?? 0));
}

/** A replacement without what it keeps at its ends. */
function trimmed(text: string, { span, newText }: Replacement): Replacement {
  const difference = differenceOf(text.slice(span.start, span.end), newText);
  const { start, end } = difference.span;
  return { span: { start: span.start + start, end: span.start + end }, newText: difference.newText };
}

/** The documents around the payloads that get new texts. */
function payloadsAround(root: Payload, texts: NewTexts): ReadonlySet<Payload> {
  const found = new Set<Payload>();
  const leads = (payload: Payload): boolean => {
    const inner = payload.children.filter(({ payload: child }) => leads(child) || texts.has(child));
    if (inner.length > 0) found.add(payload);
    return inner.length > 0;
  };
  leads(root);
  return found;
}

/** Whether a payload is inside of a document, at any depth. */
function isInside(payload: Payload, document: Payload): boolean {
  return document.children.some(({ payload: child }) => child === payload || isInside(payload, child));
}

const notReadBack =
  "This payload can't be written back: it would be read differently, or another payload would change.";

/** Whether only the payloads with new texts and those around them changed, and have these texts. */
function differsOnlyIn(before: Payload, after: Payload, texts: NewTexts, around: ReadonlySet<Payload>): boolean {
  const text = texts.get(before);
  if (text !== undefined) return after.text === text;
  if (before.children.length !== after.children.length) return false;
  return before.children.every((child, index) => {
    const other = after.children[index];
    if (other === undefined) return false;
    const { payload } = child;
    return texts.has(payload) || around.has(payload)
      ? differsOnlyIn(payload, other.payload, texts, around)
      : isSame(child, other);
  });
}

function isSame(a: Child, b: Child): boolean {
  const [before, after] = [a.payload, b.payload];
  if (a.is !== b.is || before.name !== after.name || before.bytes.length !== after.bytes.length) return false;
  return before.bytes.every((byte, index) => byte === after.bytes[index]);
}
