/** What processes of the operating system use: Linux only, from `/proc`. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Linux counts CPU time for `/proc` in ticks of 10 ms, so that short work has to be measured several times in a row. */
const tickMs = 10;

/** Node 20 reads these certificates at each start, which takes 100 ms and has nothing to do with the programs measured. */
const environment = { ...process.env, NODE_EXTRA_CA_CERTS: '' };

/** CPU milliseconds, user and system, of a process and all its threads since its start. */
export function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = fields.slice(11, 13).map(Number);
  return (userTicks + systemTicks) * tickMs;
}

/** Resident memory of a process in MB. */
export function memoryOf(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1_024;
}

/** Starts Node with a script and its arguments. */
export function startNode(args, stdio) {
  return spawn(process.execPath, args, { stdio, env: environment });
}

/** The helper threads of the garbage collector use the more CPU time the busier the machine is. */
const collectorInOneThread = '--single-threaded-gc';

/** Runs a script to its end, and returns the value of the last line that it prints, which is JSON. */
export async function resultOf(...args) {
  const { stdout } = await promisify(execFile)(process.execPath, [collectorInOneThread, ...args], {
    maxBuffer: 1 << 24,
    env: environment,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}
