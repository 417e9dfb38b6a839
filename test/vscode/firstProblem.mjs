/**
 * Measures in a real VS Code how long the packaged extension needs for its first problem, beside VS Code's own JSON
 * extension on the same file: `node test/vscode/firstProblem.mjs [WINDOWS]`. In each fresh window, the file that is open from the
 * beginning starts both extensions; two others are opened when they run. Prints the medians over the windows.
 *
 * The variable VSIX is the path of another package than dist/aks-bootstrap.vsix.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measure } from './measuring.mjs';
import { within } from './server.mjs';

const windows = Number(process.argv[2] ?? 7);
/** Milliseconds after which a window has failed. */
const mostMs = 60_000;
const names = ['first', 'second', 'third'].map((name) => `${name}.node-config.json`);

/** A node config with an unknown field, and with a trailing comma, which isn't JSON. */
const content = `{
  "version": "v1",
  "vm_size": "Standard_D4s_v5",
  "kubelet_config": { "kubelet_node_lables": {} },
}
`;

/** Measures in the extension host, from the opening of each file to the first problem of each extension. */
const script = `
const { renameSync, writeFileSync } = require('node:fs');
const vscode = require('vscode');
exports.activate = async () => {
  const [folder] = vscode.workspace.workspaceFolders;
  const times = [];
  for (const [index, name] of ${JSON.stringify(names)}.entries()) {
    const uri = vscode.Uri.joinPath(folder.uri, name);
    times.push(await new Promise((done) => {
      const start = performance.now();
      const found = {};
      const look = () => {
        for (const { source } of vscode.languages.getDiagnostics(uri)) found[source] ??= Math.round(performance.now() - start);
        if (found.json === undefined || found['aks-bootstrap'] === undefined) return;
        listener.dispose();
        done(found);
      };
      const listener = vscode.languages.onDidChangeDiagnostics(look);
      if (index > 0) void vscode.window.showTextDocument(uri);
    }));
  }
  writeFileSync(process.env.E2E_REPORT + '.part', JSON.stringify(times));
  renameSync(process.env.E2E_REPORT + '.part', process.env.E2E_REPORT);
};
`;

const added = { name: 'measure', displayName: 'Measure', activationEvents: ['*'], script };

await measure(added, async ({ temp, startHost, openWorkbench }) => {
  const folder = join(temp, 'folder');
  await mkdir(folder);
  for (const name of names) await writeFile(join(folder, name), content);
  const all = [];
  for (let count = 0; count < windows; count++) {
    const report = join(temp, `report-${count}.json`);
    const host = await startHost({ dataDir: join(temp, `host-${count}`), env: { E2E_REPORT: report } });
    try {
      const workbench = await openWorkbench({ port: host.port, folder, file: names[0] });
      await within(mostMs, Promise.race([written(report), host.died]), () => 'An extension reports no problem.');
      all.push(JSON.parse(await readFile(report, 'utf8')));
      await workbench.close();
    } finally {
      await host.stop();
    }
  }
  for (const [index, title] of ['with the start of both', 'second file', 'third file'].entries()) {
    const [json, ours] = ['json', 'aks-bootstrap'].map((source) => all.map((times) => times[index][source]));
    const ratio = median(ours) / median(json);
    console.log(`${title}: ours ${median(ours)} ms, JSON ${median(json)} ms, ratio ${ratio.toFixed(2)}`);
    console.log(`  ours ${ours.join(', ')}; JSON ${json.join(', ')}`);
  }
});

async function written(path) {
  while (!existsSync(path)) await sleep(100);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
