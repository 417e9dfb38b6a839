import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/cse-status.schema.json';
import { statusOf50 } from '../core/failure/messages.js';

const validate = new Ajv({ strict: true }).compile(schema);

describe('the schema of the provision status', () => {
  it.each<[string, unknown]>([
    ['a complete status', JSON.parse(statusOf50)],
    ['a status that aks-node-controller wrote', { ExitCode: '240', Error: 'unsupported version: v7', Output: '' }],
    ['a status with an unknown member', { ExitCode: '-1', Tomorrow: [] }],
  ])('accepts %s', (_, value) => {
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ['a numeric exit code, which aks-node-controller does not read', { ExitCode: 50 }, '/ExitCode'],
    ['an exit code that is a word', { ExitCode: 'fifty' }, '/ExitCode'],
    ['a status without an exit code', { Output: '' }, ''],
    ["a time that isn't a string", { ExitCode: '0', KernelStartTime: 1 }, '/KernelStartTime'],
    ["boot times that aren't an object", { ExitCode: '0', BootDatapoints: 'n/a' }, '/BootDatapoints'],
  ])('rejects %s', (_, value, path) => {
    expect(validate(value)).toBe(false);
    expect(validate.errors?.[0]?.instancePath).toBe(path);
  });

  it('describes every member', () => {
    const { BootDatapoints, ...members } = schema.properties;
    for (const member of [...Object.values(members), BootDatapoints, ...Object.values(BootDatapoints.properties)])
      expect(member.description).toMatch(/^.{10,}\.$/);
  });
});
