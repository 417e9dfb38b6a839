/** Measures the wall time in milliseconds from the start of a server's process to its answer to `initialize`. */
import { spawn } from 'node:child_process';

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
});

/** Starts Node with `args`; if the program isn't a server (`answers: false`), measures the time until it exits. */
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
