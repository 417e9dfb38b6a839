import { describe, expect, it } from 'vitest';
import { type Analysis, validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

const lines = Array.from({ length: 40 }, (_, index) => `- echo line ${index}\n`).join('');
const script = `#cloud-config\nruncmd:\n${lines}`;
const encoded = Buffer.from(script).toString('base64');
const vm = (customData: string): string => `{"osProfile":{"customData":"${customData}"}}`;
const textOf = (analysis: Analysis): string => analysis.root.children[0]?.payload.text ?? '';

/** The position and code of each problem. */
const found = (analysis: Analysis): unknown[] =>
  validate(analysis).problems.map(({ code, span }) => [code, analysis.text.slice(span.start, span.end)]);

describe('base64 with stray characters', () => {
  it.each([1, 5, 16, 200, 202, 401])('is decoded as a whole around one that was inserted at %i', (at) => {
    const analysis = analyse('vm.json', vm(`${encoded.slice(0, at)}!${encoded.slice(at)}`));
    expect(found(analysis)).toEqual([['payload/base64-invalid', '!']]);
    expect(textOf(analysis)).toBe(script);
  });

  it.each([100, 101, 102, 103])('has question marks for the bytes of one that replaces the letter at %i', (at) => {
    const analysis = analyse('vm.json', vm(`${encoded.slice(0, at)}ä${encoded.slice(at + 1)}`));
    expect(found(analysis)).toEqual([['payload/base64-invalid', 'ä']]);
    const text = textOf(analysis);
    expect(text).toHaveLength(script.length);
    const changed = Array.from(text).flatMap((character, index) => (character === script[index] ? [] : [character]));
    expect(changed.length).toBeLessThanOrEqual(2);
    expect(new Set(changed)).toEqual(new Set('?'));
  });

  it('is decoded around several, and counts them', () => {
    const damaged = `${encoded.slice(0, 100)}*${encoded.slice(100, 300)}*${encoded.slice(300)}`;
    const analysis = analyse('vm.json', vm(damaged));
    expect(textOf(analysis)).toBe(script);
    expect(validate(analysis).problems.map(({ message }) => message)).toEqual([
      'The payload is not valid base64: "*" does not belong to it, nor does 1 after it. It\'s left out here; most decoders reject all of it.',
    ]);
  });

  it('is decoded behind padding in its middle', () => {
    const analysis = analyse('vm.json', vm(`${encoded.slice(0, 100)}=${encoded.slice(100)}`));
    expect(found(analysis)).toEqual([['payload/base64-invalid', '=']]);
    expect(textOf(analysis)).toBe(script);
  });

  it('is only decoded up to the first one if there are many', () => {
    const analysis = analyse('vm.json', vm(encoded.slice(0, 40) + encoded.slice(40).replace(/.{10}/g, '?$&')));
    expect(found(analysis)).toEqual([['payload/base64-invalid', '?']]);
    expect(script.startsWith(textOf(analysis))).toBe(true);
    expect(textOf(analysis).length).toBeLessThan(100);
  });

  it('is still reported if it decodes to nothing sensible', () => {
    const analysis = analyse('vm.json', vm(`a!${'abcdefghijklmnopqrstuvwxyz'.repeat(10)}`));
    expect(validate(analysis).problems.map(({ code }) => code)).toEqual(['payload/base64-invalid']);
  });

  it('is decoded in ovf-env.xml', () => {
    const data = `${encoded.slice(0, 300)}!${encoded.slice(300)}`;
    const analysis = analyse('ovf-env.xml', `<Environment><CustomData>${data}</CustomData></Environment>`);
    expect(found(analysis)).toEqual([['payload/base64-invalid', '!']]);
    expect(textOf(analysis)).toBe(script);
  });

  it('is recognised as a file, also if it is wrapped', () => {
    const wrapped = encoded.replace(/.{76}/g, '$&\n');
    const analysis = analyse('custom-data.txt', `${wrapped.slice(0, 300)}%${wrapped.slice(300)}\n`);
    expect(analysis.kind).toBe('custom-data');
    expect(found(analysis)).toEqual([['payload/base64-invalid', '%']]);
    expect(analysis.root.text).toBe(script);
  });
});

describe('text that is not base64', () => {
  it.each([
    ['letters and punctuation', `${'abcdefghijklmnopqrstuvwxyz'.repeat(10)}!`],
    ['hexadecimal digits', `${'0123456789abcdef'.repeat(20)}!`],
    [
      'prose',
      'The quick brown fox jumps over the lazy dog and runs away from all of the other animals in the wood '.repeat(5),
    ],
  ])('stays text: %s', (_, text) => {
    expect(analyse('notes.txt', text).root.encodings).toEqual([]);
  });
});
