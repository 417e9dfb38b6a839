import { spawn } from 'node:child_process';

/** Runs a command with our output; rejects where it fails. On Windows npm's commands need a shell. */
export async function run(command, args, options = {}) {
  const status = await statusOf(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** The same, but answers with the exit status, for commands whose failure is part of the show. */
export function statusOf(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
}
