import { download, errorsOf, install, keyDownload, keyImport, scriptLog, withMore } from '../error.js';

/** Archives that the node fetches for itself. */
export const downloadErrors = errorsOf('download', {
  ERR_DOCKER_DOWNLOAD_TIMEOUT: download('the packages of Docker', 'download.docker.com', 'docker-engine'),
  ERR_K8S_DOWNLOAD_TIMEOUT: withMore(
    download('the Kubernetes binaries', 'packages.aks.azure.com', 'kubernetes-node-linux'),
    'Images that are older take them from acs-mirror.azureedge.net, which the firewall has to allow as well; the log names the one that was asked.',
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
  ERR_ORAS_DOWNLOAD_ERROR: {
    meaning: 'The client oras, by which the node fetches files from registries, could not be installed.',
    causes: [
      'The image does not carry oras, and packages.aks.azure.com was not reachable to fetch it.',
      'The archive that came is no archive: a proxy answered in its place.',
    ],
    next: ['On the node, run `ls -l /usr/local/bin/oras`.', `Look in ${scriptLog} for \`installOras\`.`],
  },
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
    'what the driver for SGX enclaves needs',
    'download.01.org',
    'linux-headers and sgx',
  ),
  ERR_SGX_DRIVERS_CHECKSUM_MISMATCH: {
    meaning: 'The driver for SGX enclaves that was downloaded is not the expected one.',
    causes: [
      'The file was replaced at its source by another version.',
      'A proxy answered with a page of its own, or the download broke off.',
    ],
    next: [
      `Look in ${scriptLog} for \`sha256sum\` and compare the two sums; download the file by hand and look into it.`,
    ],
  },
  ERR_ARTIFACT_STREAMING_DOWNLOAD: download(
    'the components of artifact streaming',
    'packages.aks.azure.com',
    'acr-mirror and overlaybd',
  ),
  ERR_PRIVATE_K8S_PKG_ERR: {
    meaning: 'A private package with Kubernetes could not be downloaded or not be unpacked.',
    causes: [
      'The signature in the package URL has expired, or the storage account does not admit the subnet.',
      'The archive is not laid out as the script expects.',
    ],
    next: [
      `Look in ${scriptLog} for the private package and the HTTP status: 403 stands for an expired or missing signature.`,
      'Compare with `private_kube_package_url` under `kube_binary_config` of the node config.',
    ],
  },
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
    'a package of Debian form',
    'packages.microsoft.com',
    '`wget` or `curl` and a name that ends in .deb',
  ),
});

/** Package managers and their repositories. */
export const packageErrors = [
  ...errorsOf('apt', {
    ERR_APT_INSTALL_TIMEOUT: install(
      'the packages that every node needs',
      '`apt-get install`',
      'A mirror of Ubuntu that the node uses is not reachable, or its index is out of date.',
    ),
    ERR_APT_DAILY_TIMEOUT: {
      meaning: "Ubuntu's own daily package jobs did not end while the script waited for them.",
      causes: ['apt-daily or unattended-upgrades hangs on a mirror that does not answer.'],
      next: [
        'On the node, run `systemctl status apt-daily.service apt-daily-upgrade.service` and `ps aux | grep apt`.',
      ],
    },
    ERR_APT_UPDATE_TIMEOUT: {
      meaning: 'The list of available packages could not be refreshed in time.',
      causes: [
        'The node does not reach a repository: archive.ubuntu.com, security.ubuntu.com or packages.microsoft.com.',
        'A repository that was added to the image does not exist any more or has a key that expired.',
      ],
      next: [
        'On the node, run `apt-get update`: lines with Err name the repository.',
        `Look in ${scriptLog} for \`apt_get_update\`.`,
      ],
    },
    ERR_APT_DIST_UPGRADE_TIMEOUT: {
      meaning: 'The upgrade of all packages did not end in time.',
      causes: ['A very old image has so many updates that they do not fit into the time, or a mirror is slow.'],
      next: [
        'Use a newer node image.',
        `Look in ${scriptLog} for \`apt_get_dist_upgrade\`, and on the node in /var/log/apt/history.log.`,
      ],
    },
    ERR_APT_PURGE_FAIL: {
      meaning: 'Packages that must not be on the node could not be removed.',
      causes: ["A package's removal script failed, or dpkg was interrupted before and wants `dpkg --configure -a`."],
      next: [`Look in ${scriptLog} for \`apt_get_purge\`, and on the node in /var/log/dpkg.log.`],
    },
    ERR_DOCKER_APT_KEY_TIMEOUT: keyImport("Docker's package repository"),
    ERR_KATA_APT_KEY_TIMEOUT: keyImport('the repository of Kata Containers'),
    ERR_IOVISOR_APT_KEY_TIMEOUT: keyImport('the repository of IO Visor'),
    ERR_MOBY_APT_LIST_TIMEOUT: {
      meaning: "The list of sources for Moby's packages could not be downloaded in time.",
      causes: ['The node does not reach packages.microsoft.com, where the list for its release lies.'],
      next: [
        'On the node, run `curl -v https://packages.microsoft.com/config/ubuntu/22.04/prod.list` with its own release.',
      ],
    },
    ERR_MS_PROD_DEB_PKG_ADD_FAIL: {
      meaning: "The package that sets up Microsoft's repository was downloaded and would not install.",
      causes: ['The download is damaged or is the page of a proxy; or dpkg is locked.'],
      next: [
        `Look in ${scriptLog} for \`dpkg -i\` and packages-microsoft-prod.deb.`,
        'On the node, run `dpkg -I /tmp/packages-microsoft-prod.deb`: it tells whether the file is a package.',
      ],
    },
    ERR_BCC_INSTALL_TIMEOUT: install(
      'the bcc tools',
      'bcc-tools',
      'The repository of IO Visor is gone or not reachable.',
    ),
    ERR_DEB_PKG_ADD_FAIL: {
      meaning: 'A .deb file that had been downloaded would not install.',
      causes: ['It needs packages that are not installed, or the file is damaged.'],
      next: [`Look in ${scriptLog} for \`dpkg -i\`: it names the file and, behind it, what is missing.`],
    },
  }),
  ...errorsOf('download', {
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
