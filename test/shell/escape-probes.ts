/** What a command sees of the outside, for probes to try. All names are real and reachable without a sandbox. */
export type Outside = {
  readonly root: string
  /** A folder beside the workspace with `secret.txt` in it. */
  readonly beside: string
  readonly port: number
  readonly pid: number
  /** The name of an abstract Unix socket. */
  readonly abstract: string
}

export type Probe = {
  readonly title: string
  readonly command: (outside: Outside) => string
  /** Printed if and only if the escape worked; left out, only the state of the outside counts. */
  readonly escaped?: RegExp
  /** Works for anybody who is not confined, which is shown as well. */
  readonly worksOutside?: true
  /** Ends by a limit, not by itself. */
  readonly stopped?: string
  /** How many files it may make; the whole machine is counted, so most may make many. */
  readonly files?: number
}

const python = (lines: string): string => `python3 - <<'E'\n${lines}\nE`
/** Calls the kernel directly, where no program is at hand. */
const syscall = (call: string): string =>
  python(
    `import ctypes\nlibc=ctypes.CDLL(None,use_errno=True)\nr=${call}\nprint('ESCAPED' if r==0 else 'errno %d'%ctypes.get_errno())`,
  )

export const PROBES: readonly Probe[] = [
  {
    title: 'remount the system writable',
    command: () => 'mount -o remount,rw /usr && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'mount a new file system',
    command: () => 'mkdir -p m; mount -t tmpfs none m && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'mount by the new calls',
    command: () => syscall('0 if libc.syscall(430,b"tmpfs",0)>=0 else 1'),
    escaped: /ESCAPED/,
  },
  {
    title: 'take the mask off our records',
    command: ({ root }) => `umount ${root}/.control-room && echo ESCAPED; ls .control-room`,
    escaped: /ESCAPED|secret/,
  },
  {
    title: 'write to the system',
    command: () =>
      'touch /usr/bin/x /etc/x /x /proc/x /dev/x 2>/dev/null && echo ESCAPED; ls /usr/bin/x && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'have a capability',
    command: () =>
      `grep -E '^Cap(Inh|Prm|Eff|Bnd|Amb):' /proc/self/status | grep -v '0000000000000000' && echo ESCAPED`,
    escaped: /ESCAPED/,
  },
  {
    title: 'make a user namespace to get capabilities',
    command: () => 'unshare -Ur id && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'make a user namespace by the bare call',
    command: () => syscall('libc.unshare(0x10000000)'),
    escaped: /ESCAPED/,
  },
  {
    title: 'clone into a user namespace',
    command: () =>
      python(
        'import ctypes,os\nlibc=ctypes.CDLL(None,use_errno=True)\nr=libc.syscall(56,0x10000000|17,0,0,0,0)\nif r==0:\n  os._exit(0)\nprint("ESCAPED" if r>0 else "errno")',
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'enter the namespaces of another process',
    command: () => 'nsenter -t 1 -a id && echo ESCAPED; nsenter -t 1 -m ls /root && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'read the outside through /proc',
    command: ({ beside }) =>
      `for p in /proc/[0-9]*; do cat $p/root${beside}/secret.txt $p/cwd/../beside/secret.txt; done 2>/dev/null`,
    worksOutside: true,
    escaped: /host secret/,
  },
  {
    title: 'see processes of the machine',
    command: ({ pid }) => `ls -d /proc/${pid} && tr '\\0' ' ' < /proc/${pid}/cmdline | grep -q node && echo ESCAPED`,
    worksOutside: true,
    escaped: /ESCAPED/,
  },
  {
    title: 'end a process of the machine',
    command: ({ pid }) => `kill -0 ${pid} && grep -q node /proc/${pid}/comm && echo ESCAPED`,
    worksOutside: true,
    escaped: /ESCAPED/,
  },
  {
    title: 'set what the kernel runs on a crash',
    command: () => `echo '|/bin/false' > /proc/sys/kernel/core_pattern && echo ESCAPED`,
    escaped: /ESCAPED/,
  },
  {
    title: 'press the magic key of the kernel',
    command: () => 'echo h > /proc/sysrq-trigger && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'read the memory of the kernel',
    command: () => 'head -c 1 /proc/kcore > k && test -s k && echo ESCAPED; dmesg && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'trace another process',
    command: () =>
      python(
        'import ctypes,os,time\nlibc=ctypes.CDLL(None,use_errno=True)\npid=os.fork()\nif pid==0:\n  time.sleep(1)\n  os._exit(0)\nr=libc.ptrace(16,pid,0,0)\nprint("ESCAPED" if r==0 else "errno")',
      ),
    escaped: /ESCAPED/,
  },
  {
    title: "write into another process's memory",
    command: () => syscall('libc.syscall(311,1,0,0,0,0,0)'),
    escaped: /ESCAPED/,
  },
  {
    title: 'become root by a set-uid program',
    command: () =>
      `cp /bin/sh ./sh 2>/dev/null; chmod 4755 ./sh; ./sh -p -c 'grep -E "^(NoNewPrivs):.0" /proc/self/status && echo ESCAPED'; su -c id && echo ESCAPED`,
    escaped: /ESCAPED/,
  },
  {
    title: 'make a device',
    command: () =>
      'mknod d b 254 0 && echo ESCAPED; ls /dev | grep -E "^(sd|vd|nvme|mem|kmem|kvm|fuse)" && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'reach a server on the loopback of the machine',
    command: ({ port }) =>
      python(
        `import socket\ntry:\n  s=socket.create_connection(('127.0.0.1',${port}),2)\n  print(s.recv(99).decode())\nexcept OSError as e:\n  print(e)`,
      ),
    worksOutside: true,
    escaped: /host secret/,
  },
  {
    title: 'reach the network',
    command: () =>
      python(
        "import socket\ntry:\n  s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM)\n  s.connect(('192.0.2.1',53))\n  print('ESCAPED')\nexcept OSError as e:\n  print(e)",
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'reach a Unix socket of the machine that lies in the workspace',
    command: () =>
      python(
        "import socket\ntry:\n  s=socket.socket(socket.AF_UNIX)\n  s.connect('host.sock')\n  print(s.recv(99).decode())\nexcept OSError as e:\n  print(e)",
      ),
    worksOutside: true,
    escaped: /host secret/,
  },
  {
    title: 'reach an abstract Unix socket of the machine',
    command: ({ abstract }) =>
      python(
        `import socket\nfor n in ('\\0${abstract}',('\\0${abstract}').ljust(108,'\\0')):\n  try:\n    s=socket.socket(socket.AF_UNIX)\n    s.connect(n)\n    print(s.recv(99).decode())\n  except OSError as e:\n    print(e)`,
      ),
    worksOutside: true,
    escaped: /host secret/,
  },
  {
    title: 'speak to the hypervisor',
    command: () =>
      python(
        "import socket\ntry:\n  socket.socket(40,socket.SOCK_STREAM)\n  print('ESCAPED')\nexcept OSError as e:\n  print(e)",
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'use sockets by another way into the kernel',
    command: () => syscall('0 if libc.syscall(425,8,ctypes.create_string_buffer(256))>=0 else 1'),
    escaped: /ESCAPED/,
  },
  {
    title: 'follow a link out of the workspace',
    command: ({ beside }) => `ln -s ${beside} out; cat out/secret.txt; echo changed > out/secret.txt`,
    escaped: /host secret/,
  },
  {
    title: 'follow a link that was there before',
    command: () => 'cat link-out/secret.txt; echo changed > link-out/secret.txt',
    worksOutside: true,
    escaped: /host secret/,
  },
  {
    title: 'exchange a folder for a link while it is used',
    command: ({ beside }) =>
      `(for i in $(seq 300); do mv sub sub2; ln -s ${beside} sub; rm sub; mv sub2 sub; done) 2>/dev/null & for i in $(seq 300); do cat sub/secret.txt; done 2>/dev/null; wait`,
    escaped: /host secret/,
  },
  {
    title: 'put another .git in the place of ours',
    command: () => 'mv .git old-git || rm -rf .git; mkdir .git && cp -r old-git/* .git/ && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'write a hook',
    command: () =>
      `echo 'touch /tmp/owned' > .git/hooks/post-checkout && echo ESCAPED; mv .git/hooks .git/h && echo ESCAPED`,
    worksOutside: true,
    escaped: /ESCAPED/,
  },
  {
    title: "change git's settings",
    command: () =>
      `git config core.fsmonitor 'touch owned' && echo ESCAPED; echo x >> .git/config && echo ESCAPED; mv .git/config .git/c && echo ESCAPED`,
    escaped: /ESCAPED/,
  },
  {
    title: 'lead git to other settings',
    command: () => 'mkdir evil; cp .git/config .git/HEAD evil/; echo ../evil > .git/commondir; ls',
  },
  {
    title: 'read our records',
    command: () => 'cat .control-room/* .control-room/.* 2>/dev/null; ls -la .control-room/ | grep secret',
    worksOutside: true,
    escaped: /host secret|secret/,
  },
  {
    title: 'put something in the place of our records',
    command: () =>
      'rm -rf .control-room; mv .control-room x; mkdir -p .control-room; echo x > .control-room/y && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'read a file that is kept from tools',
    command: () => 'cat closed.env; cp closed.env copy; cat copy; cat .//closed.env',
    worksOutside: true,
    escaped: /host secret/,
  },
  {
    title: 'change the configuration',
    command: () => 'echo "[tools]" >> countersign.toml && echo ESCAPED; mv countersign.toml c && echo ESCAPED',
    worksOutside: true,
    escaped: /ESCAPED/,
  },
  {
    title: 'see the environment of the program',
    command: () => 'env; cat /proc/1/environ /proc/2/environ 2>/dev/null | tr "\\0" "\\n"',
    escaped: /PROBE_SECRET/,
  },
  {
    title: 'find the home of the user',
    command: () =>
      'ls -a ~ /home /root /run /var /mnt /media /srv /opt 2>/dev/null | grep -E "[.]ssh|[.]bash|docker" && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'type into the terminal',
    command: () =>
      python(
        "import fcntl,termios\nfor n in range(3):\n  try:\n    fcntl.ioctl(n,termios.TIOCSTI,b'x')\n    print('ESCAPED')\n  except OSError as e:\n    print(e)\ntry:\n  open('/dev/tty','w')\n  print('ESCAPED')\nexcept OSError as e:\n  print(e)",
      ),
    escaped: /ESCAPED/,
  },
  { title: 'start processes without end', command: () => ':(){ :|:& };:; sleep 30', stopped: 'processes' },
  {
    title: 'start processes without end that leave their parents',
    command: () =>
      python(
        'import os,time\nwhile True:\n  try:\n    if os.fork()==0:\n      os.setsid()\n      time.sleep(60)\n      os._exit(0)\n  except OSError:\n    time.sleep(1)',
      ),
    stopped: 'processes',
  },
  {
    title: 'take all memory',
    command: () => python('a=[]\nwhile True: a.append(bytearray(10**7))'),
    escaped: /nothing prints this/,
  },
  {
    title: 'take all memory in many processes',
    command: () =>
      python(
        'import os,time\nfor i in range(20):\n  if os.fork()==0:\n    a=bytearray(10**8)\n    for j in range(0,len(a),4096): a[j]=1\n    time.sleep(20)\n    os._exit(0)\ntime.sleep(20)',
      ),
    stopped: 'memory',
  },
  {
    title: 'fill the disk with one file',
    command: () => 'head -c 300M /dev/zero > big; test $(stat -c %s big) -gt 70000000 && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'fill the disk with many files',
    command: () => 'for i in $(seq 20); do head -c 40M /dev/zero > big$i; done; sleep 5',
    stopped: 'disk',
  },
  {
    title: 'fill the memory by temporary files',
    command: () =>
      'for i in 1 2 3 4 5 6 7 8; do head -c 60M /dev/zero > /tmp/big$i || break; done; test $(du -sm /tmp | cut -f1) -gt 260 && echo ESCAPED; head -c 90M /dev/zero > /dev/shm/x && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'use up the names of the disk with empty files',
    command: () =>
      python(
        'import os\nos.mkdir("many")\nfor i in range(10**7): os.close(os.open("many/%d"%i,os.O_CREAT))\nprint("ESCAPED")',
      ),
    escaped: /ESCAPED/,
    stopped: 'files',
    files: 300,
  },
  {
    title: 'use up the memory of the kernel with empty temporary files',
    command: () =>
      python('import os\nfor i in range(10**7): os.close(os.open("/tmp/%d"%i,os.O_CREAT))\nprint("ESCAPED")'),
    escaped: /ESCAPED/,
    stopped: 'files',
    files: 300,
  },
  { title: 'print without end', command: () => 'yes', stopped: 'output|timeout' },
  {
    title: 'go on after its end',
    command: () => '(sleep 2; touch late.txt) & disown; setsid sh -c "sleep 2; touch late.txt" & exit 0',
  },
  { title: 'wait for ever', command: () => 'trap "" TERM INT HUP; while :; do sleep 1; done', stopped: 'timeout' },
]

const INSIDE = /^(?:pipe:|socket:|anon_inode:|\/dev\/null|\/dev\/pts\/|\/proc\/)/
const machineCode = (bytes: string): string =>
  python(
    `import ctypes,mmap\ncode=bytes.fromhex('${bytes}')\nm=mmap.mmap(-1,4096,prot=mmap.PROT_READ|mmap.PROT_WRITE|mmap.PROT_EXEC)\nm.write(code)\nrun=ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(m)))\nprint('ESCAPED' if run()==0 else 'refused',flush=True)`,
  )

/** Written by somebody who had not seen the others. */
export const FRESH_PROBES: readonly Probe[] = [
  {
    title: 'find something open that was not meant for it',
    command: () =>
      python(
        `import os,re\nfor p in ('self','1'):\n  for n in os.listdir('/proc/%s/fd'%p):\n    try: t=os.readlink('/proc/%s/fd/%s'%(p,n))\n    except OSError: continue\n    if not re.match(r'${INSIDE.source}',t): print('ESCAPED',p,n,t)`,
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'take what the first process holds open',
    command: () =>
      python(
        `import ctypes\nlibc=ctypes.CDLL(None,use_errno=True)\np=libc.syscall(434,1,0)\nfor n in range(16):\n  f=libc.syscall(438,p,n,0)\n  if f<0: continue\n  import os\n  try: os.write(f,b'{ "child-pid": 1 }'); print('ESCAPED' if n>2 and not os.readlink('/proc/self/fd/%d'%f).startswith('anon') else 'own')\n  except OSError as e: print(e)`,
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'read the outside through the root of the first process',
    command: ({ beside }) =>
      `cat /proc/1/root${beside}/secret.txt /proc/1/cwd${beside}/secret.txt /proc/thread-self/root${beside}/secret.txt`,
    escaped: /host secret/,
    worksOutside: true,
  },
  {
    title: 'climb over the top folder',
    command: ({ beside }) =>
      python(
        `import os\nd=os.open('/',os.O_DIRECTORY)\nos.chdir('/')\nfor i in range(40):\n  d=os.open('..',os.O_DIRECTORY,dir_fd=d)\ntry: print(os.read(os.open('${beside}/secret.txt'.lstrip('/'),os.O_RDONLY,dir_fd=d),99).decode())\nexcept OSError as e: print(e)`,
      ),
    escaped: /host secret/,
    worksOutside: true,
  },
  { title: 'change its root folder', command: () => 'chroot /usr /bin/true && echo ESCAPED', escaped: /ESCAPED/ },
  {
    title: 'clone into a user namespace by the newer call',
    command: () =>
      python(
        'import ctypes,os,struct\nlibc=ctypes.CDLL(None,use_errno=True)\na=struct.pack("<11Q",0x10000000,0,0,0,17,0,0,0,0,0,0)\nr=libc.syscall(435,a,len(a))\nif r==0: os._exit(0)\nprint("ESCAPED" if r>0 else "errno %d"%ctypes.get_errno())',
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'clone into mount, network and process namespaces',
    command: () =>
      python(
        'import ctypes,os\nlibc=ctypes.CDLL(None,use_errno=True)\nfor f in (0x20000,0x40000000,0x20000000,0x2000000):\n  r=libc.syscall(56,f|17,0,0,0,0)\n  if r==0: os._exit(0)\n  if r>0: print("ESCAPED")',
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'open a file by the number that the disk gives it',
    command: () =>
      syscall(
        '0 if libc.syscall(304,3,ctypes.create_string_buffer(64),0)>=0 or ctypes.get_errno() not in (1,38) else 1',
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'speak to the kernel with the numbers of the other calling convention',
    command: () => syscall('0 if libc.syscall(0x40000000|39)>0 else 1'),
    escaped: /ESCAPED/,
  },
  // mov eax, 20 (getpid); int 0x80; xor eax, eax; ret: whoever comes back was let in.
  {
    title: 'speak to the kernel like an older processor',
    command: () => machineCode('b814000000cd8031c0c3'),
    escaped: /ESCAPED/,
  },
  {
    title: 'open sockets of other families',
    command: () =>
      python(
        "import socket\nfor f in (1,3,4,5,9,17,21,29,31,38,39,40,44):\n  try:\n    socket.socket(f,socket.SOCK_DGRAM)\n    print('ESCAPED',f)\n  except OSError as e: pass\ntry:\n  socket.socket(socket.AF_INET,socket.SOCK_RAW,1)\n  print('ESCAPED raw')\nexcept OSError as e: print(e)",
      ),
    escaped: /ESCAPED/,
  },
  {
    title: 'keep something in the keys of the kernel',
    command: () => syscall('0 if libc.syscall(250,0,-3,1)>=0 else 1'),
    escaped: /ESCAPED/,
  },
  {
    title: 'see or change control groups and devices',
    command: () =>
      'ls /sys/fs/cgroup /sys/class /sys/kernel 2>/dev/null && echo ESCAPED; echo 1 > /sys/fs/cgroup/cgroup.procs && echo ESCAPED',
    escaped: /ESCAPED/,
    worksOutside: true,
  },
  {
    title: 'read who and what this machine is',
    command: () =>
      'cat /etc/shadow /etc/machine-id /etc/hostname /etc/ssh/* /etc/resolv.conf 2>/dev/null | grep -q . && echo ESCAPED',
    escaped: /ESCAPED/,
    worksOutside: true,
  },
  {
    title: 'raise its own limits',
    command: () =>
      'ulimit -f unlimited; ulimit -d unlimited; prlimit --fsize=unlimited --pid $$; head -c 100M /dev/zero > big; test $(stat -c %s big) -gt 70000000 && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'make itself the last that the kernel would end',
    command: () =>
      'echo -1000 > /proc/self/oom_score_adj && echo ESCAPED; nice -n -20 true 2>/dev/null; test "$(nice -n -20 nice 2>/dev/null)" = -20 && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'end everybody',
    command: ({ pid }) => `kill -9 -1; kill -9 0; kill -9 ${pid}; kill -9 1; kill -9 -- -1; sleep 0.1; echo fine`,
  },
  {
    title: 'set the clock or the name of the machine',
    command: () => 'date -s 2001-01-01 >/dev/null && echo ESCAPED; hostname x && echo ESCAPED',
    escaped: /ESCAPED/,
  },
  {
    title: 'get at a closed file by moving the folder around it, or by a second name',
    command: () =>
      'ln closed.env copy1; cat copy1; mv closed.env closed2.env && cat closed2.env; mv closed2.env closed.env; cp -l closed.env copy3; cat copy3; tar -cf - closed.env | tar -xOf -',
    escaped: /host secret/,
    worksOutside: true,
  },
  {
    title: 'lead git to orders of its own by a link',
    command: () =>
      'mkdir evil; ln -sfn ../evil .git/hooks2; ln -sfn evil .git/hooks; mv -T evil .git/hooks; ls; ln -s ../evil/config .git/config.worktree; echo x',
  },
]
