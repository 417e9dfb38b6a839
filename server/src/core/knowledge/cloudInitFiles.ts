/** A file that a module of cloud-init writes, or rewrites, after `write_files`. */
export interface ModuleFile {
  readonly path: RegExp;
  /** The module as its documentation calls it. */
  readonly module: string;
  /** Keys of which one switches the module on; none where it always does its work. */
  readonly keys: readonly string[];
  /** A key that keeps the module off, where there is one. */
  readonly unless?: string;
  readonly instead: string;
}

/** What cloud-init 26.2 on Azure writes behind `write_files` in the first boot (order of `config/cloud.cfg.tmpl`). */
export const moduleFiles: readonly ModuleFile[] = [
  {
    path: /^\/etc\/hostname$/,
    module: 'Set Hostname',
    keys: [],
    unless: 'preserve_hostname',
    instead: 'hostname: or preserve_hostname: true',
  },
  {
    path: /^\/etc\/hosts$/,
    module: 'Update Etc Hosts',
    keys: ['manage_etc_hosts'],
    instead: 'a template below /etc/cloud/templates',
  },
  { path: /^\/etc\/fstab$/, module: 'Mounts', keys: ['mounts', 'swap'], instead: 'mounts:' },
  { path: /^\/etc\/resolv\.conf$/, module: 'Resolv Conf', keys: ['manage_resolv_conf'], instead: 'resolv_conf:' },
  {
    path: /^\/etc\/(?:timezone|localtime)$/,
    module: 'Timezone',
    keys: ['timezone'],
    instead: 'timezone:',
  },
  {
    path: /^\/etc\/(?:ntp\.conf|chrony\.conf|chrony\/chrony\.conf|systemd\/timesyncd\.conf\.d\/cloud-init\.conf)$/,
    module: 'NTP',
    keys: ['ntp'],
    instead: 'ntp:, or a further file in the folder of the service',
  },
  {
    path: /^\/etc\/(?:default\/locale|locale\.conf)$/,
    module: 'Locale',
    keys: ['locale'],
    instead: 'locale:',
  },
  { path: /^\/etc\/default\/keyboard$/, module: 'Keyboard', keys: ['keyboard'], instead: 'keyboard:' },
  {
    path: /^\/etc\/apt\/sources\.list(?:\.d\/(?:ubuntu|debian)\.sources)?$/,
    module: 'Apt Configure',
    keys: ['apt'],
    instead: 'apt: with sources_list or preserve_sources_list',
  },
  {
    path: /^\/etc\/ssh\/ssh_host_[a-z0-9]+_key(?:\.pub)?$/,
    module: 'SSH',
    keys: [],
    instead: 'ssh_keys:, or ssh_deletekeys: false',
    unless: 'ssh_deletekeys',
  },
  {
    path: /^\/etc\/sudoers\.d\/90-cloud-init-users$/,
    module: 'Users and Groups',
    keys: [],
    instead: 'sudo: of a user, or a file with another name',
  },
  {
    path: /^\/etc\/cloud\/cloud\.cfg\.d\/90_dpkg\.cfg$/,
    module: 'Apt Configure',
    keys: ['apt'],
    instead: 'apt:',
  },
];
