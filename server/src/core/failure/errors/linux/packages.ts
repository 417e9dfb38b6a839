import { errorsOf } from '../error.js';
import { install, keyDownload, keyImport, scriptLog } from './forms.js';

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
