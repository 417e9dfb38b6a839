import type { ServerHost } from '../lsp/host.js';
import { browserPlatform } from './browserPlatform.js';

/** The server's machine where that is a worker of a browser: there are no files, so nobody keeps versions of them. */
export const browserHost: ServerHost = {
  platform: browserPlatform,
  keeps: () => false,
  gpuComponents: () => Promise.resolve(undefined),
  instanceData: () => Promise.resolve(undefined),
  karpenterSettings: () => Promise.resolve(undefined),
};
