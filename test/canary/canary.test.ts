import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { commands } from '../../server/src/cli/run.js';
import { Analysis, type DocumentKind } from '../../server/src/core/index.js';
import { runs } from '../support/runs.js';
import { type SecretKind, secretKinds } from '../support/secretKinds.js';
import { secretPlaces } from '../support/secretPlaces.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { type FileDocument, type Layer, layers, type TextDocument } from '../support/layers.js';
import {
  capabilities,
  commandLineOutputs,
  commandsWithoutDocuments,
  EditorOutputs,
  type Output,
  type OutputInput,
} from './outputs.js';
import { textPlaces } from './places.js';
import { type Canary, CanarySearch } from './search.js';

/** A file to which all leaks are appended; a failed test prints only the first. */
const report = env.CANARY_REPORT;

/** A place with its secrets: all kinds, one kind, or a secret that only its place shows. */
interface Place {
  readonly name: string;
  /**
   * Other secrets for each seed below 100. `layer` is the index of the layer: at places for one secret, one kind after the
   * other has its turn.
   */
  readonly secrets: (layer: number, seed: number) => readonly Canary[];
  readonly document: (canaries: readonly Canary[]) => TextDocument;
  /** The kind of the document, if only the place shows what is secret: a document that isn't recognised shows nothing. */
  readonly kind?: DocumentKind;
}

/** Secrets longer than this are at one place only: most of the time of a search would go into them. */
const longestEverywhere = 5_000;

/** In an ordinary run, every 20th kind is at a place in a layer: the others are there in the next layers and at the next places. */
const turns = runs(1) > 1 ? 1 : 20;

/** The kinds of secrets at a place for texts in a layer. */
function kindsAt(place: number, layer: number): readonly SecretKind[] {
  return secretKinds.filter(
    ({ secret }, kind) =>
      (kind + place + layer) % turns === 0 && (place === 0 || secret(0).length <= longestEverywhere),
  );
}

const kindNamed = new Map(secretKinds.map((kind) => [kind.name, kind]));
const textOf = ({ kind, secret }: Canary): string => kindNamed.get(kind)?.text(secret) ?? secret;

const places: readonly Place[] = [
  ...textPlaces.map(({ name, document }, index): Place => ({
    name,
    secrets: (layer, more) => {
      // What a kind without an end hides is behind another kind at another place.
      const kinds = kindsAt(index, layer);
      const at = (index * 37) % kinds.length;
      return [...kinds.slice(at), ...kinds.slice(0, at)].map((kind, seed) => ({
        kind: kind.name,
        secret: kind.secret((index * secretKinds.length + seed) * 100 + more),
      }));
    },
    document: (canaries) => document(canaries.map(textOf)),
  })),
  ...secretPlaces.map(({ name, isSecret, kind, document }, index): Place => ({
    name,
    secrets: (layer, more) => {
      const oneLine = secretKinds.filter((kind) => !kind.text('').includes('\n'));
      const one = oneLine[(index * layers.length + layer) % oneLine.length];
      const seed = (textPlaces.length * secretKinds.length + index * layers.length + layer) * 100 + more;
      return isSecret || one === undefined
        ? [{ kind: 'a secret by its place', secret: secretBySeed(seed) }]
        : [{ kind: one.name, secret: one.secret(seed) }];
    },
    document: (canaries) => {
      const made = document(canaries.map(textOf).join('\n'));
      return { name: made.name, content: made.text };
    },
    ...(isSecret ? { kind } : {}),
  })),
];

/** A secret without any format. */
function secretBySeed(seed: number): string {
  return `Q${(seed * 7919 + 104_729).toString(36)}v${(seed * 15_485_863).toString(36)}Z`;
}

const folder = temporaryFolder();
const editor = await EditorOutputs.start();
const outputs: readonly Output[] = [...commandLineOutputs(folder.path), ...editor.outputs];
afterAll(() => editor.stop());

/** Writes a document and one with other secrets into files. */
function inputOf(place: Place, layer: Layer, secrets: readonly (readonly Canary[])[]): OutputInput {
  const [made, twin] = secrets.map((canaries) => layer.wrap(place.document(canaries)));
  if (made === undefined || twin === undefined) throw new RangeError('a document or its twin is missing');
  const path = join(folder.path, made.name);
  const twinPath = join(folder.path, `twin-${twin.name}`);
  writeFileSync(path, made.content);
  writeFileSync(twinPath, twin.content);
  return { path, twinPath, name: made.name, text: text(made), twinText: text(twin) };
}

function text({ content }: FileDocument): string {
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
}

/**
 * Outputs for each combination of a place and a layer: as many as are needed so that each place and each layer is with each
 * output, and more in a long run. `RUNS=40` makes it all of them.
 */
const width = Math.min(outputs.length, runs(Math.ceil(outputs.length / Math.min(places.length, layers.length))));

/** The outputs for a place in a layer. */
function outputsFor(place: number, layer: number): readonly Output[] {
  return Array.from({ length: width }, (_, index) => (place + layer) * width + index).flatMap(
    (index) => outputs[index % outputs.length] ?? [],
  );
}

/** The number of kinds of secrets that are looked for, over all places, layers and outputs. */
const checks = places.reduce(
  (sum, place, index) =>
    sum + layers.reduce((part, _, layer) => part + place.secrets(layer, 0).length * outputsFor(index, layer).length, 0),
  0,
);

/** Whether the document at a place is recognised inside a file, if its secret is one only because of that. */
function isRecognised({ kind }: Place, document: FileDocument, { name, content }: FileDocument): boolean {
  if (kind === undefined) return true;
  const first = text(document).trim().slice(0, 100);
  return [...new Analysis({ name, content }, nodePlatform).documents()].some(
    (read) => read.kind === kind && read.text?.trim().startsWith(first) === true,
  );
}

/** The leaks at a place in a layer, one line each. */
async function leaksOf(place: Place, layer: Layer, chosen: readonly Output[]): Promise<string[]> {
  const secrets = [0, 1].map((seed) => place.secrets(layers.indexOf(layer), seed));
  const document = place.document(secrets[0] ?? []);
  if (!isRecognised(place, document, layer.wrap(document))) return [];
  const input = inputOf(place, layer, secrets);
  const search = new CanarySearch(secrets.flat());
  const leaks: string[] = [];
  for (const { name, run } of chosen)
    for (const { kind, form, excerpt } of search.leaksIn(await run(input)))
      leaks.push(`${kind} | ${place.name} | ${layer.name} | ${name} | as ${form}: ${excerpt}`);
  return leaks;
}

/** One place for texts after the other. */
function textPlace(index: number): Place {
  const place = places[index % textPlaces.length];
  if (place === undefined) throw new RangeError('there are no places');
  return place;
}

/** The texts of all documents in a file, as they are before anything is masked. */
function textsIn({ name, content }: FileDocument): readonly string[] {
  const analysis = new Analysis({ name, content, templates: { useDefaults: true } }, nodePlatform);
  return [...analysis.documents()].map((document) => document.text ?? '');
}

/** The kinds of the secrets that an output contains, in alphabetical order. */
function kindsIn(output: string, canaries: readonly Canary[]): readonly string[] {
  return new CanarySearch(canaries)
    .leaksIn(output)
    .map(({ kind }) => kind)
    .sort();
}

describe(`canaries of ${secretKinds.length} kinds at ${places.length} places in ${layers.length} layers`, () => {
  describe(`are in none of ${outputs.length} outputs, in ${checks.toLocaleString('en')} combinations`, () => {
    it.each(places.map((place, index) => ({ ...place, index })))(
      'at the place: $name',
      async ({ index, ...place }) => {
        const leaks: string[] = [];
        for (const [at, layer] of layers.entries()) leaks.push(...(await leaksOf(place, layer, outputsFor(index, at))));
        if (report !== undefined) appendFileSync(report, leaks.map((leak) => `${leak}\n`).join(''));
        expect(leaks.slice(0, 20)).toEqual([]);
      },
      runs(300_000),
    );
  });

  it('are of enough kinds, at enough places and in enough layers, and every two of a place, a layer and an output are together', () => {
    expect(secretKinds.length).toBeGreaterThanOrEqual(140);
    expect(textPlaces.length).toBeGreaterThanOrEqual(12);
    expect(layers.length).toBeGreaterThanOrEqual(20);
    const pairs = new Set(
      places.flatMap((_, place) =>
        layers.flatMap((_, layer) =>
          outputsFor(place, layer).flatMap(({ name }) => [`place ${place} ${name}`, `layer ${layer} ${name}`]),
        ),
      ),
    );
    expect(pairs.size).toBe((places.length + layers.length) * outputs.length);
  });

  it('are in outputs of every command of the command line', () => {
    const covered = commands.filter(({ name }) => outputs.some((output) => output.name.startsWith(`${name} `)));
    const others = Object.keys(commandsWithoutDocuments);
    expect([...covered.map(({ name }) => name), ...others].sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  it('are in outputs of every capability of the server', () => {
    expect(editor.capabilities.filter((name) => !(name in capabilities))).toEqual([]);
  });

  it.each(layers.map((layer, index) => ({ ...layer, index })))('are decoded in the layer: $name', ({ wrap, index }) => {
    const place = textPlace(index);
    const canaries = place.secrets(index, 0);
    const document = place.document(canaries);
    const texts = textsIn(wrap(document));
    const lines = document.content.trimEnd().split('\n');
    const holds = (decoded: string, line: string): boolean =>
      decoded.includes(line) || decoded.includes(JSON.stringify(line).slice(1, -1));
    expect(texts.some((decoded) => lines.every((line) => holds(decoded, line)))).toBe(true);
    expect(kindsIn(texts.join('\n'), canaries)).toEqual(canaries.map(({ kind }) => kind).sort());
  });

  it.each(places.map((place, index) => ({ ...place, index })))(
    'are in the document at the place: $name',
    ({ document, secrets, index }) => {
      const canaries = secrets(index, 0);
      const { wrap } = layers[index % layers.length] ?? { wrap: (made) => made };
      expect(kindsIn(textsIn(wrap(document(canaries))).join('\n'), canaries)).toEqual(
        canaries.map(({ kind }) => kind).sort(),
      );
    },
  );

  it.each([
    ['decode --format json', '--text'],
    ['decode --format text', '--text'],
    ['diff --format json', ''],
  ])('are found in what %s … %s prints with --show-secrets', async (begin, option) => {
    const output = commandLineOutputs(folder.path, ['--show-secrets']).find(
      ({ name }) => name.startsWith(begin) && name.includes(option),
    );
    const [place, layer] = [textPlace(0), layers.find((one) => one.name === 'custom data of a scale set')];
    if (layer === undefined) throw new RangeError('no such layer');
    const secrets = [place.secrets(0, 0), place.secrets(0, 1)];
    const shown = (await output?.run(inputOf(place, layer, secrets))) ?? '';
    expect(kindsIn(shown, secrets[0] ?? [])).toEqual(secrets[0]?.map(({ kind }) => kind).sort());
  });

  const written: Readonly<Record<string, (secret: string) => string>> = {
    'as it is': (secret) => `the ${secret} is shown`,
    'in base64': (secret) => Buffer.from(secret).toString('base64'),
    'in base64 behind one character': (secret) => Buffer.from(`a${secret}b`).toString('base64'),
    'in base64 behind two characters': (secret) => Buffer.from(`ab${secret}cd`).toString('base64'),
    'in base64url': (secret) => Buffer.from(`??${secret}`).toString('base64url'),
    'in gzip and base64': (secret) => gzipSync(`a ${secret}`).toString('base64'),
    'in base64 of base64': (secret) =>
      Buffer.from(Buffer.from(`PASSWORD=${secret}`).toString('base64')).toString('base64'),
    'in percent-encoding': (secret) => encodeURIComponent(secret),
    'in hex': (secret) => Buffer.from(secret).toString('hex'),
    'as a JSON string': (secret) => JSON.stringify({ a: JSON.stringify(secret) }),
  };
  it.each(Object.entries(written))('are found %s', (_, write) => {
    const [canaries = []] = places.map((place) => place.secrets(0, 0));
    const search = new CanarySearch(canaries);
    const output = canaries.map(({ secret }) => write(secret)).join('\n');
    expect(search.leaksIn(output).map(({ kind }) => kind)).toEqual(canaries.map(({ kind }) => kind));
  });
});
