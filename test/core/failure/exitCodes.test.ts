import { describe, expect, it } from 'vitest';
import { errorByName, knownErrors } from '../../../server/src/core/failure/errors/index.js';
import {
  codeTables,
  entryByName,
  entryOf,
  isFailureFamily,
  meaningsAt,
  meaningsOf,
} from '../../../server/src/core/failure/exitCodes/index.js';
import { errorNamed } from '../../../server/src/core/failure/exitCodes/meaning.js';
import { failureFamilies } from '../../../server/src/core/failure/exitCodes/table.js';
import { expectEach } from '../../support/expectEach.js';

/** Every sentence of an error with the error it belongs to. */
const sentences = knownErrors.flatMap(({ name, meaning, causes, next }) =>
  [meaning, ...[...causes, ...next].map(({ words }) => words)].map((sentence) => ({ name, sentence })),
);

describe('the tables of exit codes', () => {
  const rows = failureFamilies.flatMap((family) =>
    codeTables[family].codes.map(([code, name, since, end = '']) => ({ family, code, name, since, end })),
  );
  const meanings = rows.filter(({ end }) => !/^(?:renamed|reserved)/.test(end));

  it('give every code a meaning, causes and a next step', () => {
    expectEach(
      meanings,
      ({ family, code, name }) => `${family} ${code} ${name}`,
      ({ family, code, name }) => {
        const entry = meaningsOf(family, code).find((one) => one.name === name);
        expect(entry?.phase).toMatch(/^[a-z-]+$/);
        expect(entry?.meaning).toMatch(/^[A-Za-z][^]{20,}\.$/);
        expect(entry?.causes.length).toBeGreaterThan(0);
        expect(entry?.next.length).toBeGreaterThan(0);
        for (const { words } of [...(entry?.causes ?? []), ...(entry?.next ?? [])]) expect(words).toMatch(/^.{20,}\.$/);
        expect(entryByName(family, name)?.name).toBe(name);
      },
    );
  });

  it('name the version of their source', () => {
    for (const family of failureFamilies) expect(codeTables[family].source).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{9,}:.+/);
  });

  it('are in the order of codes and of time, and give a code two names at a time only where upstream does', () => {
    const keys = rows.map(
      ({ family, code, since }) => `${failureFamilies.indexOf(family)} ${String(code).padStart(4)} ${since ?? ''}`,
    );
    expect(keys).toEqual([...keys].sort());
    const double = rows.filter(({ family, code, name, since, end }) =>
      rows.some(
        (other) =>
          other.family === family &&
          other.code === code &&
          other.name !== name &&
          (other.since ?? '') >= (since ?? '') &&
          (other.since ?? '') < (/\d{4}-.*/.exec(end)?.[0] ?? '9'),
      ),
    );
    expect(double.map(({ family, code, name }) => `${family} ${code} ${name}`)).toEqual([
      'linux-agentbaker 225 ERR_PULL_POD_INFRA_CONTAINER_IMAGE',
      'linux-agentbaker 225 ERR_NVIDIA_GPG_KEY_DOWNLOAD_TIMEOUT',
      'linux-agentbaker 231 ERR_IMDS_FETCH_FAILED',
    ]);
  });

  it.each([
    ['linux-agentbaker', 10, '2020-05-01', ['ERR_ETCD_DATA_DIR_NOT_FOUND']],
    ['linux-agentbaker', 10, '2021-01-19', ['ERR_NTP_INSTALL_TIMEOUT']],
    ['linux-agentbaker', 10, '2023-01-01', []],
    [
      'linux-agentbaker',
      225,
      '2026-01-01',
      ['ERR_PULL_POD_INFRA_CONTAINER_IMAGE', 'ERR_NVIDIA_GPG_KEY_DOWNLOAD_TIMEOUT'],
    ],
    ['linux-agentbaker', 121, '2025-08-10', ['ERR_KUBELET_INSTALL_TIMEOUT']],
    ['linux-agentbaker', 121, '2025-09-10', ['ERR_KUBELET_INSTALL_FAIL']],
    ['linux-agentbaker', 130, '2021-10-28', ['ERR_SWAP_CREAT_FAIL']],
    ['windows', 27, '2021-08-01', ['WINDOWS_CSE_ERROR_GMSA_SET_REGISTRY_VALUES']],
  ] as const)('know what %s %d meant on %s', (family, code, day, names) => {
    expect(meaningsAt(family, code, day).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['VMExtensionError_OutboundConnFail', 50],
    ['K8SAPIServerDNSLookupFailVMExtensionError', 52],
    ['VMExtensionError_VHDFileNotFound', 65],
    ['ERR_SWAP_CREAT_FAIL', 130],
    ['WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG', 50],
    ['WINDOWS_CSE_ERROR_NOT_SUPPORT_WINDOWS_BUILD_NUMBER', 30],
  ])('lead from the name %s to its code', (name, code) => {
    expect(errorNamed(name)?.code).toBe(code);
  });

  it('use every described error', () => {
    const named = new Set(rows.map(({ name }) => name));
    expect(knownErrors.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
    expect(errorByName.size).toBe(knownErrors.length);
  });

  it('give no two errors the same meaning or the same cause', () => {
    const meanings = knownErrors.map(({ meaning }) => meaning);
    expect(meanings.filter((meaning, index) => meanings.indexOf(meaning) !== index)).toEqual([]);
    const first = knownErrors.map(({ causes }) => causes[0]?.words);
    expect(first.filter((cause, index) => first.indexOf(cause) !== index)).toEqual([]);
  });

  it('share a sentence only between errors of one family of steps', () => {
    const shared = new Map<string, Set<string>>();
    for (const { name, sentence } of sentences) shared.set(sentence, (shared.get(sentence) ?? new Set()).add(name));
    const groups = [...shared]
      .filter(([, names]) => names.size > 1)
      .map(([sentence, names]) => [sentence, [...names].sort().join(' ')]);
    expect(groups).toMatchInlineSnapshot(`
      [
        [
          "The package repository doesn't answer, or another process holds the package manager's lock.",
          "ERR_APT_INSTALL_TIMEOUT ERR_BCC_INSTALL_TIMEOUT ERR_CHRONY_INSTALL_TIMEOUT ERR_CONTAINERD_INSTALL_TIMEOUT ERR_DOCKER_INSTALL_TIMEOUT ERR_KATA_INSTALL_TIMEOUT ERR_KUBECTL_INSTALL_FAIL ERR_KUBELET_INSTALL_FAIL ERR_MOBY_INSTALL_TIMEOUT ERR_NTP_INSTALL_TIMEOUT ERR_RUNC_INSTALL_TIMEOUT",
        ],
        [
          "apt-key waits for a lock that another process holds.",
          "ERR_DOCKER_APT_KEY_TIMEOUT ERR_IOVISOR_APT_KEY_TIMEOUT ERR_KATA_APT_KEY_TIMEOUT",
        ],
        [
          "A proxy that inspects TLS presents a certificate that the node doesn't trust.",
          "ERR_DOCKER_KEY_DOWNLOAD_TIMEOUT ERR_IOVISOR_KEY_DOWNLOAD_TIMEOUT ERR_KATA_KEY_DOWNLOAD_TIMEOUT ERR_MS_GPG_KEY_DOWNLOAD_TIMEOUT ERR_NVIDIA_GPG_KEY_DOWNLOAD_TIMEOUT",
        ],
        [
          "On the node, run \`curl -v https://packages.aks.azure.com/\`.",
          "ERR_ARTIFACT_STREAMING_DOWNLOAD ERR_CNI_DOWNLOAD_TIMEOUT ERR_CONTAINERD_DOWNLOAD_TIMEOUT ERR_CREDENTIAL_PROVIDER_DOWNLOAD_TIMEOUT ERR_CRICTL_DOWNLOAD_TIMEOUT ERR_K8S_DOWNLOAD_TIMEOUT ERR_RUNC_DOWNLOAD_TIMEOUT ERR_SECURE_TLS_BOOTSTRAP_CLIENT_DOWNLOAD_ERROR",
        ],
        [
          "On the node, run \`curl -v https://acs-mirror.azureedge.net/\`.",
          "ERR_ETCD_DOWNLOAD_TIMEOUT ERR_FLEXVOLUME_DOWNLOAD_TIMEOUT ERR_IMG_DOWNLOAD_TIMEOUT ERR_KRUSTLET_DOWNLOAD_TIMEOUT ERR_TELEPORTD_DOWNLOAD_ERR",
        ],
        [
          "On the node, run \`curl -v https://packages.microsoft.com/\`.",
          "ERR_AZNFS_RPM_DOWNLOAD_TIMEOUT ERR_DEB_DOWNLOAD_TIMEOUT ERR_MS_PROD_DEB_DOWNLOAD_TIMEOUT",
        ],
        [
          "On the node, run \`curl -v https://upstreamartifacts.azureedge.net/\`.",
          "ERR_BPFTRACE_BIN_DOWNLOAD_FAIL ERR_BPFTRACE_TOOLS_DOWNLOAD_FAIL",
        ],
        [
          "On the node, query the metadata service for \`compute/tagsList\`.",
          "ERR_LOOKUP_DISABLE_KUBELET_SERVING_CERTIFICATE_ROTATION_TAG ERR_NVIDIA_DRIVER_INSTALL",
        ],
        [
          "The kernel has no module for the table mangle, or the node only uses nftables.",
          "ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_MANGLE_TABLE ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_MANGLE_TABLE",
        ],
        [
          "On the node, run \`iptables -t mangle -S\` and search for 169.254.169.254.",
          "ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_MANGLE_TABLE ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_MANGLE_TABLE",
        ],
        [
          "Search /var/log/azure/cluster-provision.log for \`ensureIMDSRestriction\` or \`disableIMDSRestriction\`, and the iptables message after it.",
          "ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_FILTER_TABLE ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_MANGLE_TABLE ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_FILTER_TABLE ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_MANGLE_TABLE",
        ],
        [
          "The kernel has no module for the table filter, or the node only uses nftables.",
          "ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_FILTER_TABLE ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_FILTER_TABLE",
        ],
        [
          "On the node, run \`iptables -t filter -S\` and search for 169.254.169.254.",
          "ERR_DELETE_IMDS_RESTRICTION_RULE_FROM_FILTER_TABLE ERR_INSERT_IMDS_RESTRICTION_RULE_INTO_FILTER_TABLE",
        ],
        [
          "The registry doesn't have the image and tag.",
          "ERR_CONTAINERD_CRICTL_IMG_PULL_TIMEOUT ERR_CONTAINERD_CTR_IMG_PULL_TIMEOUT ERR_DOCKER_IMG_PULL_TIMEOUT",
        ],
        [
          "The private endpoint of the registry, or the DNS record of its data endpoint, is missing in this network.",
          "ERR_ORAS_PULL_CREDENTIAL_PROVIDER ERR_ORAS_PULL_K8S_FAIL ERR_ORAS_PULL_SYSEXT_FAIL",
        ],
        [
          "Run \`az acr cache list\` for the registry and compare it with the requests in the log.",
          "ERR_ORAS_PULL_CREDENTIAL_PROVIDER ERR_ORAS_PULL_K8S_FAIL ERR_ORAS_PULL_SYSEXT_FAIL",
        ],
        [
          "Search /var/log/azure/cluster-provision.log for the request and its HTTP status, and call the endpoint manually with the same service principal.",
          "ERR_AZURE_STACK_GET_ARM_TOKEN ERR_AZURE_STACK_GET_NETWORK_CONFIGURATION ERR_AZURE_STACK_GET_SDN_INTERFACES ERR_AZURE_STACK_GET_SUBNET_PREFIX",
        ],
        [
          "The unit ntp.service depends on another one that failed, or it timed out while starting.",
          "ERR_NTP_START_TIMEOUT ERR_STOP_OR_DISABLE_NTP_TIMEOUT",
        ],
        [
          "On the node, run \`systemctl status ntp.service\` and \`journalctl -u ntp.service --no-pager\`: the last messages of the unit show the cause.",
          "ERR_NTP_START_TIMEOUT ERR_STOP_OR_DISABLE_NTP_TIMEOUT",
        ],
        [
          "On the node, read the log of the client in /var/log/azure/aks.",
          "ERR_SECURE_TLS_BOOTSTRAP_CLIENT_FAILURE ERR_SECURE_TLS_BOOTSTRAP_MISSING_KUBECONFIG",
        ],
        [
          "Run \`az acr cache list\` for the registry.",
          "WINDOWS_CSE_ERROR_ORAS_PULL_CONTAINERD WINDOWS_CSE_ERROR_ORAS_PULL_CREDENTIAL_PROVIDER WINDOWS_CSE_ERROR_ORAS_PULL_POD_INFRA_CONTAINER WINDOWS_CSE_ERROR_ORAS_PULL_WINDOWSZIP_FAIL",
        ],
        [
          "On the node, run \`curl.exe -v -L -o NUL\` with that URL.",
          "WINDOWS_CSE_ERROR_DOWNLOAD_CALICO_PACKAGE WINDOWS_CSE_ERROR_DOWNLOAD_CNI_PACKAGE WINDOWS_CSE_ERROR_DOWNLOAD_CONTAINERD_PACKAGE WINDOWS_CSE_ERROR_DOWNLOAD_CREDEDNTIAL_PROVIDER WINDOWS_CSE_ERROR_DOWNLOAD_CSE_PACKAGE WINDOWS_CSE_ERROR_DOWNLOAD_CSI_PROXY_PACKAGE WINDOWS_CSE_ERROR_DOWNLOAD_GMSA_PACKAGE WINDOWS_CSE_ERROR_DOWNLOAD_HNS_MODULE WINDOWS_CSE_ERROR_DOWNLOAD_KUBERNETES_PACKAGE WINDOWS_CSE_ERROR_DOWNLOAD_SECURE_TLS_BOOTSTRAP_CLIENT",
        ],
      ]
    `);
  });

  it('are independent of each other', () => {
    expect(entryOf('linux-agentbaker', 50)?.name).toBe('ERR_OUTBOUND_CONN_FAIL');
    expect(entryOf('windows', 50)?.name).toBe('WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG');
    expect(entryOf('acs-engine', 3)).toBeUndefined();
    expect(meaningsOf('acs-engine', 3)).toMatchObject([{ name: 'ERR_SYSTEMCTL_ENABLE_FAIL', until: '2018-09-10' }]);
    expect(entryOf('aks-engine', 3)?.name).toBe('ERR_SYSTEMCTL_STOP_FAIL');
    expect(entryOf('linux-agentbaker', 124)).toBeUndefined();
    expect(isFailureFamily('acs-engine')).toBe(true);
    expect(isFailureFamily('toString')).toBe(false);
  });
});
