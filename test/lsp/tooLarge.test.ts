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
