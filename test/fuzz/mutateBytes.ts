import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from './random.js';
import { maxInputBytes, seedBytes, seeds } from './seeds.js';
import { words } from './words.js';

/** The bytes of a document with one to six random changes, which know nothing of its structure. */
export function mutatedBytes(original: Buffer, random: Random): Buffer {
  let input = original;
  for (let changes = random.below(6); changes >= 0; changes--)
    input = changed(input, random).subarray(0, maxInputBytes);
  return input;
}

function changed(input: Buffer, random: Random): Buffer {
  const start = random.below(input.length + 1);
  const end = Math.min(input.length, start + random.below(random.pick([4, 40, 4_000])));
  const head = input.subarray(0, start);
  const tail = input.subarray(end);
  const middle = input.subarray(start, end);
  switch (random.below(12)) {
    case 0:
      return Buffer.concat([head, tail]);
    case 1:
      return Buffer.concat([head, Buffer.from(random.pick(words)), tail]);
    case 2:
      return Buffer.concat([head, Buffer.from(random.pick(words)), middle, tail]);
    case 3:
      return Buffer.concat([head, middle, middle, middle, tail]);
    case 4: {
      const copy = Buffer.from(input);
      if (copy.length > 0) copy[Math.min(start, copy.length - 1)] = random.below(256);
      return copy;
    }
    case 5:
      return Buffer.concat([head, seedBytes(random.pick(seeds)).subarray(0, 8_000), tail]);
    case 6:
      return Buffer.from(input.toString('base64').replace(/(.{76})/g, random.pick(['$1', '$1\n', '$1\r\n ', '$1\\n'])));
    case 7:
      return random.pick([gzipSync, deflateSync])(input);
    case 8:
      return Buffer.from(JSON.stringify(input.toString('latin1')));
    case 9:
      return Buffer.from(JSON.stringify({ properties: { osProfile: { customData: input.toString('base64') } } }));
    case 10:
      return head;
    default:
      return Buffer.from(random.pick(words).repeat(1 + random.below(400)) + input.toString('latin1'));
  }
}
