import { enumerated, quoted } from '../../../contract/explain.js';
import { limits } from '../../../limits.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { utf8Length } from '../../../text/bytes.js';
import { base64Length, customDataLevel } from '../../../customDataLength.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput, WrittenFile } from './input.js';

/** How many files are named. */
const namedLength = 3;

/**
 * Cloud-configs that Azure refuses as custom data, or soon will. The limit of 87,380 base64 characters (64 KiB decoded)
 * is the one of `osProfile.customData` in Azure Resource Manager.
 */
export const customDataSize: Rule<CloudConfigInput> = {
  name: 'cloud-config/custom-data-size',
  *check({ text, isFile, files }): Generator<Problem> {
    // A text has at least as many bytes as characters, and at most three times as many.
    if (!isFile || customDataLevel(base64Length(text.length * 3)) === 'fine') return;
    const characters = base64Length(utf8Length(text));
    const level = customDataLevel(characters);
    if (level === 'fine') return;
    const share = Math.floor((100 * characters) / limits.customDataCharacters);
    const state =
      level === 'too-long'
        ? `Azure would refuse this as custom data: it has ${grouped(characters)} base64 characters, and at most ${grouped(limits.customDataCharacters)} are taken.`
        : `As custom data this has ${grouped(characters)} base64 characters, ${share} % of the ${grouped(limits.customDataCharacters)} that Azure takes.`;
    const biggest = [...files].sort((a, b) => roomOf(b) - roomOf(a)).filter((file) => roomOf(file) > 0);
    const most = biggest
      .slice(0, namedLength)
      .map((file) => `${quoted(file.entry.path ?? '')} (${grouped(roomOf(file))} characters)`);
    const packed = biggest
      .slice(0, namedLength)
      .every(({ entry: { encoding } }) => encoding.is === 'known' && encoding.steps.includes('gzip'));
    const advice =
      most.length === 0
        ? ''
        : ` Most room is taken by ${enumerated(most, 'and')}${packed ? '' : '; encoding: gz+b64 makes texts shorter'}.`;
    const place = biggest[0]?.entry.pathNode?.span ?? { start: 0, end: Math.min(13, text.length) };
    yield problem(
      level === 'too-long' ? 'vmss/custom-data-too-long' : 'vmss/custom-data-near-limit',
      place,
      `${state}${advice}`,
    );
  },
};

function roomOf({ entry: { content } }: WrittenFile): number {
  return content === undefined ? 0 : content.span.end - content.span.start;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
