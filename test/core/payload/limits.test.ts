import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import {
  Analysis,
  type FileProblem,
  limits,
  type Platform,
  validate,
  validating,
} from '../../../server/src/core/index.js';
import type { Limits } from '../../../server/src/core/limits.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const vm = (customData: string): object => ({ properties: { osProfile: { customData } } });
const codes = (analysis: Analysis): string[] => validate(analysis).problems.map(({ code }) => code);

/** Analyses a file under lower bounds than the usual ones, so that small documents reach them. */
const analyseWithin = (limits: Partial<Limits>, content: string): Analysis =>
  new Analysis({ name: 'x.json', content, limits }, { ...nodePlatform, now: () => 0 });

describe('opening a document with many children', () => {
  const childrenPerPayload = 10;
  const count = childrenPerPayload + 3;
  const of = (make: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => make(index)).join('');
  const some = b64('#!/bin/sh\necho a');

  it.each<[string, string]>([
    ['fields', `[${of(() => `{"osProfile":{"customData":"${some}"}},`)}{}]`],
    ['lines', of(() => `{"operationName":"a","properties":{"customData":"${some}"}}\n`)],
    ['cells', `Operation name,Body\n${of(() => `a,"{""customData"":""${some}""}"\n`)}`],
    ['files', `#cloud-config\nwrite_files:\n${of((i) => `- {path: /${i}, content: a}\n`)}`],
    ['entries', `#cloud-config-archive\n${of(() => '- "#!/bin/sh"\n')}`],
    ['here-documents', `#!/bin/sh\n${of((i) => `cat <<E >/${i}\na\nE\n`)}`],
    ['variables', `${of((i) => `A${i}_CONTENT=${some} `)}/bin/bash x`],
    ['pipelines', `/bin/bash x; ${of(() => `echo ${some} | base64 -d | bash;`)}`],
    [
      'settings',
      `<Extensions version="1.0.0.0">${of(() => `<RuntimeSettings>{"commandToExecute":"a"}</RuntimeSettings>`)}</Extensions>`,
    ],
  ])('stops at the limit of %s', (_name, text) => {
    const analysis = analyseWithin({ childrenPerPayload }, text);
    expect(analysis.root.children).toHaveLength(childrenPerPayload);
    expect(codes(analysis).filter((code) => code === 'payload/limit-children')).toHaveLength(1);
  });
});

describe('hostile input', () => {
  it('is cut if it unpacks to far more than its size', () => {
    const zeros = (bytes: number): Uint8Array => gzipSync(Buffer.alloc(bytes), { level: 9 });
    const inflatedFreely = 64 * 1024;
    const bomb = zeros(inflatedFreely * 3);
    const unpacked = (bytes: Uint8Array): Analysis => analyseWithin({ inflatedFreely }, JSON.stringify(vm(b64(bytes))));
    expect(codes(unpacked(bomb))).toEqual(['payload/limit-output']);
    expect(validate(unpacked(bomb)).problems[0]?.message).toContain(`${limits.inflation} times`);
    expect(codes(unpacked(zeros(inflatedFreely)))).toEqual([]);
    // A bomb in harmless data.
    expect(codes(unpacked(gzipSync(bomb)))).toEqual(['payload/limit-output']);
  });

  it('with many small bombs keeps the content before them', () => {
    const bounds = { inflatedFreely: 64 * 1024, decodedBytes: 256 * 1024 };
    const bomb = b64(gzipSync(Buffer.alloc(bounds.inflatedFreely, 'a'), { level: 9 }));
    const first = vm(b64('#!/bin/sh\n'));
    const count = bounds.decodedBytes / bounds.inflatedFreely + 2;
    const content = JSON.stringify([first, ...Array.from({ length: count }, () => vm(bomb))]);
    const analysis = analyseWithin(bounds, content);
    expect(analysis.root.children[0]?.payload.text).toBe('#!/bin/sh\n');
    expect(new Set(codes(analysis))).toEqual(new Set(['payload/limit-output']));
  });

  it('is shown up to a limit', () => {
    const inflatedFreely = 64 * 1024;
    const lines = 'a line of text\n';
    const bomb = b64(gzipSync(Buffer.alloc(inflatedFreely * 3, lines), { level: 9 }));
    const [found] = analyseWithin({ inflatedFreely }, JSON.stringify(vm(bomb))).root.children;
    const text = found?.payload.text ?? '';
    expect(text.length).toBeGreaterThan(inflatedFreely / 2);
    expect(text.length).toBeLessThanOrEqual(Math.max(inflatedFreely, bomb.length * limits.inflation));
    expect(text.slice(0, 30)).toBe(lines + lines);
  });

  it('is cut if aliases repeat one string as the content of many files or entries', () => {
    const decodedBytes = 1024 * 1024;
    const text = 'some text '.repeat(1_500);
    const count = Math.ceil(decodedBytes / text.length) + 20;
    const size = (source: string): number => {
      const analysis = analyseWithin({ decodedBytes }, source);
      expect(new Set(codes(analysis))).toContain('payload/limit-output');
      const inside = [...analysis.documents()].slice(1);
      expect(inside[0]?.bytes.length).toBeGreaterThan(text.length * 0.7);
      return inside.reduce((sum, { bytes }) => sum + bytes.length, 0);
    };
    const file = (encoding: string): string => `- {path: /a, ${encoding}content: *a}\n`;
    const files = (value: string, encoding: string): string =>
      `#cloud-config\nwrite_files:\n- {path: /b, ${encoding}content: &a ${value}}\n${file(encoding).repeat(count)}`;
    expect(size(files(text, ''))).toBeLessThanOrEqual(decodedBytes);
    expect(size(files(b64(text), 'encoding: b64, '))).toBeLessThanOrEqual(decodedBytes);
    expect(size(`#cloud-config-archive\n- &a "${text}"\n${'- *a\n'.repeat(count)}`)).toBeLessThanOrEqual(decodedBytes);
  });

  it('is cut if expressions repeat a long string', () => {
    const decodedBytes = 1024 * 1024;
    const long = 'x'.repeat(16 * 1024);
    const template = {
      $schema: 'https://x/deploymentTemplate.json#',
      variables: { long },
      resources: Array.from({ length: 80 }, () => vm("[base64(concat('#!/bin/sh\n', variables('long')))]")),
    };
    const analysis = analyseWithin({ decodedBytes }, JSON.stringify(template));
    const texts = analysis.root.children.map(({ payload }) => payload.text?.length ?? 0);
    expect(texts[0]).toBe(long.length + 10);
    expect(texts.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(decodedBytes);
    expect(new Set(codes(analysis))).toContain('payload/limit-output');
  });

  it('is shown up to the damage if it is cut or has a wrong checksum or byte', () => {
    // Numbers that do not pack well, so that there is a middle.
    const lines = Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 99_991}`).join('\n');
    const packed = gzipSync(`#!/bin/sh\n${lines}`);
    const damaged = (change: (bytes: Buffer) => Buffer): [string, string] => {
      const analysis = analyse('x.bin', change(Buffer.from(packed)));
      const { root } = analysis;
      const { problems } = validate(analysis);
      const [first] = problems;
      return [first?.code ?? '', root.text ?? ''];
    };
    const flipped =
      (at: number) =>
      (bytes: Buffer): Buffer => {
        bytes.fill(0xff, at, at + 8);
        return bytes;
      };
    for (const [code, text] of [
      damaged((bytes) => bytes.subarray(0, bytes.length / 2)),
      damaged(flipped(packed.length >> 1)),
      damaged(flipped(packed.length - 8)),
    ]) {
      expect(code).toMatch(/^payload\/gzip-(?:truncated|checksum|invalid)$/);
      expect(text.length).toBeGreaterThan(lines.length / 3);
      expect(text.slice(0, 20)).toBe(`#!/bin/sh\n${lines}`.slice(0, 20));
    }
  });

  it('with strings in strings is opened five levels deep', () => {
    const nested = (levels: number): string => {
      let text = JSON.stringify(vm(b64('#!/bin/sh\n')));
      for (let level = 0; level < levels; level++) text = JSON.stringify({ properties: { requestbody: text } });
      return text;
    };
    const depth = (levels: number): number => [...analyse('x.json', nested(levels)).documents()].length;
    expect(depth(5)).toBe(7);
    expect(validate(analyse('x.json', nested(5))).problems).toEqual([]);
    expect(decodeReport(analyse('x.json', nested(5))).payloads?.[0]?.pointer.match(/requestbody#/g)).toHaveLength(5);
  });

  it('with 20 MB on one line is read like any other', () => {
    const pad = 'x'.repeat(20 * 1024 * 1024);
    const text = `{"pad":"${pad}",${JSON.stringify(vm(b64('#!/bin/sh\n'))).slice(1)}`;
    expect(analyse('x.json', text).root.children[0]?.payload.text).toBe('#!/bin/sh\n');
  });

  it('with 20 MB in one string or in one variable is read like any other', () => {
    const pad = 'x'.repeat(20 * 1024 * 1024);
    const text = JSON.stringify(JSON.stringify({ pad, ...vm(b64('#!/bin/sh\n')) }));
    expect(decodeReport(analyse('x.txt', text)).layers).toEqual(['json', 'json-string', 'base64', 'shell-script']);
    expect(decodeReport(analyse('x.txt', `A="${pad}" /bin/x`)).command).toEqual(['/bin/x']);
    expect(decodeReport(analyse('x.txt', 'A=1 '.repeat(100_000) + '/bin/x')).envDuplicates).toEqual(['A']);
  });

  it('with bytes that are not UTF-8 is reported, and its layers are listed', () => {
    const bytes = Buffer.concat([Buffer.from('#!/bin/sh\necho '), Buffer.from([0xff, 0xc3]), Buffer.from('\n')]);
    const report = decodeReport(analyse('x.json', JSON.stringify(vm(b64(bytes)))));
    expect(report).toMatchObject({
      layers: ['json', 'base64'],
      error: 'payload/invalid-utf-8',
      document: { bytes: bytes.length },
    });
  });

  it('is reported once if it takes too long to open', () => {
    let now = 0;
    const slow: Platform = { ...nodePlatform, now: () => (now += limits.decodeMilliseconds) };
    const analysis = new Analysis(
      { name: 'x.json', content: JSON.stringify([vm(b64('#!/bin/sh\n')), vm('IyE=')]) },
      slow,
    );
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['payload/limit-time']);
    expect(decodeReport(analysis).layers[0]).toBe('json');
  });

  it('is reported once if it takes too long to validate, with the problems found so far', () => {
    let now = 0;
    const clock: Platform = { ...nodePlatform, now: () => now };
    const content = JSON.stringify(Array.from({ length: 5 }, (_, id) => vm(b64(`#cloud-config\nhostnme: x${id}\n`))));
    const analysis = new Analysis({ name: 'x.json', content }, clock);
    const steps = validating(analysis);
    // There are steps inside a document, too.
    let seen = steps.next();
    expect(seen.value).toEqual({ done: 0, known: 1 });
    while (seen.done !== true && seen.value.done < 2) seen = steps.next();
    expect(seen.value).toEqual({ done: 2, known: 6 });
    // Time counts only while something is done.
    now += limits.decodeMilliseconds * 5;
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(Array(5).fill('cloud-config/unknown-key'));
    const slow = new Analysis(
      { name: 'x.json', content },
      { ...clock, now: () => (now += limits.decodeMilliseconds / 100) },
    );
    const codesOfSlow = validate(slow).problems.map(({ code }) => code);
    expect(codesOfSlow.filter((code) => code === 'payload/limit-time')).toHaveLength(1);
    expect(codesOfSlow).toContain('cloud-config/unknown-key');
    expect(codesOfSlow.length).toBeLessThan(6);
  });

  it('gives the same result if it is validated step by step', () => {
    const content = JSON.stringify([vm(b64('#cloud-config\nhostnme: x\n')), vm('!'), vm(b64('#!/bin/sh\n'))]);
    const stepwise = analyse('x.json', content);
    const fresh = new Analysis({ name: 'x.json', content }, nodePlatform);
    const steps = validating(fresh);
    steps.next();
    steps.next();
    // Another caller asks in between.
    const plain = (found: readonly FileProblem[]): object[] => found.map(({ document: _, ...rest }) => rest);
    const { problems } = validate(fresh);
    expect(plain(problems)).toEqual(plain(validate(stepwise).problems));
    expect(steps.next()).toMatchObject({ done: true, value: { problems, failures: [] } });
  });

  it('with folded header lines but no message is plain text', () => {
    const lines = 'data: x\r\n' + ' folded\r\n'.repeat(500);
    expect(analyse('x.txt', lines).root.layers).toEqual(['text']);
  });

  it('is not opened if it comes after more quoted strings than are tried', () => {
    const text = `log ${'"{\\"a\\":1}" '.repeat(limits.embeddedJson)}${JSON.stringify(JSON.stringify(vm(b64('#!/bin/sh\n'))))}`;
    expect(analyse('x.log', text).root.children).toEqual([]);
  });

  it('cannot change the prototype of other objects', () => {
    const text = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(vm(b64('A=1 B="x" /bin/y'))).slice(1)}`;
    decodeReport(analyse('x.json', text));
    decodeReport(analyse('x.txt', '__proto__=1 constructor=2 /bin/x'));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
