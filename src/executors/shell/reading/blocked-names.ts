/** Programs and builtins that never run, with the reason in words. `because` completes "is blocked: it …". */
const GROUPS: readonly (readonly [because: string, names: string])[] = [
  ['runs text as a command', 'eval source . exec trap alias unalias enable builtin bind complete compopt coproc fc'],
  ['becomes another user', 'sudo su doas pkexec runuser newgrp sg setpriv'],
  [
    'speaks to the network, which is off for commands',
    'curl wget nc ncat netcat socat telnet ftp tftp sftp scp ssh rsync',
  ],
  ['stops the machine', 'shutdown reboot halt poweroff init telinit systemctl'],
  ['changes disks', 'mkfs fdisk sfdisk parted wipefs blkdiscard mkswap swapon swapoff losetup cryptsetup shred'],
  [
    'changes the system',
    'mount umount chroot pivot_root nsenter unshare insmod modprobe rmmod kexec sysctl iptables nft',
  ],
  ['steps around the sandbox', 'bwrap docker podman lxc-attach machinectl flatpak-spawn systemd-run at batch crontab'],
]

export const BLOCKED_NAMES: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap(([because, names]) => names.split(' ').map(name => [name, because] as const)),
)

/** They run what their arguments name, so those are looked at, too. */
export const WRAPPERS: ReadonlySet<string> = new Set(
  'env command nohup nice ionice time timeout stdbuf setsid xargs parallel busybox toybox watch flock script unbuffer chrt taskset c8 nyc cross-env'.split(
    ' ',
  ),
)

/** What stands behind these words of `find` is a program that it runs. */
export const EXECUTING: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** Families: `mkfs.ext4` is `mkfs`. */
export const plainName = (name: string): string =>
  (name.slice(name.lastIndexOf('/') + 1) || name).replace(/^(mkfs)\..*$/, '$1')
