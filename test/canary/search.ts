import { gunzipSync } from 'node:zlib';

/** A secret, and where it comes from. */
export interface Canary {
  readonly kind: string;
  readonly secret: string;
}

/** A secret that an output contains. */
export interface Leak {
  readonly kind: string;
  /** How the secret is written in the output. */
  readonly form: string;
  readonly excerpt: string;
}

/** Characters by which a form of a secret is found. */
const startLength = 6;

/** A part of a longer secret that is enough to find it. */
const partLength = 14;

/** Levels of base64 and percent-encoding in an output that are decoded. */
const maxDepth = 4;

interface Form {
  readonly canary: Canary;
  readonly name: string;
  readonly text: string;
}

/** Finds secrets, whole or in parts, and their encodings in outputs; also inside of what can be decoded out of an output. */
export class CanarySearch {
  readonly #byStart = new Map<string, Form[]>();
  readonly #hashes = new Uint8Array(0x10000);

  constructor(canaries: readonly Canary[]) {
    for (const form of canaries.flatMap(formsOf)) {
      const start = form.text.slice(0, startLength);
      this.#hashes[hashAt(start, 0)] = 1;
      const same = this.#byStart.get(start);
      if (same === undefined) this.#byStart.set(start, [form]);
      else same.push(form);
    }
  }

  /** The first leak of each kind. */
  leaksIn(output: string): readonly Leak[] {
    const leaks = new Map<string, Leak>();
    const seen = new Set<string>();
    const search = (text: string, within: string, depth: number): void => {
      if (seen.has(text)) return;
      seen.add(text);
      for (const { form, at } of this.#formsIn(text)) {
        const { kind } = form.canary;
        if (leaks.has(kind)) continue;
        const excerpt = text.slice(Math.max(0, at - 60), at + 60);
        leaks.set(kind, { kind, form: `${form.name}${within}`, excerpt: JSON.stringify(excerpt) });
      }
      if (depth === maxDepth) return;
      for (const [name, decoded] of decodedFrom(text)) search(decoded, `${within} in ${name}`, depth + 1);
    };
    search(output, '', 0);
    return [...leaks.values()];
  }

  *#formsIn(text: string): Generator<{ readonly form: Form; readonly at: number }> {
    for (let at = 0; at + startLength <= text.length; at++) {
      if (this.#hashes[hashAt(text, at)] !== 1) continue;
      for (const form of this.#byStart.get(text.slice(at, at + startLength)) ?? [])
        if (text.startsWith(form.text, at)) yield { form, at };
    }
  }
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2) * 961) & 0xffff;
}

/** Everything that shows a secret: the text itself, its parts and its encodings. */
function formsOf(canary: Canary): readonly Form[] {
  const { secret } = canary;
  const bytes = Buffer.from(secret);
  // Behind the middle: what a secret in base64 begins and ends with may be no secret.
  const inside = Math.floor(secret.length * 0.6);
  const part = secret.length < 3 * partLength ? [] : [['a part', secret.slice(inside, inside + partLength)] as const];
  const aligned = [0, 1, 2].flatMap((shift) => {
    const letters = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Letters at the edges also depend on what is beside the secret.
    const text = letters.slice(shift === 0 ? 0 : shift + 1, -1);
    return [
      ['base64', text],
      ['base64url', text.replaceAll('+', '-').replaceAll('/', '_')],
    ] as const;
  });
  const hex = bytes.toString('hex');
  const percent = encodeURIComponent(secret);
  const forms: readonly (readonly [string, string])[] = [
    ['text', secret],
    ...part,
    ...aligned,
    ['percent-encoding', percent],
    ['percent-encoding', percent.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())],
    ['a JSON string', JSON.stringify(secret).slice(1, -1)],
    ['hex', hex],
    ['hex', hex.toUpperCase()],
  ];
  const texts = new Set<string>();
  return forms.flatMap(([name, text]) => {
    if (texts.has(text)) return [];
    texts.add(text);
    return [{ canary, name, text }];
  });
}

/** The texts that can be decoded out of an output. */
function* decodedFrom(text: string): Generator<readonly [string, string]> {
  for (const [letters] of text.matchAll(/[\w+/-]{16}[\w+/-]*/g)) {
    const bytes = Buffer.from(letters, 'base64');
    yield ['base64', bytes.toString('latin1')];
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) yield ['gzip', inflated(bytes)];
    // UTF-16.
    if (bytes[1] === 0 || bytes[3] === 0) yield ['base64 of UTF-16', bytes.toString('utf16le')];
  }
  if (/%[0-9a-f]{2}/i.test(text))
    yield [
      'percent-encoding',
      text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    ];
  if (/\\u[0-9a-f]{4}/i.test(text))
    yield ['escapes', text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))];
  if (text.includes('=\n')) yield ['quoted-printable', text.replaceAll('=\n', '')];
}

function inflated(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}
