/** From the start of a server's process to the first problems of a document that is opened at once. */
import { Client } from './client.mjs';
import { DocumentInEditor } from './documentInEditor.mjs';
import { inTurn, ratiosOf } from './ratios.mjs';
import { ours, peers } from './servers.mjs';

export async function compareFirstProblems(kind, document, { rounds }) {
  const measured = await inTurn(rounds, {
    ours: () => firstProblems(ours, document),
    peer: () => firstProblems(peers[kind], document),
  });
  return ratiosOf(measured.ours, measured.peer, peers[kind].name);
}

async function firstProblems(server, document) {
  const began = performance.now();
  const client = new Client(server);
  await client.begin();
  await new DocumentInEditor(client, document).open();
  const figures = { 'start and open: wall': performance.now() - began, 'start and open: CPU': client.cpu };
  await client.end();
  return figures;
}
