import { download, linuxErrors, install, keyDownload, keyImport, scriptLog, withMore } from '../error.js';

/** Archives that the node downloads. */
export const downloadErrors = linuxErrors('download', {
  ERR_DOCKER_DOWNLOAD_TIMEOUT: download('the packages of Docker', 'download.docker.com', 'docker-engine'),
  ERR_K8S_DOWNLOAD_TIMEOUT: withMore(
    download('the Kubernetes binaries', 'packages.aks.azure.com', 'kubernetes-node-linux'),
    'Older images download them from acs-mirror.azureedge.net: allow it in the firewall as well. The log names the host that was used.',
  ),
  ERR_IMG_DOWNLOAD_TIMEOUT: download('the tool img', 'acs-mirror.azureedge.net', '/usr/local/bin/img'),
  ERR_CNI_DOWNLOAD_TIMEOUT: download('the network plugins (CNI)', 'packages.aks.azure.com', '/opt/cni/downloads'),
  ERR_MS_PROD_DEB_DOWNLOAD_TIMEOUT: download(
    "the package that sets up Microsoft's repository",
    'packages.microsoft.com',
    'packages-microsoft-prod.deb',
  ),
  ERR_FLEXVOLUME_DOWNLOAD_TIMEOUT: download(
    'the volume drivers for FlexVolume',
    'acs-mirror.azureedge.net',
    'volumeplugins',
  ),
  ERR_ORAS_DOWNLOAD_ERROR: `The client oras, which downloads files from registries, could not be installed.
    - The image doesn't contain oras, and packages.aks.azure.com was not reachable.
    - The downloaded file isn't an archive: a proxy sent its own page.
    > On the node, run \`ls -l /usr/local/bin/oras\`.
    > Search ${scriptLog} for \`installOras\`.`,
  ERR_CONTAINERD_DOWNLOAD_TIMEOUT: download('containerd', 'packages.aks.azure.com', '/opt/containerd/downloads'),
  ERR_RUNC_DOWNLOAD_TIMEOUT: download('runc', 'packages.aks.azure.com', '/opt/runc/downloads'),
  ERR_CRICTL_DOWNLOAD_TIMEOUT: download('the tool crictl', 'packages.aks.azure.com', '/opt/crictl/downloads'),
  ERR_CREDENTIAL_PROVIDER_DOWNLOAD_TIMEOUT: download(
    "kubelet's credential provider for Azure registries",
    'packages.aks.azure.com',
    'azure-acr-credential-provider',
  ),
  ERR_SECURE_TLS_BOOTSTRAP_CLIENT_DOWNLOAD_ERROR: download(
    'the client of secure TLS bootstrapping',
    'packages.aks.azure.com',
    'aks-secure-tls-bootstrap-client',
  ),
  ERR_SGX_DRIVERS_INSTALL_TIMEOUT: download(
    'the requirements of the driver for SGX enclaves',
    'download.01.org',
    'linux-headers and sgx',
  ),
  ERR_SGX_DRIVERS_CHECKSUM_MISMATCH: `The downloaded driver for SGX enclaves is not the expected file.
    - The source now serves another version of the file.
    - A proxy sent its own page, or the download was interrupted.
    > Search ${scriptLog} for \`sha256sum\` and compare the two sums; download the file manually and inspect it.`,
  ERR_ARTIFACT_STREAMING_DOWNLOAD: download(
    'the components of artifact streaming',
    'packages.aks.azure.com',
    'acr-mirror and overlaybd',
  ),
  ERR_PRIVATE_K8S_PKG_ERR: `A private package with Kubernetes could not be downloaded or unpacked.
    - The signature in the package URL has expired, or the storage account doesn't allow the subnet.
    - The archive doesn't have the layout that the script expects.
    > Search ${scriptLog} for the private package and the HTTP status: 403 means an expired or missing signature.
    > Compare with \`private_kube_package_url\` under \`kube_binary_config\` of the node config.`,
  ERR_AZNFS_RPM_DOWNLOAD_TIMEOUT: download(
    'the package for encrypted NFS mounts (aznfs)',
    'packages.microsoft.com',
    'aznfs',
  ),
  ERR_ETCD_DOWNLOAD_TIMEOUT: download('etcd', 'acs-mirror.azureedge.net', 'etcd-v'),
  ERR_BPFTRACE_BIN_DOWNLOAD_FAIL: download('the program bpftrace', 'upstreamartifacts.azureedge.net', 'bpftrace'),
  ERR_BPFTRACE_TOOLS_DOWNLOAD_FAIL: download(
    'the scripts that come with bpftrace',
    'upstreamartifacts.azureedge.net',
    'bpftrace-tools.tar',
  ),
  ERR_DEB_DOWNLOAD_TIMEOUT: download(
    'a Debian package',
    'packages.microsoft.com',
    '`wget` or `curl` and a name that ends in .deb',
  ),
});

/** Package managers and repositories. */
export const packageErrors = [
  ...linuxErrors('apt', {
    ERR_APT_INSTALL_TIMEOUT: install(
      'the packages that every node needs',
      '`apt-get install`',
      'The Ubuntu mirror of the node is not reachable, or its index is out of date.',
    ),
    ERR_APT_DAILY_TIMEOUT: `The daily package jobs of Ubuntu did not finish in time.
      - apt-daily or unattended-upgrades hangs on a mirror that doesn't respond.
      > On the node, run \`systemctl status apt-daily.service apt-daily-upgrade.service\` and \`ps aux | grep apt\`.`,
    ERR_APT_UPDATE_TIMEOUT: `The list of available packages could not be refreshed in time.
      - The node can't reach a repository: archive.ubuntu.com, security.ubuntu.com or packages.microsoft.com.
      - A repository that was added to the image no longer exists, or its key has expired.
      > On the node, run \`apt-get update\`: lines with Err show the repository.
      > Search ${scriptLog} for \`apt_get_update\`.`,
    ERR_APT_DIST_UPGRADE_TIMEOUT: `The upgrade of all packages timed out.
      - The image is so old that it needs too many updates, or a mirror is slow.
      > Use a newer node image.
      > Search ${scriptLog} for \`apt_get_dist_upgrade\`, and on the node check /var/log/apt/history.log.`,
    ERR_APT_PURGE_FAIL: `Packages that must not be on the node could not be removed.
      - A package's removal script failed, or dpkg was interrupted before and needs \`dpkg --configure -a\`.
      > Search ${scriptLog} for \`apt_get_purge\`, and on the node check /var/log/dpkg.log.`,
    ERR_DOCKER_APT_KEY_TIMEOUT: keyImport("Docker's package repository"),
    ERR_KATA_APT_KEY_TIMEOUT: keyImport('the repository of Kata Containers'),
    ERR_IOVISOR_APT_KEY_TIMEOUT: keyImport('the repository of IO Visor'),
    ERR_MOBY_APT_LIST_TIMEOUT: `The list of sources for Moby's packages could not be downloaded in time.
      - The node can't reach packages.microsoft.com, which has the list for its release.
      > On the node, run \`curl -v https://packages.microsoft.com/config/ubuntu/22.04/prod.list\` with the release of the node.`,
    ERR_MS_PROD_DEB_PKG_ADD_FAIL: `The package that sets up Microsoft's repository was downloaded but could not be installed.
      - The download is damaged or a page of a proxy, or dpkg is locked.
      > Search ${scriptLog} for \`dpkg -i\` and packages-microsoft-prod.deb.
      > On the node, run \`dpkg -I /tmp/packages-microsoft-prod.deb\`: it shows whether the file is a package.`,
    ERR_BCC_INSTALL_TIMEOUT: install(
      'the bcc tools',
      'bcc-tools',
      'The repository of IO Visor no longer exists or is not reachable.',
    ),
    ERR_DEB_PKG_ADD_FAIL: `A downloaded .deb file could not be installed.
      - It needs packages that are not installed, or the file is damaged.
      > Search ${scriptLog} for \`dpkg -i\`: it names the file and the missing packages.`,
  }),
  ...linuxErrors('download', {
    ERR_DOCKER_KEY_DOWNLOAD_TIMEOUT: keyDownload("Docker's package repository", 'download.docker.com/linux/ubuntu/gpg'),
    ERR_MS_GPG_KEY_DOWNLOAD_TIMEOUT: keyDownload(
      "Microsoft's package repository",
      'packages.microsoft.com/keys/microsoft.asc',
    ),
    ERR_KATA_KEY_DOWNLOAD_TIMEOUT: keyDownload(
      'the repository of Kata Containers',
      'download.opensuse.org/repositories/home:/katacontainers:/',
    ),
    ERR_IOVISOR_KEY_DOWNLOAD_TIMEOUT: keyDownload('the repository of IO Visor', 'repo.iovisor.org/GPG-KEY'),
  }),
];
