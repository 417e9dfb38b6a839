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
