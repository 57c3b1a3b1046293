"""Ways out of the sandbox, each a small program. It prints ESCAPED if it worked; in a bare process, as root, every one of them must work.

`c` is what the scene prepared (tests/sandbox/scene.py). `sys_` makes a system call and raises on an error.
"""

from dataclasses import dataclass, field

from arena.sandbox.limits import MEGABYTE, Limits

HEAD = """
import ctypes, fcntl, json, mmap, os, resource, signal, socket, struct, sys, time
c = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
def sys_(number, *args):
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def escaped(detail=""):
    print("ESCAPED", detail, flush=True)
"""


@dataclass(frozen=True)
class Probe:
    name: str
    code: str
    limits: Limits = field(default_factory=Limits)
    reason: str = ""
    """Part of the sentence that the author reads, if the program is ended."""
    own_kernel: bool = False
    """Under runsc it may work: it then changes gVisor's kernel, which belongs to this one program."""
    quick: bool = False
    """Part of the short set in `make test`."""
    user: bool = True
    """Whether it works in a bare process without root, too."""


SMALL = Limits(memory_bytes=96 * MEGABYTE)
PROBES = (
    Probe(
        "tcp",
        "s = socket.create_connection(('127.0.0.1', c['tcp']), 2); s.sendall(b'x'); escaped(s.recv(9))",
        quick=True,
    ),
    Probe(
        "udp",
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(2)\n"
        "s.sendto(b'x', ('127.0.0.1', c['udp'])); escaped(s.recv(9))",
    ),
    Probe("unix socket", "s = socket.socket(socket.AF_UNIX); s.connect(c['unix']); escaped(s.recv(9))", quick=True),
    Probe(
        "abstract unix socket",
        "s = socket.socket(socket.AF_UNIX); s.settimeout(2); s.connect('\\0' + c['abstract']); escaped(s.recv(9))",
        quick=True,
    ),
    Probe("vsock", "socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM); escaped()"),
    Probe("raw packets", "socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0); escaped()", user=False),
    Probe("another bot's files", "escaped(open(c['other']).read())", quick=True),
    Probe("the arena's files", "escaped(open(c['database'], 'rb').read(9))", quick=True),
    Probe("writing to the arena's files", "open(c['database'], 'ab').write(b'x'); escaped()"),
    Probe("writing to its own files", "open(c['folder'] + '/bot.py', 'a').write('x'); escaped()"),
    Probe("the runner's environment", "assert 'PROBE_SECRET' in os.environ; escaped()"),
    Probe(
        "another process's environment",
        "assert b'PROBE_SECRET' in open(f\"/proc/{c['pid']}/environ\", 'rb').read(); escaped()",
    ),
    Probe(
        "another process's command line",
        "assert b'sleep' in open(f\"/proc/{c['pid']}/cmdline\", 'rb').read(); escaped()",
    ),
    Probe(
        "open files of the runner",
        "found = [n for n in range(3, 200) if os.path.exists(f'/proc/self/fd/{n}') and 'secret' in os.readlink(f'/proc/self/fd/{n}')]\n"
        "assert found; escaped(found)",
    ),
    Probe("ptrace", "sys_(101, 0x4206, c['pid'], 0, 0); escaped()"),
    Probe(
        "memory of another process",
        "class V(ctypes.Structure): _fields_ = [('b', ctypes.c_void_p), ('n', ctypes.c_size_t)]\n"
        "where = int(open(f\"/proc/{c['pid']}/maps\").readline().split('-')[0], 16)\n"
        "buf = ctypes.create_string_buffer(16); here, there = V(ctypes.addressof(buf), 16), V(where, 16)\n"
        "assert sys_(310, c['pid'], ctypes.byref(here), 1, ctypes.byref(there), 1, 0) == 16; escaped()",
    ),
    Probe("signals to others", "os.kill(c['pid'], 0); escaped()", quick=True),
    Probe(
        "keyrings",
        "sys_(248, ctypes.c_char_p(b'user'), ctypes.c_char_p(b'probe'), ctypes.c_char_p(b'x'), 1, -4); escaped()",
        quick=True,
    ),
    Probe("io_uring", "sys_(425, 4, ctypes.create_string_buffer(256)); escaped()", quick=True, own_kernel=True),
    Probe(
        "file locks by flock",
        "try: fcntl.flock(open(c['folder'] + '/bot.py', 'rb'), fcntl.LOCK_SH | fcntl.LOCK_NB)\nexcept BlockingIOError: escaped()",
    ),
    Probe(
        "file locks by fcntl",
        "try: fcntl.lockf(open(c['folder'] + '/locked', 'rb'), fcntl.LOCK_SH | fcntl.LOCK_NB)\nexcept BlockingIOError: escaped()",
    ),
    Probe(
        "32-bit system calls",
        "code = bytes([0x53, 0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0x5b, 0xc3])  # push rbx; mov eax, 20; int 0x80; pop rbx; ret\n"
        "area = mmap.mmap(-1, 4096, prot=7); area.write(code)\n"
        "got = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(area)))()\n"
        "assert got == os.getpid(), got; escaped()",
        quick=True,
    ),
    Probe(
        "mount",
        "os.makedirs(c['tmp'] + '/m', exist_ok=True)\n"
        "assert libc.mount(b'none', (c['tmp'] + '/m').encode(), b'tmpfs', 0, None) == 0, os.strerror(ctypes.get_errno())\n"
        "libc.umount2((c['tmp'] + '/m').encode(), 2); escaped()",
        user=False,
    ),
    Probe("a user namespace by unshare", "sys_(272, 0x10000000); escaped()", own_kernel=True, quick=True),
    Probe(
        "a user namespace by clone",
        "pid = sys_(56, 0x10000000 | 17, 0, 0, 0, 0)\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0); escaped()",
        own_kernel=True,
    ),
    Probe(
        "a user namespace by clone3",
        "args = (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17, 0, 0, 0)\npid = sys_(435, ctypes.byref(args), 64)\n"
        "if pid == 0: os._exit(0)\nos.waitpid(pid, 0); escaped()",
        own_kernel=True,
    ),
    Probe(
        "another process's namespace",
        "fd = os.open(f\"/proc/{c['pid']}/ns/net\", 0); sys_(308, fd, 0x40000000); escaped()",
        user=False,
    ),
    Probe("setuid", "os.setresuid(0, 0, 0); assert os.getuid() == 0; escaped()", user=False),
    Probe(
        "device files",
        "os.mknod(c['tmp'] + '/zero', 0o20600, os.makedev(1, 5)); escaped(len(open(c['tmp'] + '/zero', 'rb').read(512)))",
        own_kernel=True,
        user=False,
    ),
    Probe("devices of the machine", "os.open('/dev/kmsg', os.O_RDONLY); escaped()", user=False),
    Probe(
        "the kernel's log",
        "n = libc.klogctl(3, ctypes.create_string_buffer(4096), 4096); assert n >= 0; escaped(n)",
        own_kernel=True,
        user=False,
    ),
    Probe("the machine's name", "socket.sethostname(socket.gethostname()); escaped()", user=False),
    Probe("the machine's clock", "time.clock_settime(time.CLOCK_REALTIME, time.time()); escaped()", user=False),
    Probe(
        "fork bomb",
        "made = []\ntry:\n    for _ in range(400):\n        pid = os.fork()\n        if pid == 0: time.sleep(20); os._exit(0)\n        made.append(pid)\n"
        "    escaped(len(made))\nfinally:\n    [os.kill(pid, 9) for pid in made]; [os.waitpid(pid, 0) for pid in made]",
    ),
    Probe("memory bomb", "x = b'x' * (300 << 20); escaped(len(x))", SMALL, "out of memory"),
    Probe(
        "memory bomb by many processes",
        "made = []\nfor _ in range(8):\n    pid = os.fork()\n    if pid == 0: x = b'x' * (30 << 20); time.sleep(1.5); os._exit(0)\n    made.append(pid)\n"
        "assert all(os.waitpid(pid, 0)[1] == 0 for pid in made); escaped()",
        SMALL,
    ),
    Probe(
        "shared memory by its key",
        "assert libc.shmget(c['key'], 0, 0o600) >= 0, os.strerror(ctypes.get_errno()); escaped()",
    ),
    Probe(
        "news of files that others open",
        "fd = libc.inotify_init1(os.O_NONBLOCK); assert fd >= 0, os.strerror(ctypes.get_errno())\n"
        "assert libc.inotify_add_watch(fd, (c['folder'] + '/opened').encode(), 0x20) >= 0\n"
        "time.sleep(0.5); escaped(len(os.read(fd, 4096)))",
        quick=True,
    ),
    Probe("another process by its handle", "os.pidfd_open(c['pid']); escaped()"),
    Probe("the machine's control groups", "escaped(os.listdir('/sys/fs/cgroup'))", own_kernel=True),
    Probe(
        "a link to the arena's files",
        "os.symlink(c['database'], c['tmp'] + '/link'); escaped(open(c['tmp'] + '/link', 'rb').read(9))",
    ),
    Probe("a higher priority", "os.setpriority(os.PRIO_PROCESS, 0, -5); escaped()", own_kernel=True, user=False),
    Probe(
        "typing into a terminal",
        "import termios\nos.setsid() if os.getpid() != os.getsid(0) else None\nmain, other = os.openpty()\n"
        "fcntl.ioctl(other, termios.TIOCSCTTY, 0); fcntl.ioctl(other, termios.TIOCSTI, b'x'); escaped()",
        own_kernel=True,
        user=False,
    ),
    Probe(
        "streams on the loopback device",
        "socket.socket(socket.AF_INET, socket.SOCK_STREAM); escaped()",
        own_kernel=True,
    ),
    Probe(
        "datagrams on the loopback device",
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(('127.0.0.1', 0)); s.sendto(b'x', s.getsockname()); escaped(s.recv(9))",
        own_kernel=True,
    ),
    Probe(
        "memory of the kernel, in netlink",
        "ask = struct.pack('=IHHIIBxxx', 20, 18, 0x301, 1, 0, 0)  # all devices, please\n"
        "made = [socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) for _ in range(100)]\n"
        "for one in made: one.send(ask)\nescaped(len(made))",
        own_kernel=True,
        quick=True,
    ),
    Probe(
        "terminals, of which the machine has few",
        "escaped([os.ttyname(os.openpty()[1]) for _ in range(20)])",
        own_kernel=True,
    ),
    Probe(
        "making the machine forget a file",
        "os.posix_fadvise(os.open('/usr/bin/env', os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED); escaped()",
        own_kernel=True,
    ),
    Probe(
        "what others have read, by a read that does not wait",
        "fd = os.open('/usr/bin/env', os.O_RDONLY); os.pread(fd, 1, 0); escaped(os.preadv(fd, [bytearray(1)], 0, os.RWF_NOWAIT))",
        own_kernel=True,
    ),
    Probe(
        "what others have read, by a newer call",
        "found = (ctypes.c_uint64 * 5)()\n"
        "sys_(451, os.open('/usr/bin/env', os.O_RDONLY), ctypes.byref((ctypes.c_uint64 * 2)(0, 4096)), ctypes.byref(found), 0); escaped(found[0])",
        user=False,
    ),
    Probe(
        "shared memory of no process",
        "number = libc.shmget(0, 4096, 0o1600); assert number >= 0, os.strerror(ctypes.get_errno())\nlibc.shmctl(number, 0, None); escaped()",
        own_kernel=True,
    ),
    Probe(
        "memory bomb in files without a name",
        "made = []\nfor _ in range(10):\n    fd = os.memfd_create('x'); os.write(fd, bytes(20 << 20)); made.append(fd)\ntime.sleep(1); escaped(len(made))",
        SMALL,
    ),
    Probe(
        "memory bomb in tables of addresses",
        "size = 96 << 30\narea = mmap.mmap(-1, size, mmap.MAP_PRIVATE | 0x4000, mmap.PROT_READ)  # MAP_NORESERVE\n"
        "for at in range(0, size, 2 << 20): area[at]\ntime.sleep(1); escaped()",
        SMALL,
    ),
    Probe(
        "other protocols of the kernel",
        "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 16); escaped()",
        own_kernel=True,
    ),
    Probe(
        "the machine's few places for asynchronous files",
        "sys_(206, 8, ctypes.byref(ctypes.c_ulong(0))); escaped()",
        own_kernel=True,
    ),
    Probe("writing out the machine's disks", "sys_(162); escaped()"),
    Probe(
        "the machine's handler of crashes",
        "resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1])); escaped()",
        own_kernel=True,
        quick=True,
    ),
    Probe(
        "the machine's handler of crashes, by a number of which the kernel reads half",
        "hard = resource.getrlimit(resource.RLIMIT_CORE)[1]\n"
        "sys_(160, 4 | 1 << 32, struct.pack('QQ', 0, hard % 2 ** 64)); escaped(resource.getrlimit(resource.RLIMIT_CORE))",
        own_kernel=True,
        quick=True,
    ),
    Probe("segments of 16 bits", "sys_(154, 0, ctypes.create_string_buffer(16), 16); escaped()", own_kernel=True),
    Probe(
        "memory of the kernel, in sockets",
        "made = []\nfor _ in range(6):\n    pid = os.fork()\n    if pid == 0:\n        pairs = [socket.socketpair() for _ in range(200)]\n"
        "        for one in (end for pair in pairs for end in pair):\n            one.setblocking(False)\n            try:\n"
        "                while True: one.send(bytes(32768))\n            except BlockingIOError: pass\n"
        "        time.sleep(1); os._exit(0)\n    made.append(pid)\n"
        "assert all([os.waitpid(pid, 0)[1] == 0 for pid in made]); escaped()",
        SMALL,
    ),
    Probe(
        "filling the disk",
        "for n in range(6): open(c['tmp'] + f'/f{n}', 'wb').write(bytes(10 << 20))\nescaped()",
        quick=True,
    ),
    Probe(
        "filling shared memory",
        "os.makedirs('/dev/shm/p', exist_ok=True)\ntry:\n    for n in range(6): open(f'/dev/shm/p/f{n}', 'wb').write(bytes(10 << 20))\n    escaped()\n"
        "finally:\n    import shutil; shutil.rmtree('/dev/shm/p')",
    ),
    Probe("one huge file", "f = open(c['tmp'] + '/big', 'wb'); f.truncate(1 << 30); escaped()"),
    Probe(
        "filling the inodes",
        "os.makedirs(c['tmp'] + '/i')\nfor n in range(60_000): os.close(os.open(c['tmp'] + f'/i/{n}', os.O_CREAT | os.O_WRONLY))\nescaped()",
        Limits(memory_bytes=48 * MEGABYTE),
    ),
    Probe(
        "open files",
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]; resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4000), hard))\n"
        "made = [open('/dev/null') for _ in range(1000)]; escaped(len(made))",
    ),
    Probe(
        "processor spin",
        "end = time.process_time() + 2.5\nwhile time.process_time() < end: pass\nescaped()",
        Limits(processor_seconds=1),
        "processor time used up",
    ),
    Probe(
        "the memory of the process above it",
        "with open(f'/proc/{os.getppid()}/mem', 'r+b', 0): escaped()",
        quick=True,
    ),
    Probe("living on when the arena stops it", "assert libc.prctl(1, 0) == 0; escaped()", own_kernel=True, quick=True),
    Probe(
        "others before it when the machine is out of memory",
        "for place in ('1000', '0'):\n    with open('/proc/self/oom_score_adj', 'w') as f: f.write(place)\nescaped()",
        own_kernel=True,
        quick=True,
    ),
    Probe(
        "news of how busy the machine is",
        "with open('/proc/pressure/cpu', 'r+b', 0) as f: f.write(b'some 500000 2000000\\0')\nescaped()",
        user=False,
    ),
    Probe(
        "making the disk write out what it holds",
        "def flushes():\n    lines = open('/proc/diskstats') if os.path.exists('/proc/diskstats') else ['0 ' * 18 + str(sum(made))]\n"
        "    return sum(int(line.split()[18]) for line in lines if len(line.split()) > 18)\n"
        "made = []; before, fd = flushes(), os.open('/usr/bin/env', os.O_RDONLY)\n"
        "for _ in range(500): os.fsync(fd); made.append(1)\n"
        "assert flushes() >= before + 500; escaped()",
    ),
    Probe(
        "reading past memory, from the disk",
        "os.open('/usr/bin/env', os.O_RDONLY | os.O_DIRECT); escaped()",
        own_kernel=True,
    ),
    Probe(
        "reading past memory, by a file that is open",
        "fcntl.fcntl(os.open('/usr/bin/env', os.O_RDONLY), fcntl.F_SETFL, os.O_DIRECT); escaped()",
        own_kernel=True,
    ),
    Probe(
        "files by their handle",
        "sys_(303, -100, b'/usr/bin/env', struct.pack('=Ii128x', 128, 0), ctypes.byref(ctypes.c_int()), 0); escaped()",
    ),
    Probe(
        "programs in the kernel", "sys_(321, 0, struct.pack('=IIIII100x', 2, 4, 4, 1, 0), 120); escaped()", user=False
    ),
    Probe(
        "counters of the processor",
        "sys_(298, struct.pack('=IIQ112x', 1, 128, 0), 0, -1, -1, 0); escaped()",
        user=False,
    ),
    Probe("faults that a program answers itself", "sys_(323, 1); escaped()"),
    Probe("huge stderr", "sys.stderr.write('x' * (4 << 20)); sys.stderr.flush(); escaped()", quick=True),
)
