import { errorsOf, scriptLog, unit } from '../error.js';

/** Units, kernel modules and kernel parameters. */
export const systemdErrors = [
  ...errorsOf('systemd', {
    ERR_SYSTEMCTL_MASK_FAIL: {
      meaning: 'systemd could not mask a unit that must not run on this node.',
      causes: ['A unit file with this name lies in /etc/systemd/system, where a mask would have to go.'],
      next: [
        `Look in ${scriptLog} for \`systemctl mask\`: the command names the unit; then \`systemctl cat\` shows its files.`,
      ],
    },
    ERR_SYSTEMCTL_ENABLE_FAIL: {
      meaning: 'systemd refused to enable a unit. Scripts of today report this as a failure to start.',
      causes: ['The unit file is missing, masked, or has no [Install] section, as after a change of the image.'],
      next: [`Look in ${scriptLog} for \`systemctl enable\` and the unit behind it.`],
    },
    ERR_SYSTEMCTL_START_FAIL: {
      meaning: 'A unit that the node cannot do without would not start or not be enabled.',
      causes: [
        'The unit of a service failed at once; which one, only the log tells.',
        'The unit waits for a device or a mount that this VM size has not.',
      ],
      next: [
        `Look in ${scriptLog} for the last \`systemctlEnableAndStart\` or \`systemctl restart\`: it names the unit.`,
        'On the node, run `systemctl --failed` and then `journalctl -u` with the unit.',
      ],
    },
    ERR_SYSTEMCTL_STOP_FAIL: {
      meaning: 'A unit would not stop.',
      causes: ['A process of the unit ignores the signal to end, or hangs in input and output.'],
      next: [`Look in ${scriptLog} for \`systemctl stop\`, and in \`journalctl -u\` for the unit it names.`],
    },
    ERR_SYSTEMD_INSTALL_FAIL: {
      meaning: 'The version of systemd that the scripts want could not be installed.',
      causes: ['The package repository of the distribution was not reachable or had no such version any more.'],
      next: [`Look in ${scriptLog} for apt's lines about systemd.`],
    },
    ERR_MODPROBE_FAIL: {
      meaning: 'A kernel module could not be loaded.',
      causes: [
        'The running kernel has no such module, as with a kernel that does not belong to the image.',
        'Secure Boot refuses a module that is not signed.',
      ],
      next: [
        `Look in ${scriptLog} for \`modprobe\`: it names the module.`,
        'On the node, run `uname -r`, `dmesg | tail -50` and `mokutil --sb-state`.',
      ],
    },
    ERR_SGX_DRIVERS_START_FAIL: {
      meaning: 'The installer of the driver for SGX enclaves could not run.',
      causes: ['The installer does not fit the kernel of this image: newer kernels bring the driver themselves.'],
      next: [`Look in ${scriptLog} for sgx, and on the node in \`dmesg | grep -i sgx\`.`],
    },
    ERR_SGX_DRIVERS_NOT_SUPPORTED: {
      meaning: 'There is no driver for SGX enclaves for the operating system of this node.',
      causes: [
        'A VM size with enclaves was combined with a release of Ubuntu other than those the driver was made for.',
      ],
      next: ['Choose another image for this pool, or a VM size without enclaves; `lsb_release -a` names the release.'],
    },
    ERR_SNAPSHOT_UPDATE_START_FAIL: unit(
      'the timer that brings package updates from a snapshot',
      'snapshot-update.timer',
      'The image does not have the unit that the config asks for.',
    ),
  }),
  ...errorsOf('os-config', {
    ERR_SYSCTL_RELOAD: {
      meaning: 'The kernel refused the parameters of /etc/sysctl.d.',
      causes: [
        'A parameter of the custom Linux OS config does not exist in this kernel, or its value is out of range.',
        'The module that a parameter belongs to is not loaded, as with net.netfilter.nf_conntrack_*.',
      ],
      next: [
        'On the node, run `sysctl --system`: it names the parameter that is refused.',
        'Compare with `sysctls` under `custom_linux_os_config` of the node config.',
      ],
    },
    ERR_NODE_EXPORTER_START_FAIL: unit(
      'the exporter of node metrics',
      'node-exporter.service',
      'Another process already listens on the port of the exporter, or its certificate is missing.',
    ),
    ERR_DISABLE_SSH: {
      meaning: 'The SSH service could not be switched off, as the config asks for.',
      causes: ['The unit is called otherwise in this distribution, or a socket unit starts it again.'],
      next: [`Look in ${scriptLog} for \`disableSSH\`; \`systemctl status ssh ssh.socket sshd\` shows the units.`],
    },
    ERR_CONFIG_PUBKEY_AUTH_SSH: {
      meaning: 'The setting that decides about logging in with public keys could not be written to the config of sshd.',
      causes: ['/etc/ssh/sshd_config is not as the script expects it, or sshd refused the changed file.'],
      next: ['On the node, run `sshd -t` and compare PubkeyAuthentication in /etc/ssh/sshd_config.'],
    },
    ERR_SYSEXT_VERSION_ID_NOT_FOUND: {
      meaning:
        'The version of the operating system is not known, so that the fitting system extension could not be chosen.',
      causes: ['/etc/os-release has no VERSION_ID, as in an image that was built by hand.'],
      next: ['On the node, run `cat /etc/os-release`.'],
    },
  }),
  ...errorsOf('cis', {
    ERR_CIS_ASSIGN_ROOT_PW: {
      meaning: 'Hardening by the CIS benchmark could not give root a password.',
      causes: ['`chpasswd` failed, for example because the rules for passwords refuse the one that was made.'],
      next: [`Look in ${scriptLog} for \`assignRootPW\` and the message of chpasswd.`],
    },
    ERR_CIS_ASSIGN_FILE_PERMISSION: {
      meaning: 'Hardening by the CIS benchmark could not set the mode of a file.',
      causes: [
        'A file that the script names is not in this image, or lies on a file system that is mounted read-only.',
      ],
      next: [`Look in ${scriptLog} for \`chmod\` in \`assignFilePermissions\`: it names the file.`],
    },
    ERR_CIS_APPLY_PASSWORD_CONFIG: {
      meaning: 'Hardening by the CIS benchmark could not apply its rules for passwords.',
      causes: ['A file of PAM or /etc/login.defs is not as the script expects it in this release.'],
      next: [`Look in ${scriptLog} for \`setPWExpiration\` or pam.`],
    },
  }),
  ...errorsOf('storage', {
    ERR_SWAP_CREATE_FAIL: {
      meaning: 'The swap file that the config asks for could not be made.',
      causes: [
        'The file system of the resource disk has no room or does not allow swap files, or there is no such disk.',
      ],
      next: [
        'On the node, run `lsblk` and `df -h`, and compare with `swap_file_size` of the node config.',
        `Look in ${scriptLog} for \`mkswap\` and \`swapon\`.`,
      ],
    },
    ERR_SWAP_CREATE_INSUFFICIENT_DISK_SPACE: {
      meaning: 'No disk of the node has room for the swap file that the config asks for.',
      causes: ['`swap_file_size` is larger than what the resource disk or the OS disk of this VM size has left.'],
      next: ['On the node, run `df -h / /mnt`; ask for a smaller swap file or a larger disk.'],
    },
    ERR_AZNFS_INSTALL_FAIL: {
      meaning: 'The helper for NFS mounts with encryption (aznfs) could not be installed.',
      causes: ['The package needs another one, such as stunnel, that is not in the repositories of this image.'],
      next: [`Look in ${scriptLog} for aznfs and the message of rpm, dnf or apt.`],
    },
  }),
  ...errorsOf('vhd', {
    ERR_VHD_FILE_NOT_FOUND: {
      meaning: 'The node was to start from a prepared image, but the mark that such an image carries is not there.',
      causes: [
        'The scale set uses another image than the scripts were made for, such as a plain one of the marketplace.',
        'The image was built without its last step, which writes the mark.',
      ],
      next: [
        'On the node, run `ls -l /opt/azure/vhd-install.complete /var/log/azure/golden-image-install.complete`.',
        'Look at `imageReference` in the model of the scale set.',
      ],
    },
    ERR_PACKER_COPY_FILE: {
      meaning: 'A file could not be copied while the node image was built.',
      causes: ['The file is missing among those that were handed to the build. Nodes do not report this code.'],
      next: ['Look in the log of the image build for the copy that failed.'],
    },
    ERR_VHD_BUILD_ERROR: {
      meaning: 'The build of a node image failed. Nodes do not report this code.',
      causes: ['A check at the end of the image build found something missing or wrong.'],
      next: ['Look in the log of the build pipeline for the step that ended with 125.'],
    },
    ERR_VHD_REBOOT_REQUIRED: {
      meaning: 'The build of a node image has to reboot before it goes on. Nodes do not report this code.',
      causes: ['A kernel or another package that takes effect only after a reboot was updated during the image build.'],
      next: ['Nothing is wrong with a node; look in the build pipeline whether the reboot took place.'],
    },
    ERR_NO_PACKAGES_FOUND: {
      meaning: 'The build of a node image found no security updates to install. Nodes do not report this code.',
      causes: ['The snapshot of the package repository has nothing newer than the image.'],
      next: ['Look in the build pipeline which snapshot was used.'],
    },
  }),
];
