/** Settings of a section of systemd units. */
export interface UnitSection {
  readonly name: string;
  readonly keys: ReadonlySet<string>;
}

const words = (text: string): string[] => text.split(' ');

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

/** The sections of units with the settings that each takes (systemd 255). */
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
