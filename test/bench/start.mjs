/** How long a server takes from its process start to the answer of `initialize`, in milliseconds of wall time. */
import { spawn } from 'node:child_process';

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
});

/** Starts `args` with Node; without a server (`answers: false`) the time to its exit is taken. */
export function startTime({ args, answers }) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: '' },
    });
    child.on('error', reject);
    if (!answers) {
      child.on('exit', () => resolve(performance.now() - began));
      return;
    }
    child.stdin.on('error', () => undefined);
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    let seen = '';
    child.stdout.on('data', (chunk) => {
      seen += chunk;
      if (!seen.includes('"id":1')) return;
      resolve(performance.now() - began);
      child.kill();
    });
    child.on('exit', () => reject(new Error(`${args.join(' ')} ended without an answer`)));
  });
}
