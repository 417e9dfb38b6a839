import { acquireHost } from '../host.js';
import type { PageMessage, PageState } from './messages.js';

const host = acquireHost<PageMessage, PageState>();
const about: unknown = JSON.parse(document.body.dataset.about ?? 'null');

let state: PageState = { scrolled: 0, zoom: 1, chosen: null, ...host.getState(), about };
host.setState(state);

/** The kept state of the page. */
export function pageState(): PageState {
  return state;
}

export function updateState(changes: Partial<PageState>): void {
  state = { ...state, ...changes };
  host.setState(state);
}

export function post(message: PageMessage): void {
  host.postMessage(message);
}
