import { download, linuxErrors, install, scriptLog, unit } from '../error.js';

/** Errors that current scripts don't have, but that nodes of older images, and older texts, report. */
export const formerErrors = [
  ...linuxErrors('os-config', {
    ERR_NTP_INSTALL_TIMEOUT: install(
      'the time service ntp',
      'ntp',
      'The package servers of Ubuntu were not reachable for ntp.',
    ),
    ERR_NTP_START_TIMEOUT: unit(
      'the time service ntp',
      'ntp.service',
      'Another program already uses port 123, on which ntp listens.',
    ),
    ERR_STOP_OR_DISABLE_SYSTEMD_TIMESYNCD_TIMEOUT: unit(
      'the change to another time service',
      'systemd-timesyncd.service',
      'systemd did not stop or disable its own time service in time.',
    ),
    ERR_STOP_OR_DISABLE_NTP_TIMEOUT: unit(
      'the change to chrony',
      'ntp.service',
      'systemd did not stop or disable ntp in time.',
    ),
    ERR_CHRONY_INSTALL_TIMEOUT: install(
      'the time service chrony',
      'chrony',
      'The package servers of Ubuntu were not reachable for chrony.',
    ),
    ERR_CHRONY_START_TIMEOUT: unit(
      'the time service chrony',
      'chrony.service',
      'The config of chrony is wrong, or its port is in use.',
    ),
  }),
  ...linuxErrors('download', {
    ERR_TELEPORTD_DOWNLOAD_ERR: download('teleportd, which streamed images', 'acs-mirror.azureedge.net', 'teleportd'),
    ERR_KRUSTLET_DOWNLOAD_TIMEOUT: download('krustlet, which ran WebAssembly', 'acs-mirror.azureedge.net', 'krustlet'),
    ERR_ORAS_PULL_CONTAINERD_WASM: `The containerd shims for WebAssembly could not be pulled from the registry that the cluster bootstraps from.
      - The registry has no copy of the shims, or the node isn't allowed to read it.
      > Search ${scriptLog} for \`containerd-wasm-shims\`.`,
  }),
  ...linuxErrors('container-runtime', {
    ERR_TELEPORTD_INSTALL_ERR: `teleportd, which streamed container images, could not be installed.
      - The downloaded archive was incomplete.
      > Search ${scriptLog} for \`teleportd\`.`,
  }),
  ...linuxErrors('gpu', {
    ERR_MIG_PARTITION_FAILURE: `The GPU could not be divided into the instances (MIG) that the node pool asks for.
      - The VM size has no GPU that can be divided, or the profile isn't one of this GPU.
      > On the node, run \`nvidia-smi mig -lgip\` and compare with the GPU instance profile of the node pool.`,
  }),
  ...linuxErrors('tls-bootstrap', {
    ERR_SECURE_TLS_BOOTSTRAP_CLIENT_FAILURE: `The client for secure TLS bootstrapping ended with an error, so kubelet has no certificate.
      - The API server was not reachable, or it refused the identity of the VM.
      > On the node, read the log of the client in /var/log/azure/aks.`,
    ERR_SECURE_TLS_BOOTSTRAP_MISSING_KUBECONFIG: `The client for secure TLS bootstrapping ended without writing a kubeconfig.
      - The client was stopped before it received a certificate.
      > On the node, read the log of the client in /var/log/azure/aks.`,
  }),
  ...linuxErrors('cis', {
    ERR_CIS_HARDENING_ERROR: `A step that hardens the operating system after the CIS benchmark failed.
      - A file that the step changes doesn't exist in this image.
      > Search ${scriptLog} for the last command before the exit.`,
    ERR_CIS_APPLY_GRUB_CONFIG: `The settings of the boot loader that the CIS benchmark asks for could not be applied.
      - \`update-grub\` failed.
      > Search ${scriptLog} for \`update-grub\`.`,
  }),
];
