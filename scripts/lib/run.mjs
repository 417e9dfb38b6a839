import { spawn } from 'node:child_process';

/** Runs a command that prints to our output; rejects if it fails. On Windows, npm's commands need a shell. */
export async function run(command, args, options = {}) {
  const status = await statusOf(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}`);
}

/** Runs a command like `run`, but returns its exit status, for commands that are expected to fail. */
export function statusOf(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
}
