import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../server/src/core/index.js';
import { type KindsResult, requests, type SummaryResult, type ToolParams } from '../../server/src/protocol.js';
import { call } from '../support/commandLine.js';
import { TestEditor } from '../support/lspConnection.js';

const config = 'test/samples/aks-node-controller-config.json';
const token = 'q7k2mz.4f8w1n6c3x9bd05h';

let editor: TestEditor;
beforeEach(async () => {
  editor = await TestEditor.start();
});
afterEach(() => editor.stop());

/** What the server answers an assistant about a file. */
function asked(file: string, params: Pick<ToolParams, 'tool'> & Partial<ToolParams>): Promise<string> {
  const text = params.text ?? readFileSync(file, 'utf8');
  return editor.connection.sendRequest(requests.tool, { uri: `file:///project/${file}`, file, text, ...params });
}

describe('the tools of assistants', () => {
  it.each<[Pick<ToolParams, 'tool'> & Partial<ToolParams>, string, string]>([
    [{ tool: 'validate' }, 'validate', 'test/samples/faulty.node-config.json'],
    [{ tool: 'validate' }, 'validate', 'test/samples/vmss.json'],
    [{ tool: 'decode' }, 'decode', 'test/samples/vmss.json'],
    [{ tool: 'decode', withText: true }, 'decode --text', 'test/samples/vmss.json'],
    [{ tool: 'preview' }, 'render custom-data', config],
    [{ tool: 'preview', what: 'cse' }, 'render cse', config],
    [{ tool: 'preview', what: 'env' }, 'render env', config],
    [{ tool: 'preview', what: 'node-files' }, 'render node-files', config],
    [{ tool: 'preview', what: 'env' }, 'render env', 'test/samples/faulty.node-config.json'],
    [{ tool: 'preview', what: 'karpenter' }, 'render karpenter', 'test/samples/shop.bootstrap-options.json'],
    [{ tool: 'explain' }, 'explain', 'test/samples/provisioning-error.txt'],
    [{ tool: 'explain', table: 'windows' }, 'explain --table windows', 'test/samples/provisioning-error.txt'],
  ])('answer %j with the JSON of `%s` for %s', async (params, command, file) => {
    const { out } = await call([...command.split(' '), '--format', 'json', file]);
    expect(JSON.parse(await asked(file, params))).toEqual(JSON.parse(out));
  });

  it('list the most severe of many problems, and count all of them', async () => {
    const fields = Array.from({ length: 300 }, (_, at) => `"unknown_${at}": 1`);
    const text = `{"version": "v1", ${fields.join(', ')}, "enable_ssh": 3}`;
    const answer = JSON.parse(await asked('node-config.json', { tool: 'validate', text })) as {
      results: [{ problems: { severity: string; code: string }[]; omittedProblems: number }];
      summary: { errors: number; warnings: number };
    };
    const [{ problems, omittedProblems }] = answer.results;
    expect(problems).toHaveLength(limits.toolProblems);
    const { errors, warnings } = answer.summary;
    expect(errors + warnings).toBeGreaterThan(300);
    expect(problems.length + omittedProblems).toBeGreaterThanOrEqual(errors + warnings);
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(Math.min(errors, limits.toolProblems));
  });

  it('say that an answer would be too long, and what to ask instead', async () => {
    const text = `#cloud-config\nwrite_files:\n- path: /a\n  content: ${'ab '.repeat(limits.toolAnswerCharacters / 3)}\n`;
    const answer = JSON.parse(await asked('a.yaml', { tool: 'decode', withText: true, text })) as {
      results: [{ file: string; error: { code: string; message: string } }];
    };
    const [{ file, error }] = answer.results;
    expect(file).toBe('a.yaml');
    expect(error.code).toBe('answer/too-long');
    expect(error.message).toMatch(/^The answer would have [\d,]+ characters, more than 400,000\. Ask without withText/);
    expect((await asked('a.yaml', { tool: 'decode', text })).length).toBeLessThan(10_000);
  });

  it('show invisible characters as escapes, which do not change what the JSON means', async () => {
    const content = `#!/bin/sh\necho 'a\u202eb\u200b\u001b[2J'\n`;
    const text = `#cloud-config\nwrite_files:\n- path: /a\n  content: !!binary ${Buffer.from(content).toString('base64')}\n`;
    const answer = await asked('a\u202e.cloud-config.yaml', { tool: 'decode', withText: true, text });
    expect(answer).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(answer).toContain('\\u202eb\\u200b');
    const { results } = JSON.parse(answer) as { results: readonly [{ readonly file: string }] };
    expect(results[0].file).toBe('a\u202e.cloud-config.yaml');
    expect(JSON.stringify(results)).toContain(JSON.stringify(content).slice(1, -1));
  });

  it('never contain a secret, revealed in the editor or not', async () => {
    const text = readFileSync(config, 'utf8');
    expect(text).toContain(token);
    const uri = await editor.open('aks-node-controller-config.json', text);
    const secrets = await editor.connection.sendRequest<{ pointer: string }[]>(requests.secrets, { uri });
    for (const { pointer } of secrets)
      await editor.connection.sendRequest(requests.reveal, { uri, pointer, revealed: true });
    const shown = await editor.connection.sendRequest<{ text: string }>(requests.render, { uri, what: 'env' });
    expect(shown.text).toContain(token);
    for (const params of [
      { tool: 'validate' },
      { tool: 'decode', withText: true },
      ...(['custom-data', 'env', 'node-files'] as const).map((what) => ({ tool: 'preview', what }) as const),
    ] as const) {
      const answer = await asked(config, { ...params, uri });
      expect(answer).not.toContain(token);
      expect(answer).not.toContain(Buffer.from(token).toString('base64').slice(0, 20));
    }
  });
});

describe('the summary of a document', () => {
  const summaryOf = (uri: string): Promise<SummaryResult> => editor.connection.sendRequest(requests.summary, { uri });

  it('has the kind and the size of the custom data', async () => {
    const uri = await editor.open('aks-node-controller-config.json', readFileSync(config, 'utf8'));
    expect(await summaryOf(uri)).toMatchObject({
      kind: 'node-config',
      title: 'AKS node config',
      size: { limit: 87_380, level: 'fine' },
    });
  });

  it.each<[string, string, SummaryResult]>([
    [
      'cloud-config.yaml',
      '#cloud-config\nruncmd: [reboot]\n',
      { kind: 'cloud-config', title: 'cloud-config', reason: 'its file name says so' },
    ],
    ['package.json', '{ "name": "shop" }', null],
  ])('of %s', async (name, text, expected) => {
    expect(await summaryOf(await editor.open(name, text))).toEqual(expected);
  });

  it('names the kind of resources as the list of kinds does, where each title begins with a capital letter', async () => {
    const kinds = await editor.connection.sendRequest<KindsResult>(requests.kinds, {});
    expect(kinds.filter(({ title }) => !/^[A-Z]/.test(title))).toEqual([]);
    const pool = 'apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata: { name: a }\n';
    const summary = await summaryOf(await editor.open('pool.yaml', pool));
    expect(summary).toMatchObject({ kind: 'karpenter-options', title: 'Karpenter resources' });
    expect(kinds.map(({ kind }) => kind)).toContain(summary?.kind);
  });
});
