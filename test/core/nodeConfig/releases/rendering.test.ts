import { describe, expect, it } from 'vitest';
import {
  bootCommandOf,
  customDataOf,
  environmentOf,
  nodeFilesOf,
  parseGpuComponents,
  parseRelease,
} from '../../../../server/src/core/index.js';
import {
  environmentVariables,
  variableNamed,
  variablesOf,
} from '../../../../server/src/core/nodeConfig/render/environment/environment.js';
import {
  Controller,
  knownReleases,
  newestRelease,
  oldestRelease,
  type Release,
} from '../../../../server/src/core/values/known/releases.js';
import { analyse } from '../../../support/analyse.js';

const secrets = { showSecrets: true };

function at(config: object, tag: string) {
  const context = { nodeImage: parseRelease(tag) };
  return analyse('aks-node-controller-config.json', JSON.stringify({ version: 'v1', ...config }), undefined, context);
}

/** The variables of a config as the controller of a release makes them, and the error if it doesn't read all of it. */
function environment(config: object, tag: string, options: object = {}): Record<string, string> {
  const rendered = environmentOf(at(config, tag), { ...secrets, ...options });
  if (!rendered.ok) return { error: rendered.error.message };
  const { variables, incomplete } = rendered.value;
  const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  return incomplete === undefined ? values : { ...values, error: incomplete };
}

function file(config: object, tag: string, variable: string, options: object = {}): string | undefined {
  const rendered = nodeFilesOf(at(config, tag), { ...secrets, ...options });
  return rendered.ok ? rendered.value.files.find((one) => one.variable === variable)?.text : undefined;
}

const sku = { cluster_config: { load_balancer_config: { load_balancer_sku: 'LOAD_BALANCER_SKU_STANDARD' } } };
const backoff = { cluster_config: { cloud_provider_config: { backoff_retries: 9, backoff_mode: 'v1' } } };
const principal = { auth_config: { service_principal_secret: 'contoso-words' } };
const noPlugin = { network_config: { network_plugin: 'NETWORK_PLUGIN_NONE' } };
const deadline = { bootstrapping_config: { secure_tls_bootstrapping_deadline: '90s' } };
const client = { bootstrapping_config: { secureTlsBootstrappingCustomClientDownloadUrl: 'https://a.example' } };
const limits = { custom_linux_os_config: { ulimit_config: { no_file: '7' } } };
const teleport = { teleport_config: { status: true, teleportd_plugin_download_url: 'https://t.example' } };
const plain = { vm_size: 'Standard_D4s_v5' };
const rtx = { vm_size: 'Standard_NC36ds_xl_RTXPRO6000BSE_v6' };
const preview = { vm_size: 'standard_nc128DS_xl_rtxpro6000bse_v6' };
const gpus = '{"aks-gpu-cuda-lts": "1.2.3-45"}';

describe('variables', () => {
  it.each<[object, string, string, string | undefined]>([
    [sku, 'v0.20260118.0', 'LOAD_BALANCER_SKU', 'Standard'],
    [sku, 'v0.20260127.0', 'LOAD_BALANCER_SKU', 'standard'],
    [sku, 'v0.20260612.0', 'LOAD_BALANCER_SKU', 'Standard'],
    [sku, 'v0.20260717.0', 'LOAD_BALANCER_SKU', 'standard'],
    [backoff, 'v0.20260304.15', 'CLOUDPROVIDER_BACKOFF_RETRIES', '6'],
    [backoff, 'v0.20260312.0', 'CLOUDPROVIDER_BACKOFF_RETRIES', '9'],
    [backoff, 'v0.20260312.0', 'CLOUDPROVIDER_BACKOFF_MODE', 'v1'],
    [principal, 'v0.20260123.0', 'SERVICE_PRINCIPAL_FILE_CONTENT', btoa('contoso-words')],
    [principal, 'v0.20260127.0', 'SERVICE_PRINCIPAL_FILE_CONTENT', 'contoso-words'],
    [noPlugin, 'v0.20260714.0', 'NETWORK_PLUGIN', ''],
    [noPlugin, 'v0.20260717.0', 'NETWORK_PLUGIN', 'none'],
    [deadline, 'v0.20260706.0', 'SECURE_TLS_BOOTSTRAPPING_DEADLINE', '90s'],
    [deadline, 'v0.20260707.0', 'SECURE_TLS_BOOTSTRAPPING_DEADLINE', undefined],
    [client, 'v0.20260413.0', 'CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_URL', 'https://a.example'],
    [client, 'v0.20260414.0', 'CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_URL', undefined],
    [client, 'v0.20260414.0', 'CUSTOM_SECURE_TLS_BOOTSTRAPPING_CLIENT_DOWNLOAD_URL', 'https://a.example'],
    [limits, 'v0.20260611.0', 'CONTAINERD_ULIMITS', '[Service]\nLimitNOFILE=7'],
    [limits, 'v0.20260612.0', 'CONTAINERD_ULIMITS', '[Service] LimitNOFILE=7 '],
    [teleport, 'v0.20260322.0', 'TELEPORT_ENABLED', 'true'],
    [teleport, 'v0.20260322.0', 'TELEPORTD_PLUGIN_DOWNLOAD_URL', 'https://t.example'],
    [teleport, 'v0.20260324.0', 'TELEPORT_ENABLED', undefined],
    [{ cse_timeout: 60 }, 'v0.20260127.8', 'CSE_TIMEOUT', undefined],
    [{ cse_timeout: 60 }, 'v0.20260210.0', 'CSE_TIMEOUT', '60'],
    [{}, 'v0.20260611.0', 'NETWORK_MODE', 'transparent'],
    // Cut from another branch: the content is of 22 January, and of December.
    [{}, 'v0.20260101.0', 'SERVICE_ACCOUNT_IMAGE_PULL_ENABLED', 'false'],
    [{}, 'v0.20260118.0', 'SERVICE_ACCOUNT_IMAGE_PULL_ENABLED', undefined],
  ])('%j at %s: %s', (config, tag, name, value) => {
    expect(environment(config, tag)[name]).toBe(value);
  });

  it.each<[object, string, string, string, string]>([
    [plain, 'v0.20260118.0', 'cuda', '580.95.05', '20251021155213'],
    [plain, 'v0.20260113.1', 'cuda', '580.95.05', '20260108182831'],
    [plain, 'v0.20260701.0', 'cuda', '580.126.09', '20260126030251'],
    [plain, 'v0.20260702.0', 'cuda-lts', '580.159.04', '20260629214430'],
    [plain, 'v0.20260729.0', 'cuda-lts', '1.2.3', '45'],
    [rtx, 'v0.20260714.0', 'cuda-lts', '580.159.04', '20260629214430'],
    [rtx, 'v0.20260717.0', 'grid-v20', '595.58.03', '20260609172331'],
    [preview, 'v0.20260611.0', 'cuda', '580.126.09', '20260126030251'],
    [preview, 'v0.20260612.0', 'grid-v20', '595.58.03', '20260609172331'],
    [{ vm_size: 'Standard_NC6' }, 'v0.20260612.0', 'cuda', 'cuda-470.82.01', '20260126030251'],
    [{ vm_size: 'Standard_NC6' }, 'v0.20260702.0', 'cuda', 'cuda-470.82.01', '20260629214430'],
  ])('of the GPU driver for %j at %s', (config, tag, type, version, suffix) => {
    const list = parseGpuComponents(gpus);
    const found = environment(config, tag, { gpuComponents: list.ok ? list.value : undefined });
    expect([found.GPU_DRIVER_TYPE, found.GPU_DRIVER_VERSION, found.GPU_IMAGE_SHA]).toEqual([type, version, suffix]);
  });
});

describe('files', () => {
  const kata = { is_kata: true };
  const toml = (config: object, tag: string, containerdVersion = '1.7.22') =>
    file(config, tag, 'CONTAINERD_CONFIG_CONTENT', { containerdVersion }) ?? '';

  it.each<[string, boolean, boolean]>([
    ['v0.20260803.0', false, false],
    ['v0.20260805.0', true, false],
    ['v0.20260806.1', false, false],
    ['v0.20260812.0', false, false],
    ['v0.20260817.0', true, true],
  ])('of containerd for Kata at %s', (tag, erofs, isSecond) => {
    const text = toml(kata, tag);
    expect([text.includes('erofs'), text.includes('clh-preview')]).toEqual([erofs, isSecond]);
    expect(text.includes('max_unmerged_layers')).toBe(erofs && !isSecond);
  });

  it('of containerd have teleportd instead of a line for Kata before v0.20260324.0', () => {
    const text = toml({ ...kata, ...teleport }, 'v0.20260322.0');
    expect(text).toContain(
      '    snapshotter = "teleportd"\n    disable_snapshot_annotations = false\n    default_runtime',
    );
    expect(text).toContain('[proxy_plugins]\n  [proxy_plugins.teleportd]\n    type = "snapshot"\n');
    expect(toml({ ...kata, ...teleport }, 'v0.20260324.0')).not.toContain('teleportd');
    expect(toml(kata, 'v0.20260322.0')).toContain('\n      disable_snapshot_annotations');
    expect(toml(kata, 'v0.20260324.0')).toContain('\n    disable_snapshot_annotations');
  });

  it.each([
    ['v0.20260714.0', '2.0.0', false],
    ['v0.20260717.0', '2.0.0', true],
    ['v0.20260717.0', '1.7.22', false],
    ['v0.20260717.0', 'v2.3.2-1', true],
    ['v0.20260717.0', '2.0.0-6.azl3', true],
    ['v0.20260717.0', '2.0.0-beta.1', true],
    ['v0.20260717.0', '1.6.24-11-ubuntu1~24.04.1', false],
    ['v0.20260717.0', '2.0.0+azure-1', false],
    ['v0.20260717.0', '2.0', false],
  ])('of containerd have the format of containerd 2: %s with %s is %s', (tag, version, isSecond) => {
    expect(toml({}, tag, version).includes('io.containerd.cri.v1.images')).toBe(isSecond);
  });

  it.each([
    ['v0.20260424.3', 'v1.33.0', false],
    ['v0.20260424.3', '1.33', false],
    ['v0.20260424.3', '1.33.0', true],
    ['v0.20260427.0', 'v1.33', true],
  ])('of containerd at %s read the version %s: %s', (tag, kubernetes_version, hasFolder) => {
    expect(toml({ kubernetes_version }, tag).includes('certs.d')).toBe(hasFolder);
  });

  const kubelet = {
    kubernetes_version: '1.34.0',
    kubelet_config: { kubelet_config_file_config: { streaming_connection_idle_timeout: '4h', max_pods: 3 } },
  };

  it('of the kubelet are indented by four spaces and lose the timeout later', () => {
    const text = (tag: string) => file(kubelet, tag, 'KUBELET_CONFIG_FILE_CONTENT');
    expect(text('v0.20260611.0')).toBe('{\n  "streamingConnectionIdleTimeout": "4h",\n  "maxPods": 3\n}');
    expect(text('v0.20260723.0')).toBe('{\n    "streamingConnectionIdleTimeout": "4h",\n    "maxPods": 3\n}');
    expect(text('v0.20260724.0')).toBe('{\n    "maxPods": 3\n}');
  });

  it('of kernel parameters end in a line break since v0.20260612.0', () => {
    expect(file({}, 'v0.20260611.0', 'SYSCTL_CONTENT')).toMatch(/\d$/);
    expect(file({}, 'v0.20260612.0', 'SYSCTL_CONTENT')).toMatch(/\d\n$/);
  });
});

describe('fields', () => {
  it('are read with the type of the release', () => {
    const big = { custom_linux_os_config: { sysctl_config: { fs_file_max: 9007199254740993n.toString() } } };
    expect(file(big, 'v0.20260607.0', 'SYSCTL_CONTENT')).toContain('fs.file-max=9007199254740993\n');
    expect(environment(big, 'v0.20260605.8').error).toContain('wrong type at /custom_linux');
    expect(environment(big, 'v0.20260608.1').error).toContain('wrong type at /custom_linux');
  });

  it('that a release does not know stop it until v0.20251112.0', () => {
    expect(environment({ cse_timeout: 5 }, 'v0.20251029.2').error).toContain('unknown field at /cse_timeout');
    expect(environment({ cse_timeout: 5 }, 'v0.20251221.0').error).toBeUndefined();
  });

  it.each([
    ['v0.20250826.1', undefined],
    ['v0.20251029.2', 'bob'],
    [newestRelease.tag, 'bob'],
  ])('with an error are made of what comes before it if %s continues with that', (tag, user) => {
    const { ADMINUSER, error } = environment({ linux_admin_username: 'bob', enable_ssh: 'x' }, tag);
    expect(ADMINUSER).toBe(user);
    expect(error).toContain('wrong type at /enable_ssh');
  });
});

describe('custom data', () => {
  const decoded = (tag: string, dialect?: 'cloud-init' | 'flatcar' | 'write-files') => {
    const rendered = customDataOf(at({ workload_runtime: 1 }, tag), dialect, secrets);
    return rendered.ok ? `${rendered.value.decoded}\n${rendered.value.config}` : rendered.error.message;
  };

  it.each<[string, RegExp]>([
    ['v0.20250826.1', /^#cloud-config\nwrite_files:[^]*\n\{"version":"v1","workload_runtime":1\}$/],
    ['v0.20260322.0', /^#cloud-config\nwrite_files:[^]*\n {2}"workload_runtime": "WORKLOAD_RUNTIME_OCI_CONTAINER"/],
    ['v0.20260414.0', /^MIME-Version[^]*chmod 0644[^]*launching aks-node-controller service /],
    ['v0.20260610.3', /EOF\nchmod 0600/],
    ['v0.20260611.0', /provision_preload\.sh[^]*systemctl start --no-block/],
    ['v0.20260729.0', /mkdir -p \S+ \/var\/log\/azure\n[^]*aks-node-controller-launcher\.sh/],
  ])('has the form that %s makes', (tag, form) => {
    expect(decoded(tag)).toMatch(form);
  });

  it('has no preloading before v0.20260611.0', () => {
    expect(decoded('v0.20260610.3')).not.toContain('provision_preload');
  });

  it.each([
    ['v0.20260322.0', 'flatcar', /v0\.20260322\.0 makes no custom data in the format flatcar/],
    ['v0.20260322.0', 'cloud-init', /only v0\.20260324\.0 and later releases do/],
    ['v0.20260324.0', 'write-files', /only releases before v0\.20260324\.0 do/],
    ['v0.20260414.0', 'flatcar', /"mode": 420/],
    ['v0.20260415.0', 'flatcar', /"mode": 384/],
  ] as const)('of %s in the format %s', (tag, dialect, text) => {
    expect(decoded(tag, dialect)).toMatch(text);
  });

  it('of a release before the first known one is not rendered', () => {
    expect(decoded('v0.20250601.0')).toMatch(/older than 202508\.26\.1/);
  });
});

describe('the boot command', () => {
  const custom = {
    custom_cloud_config: { custom_cloud_env_name: 'AksCustom', repo_depot_endpoint: 'https://r.example' },
    cluster_config: { location: 'US Sec East' },
  };
  const command = (config: object, tag: string) => {
    const rendered = bootCommandOf(at(config, tag), secrets);
    return rendered.ok ? (rendered.value.argv[2] ?? '') : rendered.error.message;
  };

  it.each<[object, string, RegExp]>([
    [{}, 'v0.20260118.0', /echo 'cloud-init failed' >> \$\{PROVISION_OUTPUT\} && exit 1; .*start\.sh"$/],
    [{}, 'v0.20260113.0', /exit code \$\{cloudInitExitCode\}" >> \$\{PROVISION_OUTPUT\}; \texit/],
    [{}, 'v0.20260122.0', /\tcat \$\{PROVISION_OUTPUT\} \texit/],
    [{ disable_custom_data: true }, 'v0.20260122.0', /^echo \S+ > \$\{PROVISION_OUTPUT\}; {3}\/usr\/bin\/nohup/],
    [{}, 'v0.20260324.0', /^echo \S+ > \$\{PROVISION_OUTPUT\}; {2}\/usr\/bin\/nohup/],
    [
      custom,
      'v0.20260324.0',
      /; {2}REPO_DEPOT_ENDPOINT="https:\/\/r\.example" \S+init-aks-custom-cloud\.sh >> \S+ 2>&1; {2}\//,
    ],
    [
      custom,
      'v0.20260710.0',
      /; {2}REPO_DEPOT_ENDPOINT="\S+" {2}LOCATION="usseceast" \S+ >> \S+ 2>&1 \|\| exit \$\?; \/usr/,
    ],
    [{}, 'v0.20260717.0', /; {2}LOCATION="" /],
    [
      { custom_cloud_config: { custom_cloud_env_name: 'AksCustom', repo_depot_endpoint: 'https://a\nb' } },
      'v0.20260717.0',
      / REPO_DEPOT_ENDPOINT="https:\/\/a b" /,
    ],
    [custom, 'v0.20260720.0', /if \[ -f "\$\{INIT_AKS_CLOUD_FILEPATH\}" \]; then/],
  ])('for %j at %s', (config, tag, form) => {
    expect(command(config, tag)).toMatch(form);
  });
});

describe('the history of the table', () => {
  const atAnyTime = [oldestRelease, ...knownReleases].flatMap((one) => variablesOf(new Controller(one)));
  const names = new Set(atAnyTime.map(({ name }) => name));
  const all = [...names].flatMap((name) => variableNamed(name) ?? []);

  it('has a sentence for each change, oldest first, and known releases', () => {
    for (const { name, since, until, changes } of all) {
      const releases = [since, ...changes.map(({ change }) => change), until].filter((one) => one !== undefined);
      expect(
        releases.map(({ release }) => release.order),
        name,
      ).toEqual(releases.map(({ release }) => release.order).toSorted((a, b) => a - b));
      for (const { what, pull } of releases) {
        expect(what, name).toMatch(/^\S.*\.$/);
        expect(pull, name).toBeGreaterThan(6000);
      }
    }
  });

  it('gives the newest release the variables of the table', () => {
    const newest = variablesOf(new Controller(newestRelease)).map(({ name }) => name);
    expect(newest).toEqual(environmentVariables.map(({ name }) => name));
  });

  it('makes a difference at the release of each change that has an earlier form', () => {
    const shown = (name: string, tag: Release) =>
      variablesOf(new Controller(tag)).find((variable) => variable.name === name)?.rule;
    for (const { name, since, changes } of all)
      for (const { change: one, earlier } of changes) {
        if (earlier === undefined || (since !== undefined && one.release.order <= since.release.order)) continue;
        const before = knownReleases.findLast(({ order }) => order < one.release.order);
        if (before !== undefined) expect(shown(name, before), name).toBe(earlier.rule);
      }
  });
});
