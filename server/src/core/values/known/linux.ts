import { rowsOf, words } from '../../text/table.js';
import type { KnownName } from './vocabulary.js';

/**
 * Kernel parameters that belong to a namespace, so that a kubelet may let pods set them. Namespaces:
 * `pkg/kubelet/sysctl` of Kubernetes 1.35; safe ones: the same package and kubernetes.io's page on sysctls, as of 1.37.
 */

export interface KnownSysctl extends KnownName {
  /** Kubernetes minor from which every pod may set it, so that allowing it has no effect. */
  readonly safeSince?: string;
}

const parameters = rowsOf(`
  name                                | safeSince? | doc
  kernel.shm_rmid_forced              | 1.4        | Whether shared memory goes away with its last user.
  net.ipv4.ip_local_port_range        | 1.4        | Ports that outgoing connections are made from.
  net.ipv4.tcp_syncookies             | 1.4        | Whether a flood of half-open connections is met with cookies.
  net.ipv4.ping_group_range           | 1.18       | Groups that may ping without privileges.
  net.ipv4.ip_unprivileged_port_start | 1.22       | First port that needs no privileges.
  net.ipv4.ip_local_reserved_ports    | 1.27       | Ports that are kept out of the range for outgoing connections.
  net.ipv4.tcp_fin_timeout            | 1.29       | Seconds that a closed connection waits for the other side.
  net.ipv4.tcp_keepalive_intvl        | 1.29       | Seconds between two keepalive probes.
  net.ipv4.tcp_keepalive_probes       | 1.29       | Unanswered keepalive probes after which a connection is dropped.
  net.ipv4.tcp_keepalive_time         | 1.29       | Seconds of silence after which keepalive probes begin.
  net.ipv4.tcp_rmem                   | 1.32       | Least, usual and largest receive buffer of a TCP socket, in bytes.
  net.ipv4.tcp_wmem                   | 1.32       | Least, usual and largest send buffer of a TCP socket, in bytes.
  net.ipv4.tcp_notsent_lowat          | 1.37       | Unsent bytes above which a socket takes no more to send.
  net.ipv4.tcp_slow_start_after_idle  | 1.37       | Whether a connection that was idle starts slowly again.
  fs.mqueue.*                         |            | All limits of POSIX message queues.
  fs.mqueue.msg_default               |            | Messages that a POSIX queue holds unless its maker says otherwise.
  fs.mqueue.msg_max                   |            | Messages that a POSIX queue may hold.
  fs.mqueue.msgsize_default           |            | Size of a message in a POSIX queue unless its maker says otherwise.
  fs.mqueue.msgsize_max               |            | Size that a message in a POSIX queue may have.
  fs.mqueue.queues_max                |            | POSIX queues that may exist.
  kernel.msg*                         |            | All limits of System V message queues.
  kernel.msgmax                       |            | Size that a message in a System V queue may have.
  kernel.msgmnb                       |            | Bytes that a System V queue may hold.
  kernel.msgmni                       |            | System V queues that may exist.
  kernel.sem                          |            | The four limits of System V semaphores.
  kernel.shm*                         |            | All limits of System V shared memory.
  kernel.shmall                       |            | Pages of System V shared memory in all.
  kernel.shmmax                       |            | Size that a segment of System V shared memory may have.
  kernel.shmmni                       |            | Segments of System V shared memory that may exist.
  net.*                               |            | Every parameter of the network namespace.
  net.core.*                          |            | Every parameter of sockets in general.
  net.core.somaxconn                  |            | Connections that may wait to be accepted on a socket.
  net.ipv4.*                          |            | Every parameter of IPv4, the ones of TCP among them.
  net.ipv4.conf.all.forwarding        |            | Whether packets are passed on between interfaces.
  net.ipv4.ip_forward                 |            | Whether packets for others are passed on.
  net.ipv4.neigh.default.gc_thresh1   |            | Neighbours below which the table is left alone.
  net.ipv4.tcp_max_syn_backlog        |            | Half-open connections that are remembered.
  net.ipv4.tcp_retries2               |            | Attempts to deliver before a connection is given up.
  net.ipv4.tcp_tw_reuse               |            | Whether ports in TIME_WAIT serve new outgoing connections.
  net.ipv6.*                          |            | Every parameter of IPv6.
  net.ipv6.conf.all.disable_ipv6      |            | Whether IPv6 is off.
  net.ipv6.conf.all.forwarding        |            | Whether IPv6 packets are passed on between interfaces.
`);

export const sysctls: readonly KnownSysctl[] = parameters.map((row) => ({
  ...row,
  detail: row.safeSince === undefined ? 'unsafe' : `safe since ${row.safeSince}`,
}));

/**
 * Users that are there before cloud-init makes any, on Ubuntu (base-passwd 3.6.3) and Azure Linux 3 alike or on one of
 * them. Their groups have the same names, with the exceptions of `systemGroups`.
 */
export const systemUsers: ReadonlySet<string> = new Set(
  'root daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc _apt nobody systemd-network systemd-resolve systemd-timesync messagebus syslog sshd polkitd tss uuidd tcpdump landscape pollinate chrony _chrony dhcpcd systemd-oom systemd-coredump systemd-journal-gateway systemd-journal-remote systemd-journal-upload dbus ftp shutdown halt operator adm'.split(
    ' ',
  ),
);

/** Groups that are there without a user of their name. */
export const systemGroups: ReadonlySet<string> = new Set(
  'adm tty disk kmem dialout fax voice cdrom floppy tape sudo audio dip operator src shadow utmp video sasl plugdev staff users nogroup netdev crontab ssh ssl-cert systemd-journal input kvm render sgx lxd wheel lock console mem'.split(
    ' ',
  ),
);

/** Settings of a section of systemd units. */
interface UnitSection {
  readonly name: string;
  readonly keys: ReadonlySet<string>;
}

/** Settings of processes (systemd 255, `systemd.exec`, `systemd.kill`, `systemd.resource-control`). */
const execution = words(
  'WorkingDirectory RootDirectory RootImage MountAPIVFS BindPaths BindReadOnlyPaths User Group DynamicUser SupplementaryGroups PAMName CapabilityBoundingSet AmbientCapabilities NoNewPrivileges SecureBits SELinuxContext AppArmorProfile LimitCPU LimitFSIZE LimitDATA LimitSTACK LimitCORE LimitRSS LimitNOFILE LimitAS LimitNPROC LimitMEMLOCK LimitLOCKS LimitSIGPENDING LimitMSGQUEUE LimitNICE LimitRTPRIO LimitRTTIME UMask CoredumpFilter KeyringMode OOMScoreAdjust TimerSlackNSec Personality IgnoreSIGPIPE Nice CPUSchedulingPolicy CPUSchedulingPriority CPUSchedulingResetOnFork CPUAffinity NUMAPolicy NUMAMask IOSchedulingClass IOSchedulingPriority ProtectSystem ProtectHome RuntimeDirectory StateDirectory CacheDirectory LogsDirectory ConfigurationDirectory RuntimeDirectoryMode StateDirectoryMode CacheDirectoryMode LogsDirectoryMode ConfigurationDirectoryMode RuntimeDirectoryPreserve ReadWritePaths ReadOnlyPaths InaccessiblePaths ExecPaths NoExecPaths TemporaryFileSystem PrivateTmp PrivateDevices PrivateNetwork NetworkNamespacePath PrivateIPC PrivateUsers ProtectHostname ProtectClock ProtectKernelTunables ProtectKernelModules ProtectKernelLogs ProtectControlGroups ProtectProc ProcSubset RestrictAddressFamilies RestrictFileSystems RestrictNamespaces LockPersonality MemoryDenyWriteExecute RestrictRealtime RestrictSUIDSGID RemoveIPC PrivateMounts MountFlags SystemCallFilter SystemCallErrorNumber SystemCallArchitectures SystemCallLog Environment EnvironmentFile PassEnvironment UnsetEnvironment StandardInput StandardOutput StandardError StandardInputText StandardInputData LogLevelMax LogExtraFields LogRateLimitIntervalSec LogRateLimitBurst LogFilterPatterns LogNamespace SyslogIdentifier SyslogFacility SyslogLevel SyslogLevelPrefix TTYPath TTYReset TTYVHangup TTYVTDisallocate LoadCredential LoadCredentialEncrypted ImportCredential SetCredential SetCredentialEncrypted UtmpIdentifier UtmpMode KillMode KillSignal RestartKillSignal SendSIGHUP SendSIGKILL FinalKillSignal WatchdogSignal CPUAccounting CPUWeight StartupCPUWeight CPUQuota CPUQuotaPeriodSec AllowedCPUs MemoryAccounting MemoryMin MemoryLow MemoryHigh MemoryMax MemorySwapMax MemoryZSwapMax MemoryLimit CPUShares BlockIOWeight TasksAccounting TasksMax IOAccounting IOWeight IODeviceWeight IOReadBandwidthMax IOWriteBandwidthMax IOReadIOPSMax IOWriteIOPSMax IPAccounting IPAddressAllow IPAddressDeny DeviceAllow DevicePolicy Slice Delegate DelegateSubgroup DisableControllers ManagedOOMSwap ManagedOOMMemoryPressure ManagedOOMMemoryPressureLimit ManagedOOMPreference SocketBindAllow SocketBindDeny RestrictNetworkInterfaces',
);

const sections: Readonly<Record<string, readonly string[]>> = {
  Unit: words(
    'Description Documentation Wants Requires Requisite BindsTo PartOf Upholds Conflicts Before After OnFailure OnSuccess PropagatesReloadTo ReloadPropagatedFrom PropagatesStopTo StopPropagatedFrom JoinsNamespaceOf RequiresMountsFor WantsMountsFor OnSuccessJobMode OnFailureJobMode IgnoreOnIsolate StopWhenUnneeded RefuseManualStart RefuseManualStop AllowIsolate DefaultDependencies SurviveFinalKillSignal CollectMode FailureAction SuccessAction FailureActionExitStatus SuccessActionExitStatus JobTimeoutSec JobRunningTimeoutSec JobTimeoutAction JobTimeoutRebootArgument StartLimitIntervalSec StartLimitInterval StartLimitBurst StartLimitAction RebootArgument SourcePath ConditionArchitecture ConditionFirmware ConditionVirtualization ConditionHost ConditionKernelCommandLine ConditionKernelVersion ConditionVersion ConditionCredential ConditionEnvironment ConditionSecurity ConditionCapability ConditionACPower ConditionNeedsUpdate ConditionFirstBoot ConditionPathExists ConditionPathExistsGlob ConditionPathIsDirectory ConditionPathIsSymbolicLink ConditionPathIsMountPoint ConditionPathIsReadWrite ConditionPathIsEncrypted ConditionDirectoryNotEmpty ConditionFileNotEmpty ConditionFileIsExecutable ConditionUser ConditionGroup ConditionControlGroupController ConditionMemory ConditionCPUs ConditionCPUFeature ConditionOSRelease AssertPathExists AssertPathExistsGlob AssertPathIsDirectory AssertPathIsMountPoint AssertFileNotEmpty AssertFileIsExecutable AssertKernelCommandLine AssertVirtualization AssertArchitecture AssertHost AssertUser AssertGroup AssertFirstBoot',
  ),
  Install: words('Alias WantedBy RequiredBy UpheldBy Also DefaultInstance'),
  Service: [
    ...execution,
    ...words(
      'Type ExitType RemainAfterExit GuessMainPID PIDFile BusName ExecStart ExecStartPre ExecStartPost ExecCondition ExecReload ExecStop ExecStopPost RestartSec RestartSteps RestartMaxDelaySec RestartMode TimeoutStartSec TimeoutStopSec TimeoutAbortSec TimeoutSec TimeoutStartFailureMode TimeoutStopFailureMode RuntimeMaxSec RuntimeRandomizedExtraSec WatchdogSec Restart SuccessExitStatus RestartPreventExitStatus RestartForceExitStatus RootDirectoryStartOnly NonBlocking NotifyAccess Sockets FileDescriptorStoreMax FileDescriptorStorePreserve USBFunctionDescriptors USBFunctionStrings OOMPolicy OpenFile ReloadSignal StartLimitInterval StartLimitIntervalSec StartLimitBurst StartLimitAction FailureAction PermissionsStartOnly',
    ),
  ],
  Timer: words(
    'OnActiveSec OnBootSec OnStartupSec OnUnitActiveSec OnUnitInactiveSec OnCalendar AccuracySec RandomizedDelaySec FixedRandomDelay OnClockChange OnTimezoneChange Unit Persistent WakeSystem RemainAfterElapse',
  ),
  Socket: [
    ...execution,
    ...words(
      'ListenStream ListenDatagram ListenSequentialPacket ListenFIFO ListenSpecial ListenNetlink ListenMessageQueue ListenUSBFunction SocketProtocol BindIPv6Only Backlog BindToDevice SocketUser SocketGroup SocketMode DirectoryMode Accept Writable FlushPending MaxConnections MaxConnectionsPerSource KeepAlive KeepAliveTimeSec KeepAliveIntervalSec KeepAliveProbes NoDelay Priority DeferAcceptSec ReceiveBuffer SendBuffer IPTOS IPTTL Mark ReusePort SmackLabel PipeSize FreeBind Transparent Broadcast PassCredentials PassSecurity PassPacketInfo Timestamping TCPCongestion ExecStartPre ExecStartPost ExecStopPre ExecStopPost TimeoutSec Service RemoveOnStop Symlinks FileDescriptorName TriggerLimitIntervalSec TriggerLimitBurst PollLimitIntervalSec PollLimitBurst',
    ),
  ],
  Mount: [
    ...execution,
    ...words('What Where Type Options SloppyOptions LazyUnmount ReadWriteOnly ForceUnmount DirectoryMode TimeoutSec'),
  ],
  Automount: words('Where ExtraOptions DirectoryMode TimeoutIdleSec'),
  Swap: [...execution, ...words('What Priority Options TimeoutSec')],
  Path: words(
    'PathExists PathExistsGlob PathChanged PathModified DirectoryNotEmpty Unit MakeDirectory DirectoryMode TriggerLimitIntervalSec TriggerLimitBurst',
  ),
  Slice: execution,
  Scope: [...execution, 'RuntimeMaxSec', 'TimeoutStopSec', 'OOMPolicy'],
};

/** The sections of units with the settings of each (systemd 255). */
export const unitSections: ReadonlyMap<string, UnitSection> = new Map(
  Object.entries(sections).map(([name, keys]) => [name, { name, keys: new Set(keys) }]),
);

/** The section that only units of a type have, by the ending of their name; a target has none of its own. */
export const sectionOfType: ReadonlyMap<string, string | undefined> = new Map([
  ['service', 'Service'],
  ['timer', 'Timer'],
  ['socket', 'Socket'],
  ['mount', 'Mount'],
  ['automount', 'Automount'],
  ['swap', 'Swap'],
  ['path', 'Path'],
  ['slice', 'Slice'],
  ['scope', 'Scope'],
  ['target', undefined],
]);

/** Where aks-node-controller looks for its config on the node, from AgentBaker 06836ee230. */
export const nodeConfigPath = '/opt/azure/containers/aks-node-controller-config.json';

const modules = rowsOf(`
  module           | keys?              | unless?           | instead                                              | paths
  Set Hostname     |                    | preserve_hostname | hostname: or preserve_hostname: true                 | /etc/hostname
  Update Etc Hosts | manage_etc_hosts   |                   | a template below /etc/cloud/templates                | /etc/hosts
  Mounts           | mounts swap        |                   | mounts:                                              | /etc/fstab
  Resolv Conf      | manage_resolv_conf |                   | resolv_conf:                                         | /etc/resolv.conf
  Timezone         | timezone           |                   | timezone:                                            | /etc/timezone /etc/localtime
  NTP              | ntp                |                   | ntp:, or a further file in the folder of the service | /etc/ntp.conf /etc/chrony.conf /etc/chrony/chrony.conf /etc/systemd/timesyncd.conf.d/cloud-init.conf
  Locale           | locale             |                   | locale:                                              | /etc/default/locale /etc/locale.conf
  Keyboard         | keyboard           |                   | keyboard:                                            | /etc/default/keyboard
  Apt Configure    | apt                |                   | apt: with sources_list or preserve_sources_list      | /etc/apt/sources.list /etc/apt/sources.list.d/ubuntu.sources /etc/apt/sources.list.d/debian.sources
  SSH              |                    | ssh_deletekeys    | ssh_keys:, or ssh_deletekeys: false                  | /etc/ssh/ssh_host_*_key /etc/ssh/ssh_host_*_key.pub
  Users and Groups |                    |                   | sudo: of a user, or a file with another name         | /etc/sudoers.d/90-cloud-init-users
  Apt Configure    | apt                |                   | apt:                                                 | /etc/cloud/cloud.cfg.d/90_dpkg.cfg
`);

/** A file that a module of cloud-init writes, or rewrites, after `write_files`. */
interface ModuleFile {
  readonly path: RegExp;
  /** The module as its documentation calls it. */
  readonly module: string;
  /** The module runs if one of these keys is given; without keys, always. */
  readonly keys: readonly string[];
  /** A key that keeps the module off. */
  readonly unless?: string;
  readonly instead: string;
}

/** What cloud-init 26.2 on Azure writes after `write_files` in the first boot (order of `config/cloud.cfg.tmpl`). */
export const moduleFiles: readonly ModuleFile[] = modules.map(({ keys, paths, ...row }) => ({
  ...row,
  keys: keys === undefined ? [] : words(keys),
  // eslint-disable-next-line no-restricted-syntax -- contains only paths of the table above
  path: new RegExp(`^(?:${paths.replaceAll('.', '\\.').replaceAll('*', '[a-z0-9]+').replaceAll(' ', '|')})$`),
}));

/** Paths and commands on the node, from AgentBaker 06836ee230 `aks-node-controller`. */

export const enabledFeaturesPath = '/opt/azure/containers/enabled_features.sh';
export const nodeControllerPath = '/opt/azure/containers/aks-node-controller';
