/**
 * Preloaded into a language server: it never answers a hover in a document that contains `endless`, and others when the file
 * in STUCK_UNTIL exists. The clocks of the thread that watches it are faster.
 */
const { existsSync } = require('node:fs');
const Module = require('node:module');
const { env } = require('node:process');
const { isMainThread } = require('node:worker_threads');

const faster =
  (start, factor) =>
  (work, milliseconds, ...rest) =>
    start(work, milliseconds / factor, ...rest);

if (!isMainThread) {
  globalThis.setInterval = faster(setInterval, 50);
  globalThis.setTimeout = faster(setTimeout, 10);
} else {
  const load = Module._load;
  const hover = ({ text }) => {
    while (text.includes('endless') || !existsSync(env.STUCK_UNTIL));
  };
  Module._load = (request, ...rest) => {
    const loaded = load(request, ...rest);
    return request === './core.js'
      ? new Proxy(loaded, { get: (core, name) => (name === 'hover' ? hover : core[name]) })
      : loaded;
  };
}
