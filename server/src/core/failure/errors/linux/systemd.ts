import { linuxErrors, scriptLog, unit } from '../error.js';

/** Units, kernel modules and kernel parameters. */
export const systemdErrors = [
  ...linuxErrors('systemd', {
    ERR_SYSTEMCTL_MASK_FAIL: `systemd could not mask a unit that must not run on this node.
      - A unit file with this name already exists in /etc/systemd/system, where the mask belongs.
      > Search ${scriptLog} for \`systemctl mask\`: the command names the unit; \`systemctl cat\` shows its files.`,
    ERR_SYSTEMCTL_ENABLE_FAIL: `systemd could not enable a unit. Current scripts report this as a failure to start.
      - The unit file is missing, masked, or has no [Install] section, for example because the image was changed.
      > Search ${scriptLog} for \`systemctl enable\` and the unit after it.`,
    ERR_SYSTEMCTL_START_FAIL: `A required unit could not be started or enabled.
      - A service failed immediately; the log names it.
      - The unit waits for a device or mount that this VM size doesn't have.
      > Search ${scriptLog} for the last \`systemctlEnableAndStart\` or \`systemctl restart\`: it names the unit.
      > On the node, run \`systemctl --failed\` and then \`journalctl -u\` with the unit.`,
    ERR_SYSTEMCTL_STOP_FAIL: `systemd could not stop a unit.
      - A process of the unit ignores the termination signal, or hangs on I/O.
      > Search ${scriptLog} for \`systemctl stop\`, and in \`journalctl -u\` for the unit it names.`,
    ERR_SYSTEMD_INSTALL_FAIL: `The version of systemd that the scripts need could not be installed.
      - The package repository of the distribution was not reachable or no longer has this version.
      > Search ${scriptLog} for apt's lines about systemd.`,
    ERR_MODPROBE_FAIL: `A kernel module could not be loaded.
      - The running kernel doesn't have this module, for example because it doesn't belong to the image.
      - Secure Boot rejects a module that isn't signed.
      > Search ${scriptLog} for \`modprobe\`: it names the module.
      > On the node, run \`uname -r\`, \`dmesg | tail -50\` and \`mokutil --sb-state\`.`,
    ERR_SGX_DRIVERS_START_FAIL: `The installer of the driver for SGX enclaves could not run.
      - The installer doesn't support the kernel of this image: newer kernels include the driver.
      > Search ${scriptLog} for sgx, and on the node in \`dmesg | grep -i sgx\`.`,
    ERR_SGX_DRIVERS_NOT_SUPPORTED: `The operating system of this node has no driver for SGX enclaves.
      - A VM size with enclaves is combined with a release of Ubuntu that the driver doesn't support.
      > Choose another image for this pool, or a VM size without enclaves; \`lsb_release -a\` names the release.`,
    ERR_SNAPSHOT_UPDATE_START_FAIL: unit(
      'the timer that installs package updates from a snapshot',
      'snapshot-update.timer',
      "The image doesn't have the unit that the config requires.",
    ),
  }),
  ...linuxErrors('os-config', {
    ERR_SYSCTL_RELOAD: `The kernel rejected a parameter in /etc/sysctl.d.
      - A parameter of the custom Linux OS config doesn't exist in this kernel, or its value is out of range.
      - The module of a parameter is not loaded, for example for net.netfilter.nf_conntrack_*.
      > On the node, run \`sysctl --system\`: it names the rejected parameter.
      >agentbaker Compare with \`sysctls\` under \`custom_linux_os_config\` of the node config.`,
    ERR_NODE_EXPORTER_START_FAIL: unit(
      'the exporter of node metrics',
      'node-exporter.service',
      'Another process already listens on the port of the exporter, or its certificate is missing.',
    ),
    ERR_DISABLE_SSH: `The SSH service could not be disabled as the config requires.
      - The unit has another name in this distribution, or a socket unit starts it again.
      > Search ${scriptLog} for \`disableSSH\`; \`systemctl status ssh ssh.socket sshd\` shows the units.`,
    ERR_CONFIG_PUBKEY_AUTH_SSH: `The setting for public key authentication could not be written to the config of sshd.
      - /etc/ssh/sshd_config doesn't have the content that the script expects, or sshd rejected the changed file.
      > On the node, run \`sshd -t\` and compare PubkeyAuthentication in /etc/ssh/sshd_config.`,
    ERR_SYSEXT_VERSION_ID_NOT_FOUND: `The version of the operating system is unknown, so no system extension could be chosen.
      - /etc/os-release has no VERSION_ID, for example in a custom image.
      > On the node, run \`cat /etc/os-release\`.`,
  }),
  ...linuxErrors('cis', {
    ERR_CIS_ASSIGN_ROOT_PW: `Hardening by the CIS benchmark could not give root a password.
      - \`chpasswd\` failed, for example because the password rules reject the generated password.
      > Search ${scriptLog} for \`assignRootPW\` and the message of chpasswd.`,
    ERR_CIS_ASSIGN_FILE_PERMISSION: `Hardening by the CIS benchmark could not set the mode of a file.
      - A file is missing in this image, or its file system is mounted read-only.
      > Search ${scriptLog} for \`chmod\` in \`assignFilePermissions\`: it names the file.`,
    ERR_CIS_APPLY_PASSWORD_CONFIG: `Hardening by the CIS benchmark could not apply its rules for passwords.
      - A PAM file or /etc/login.defs doesn't have the content that the script expects.
      > Search ${scriptLog} for \`setPWExpiration\` or pam.`,
  }),
  ...linuxErrors('storage', {
    ERR_SWAP_CREATE_FAIL: `The swap file in the config could not be created.
      - The resource disk is full, missing, or its file system doesn't support swap files.
      > On the node, run \`lsblk\` and \`df -h\`, and compare with \`swap_file_size\` of the node config.
      > Search ${scriptLog} for \`mkswap\` and \`swapon\`.`,
    ERR_SWAP_CREATE_INSUFFICIENT_DISK_SPACE: `No disk of the node has enough space for the swap file in the config.
      - \`swap_file_size\` is larger than the free space of the resource disk and the OS disk of this VM size.
      > On the node, run \`df -h / /mnt\`; configure a smaller swap file or a larger disk.`,
    ERR_AZNFS_INSTALL_FAIL: `The helper for NFS mounts with encryption (aznfs) could not be installed.
      - A dependency of the package, such as stunnel, is missing in the repositories of this image.
      > Search ${scriptLog} for aznfs and the message of rpm, dnf or apt.`,
  }),
  ...linuxErrors('vhd', {
    ERR_VHD_FILE_NOT_FOUND: `The node should start from a prepared image, but the marker file of such images is missing.
      - The scale set uses an image that the scripts don't support, such as a plain marketplace image.
      - The image was built without the last step, which writes the marker file.
      > On the node, run \`ls -l /opt/azure/vhd-install.complete /var/log/azure/golden-image-install.complete\`.
      > Check \`imageReference\` in the model of the scale set.`,
    ERR_PACKER_COPY_FILE: `A file could not be copied while the node image was built.
      - The file is missing in the build input. Nodes don't report this code.
      > Search the log of the image build for the failed copy.`,
    ERR_VHD_BUILD_ERROR: `The build of a node image failed. Nodes don't report this code.
      - A check at the end of the image build failed.
      > Search the log of the build pipeline for the step that exited with 125.`,
    ERR_VHD_REBOOT_REQUIRED: `The build of a node image has to reboot before it continues. Nodes don't report this code.
      - The image build updated the kernel or another package that requires a reboot.
      > The node is fine; check in the build pipeline whether it rebooted.`,
    ERR_NO_PACKAGES_FOUND: `The build of a node image found no security updates to install. Nodes don't report this code.
      - The snapshot of the package repository has no newer packages than the image.
      > Check in the build pipeline which snapshot was used.`,
  }),
];
