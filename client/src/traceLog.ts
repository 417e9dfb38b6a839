import type * as vscode from 'vscode';

/** The same log for the trace of the server, which names messages there and leaves out what is in them: it may be secret. */
export function withoutContents(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const trace = (message: string): void => {
    log.trace(message.split('\n', 1)[0] ?? '');
  };
  return new Proxy(log, {
    get: (target, name): unknown => (name === 'trace' ? trace : Reflect.get(target, name)),
  });
}
