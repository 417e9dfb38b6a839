import { azureLinux } from './azureLinux.js';
import { customCloud } from './customCloud.js';
import { flatcar } from './flatcar.js';
import { gpuMig } from './gpuMig.js';
import { httpProxy } from './httpProxy.js';
import { localDns } from './localDns.js';
import type { Template } from './template.js';
import { ubuntu } from './ubuntu.js';

/** All templates, in the order of the list that an editor shows. A new one is a file beside these and a line here. */
export const templates: readonly Template[] = [ubuntu, azureLinux, flatcar, gpuMig, customCloud, httpProxy, localDns];
