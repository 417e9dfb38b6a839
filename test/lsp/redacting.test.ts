import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RedactResult, requests } from '../../server/src/protocol.js';
import { call } from '../support/commandLine.js';
import { TestEditor } from '../support/lspConnection.js';

let editor: TestEditor;
beforeEach(async () => {
  editor = await TestEditor.start();
});
afterEach(() => editor.stop());

describe('redacting an open document', () => {
  it.each([false, true])('answers with the text of the command line (pseudonyms: %s)', async (pseudonyms) => {
    const sample = 'test/samples/vmss.json';
    const uri = await editor.open('vmss.json', readFileSync(sample, 'utf8'));
    const answer = await editor.connection.sendRequest<RedactResult>(requests.redact, { uri, pseudonyms });
    const { out } = await call(['redact', ...(pseudonyms ? ['--pseudonyms'] : []), sample]);
    expect(answer).toMatchObject({ ok: true, text: out, languageId: 'json', name: 'vmss.json' });
    expect(answer.ok && answer.summary).toMatch(/^Secrets replaced: 1\.(?: Names replaced: \d+\.)?$/);
  });

  it('says so if the document is closed', async () => {
    const answer = await editor.connection.sendRequest(requests.redact, { uri: 'file:///closed', pseudonyms: false });
    expect(answer).toEqual({ ok: false, message: 'The document is no longer open.' });
  });
});
