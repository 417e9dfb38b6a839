import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { Analysis, decodeReport, limits, type Platform } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const vm = (customData: string): object => ({ properties: { osProfile: { customData } } });
const codes = (content: string | Uint8Array): string[] => analyse('x.json', content).problems.map(({ code }) => code);

describe('hostile input', () => {
  it('that unpacks to far more than it is', () => {
    const zeros = (bytes: number): Uint8Array => gzipSync(Buffer.alloc(bytes), { level: 9 });
    const large = limits.inflatedFreely * 3;
    expect(codes(JSON.stringify(vm(b64(zeros(large)))))).toEqual(['payload/limit-output']);
    expect(analyse('x', JSON.stringify(vm(b64(zeros(large))))).problems[0]?.message).toContain(
      `${limits.inflation} times`,
    );
    expect(codes(JSON.stringify(vm(b64(zeros(1024 * 1024)))))).toEqual([]);
    // A bomb inside of what is no bomb.
    expect(codes(JSON.stringify(vm(b64(gzipSync(zeros(large))))))).toEqual(['payload/limit-output']);
  });

  it('of many small bombs keeps what came first', () => {
    const bomb = b64(gzipSync(Buffer.alloc(limits.inflatedFreely, 'a'), { level: 9 }));
    const first = vm(b64('#!/bin/sh\n'));
    const count = limits.decodedBytes / limits.inflatedFreely + 2;
    const analysis = analyse('x.json', JSON.stringify([first, ...Array.from({ length: count }, () => vm(bomb))]));
    expect(analysis.root.children[0]?.payload.text).toBe('#!/bin/sh\n');
    expect(new Set(analysis.problems.map(({ code }) => code))).toEqual(new Set(['payload/limit-output']));
  });

  it('of strings in strings in strings is opened five levels deep and ends at its limit', () => {
    const nested = (levels: number): string => {
      let text = JSON.stringify(vm(b64('#!/bin/sh\n')));
      for (let level = 0; level < levels; level++) text = JSON.stringify({ properties: { requestbody: text } });
      return text;
    };
    const depth = (levels: number): number => [...analyse('x.json', nested(levels)).documents()].length;
    expect(depth(5)).toBe(7);
    expect(analyse('x.json', nested(5)).problems).toEqual([]);
    expect(decodeReport(analyse('x.json', nested(5))).payloads?.[0]?.pointer.match(/requestbody#/g)).toHaveLength(5);
  });

  it('on one line of 20 MB is read like any other', () => {
    const pad = 'x'.repeat(20 * 1024 * 1024);
    const text = `{"pad":"${pad}",${JSON.stringify(vm(b64('#!/bin/sh\n'))).slice(1)}`;
    expect(analyse('x.json', text).root.children[0]?.payload.text).toBe('#!/bin/sh\n');
  });

  it('in one string of 20 MB, or in one variable', () => {
    const pad = 'x'.repeat(20 * 1024 * 1024);
    const text = JSON.stringify(JSON.stringify({ pad, ...vm(b64('#!/bin/sh\n')) }));
    expect(decodeReport(analyse('x.txt', text)).layers).toEqual(['json', 'json-string', 'base64', 'shell-script']);
    expect(decodeReport(analyse('x.txt', `A="${pad}" /bin/x`)).command).toEqual(['/bin/x']);
    expect(decodeReport(analyse('x.txt', 'A=1 '.repeat(100_000) + '/bin/x')).envDuplicates).toEqual(['A']);
  });

  it('with bytes that are no characters', () => {
    const bytes = Buffer.concat([Buffer.from('#!/bin/sh\necho '), Buffer.from([0xff, 0xc3]), Buffer.from('\n')]);
    const report = decodeReport(analyse('x.json', JSON.stringify(vm(b64(bytes)))));
    expect(report).toMatchObject({
      layers: ['json', 'base64'],
      error: 'payload/invalid-utf-8',
      document: { bytes: bytes.length },
    });
  });

  it('that takes too long', () => {
    let now = 0;
    const slow: Platform = { ...nodePlatform, now: () => (now += limits.decodeMilliseconds) };
    const analysis = new Analysis(
      { name: 'x.json', content: JSON.stringify([vm(b64('#!/bin/sh\n')), vm('IyE=')]) },
      slow,
    );
    expect(analysis.problems.map(({ code }) => code)).toEqual(['payload/limit-time']);
    expect(decodeReport(analysis).layers[0]).toBe('json');
  });

  it('of folded header lines without a message takes no longer than others', () => {
    const lines = 'data: x\r\n' + ' folded\r\n'.repeat(500);
    expect(analyse('x.txt', lines).root.layers).toEqual(['text']);
  });

  it('in more quotes than are tried', () => {
    const text = `log ${'"{\\"a\\":1}" '.repeat(limits.embeddedJson)}${JSON.stringify(JSON.stringify(vm(b64('#!/bin/sh\n'))))}`;
    expect(analyse('x.log', text).root.children).toEqual([]);
  });

  it('cannot change what other objects are', () => {
    const text = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(vm(b64('A=1 B="x" /bin/y'))).slice(1)}`;
    decodeReport(analyse('x.json', text));
    decodeReport(analyse('x.txt', '__proto__=1 constructor=2 /bin/x'));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
