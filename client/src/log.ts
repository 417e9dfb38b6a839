import type * as vscode from 'vscode';

declare const logged: unique symbol;

/** Text for the log: words of ours, and what can't be text of a document. Only this file makes it. */
export type LogText = string & { readonly [logged]: true };

/**
 * The log of the extension. Users attach it to bug reports, so nothing of a document may be in it, not even a file name: the
 * server masks what it logs, and the client can't, because only the server knows what a secret is.
 */
export class Log implements vscode.Disposable {
  /** Where the language client writes the messages of the server. */
  readonly channel: vscode.LogOutputChannel;

  constructor(channel: vscode.LogOutputChannel) {
    this.channel = channel;
  }

  error(text: LogText): void {
    this.channel.error(text);
  }

  warn(text: LogText): void {
    this.channel.warn(text);
  }

  show(): void {
    this.channel.show();
  }

  dispose(): void {
    this.channel.dispose();
  }
}

/** A template whose literals are words of ours. */
export function logText(words: TemplateStringsArray, ...values: readonly (number | LogText)[]): LogText {
  return words.reduce((text, word, index) => `${text}${String(values[index - 1])}${word}`) as LogText;
}

/** The name of a command, a request or a language. */
export function nameText(name: string): LogText {
  return (/^[\w$./-]{1,100}$/.test(name) ? name : 'an unusual name') as LogText;
}

/** An error with its stack, and its message if that can't quote a document. */
export function errorText(error: unknown): LogText {
  if (!(error instanceof Error)) return logText`an error of another type`;
  const { name, message, stack = '', code } = error as Error & { readonly code?: unknown };
  const kind = typeof code === 'number' || typeof code === 'string' ? `${name} ${code}` : name;
  const frames = stack.startsWith(`${name}: ${message}`) ? stack.slice(name.length + 2 + message.length) : '';
  return `${kind}${isHarmless(error, code) ? `: ${message}` : ''}${frames}` as LogText;
}

/** Whether the message of an error is our server's, which masks it, or one of the JavaScript engine about the program. */
function isHarmless(error: Error, code: unknown): boolean {
  return (
    typeof code === 'number' ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError
  );
}
