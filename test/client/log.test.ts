import { describe, expect, it } from 'vitest';
import { errorText, Log, logText, nameText } from '../../client/src/log.js';

/** What is in a document, and so might be in a message or a name. */
const secret = 'hunter2hunter2';

function failing(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('it does not fail');
}

describe('the log of the extension', () => {
  it('has words of ours and numbers', () => {
    expect(logText`A document of ${12} lines in ${nameText('yaml')}: ${logText`read`}`).toBe(
      'A document of 12 lines in yaml: read',
    );
  });

  it.each(['textDocument/hover', 'aksBootstrap.openPayload', '$/progress', 'dockercompose'])('names %s', (name) => {
    expect(nameText(name)).toBe(name);
  });

  it.each([`password=${secret}`, 'a\u001b]0;x\u0007', 'two words', '', 'a'.repeat(101)])('does not name %j', (name) => {
    expect(nameText(name)).toBe('an unusual name');
  });

  it('has an error without a message that may quote a document, but with its stack', () => {
    for (const error of [
      failing(() => JSON.parse(`{"password":${secret}}`)),
      new Error(`cannot read /home/user/${secret}.json\n    at ${secret}`),
      Object.assign(new Error(secret), { code: 'ENOENT' }),
    ]) {
      expect(errorText(error)).not.toContain(secret);
      expect(errorText(error)).toMatch(/^\w*Error(?: ENOENT)?\n {4}at /);
    }
    expect(errorText(secret)).not.toContain(secret);
  });

  it('has the message of an error of the program, and of an answer of the server', () => {
    expect(errorText(failing(() => (undefined as unknown as { a: number }).a))).toContain("reading 'a'");
    expect(errorText(Object.assign(new Error('hover failed'), { code: -32803 }))).toMatch(
      /^Error -32803: hover failed\n/,
    );
  });

  it('writes to the channel of VS Code', () => {
    const lines: string[] = [];
    const write = (text: string): void => void lines.push(text);
    const channel = { error: write, warn: write, show: () => write('shown'), dispose: () => write('disposed') };
    const log = new Log(channel as unknown as ConstructorParameters<typeof Log>[0]);
    log.error(logText`a`);
    log.warn(logText`b`);
    log.show();
    log.dispose();
    expect(lines).toEqual(['a', 'b', 'shown', 'disposed']);
  });
});
