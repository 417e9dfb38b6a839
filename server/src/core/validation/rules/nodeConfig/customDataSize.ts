import { enumerated } from '../../../contract/explain.js';
import { isMessage } from '../../../contract/value.js';
import type { GivenField } from '../../../contract/walk.js';
import { limits } from '../../../limits.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { CustomDataMeasure, NodeConfigInput } from './input.js';

/** How many fields are named. */
const namedFields = 3;

/**
 * Configs whose custom data Azure refuses, or soon will. The limit of 87,380 base64 characters (64 KiB decoded) is the
 * one of `osProfile.customData` in Azure Resource Manager.
 */
export const customDataSize: Rule<NodeConfigInput> = {
  name: 'node-config/custom-data-size',
  *check({ fields, customData }): Generator<Problem> {
    const characters = customData?.characters();
    if (characters === undefined || customData === undefined) return;
    const level = customData.level(characters);
    if (level === 'fine') return;
    const [biggest, ...others] = largest(fields, customData);
    if (biggest === undefined) return;
    const most = [biggest, ...others].map(({ given, bytes }) => `${given.path} (${grouped(bytes)} bytes)`);
    const share = Math.floor((100 * characters) / limits.customDataCharacters);
    const state =
      level === 'too-long'
        ? `Azure would refuse the custom data of this config: it has ${grouped(characters)} base64 characters, and at most ${grouped(limits.customDataCharacters)} are taken.`
        : `The custom data of this config has ${grouped(characters)} base64 characters, ${share} % of the ${grouped(limits.customDataCharacters)} that Azure takes.`;
    yield problem(
      level === 'too-long' ? 'vmss/custom-data-too-long' : 'vmss/custom-data-near-limit',
      biggest.given.member.key.span,
      `${state} Most room is taken by ${enumerated(most, 'and')}.`,
      { pointer: pointerOf(biggest.given.steps) },
    );
  },
};

interface Measured {
  readonly given: GivenField;
  /** Of the field alone in the marshalled config. */
  readonly bytes: number;
}

/** The fields with the longest values, longest first; messages count by the fields in them. */
function largest(fields: readonly GivenField[], { bytesOf }: CustomDataMeasure): Measured[] {
  return fields
    .filter(({ field, value }) => !isMessage(value) && !(field.label === 'map' && field.type.kind === 'message'))
    .map((given) => ({ given, bytes: bytesOf(given) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, namedFields);
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
