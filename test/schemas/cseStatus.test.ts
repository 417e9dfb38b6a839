import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/cse-status.schema.json';
import { statusOf50 } from '../core/failure/messages.js';

const validate = new Ajv({ strict: true }).compile(schema);

describe('the schema of the provision status', () => {
  it.each<[string, unknown]>([
    ['a whole status', JSON.parse(statusOf50)],
    ['one that aks-node-controller wrote', { ExitCode: '240', Error: 'unsupported version: v7', Output: '' }],
    ['one with a member of tomorrow', { ExitCode: '-1', Tomorrow: [] }],
  ])('takes %s', (_, value) => {
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ['a number for a code, which aks-node-controller does not read', { ExitCode: 50 }, '/ExitCode'],
    ['a word for a code', { ExitCode: 'fifty' }, '/ExitCode'],
    ['no code', { Output: '' }, ''],
    ['a time that is no text', { ExitCode: '0', KernelStartTime: 1 }, '/KernelStartTime'],
    ['times that are no group', { ExitCode: '0', BootDatapoints: 'n/a' }, '/BootDatapoints'],
  ])('refuses %s', (_, value, place) => {
    expect(validate(value)).toBe(false);
    expect(validate.errors?.[0]?.instancePath).toBe(place);
  });

  it('describes every member', () => {
    const { BootDatapoints, ...members } = schema.properties;
    for (const member of [...Object.values(members), BootDatapoints, ...Object.values(BootDatapoints.properties)])
      expect(member.description).toMatch(/^.{10,}\.$/);
  });
});
