import { describe, expect, it } from 'vitest';
import type { CommandIo } from '../../server/src/cli/command.js';
import { joined, terminalLine, terminalOutput } from '../../server/src/cli/output/terminal.js';
import { maskingOf } from '../../server/src/core/index.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { file } = temporaryFolder();

/** Sets the title of a terminal, and writes a line of its own. */
const hostile = '\u001b]0;PWN\u0007\nFAKE: no problems\u202e\u009b2J';
const shown = '\\u001b]0;PWN\\u0007\\nFAKE: no problems\\u202e\\u009b2J';

/** A scale set whose custom data is under a name that controls a terminal. */
const model = JSON.stringify({ [hostile]: { osProfile: { customData: 'IyEvYmluL3NoCg==' } } });

function expectEscaped(text: string): void {
  expect(text).toContain(shown);
  expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
}

describe('escapes on a terminal', () => {
  it.each([['decode'], ['decode', '--text']])('show the names in payload paths of %s', async (...args) => {
    const { out } = await call([...args, file('model.json', model)]);
    expectEscaped(out);
  });

  it.each([['decode'], ['validate'], ['explain'], ['diff'], ['redact'], ['render', 'env']])(
    'show the names of files that %s cannot read',
    async (...args) => {
      const files = args[0] === 'diff' ? ['missing', hostile] : [hostile];
      const { out, err, status } = await call([...args, ...files]);
      expect(status).toBe(2);
      expectEscaped(out + err);
    },
  );

  it.each([['decode'], ['validate'], ['explain'], ['diff'], ['redact', '--out', 'never']])(
    'show the name of standard input and of arguments in %s',
    async (...args) => {
      const { out, err } = await call([...args, '--name', hostile, '--kind', hostile, '-'], '{');
      expectEscaped(out + err);
    },
  );

  it.each([['validate'], ['decode'], ['explain']])('show the name of standard input in %s', async (...args) => {
    const { out } = await call([...args, '--name', hostile, '-'], '{"version": "v1", "x": }');
    expectEscaped(out);
  });

  it('show names, values and lines of files in problems', async () => {
    const config = JSON.stringify({ version: 'v1', [hostile]: 1 }, undefined, 2).replace('\\u009b', '\u009b');
    const { out } = await call(['validate', file('aks-node-controller-config.json', config)]);
    expectEscaped(out);
  });

  it('keep the caret of a frame below its range', async () => {
    const { out } = await call(['validate', '--kind', 'node-config', '-'], '{"a\u202e\u009b": 1, "version": 😀}');
    const frames = out.split('\n').filter((line) => line.includes('|'));
    const [line = '', caret = ''] = frames.slice(-2);
    expect(line).toContain('"a\\u202e\\u009b": 1');
    expect(line.slice(caret.indexOf('^')).startsWith('😀')).toBe(true);
  });

  it('leave what is rendered and redacted as it is, for files and programs', async () => {
    const script = `#!/bin/sh\necho \u202eab\u200b\n`;
    const { out } = await call(['redact', '--name', 'user-data', '-'], script);
    expect(out).toBe(script);
  });

  it('keep the meaning of JSON', async () => {
    const { out } = await call(['validate', '--format', 'json', '--name', hostile, '-'], '{');
    expectEscaped(out);
    expect(JSON.parse(out)).toMatchObject({ results: [{ file: hostile }] });
  });

  it('encode the separators of annotations of GitHub', async () => {
    const { out } = await call(
      ['validate', '--format', 'github', '--kind', 'node-config', '--name', 'a,b:c%\r\n::error::x', '-'],
      '{',
    );
    expect(out).toMatch(/^::error file=a%2Cb%3Ac%25%0D%0A%3A%3Aerror%3A%3Ax,line=/);
    expect(out.match(/^::/gm)?.length).toBe(out.trimEnd().split('\n').length);
  });

  it('are required by the types', () => {
    const io: Pick<CommandIo, 'out' | 'err'> = { out: () => undefined, err: () => undefined };
    const masking = maskingOf([]);
    // @ts-expect-error: masked text may contain control characters.
    io.out(masking.text(hostile));
    // @ts-expect-error: text for a terminal has to be masked.
    io.err(terminalLine`${hostile}`);
    // @ts-expect-error: only its functions make text for a terminal.
    joined([{ text: hostile, masked: () => terminalOutput(masking.text(hostile)) }]);
    io.out(terminalLine`${hostile}`.masked(masking));
  });
});
