/** How long processes take to start: servers until they answer `initialize`, and the command line for one small file. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from './client.mjs';
import { startNode } from './process.mjs';
import { inTurn } from './ratios.mjs';
import { jsonServer, ours, oursByCommand, yamlServer } from './servers.mjs';

export async function compareStarts({ starts }) {
  const times = await afterWarmUp(starts, {
    ours: () => startOf(ours),
    command: () => startOf(oursByCommand),
    json: () => startOf(jsonServer),
    yaml: () => startOf(yamlServer),
    empty: emptyProcess,
  });
  return [
    ratio('start', times.ours, jsonServer.name, times.json),
    ratio('start', times.ours, yamlServer.name, times.yaml),
    ratio('start', times.ours, 'empty Node process', times.empty),
    ratio('start of `aks-bootstrap lsp`', times.command, '`server.js --stdio`', times.ours),
  ];
}

/** The whole life of `aks-bootstrap validate` with one file. */
export async function compareCommandLine({ text, name }, { starts }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, name);
    await writeFile(file, text);
    const times = await afterWarmUp(starts, {
      validate: () => lifeOf(['dist/cli.js', 'validate', file]),
      empty: emptyProcess,
    });
    return [ratio('validate a file', times.validate, 'empty Node process', times.empty)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Measures after all programs have run once, so that their files and caches are there. */
async function afterWarmUp(count, measurements) {
  await inTurn(1, measurements);
  return inTurn(count, measurements);
}

function ratio(work, ours, against, theirs) {
  return { work, figure: 'wall', against, ours: ours.wall, theirs: theirs.wall };
}

/** Until a server answers `initialize`. */
async function startOf(server) {
  const began = performance.now();
  const client = new Client(server);
  await client.initialize();
  const wall = performance.now() - began;
  await client.end();
  return { wall };
}

async function lifeOf(args) {
  const began = performance.now();
  const [status] = await once(startNode(args, 'ignore'), 'exit');
  if (status !== 0) throw new Error(`${args.join(' ')} ended with status ${status}`);
  return { wall: performance.now() - began };
}

function emptyProcess() {
  return lifeOf(['-e', '0']);
}
