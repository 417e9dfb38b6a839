import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordLines } from '../../server/src/cli/records.js';
import { limits } from '../../server/src/core/index.js';
import { config, scaleSet } from '../core/fleet/support.js';
import { call } from '../support/commandLine.js';

const json = JSON.stringify;
const faulty = readFileSync('test/samples/faulty.node-config.json', 'utf8');
const vmss = readFileSync('test/samples/vmss.json', 'utf8');
const failure = readFileSync('test/samples/provisioning-error.txt', 'utf8');

interface Line {
  readonly line: number;
  readonly file?: string;
  readonly kind?: string;
  readonly problems?: readonly object[];
  readonly exitCode?: number;
  readonly documents?: readonly object[];
  readonly error?: { readonly code: string; readonly message: string };
}

async function linesOf(args: readonly string[], input: readonly string[]): Promise<readonly Line[]> {
  const { out } = await call([...args, '--ndjson'], input.map((line) => `${line}\n`).join(''));
  expect(out.endsWith('\n')).toBe(true);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await Promise.resolve();
    yield typeof part === 'string' ? new TextEncoder().encode(part) : part;
  }
}

async function read(...parts: readonly (string | Uint8Array)[]): Promise<object[]> {
  const found: object[] = [];
  for await (const one of recordLines(chunks(...parts))) found.push(one);
  return found;
}

describe('--ndjson', () => {
  it('answers each line with a line, in order', async () => {
    const lines = await linesOf(
      ['validate'],
      [
        json({ name: 'a.node-config.json', content: faulty }),
        json(JSON.parse(vmss)),
        '',
        json('#cloud-config\nhostnme: a\n'),
      ],
    );
    expect(lines.map(({ line, file, kind }) => [line, file, kind])).toEqual([
      [1, 'a.node-config.json', 'node-config'],
      [2, 'line 2', 'vmss-json'],
      [4, 'line 4', 'cloud-config'],
    ]);
    expect(lines[0]?.problems?.length).toBeGreaterThan(5);
  });

  it('gives the result of --format json', async () => {
    const [line] = await linesOf(['validate'], [json({ name: 'a.node-config.json', content: faulty })]);
    const { out } = await call(['validate', '--format', 'json', '--name', 'a.node-config.json', '-'], faulty);
    expect({ results: [line] }).toMatchObject({ results: (JSON.parse(out) as { results: object[] }).results });
  });

  it.each(['[', '1', 'null', json({ name: 1, content: 'a' }), json({ kind: 'none', content: 'a' })])(
    "reports a line that isn't a record, and goes on: %s",
    async (bad) => {
      const { out, status } = await call(['decode', '--ndjson'], `${bad}\n${json({ content: vmss })}`);
      const [first, second] = out.split('\n').map((line) => (line === '' ? undefined : (JSON.parse(line) as Line)));
      expect(first).toMatchObject({ line: 1, error: { code: 'record/invalid' } });
      expect(second).toMatchObject({ line: 2, file: 'line 2', kind: 'vmss-json' });
      expect(status).toBe(2);
    },
  );

  it('explains and finds, too', async () => {
    expect(await linesOf(['explain'], [json({ name: 'e.txt', content: failure })])).toMatchObject([
      { line: 1, file: 'e.txt', exitCode: 50 },
    ]);
    const list = [scaleSet('aks-a-1-vmss', config()), scaleSet('aks-b-1-vmss', config())];
    expect(await linesOf(['find', 'machine.image'], [json(list), json(config())])).toMatchObject([
      { line: 1, documents: [{ machine: 'aks-a-1-vmss' }, { machine: 'aks-b-1-vmss' }] },
      { line: 2, documents: [] },
    ]);
  });

  it('redacts, with invented values for each record', async () => {
    const token = 'abcdef.0123456789abcdef';
    const text = json(config({}, { bootstrapping_config: { tls_bootstrapping_token: token } }));
    const lines = await linesOf(['redact'], [json({ name: 'a.node-config.json', content: text }), '{', text]);
    expect(lines).toMatchObject([
      { line: 1, file: 'a.node-config.json' },
      { line: 2, error: { code: 'record/invalid' } },
      { line: 3, file: 'line 3' },
    ]);
    expect(json(lines)).not.toContain(token);
    expect(json(lines[0])).toMatch(/tls_bootstrapping_token/);
    expect((await call(['redact', '--ndjson', '--out', 'none'])).status).toBe(2);
  });

  it('keeps nothing of a record for the next one', async () => {
    const of = (token: string): string =>
      json(config({}, { bootstrapping_config: { tls_bootstrapping_token: token } }));
    const records = [of('abcdef.0123456789abcdef'), of('fedcba.0123456789abcdef')];
    const both = await linesOf(['find', '*token'], records);
    for (const { documents } of both) expect(json(documents)).toContain('"********"');
  });

  it('reads no files that a record names', async () => {
    const content =
      "resource vm 'Microsoft.Compute/virtualMachines@2024-07-01' = {\n  name: 'a'\n  properties: { osProfile: { customData: loadFileAsBase64('package.json') } }\n}\n";
    const [line] = await linesOf(['decode', '--text'], [json({ name: 'main.bicep', content })]);
    expect(json(line)).not.toContain('vitest');
  });

  it('excludes files and other formats', async () => {
    expect(await call(['validate', '--ndjson', 'a.json'])).toMatchObject({ status: 2, out: '' });
    expect((await call(['validate', '--ndjson', '--format', 'text'])).err).toContain('--ndjson prints JSON');
    expect((await call(['find', '--ndjson', '--count', 'a'])).err).toContain('excludes --ndjson');
  });
});

describe('lines of records', () => {
  it('may come in any pieces', async () => {
    const whole = await read('{"content":"é"}\r\n"b"\n\n"c"');
    const bytes = new TextEncoder().encode('{"content":"é"}\r\n"b"\n\n"c"');
    expect(whole).toEqual([
      { line: 1, record: { content: 'é' } },
      { line: 2, record: { content: 'b' } },
      { line: 4, record: { content: 'c' } },
    ]);
    expect(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it('are refused if they are too long or no UTF-8', async () => {
    const long = new Uint8Array(limits.recordBytes / 2 + 1).fill(97);
    const found = await read('"a"\n"', long, long, '"\n', Uint8Array.of(34, 255, 34, 10), '"b"\n');
    expect(found).toMatchObject([
      { line: 1, record: { content: 'a' } },
      { line: 2, fault: 'The line is longer than 48 MiB.' },
      { line: 3, fault: 'The line is not valid UTF-8.' },
      { line: 4, record: { content: 'b' } },
    ]);
  });

  it('hold JSON as a document only beside a name', async () => {
    expect(await read('{"name":"a","content":{"b":1}}\n{"content":{"b":1}}\n')).toEqual([
      { line: 1, record: { name: 'a', content: '{"b":1}' } },
      { line: 2, record: { content: '{"content":{"b":1}}' } },
    ]);
  });
});
