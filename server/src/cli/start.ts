/** The command line as a program: what is loaded from here on is kept in V8's compile cache. */
import { prepareV8 } from '../adapters/compileCache.js';

prepareV8(['lsp', 'mcp'].includes(process.argv[2] ?? '') ? 'server' : 'command');
// An editor waits for the language server, which needs nothing of the other commands.
if (process.argv.slice(2).join(' ') === 'lsp --stdio') void import('../main.js');
else void import('./main.js');
