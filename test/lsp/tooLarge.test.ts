import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '../../server/src/core/index.js';
import { codes, TestEditor } from '../support/lspConnection.js';

const editor = await TestEditor.start();
afterAll(() => editor.stop());

describe('a document above the limit', () => {
  it.each([
    ['cloud-config', 'large.yaml', '#cloud-config\nruncmd:\n'],
    ['scale set', 'large.json', '{"properties":{"virtualMachineProfile":{"osProfile":{"customData":"'],
  ])('has one diagnostic if it is a %s', async (_, name, beginning) => {
    const uri = await editor.open(name, beginning.padEnd(limits.inputBytes + 1));
    expect(codes(await editor.diagnostics(uri))).toEqual(['payload/limit-input']);
    await editor.close(uri);
  });

  it('has none if it is not recognised', async () => {
    const uri = await editor.open('large.txt', 'a'.padEnd(limits.inputBytes + 1));
    expect(await editor.diagnostics(uri)).toEqual([]);
    await editor.close(uri);
  });
});

describe('a document with more problems than editors show', () => {
  it('has the most severe ones, and a note on how many there are', async () => {
    const warnings = Array.from({ length: 900 }, (_, index) => `- {path: etc/${index}, content: a}\n`).join('');
    const errors = Array.from({ length: 400 }, (_, index) => `key${index}: 1\n`).join('');
    const uri = await editor.open('many.yaml', `#cloud-config\nwrite_files:\n${warnings}runcmd: 1\n${errors}`);
    const found = await editor.diagnostics(uri);
    expect(found).toHaveLength(limits.diagnostics);
    const note = found.at(-1);
    expect(note?.message).toBe('302 further problems are not listed; the most severe ones are.');
    expect(note?.range.start).toEqual({ line: 0, character: 0 });
    expect(codes(found)).toContain('cloud-config/wrong-type');
    await editor.close(uri);
  });
});
