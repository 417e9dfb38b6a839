/** The language server as a program: what is loaded from here on is kept in V8's compile cache. */
import { optimizeLater, useCompileCache } from './adapters/compileCache.js';

optimizeLater();
useCompileCache();
void import('./main.js');
