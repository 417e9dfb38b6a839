/**
 * A session of an editor with one document that has mistakes: it is opened, characters are typed, and after further characters
 * the outline, a hover and a completion are requested.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Client, measured } from './client.mjs';
import { DocumentInEditor } from './documentInEditor.mjs';
import { documentOf, kinds } from './documents.mjs';
import { inTurn, median, ratiosOf } from './ratios.mjs';
import { ours, oursByCommand, peers } from './servers.mjs';

/** A server is idle for so long before a document is opened, and loads what it needs. */
const idleMs = 400;
/** The time between two characters, in which a server may finish what it does after it has sent diagnostics. */
const betweenMs = 50;

/** Documents of all kinds are edited for so long by an editor that a user had before. */
const earlierUseMs = 6_000;

/** The use of our servers before that which is measured: they keep what V8 compiled when an editor ends. */
export async function useBefore() {
  await Promise.all([ours, oursByCommand].map(useFor));
}

async function useFor(server) {
  const client = new Client(server);
  await client.begin();
  const editors = kinds.map((kind) => new DocumentInEditor(client, documentOf(kind, '100 KB', { faulty: true })));
  for (const editor of editors) {
    await editor.open();
    await editor.type();
    await editor.outline();
    await editor.hover();
    await editor.complete();
  }
  await wait(earlierUseMs);
  await client.quit();
}

export async function compareSessions(kind, document, { rounds, keystrokes, requests }) {
  const peer = peers[kind];
  const measured = await inTurn(rounds, {
    ours: () => session(ours, document, keystrokes, requests),
    peer: () => session(peer, document, keystrokes, requests),
  });
  return [
    ...ratiosOf(measured.ours, measured.peer, peer.name),
    // What an answer costs that is kept.
    {
      work: 'outline again',
      figure: 'wall',
      against: 'its first outline',
      ours: measured.ours['outline again: wall'],
      theirs: measured.ours['outline: wall'],
    },
  ];
}

async function session(server, document, keystrokes, requests) {
  const client = new Client(server);
  await client.begin();
  await wait(idleMs);
  const memoryAtStart = client.memory;
  const editor = new DocumentInEditor(client, document);
  const open = await measured(client, () => editor.open());

  const typed = [];
  for (let count = 0; count < keystrokes; count++) {
    await wait(betweenMs);
    typed.push(await measured(client, () => editor.type()));
  }
  const memory = client.memory;

  const answers = { outline: [], again: [], hover: [], complete: [] };
  for (let count = 0; count < requests; count++) {
    await wait(betweenMs);
    await editor.type();
    answers.outline.push(await measured(client, () => editor.outline()));
    answers.again.push(await measured(client, () => editor.outline()));
    answers.hover.push(await measured(client, () => editor.hover()));
    answers.complete.push(await measured(client, () => editor.complete()));
  }
  await client.end();

  const wall = (measurements) => median(measurements.map((one) => one.wall));
  return {
    'open: wall': open.wall,
    'open: CPU': open.cpu,
    'type a character: wall': wall(typed),
    // The mean, because a single one is short for the clock of CPU time.
    'type a character: CPU': typed.reduce((sum, { cpu }) => sum + cpu, 0) / typed.length,
    'outline: wall': wall(answers.outline),
    'outline again: wall': wall(answers.again),
    'hover: wall': wall(answers.hover),
    'complete: wall': wall(answers.complete),
    'idle: memory': memoryAtStart,
    'after typing: memory': memory,
  };
}
