/**
 * A user who doesn't know the contract writes a node config for a GPU pool. Only the names and addresses of the user's
 * own cluster are typed; everything else is chosen from completion lists. The journeys use only quotes, letters that
 * filter a list, arrow keys, Enter and Tab.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const CLI = join(ROOT, 'dist', 'cli.js');
const CERTIFICATE = join(ROOT, 'test', 'fixtures', 'certificates', 'root.pem');
const FILE = 'gpu-pool.node-config.json';

/** The values of the user's own cluster. */
const own = {
  apiServer: 'fleet-7.hcp.westeurope.azmk8s.io',
  tenant: '72f988bf-0000-4000-8000-000000000001',
  subscription: '72f988bf-0000-4000-8000-000000000002',
  identity: '72f988bf-0000-4000-8000-000000000003',
  token: '07401b.f395accd246ae52d',
  resourceGroup: 'rg-fleet-7-nodes',
  scaleSet: 'scale-set-7',
  network: 'network-7',
  subnet: 'nodes-7',
  securityGroup: 'rules-7',
  routeTable: 'routes-7',
  pool: 'gpu7',
};

export const authoringJourneys = [
  {
    name: 'a user fills in the GPU template placeholder by placeholder and gets a valid node config',
    file: FILE,
    isNew: true,
    async run({ workbench, page, folder }) {
      await workbench.waitForLens('Preview custom data');
      await workbench.suggest();
      await workbench.choose('GPU node with MIG');
      await workbench.waitForEditorText(/"vm_size": "Standard_NC24ads_A100_v4"/);
      await workbench.screenshot('author-template');
      await workbench.type('1.34.1');
      await workbench.press('Tab');
      // Choosing from a placeholder's own list moves the cursor to the next placeholder.
      await workbench.choose('Standard_ND96asr_v4');
      await fill(workbench, own.apiServer);
      // A certificate is pasted.
      await page.keyboard.insertText(await readFile(CERTIFICATE, 'base64'));
      await workbench.press('Tab');
      await fill(workbench, own.tenant, own.subscription, own.identity, own.token);
      await workbench.type('weste');
      await workbench.choose('westeurope');
      await workbench.press('Tab');
      const names = [
        own.resourceGroup,
        own.scaleSet,
        own.network,
        own.subnet,
        own.securityGroup,
        own.routeTable,
        own.pool,
      ];
      await fill(workbench, ...names);
      await workbench.choose('user');
      await workbench.type('10.2.0.10');
      await workbench.press('Tab');
      await workbench.choose('MIG3g');
      await workbench.choose('Mixed');
      await workbench.waitForEditorText(/"mig_strategy": "Mixed"/);
      await workbench.screenshot('author-template-filled');
      const config = await finish(workbench, folder);
      assert.equal(config.kubernetes_version, '1.34.1');
      assert.equal(config.vm_size, 'Standard_ND96asr_v4');
      assert.equal(config.api_server_config.api_server_name, own.apiServer);
      assert.equal(config.bootstrapping_config.tls_bootstrapping_token, own.token);
      assert.equal(config.cluster_config.location, 'westeurope');
      assert.equal(config.cluster_config.cluster_network_config.vnet_resource_group, own.resourceGroup);
      assert.equal(config.kubelet_config.kubelet_node_labels.agentpool, own.pool);
      assert.deepEqual(config.kubelet_config.kubelet_config_file_config.cluster_dns, ['10.2.0.10']);
      assert.equal(config.gpu_config.gpu_instance_profile, 'MIG3g');
      assert.equal(config.gpu_config.mig_strategy, 'Mixed');
    },
  },
  {
    name: 'a user writes a valid GPU node config field by field with completion',
    sameWindow: true,
    file: FILE,
    isNew: true,
    async run({ workbench, folder }) {
      await workbench.waitForLens('Preview custom data');
      await workbench.type('{');
      await workbench.press('Enter');
      // Required fields are listed first, and each object is inserted with its own required fields.
      await field(workbench, '', 'version', { first: true });
      await workbench.press('Tab');
      await field(workbench, '', 'api_server_config');
      await fill(workbench, own.apiServer);
      await field(workbench, '', 'cluster_config');
      await workbench.waitForEditorText(/"location": ""/);
      await workbench.screenshot('author-required');
      await fill(workbench, own.network, own.routeTable, own.resourceGroup);
      await workbench.type('weste');
      await workbench.choose('westeurope');
      await workbench.press('Tab');
      await field(workbench, '', 'auth_config');
      await fill(workbench, own.subscription);
      // Then the optional fields.
      await field(workbench, 'kubernetes_v', 'kubernetes_version');
      await workbench.choose('1.33.2');
      await workbench.press('Tab');
      await field(workbench, 'vm', 'vm_size');
      await workbench.type('NC');
      await workbench.screenshot('author-vm-size');
      await workbench.choose('Standard_NC24ads_A100_v4');
      await workbench.press('Tab');
      await field(workbench, 'gpu', 'gpu_config');
      await workbench.screenshot('author-gpu-fields');
      await workbench.choose('enable_nvidia');
      await workbench.choose('true');
      for (const name of ['config_gpu_driver', 'gpu_device_plugin']) {
        await field(workbench, name.slice(0, 3), name);
        await workbench.choose('true');
      }
      await field(workbench, 'prof', 'gpu_instance_profile');
      await workbench.choose('MIG2g');
      await workbench.press('Tab');
      await field(workbench, 'mig', 'mig_strategy');
      await workbench.choose('Single');
      await workbench.waitForEditorText(/"mig_strategy": "Single"/);
      await workbench.screenshot('author-fields-done');
      assert.deepEqual(await finish(workbench, folder), {
        version: 'v1',
        api_server_config: { api_server_name: own.apiServer },
        cluster_config: {
          cluster_network_config: { vnet_name: own.network, route_table: own.routeTable },
          resource_group: own.resourceGroup,
          location: 'westeurope',
        },
        auth_config: { subscription_id: own.subscription },
        kubernetes_version: '1.33.2',
        vm_size: 'Standard_NC24ads_A100_v4',
        gpu_config: {
          enable_nvidia: true,
          config_gpu_driver: true,
          gpu_device_plugin: true,
          gpu_instance_profile: 'MIG2g',
          mig_strategy: 'Single',
        },
      });
    },
  },
  {
    name: 'a user chooses the kind of a document that nothing else says, and goes back to what is detected',
    sameWindow: true,
    file: 'notes.yaml',
    files: {
      'notes.yaml': 'hostnme: a\n',
      'pool.yaml': 'apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata: { name: a }\n',
    },
    async run({ workbench, page }) {
      const chooseKind = () =>
        workbench.runCommand('AKS Bootstrap: Set Document Kind', { opensInput: true, onceReady: true });
      const current = page.locator('.quick-input-list .monaco-list-row', { hasText: 'current' });
      const inStatusBar = page.locator('.statusbar-item', { hasText: 'cloud-config' });
      await chooseKind();
      assert.equal(await current.count(), 0);
      await workbench.pick('Cloud-config');
      await inStatusBar.waitFor();
      await workbench.waitForProblem('hostname');
      await chooseKind();
      await current.waitFor();
      assert.match(await current.innerText(), /^Cloud-config\s*current$/);
      await workbench.screenshot('kind-picker');
      await workbench.pick('Detect from name and content');
      await inStatusBar.waitFor({ state: 'detached' });
      await workbench.waitForNoProblems();
      await workbench.openFromExplorer('pool.yaml');
      await page.locator('.statusbar-item', { hasText: 'Karpenter resources' }).waitFor();
      await chooseKind();
      await workbench.type('karpenter');
      await current.filter({ hasText: 'Karpenter bootstrap options' }).waitFor();
    },
  },
  {
    name: 'a new node config opens with the list of templates',
    sameWindow: true,
    file: 'faulty.node-config.json',
    async run({ workbench }) {
      // The entry for new files comes only after the window is restored.
      await workbench.waitForSquiggle('error');
      await workbench.runCommand('Create: New File...', { opensInput: true, onceReady: true });
      await workbench.screenshot('new-file-menu');
      await workbench.pick('AKS Node Config');
      await workbench.choose('Flatcar node');
      await workbench.waitForEditorText(/"version": "v1"/);
      await workbench.waitForLens('Preview custom data');
      await workbench.screenshot('new-node-config');
    },
  },
];

/** Writes the next member on a line of its own: types a quote and `letters`, then chooses `name` from the list. */
async function field(workbench, letters, name, { first = false } = {}) {
  if (!first) await workbench.press('Enter');
  await workbench.type(`"${letters}`);
  await workbench.choose(name);
}

/** Types each value at the current placeholder and moves to the next placeholder. */
async function fill(workbench, ...values) {
  for (const value of values) {
    await workbench.type(value);
    await workbench.press('Tab');
  }
}

/** Saves the config, checks that the editor and the command line report no problems, and returns the config. */
async function finish(workbench, folder) {
  await workbench.save();
  await workbench.waitForNoProblems();
  const path = join(folder, FILE);
  const { stdout } = spawnSync(process.execPath, [CLI, 'validate', '--format', 'json', path], { encoding: 'utf8' });
  const { errors, warnings } = JSON.parse(stdout).summary;
  assert.deepEqual({ errors, warnings }, { errors: 0, warnings: 0 }, stdout);
  return JSON.parse(await readFile(path, 'utf8'));
}
