/** Replaces `platform.ts` in the bundle for browsers. */
export { browserPlatform as platform } from '../adapters/browser.js';
