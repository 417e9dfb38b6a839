/** The API that VS Code gives to a webview's page, which may be acquired once: its messages to us and its kept state. */
interface Host<Message, State> {
  postMessage(message: Message): void;
  getState(): State | undefined;
  setState(state: State): void;
}
declare function acquireVsCodeApi<Message, State>(): Host<Message, State>;

/** Acquires the API of VS Code for a page. */
export function acquireHost<Message, State>(): Host<Message, State> {
  return acquireVsCodeApi<Message, State>();
}
