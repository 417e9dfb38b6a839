/** The language server as a program: what is loaded from here on is kept in V8's compile cache. */
import { prepareV8 } from './adapters/compileCache.js';

prepareV8('server');
void import('./main.js');
