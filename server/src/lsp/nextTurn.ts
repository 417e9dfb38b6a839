import { RAL } from 'vscode-languageserver';

/** Waits until messages that have arrived meanwhile have been read, on Node and in a web worker. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => RAL().timer.setImmediate(resolve));
}
