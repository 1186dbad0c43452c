"""Makes a workspace of everything that a folder can hold: make-tree.py ROOT OUTSIDE FEATURE…

Features: plain, or texts (the same with only names that are text); deep, well, wide or wide:COUNT, closed;
random:SEED. Everything belongs to whoever runs this; what only root can make is left out for others.
"""

import os
import random
import socket
import stat
import sys

root, outside, features = os.fsencode(sys.argv[1]), os.fsencode(sys.argv[2]), sys.argv[3:]
NS = 10**9
OLD = -631152000 * NS + 123456789  # 1950
NANO = 1_600_000_000 * NS + 123456789
FUTURE = 4_102_444_800 * NS + 1  # 2100


def put(path, data=None, mode=0o644, at=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(b"the bytes of " + path[len(root) :] + b"\n" if data is None else data)
    os.chmod(path, mode)
    if at is not None:
        os.utime(path, ns=(at, at))


def inside(name):
    return os.path.join(root, name)


def plain_tree(texts_only):
    noise = random.Random(7)
    put(inside(b"victim"), b"what nobody may lose\n")
    put(inside(b"empty"), b"")
    put(inside(b"big.bin"), noise.randbytes(1024 * 1024))
    odd = [b"with space.txt", b"new\nline", b"-rf", b"n" * 255, "ünï.txt".encode(), b'"quoted"', b"back\\slash"]
    odd += [b"*star?", b"$(name)", "\u202ertl".encode(), "e\u0301".encode(), b"tab\there", b"\x01control"]
    if not texts_only:
        odd += [b"caf\xe9.txt", b"\xff\xfe", b"folder \xe9/in it", b"odd/\xed\xa0\x80"]
    for name in odd:
        put(inside(name))
    put(inside(b"read-only.txt"), mode=0o444)
    put(inside(b"tool.sh"), b"#!/bin/sh\n", mode=0o755)
    put(inside(b"set-id"), b"#!/bin/sh\n", mode=0o6755)
    for name, mode in [(b"sticky", 0o1777), (b"setgid", 0o2775), (b"private", 0o700), (b"fixed", 0o555)]:
        put(inside(name + b"/file"))
        put(inside(name + b"/below/file"))
        os.chmod(inside(name), mode)
    os.mkdir(inside(b"empty-folder"))
    for name in [b"src/a.txt", b"src/b.txt", b"src/lib/c/d/e.txt", b"other/a.txt", b".hidden", b"moved/here/x"]:
        put(inside(name))
    links(texts_only)
    for name, at in [(b"old.txt", OLD), (b"nano.txt", NANO), (b"future.txt", FUTURE)]:
        put(inside(name), at=at)
    put(inside(b"timed/file"), at=NANO)
    os.utime(inside(b"timed"), ns=(OLD, OLD))
    special()
    tagged()
    repository(inside(b".git"))
    repository(inside(b"module/.git"))
    put(inside(b"module/main.c"))
    put(inside(b"node_modules/package/index.js"))
    if os.geteuid() == 0:
        put(inside(b"theirs.txt"), mode=0o664)
        os.chown(inside(b"theirs.txt"), 1000, 1000)


def links(texts_only):
    targets = [(b"good-link", b"victim"), (b"broken-link", b"nowhere"), (b"absolute-link", b"/etc/hostname")]
    targets += [(b"folder-link", b"src"), (b"long-link", b"x/" * 500), (b"own-link", b"own-link")]
    if not texts_only:
        targets += [(b"odd-link", b"caf\xe9.txt"), (b"\xe8-link", b"victim")]
    for name, target in targets:
        os.symlink(target, inside(name))
    os.utime(inside(b"good-link"), ns=(OLD, OLD), follow_symlinks=False)
    put(inside(b"one-name"))
    os.mkdir(inside(b"linked"))
    os.link(inside(b"one-name"), inside(b"linked/two-name"))
    put(os.path.join(outside, b"kept"), b"it has a second name in the workspace\n")
    put(os.path.join(outside, b"apart"), b"no command comes here\n")
    os.link(os.path.join(outside, b"kept"), inside(b"outside-name"))


def special():
    os.mkfifo(inside(b"pipe"), 0o640)
    os.chdir(root)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(b"socket")
    listening.close()


def tagged():
    put(inside(b"tagged.txt"))
    os.mkdir(inside(b"tagged-folder"))
    for name in [b"tagged.txt", b"tagged-folder"]:
        try:
            os.setxattr(inside(name), b"user.tag", b"kept \x00\xff")
        except OSError:
            pass  # not every disk has them


def repository(git):
    put(git + b"/HEAD", b"ref: refs/heads/main\n")
    put(git + b"/config", b"[core]\n\trepositoryformatversion = 0\n")
    os.makedirs(git + b"/objects")
    os.makedirs(git + b"/refs/heads")


def chain(name, step, levels):
    """Far below what a path can say, so each level is made from the one above."""
    os.mkdir(inside(name))
    here = os.open(inside(name), os.O_DIRECTORY)
    for level in range(levels):
        if level % 20 == 0:
            with open(os.open(b"at", os.O_CREAT | os.O_WRONLY, 0o640, dir_fd=here), "wb") as file:
                file.write(b"level %d\n" % level)
            os.symlink(b"at", b"link", dir_fd=here)
        os.mkdir(step, dir_fd=here)
        below = os.open(step, os.O_DIRECTORY, dir_fd=here)
        os.close(here)
        here = below
    with open(os.open(b"bottom", os.O_CREAT | os.O_WRONLY, 0o600, dir_fd=here), "wb") as file:
        file.write(b"at the bottom\n")
    os.utime(b"bottom", ns=(NANO, NANO), dir_fd=here)
    os.close(here)


def wide(count):
    for number in range(count):
        put(inside(b"wide/%d/file-%d" % (number % 7, number)), b"%d\n" % number)


def closed():
    put(inside(b"locked.txt"), mode=0)
    put(inside(b"locked/file"), mode=0o600)
    put(inside(b"no-entry/file"))
    os.chmod(inside(b"locked"), 0)
    os.chmod(inside(b"no-entry"), 0o644)


def random_tree(seed):
    dice = random.Random(seed)
    folders = [b"."]
    names = [b"a", b"b b", b"c\xe9", "dö".encode(), b"-e", b"f" * 200, b".g", b"h\n", b"i'\"", b"\xc3"]
    for number in range(dice.randint(10, 60)):
        folder = dice.choice(folders)
        path = inside(os.path.join(folder, dice.choice(names) + b"%d" % number))
        kind = dice.choice(["file"] * 6 + ["folder"] * 3 + ["link", "pipe", "hard"])
        if kind == "file":
            put(path, dice.randbytes(dice.choice([0, 1, 10, 4096, 70000])), dice.choice([0o644, 0o755, 0o600, 0o444]))
        elif kind == "folder":
            os.mkdir(path)
            folders.append(os.path.relpath(path, root))
        elif kind == "link":
            os.symlink(dice.choice([b"nowhere", b".", b"..", path[-5:], b"/etc"]), path)
        elif kind == "pipe":
            os.mkfifo(path)
        elif kind == "hard":
            put(path + b"-1")
            os.link(path + b"-1", path + b"-2")
        if kind in ("file", "folder") and dice.random() < 0.3:
            os.utime(path, ns=(0, dice.randint(OLD, FUTURE)))
    for folder in folders[1:]:
        os.chmod(inside(folder), dice.choice([0o755, 0o755, 0o700, 0o1777, 0o2755, 0o555]))


os.umask(0o022)
os.makedirs(root, exist_ok=True)
os.makedirs(outside, exist_ok=True)
os.makedirs(inside(b".control-room"), exist_ok=True)
for feature in features:
    if feature in ("plain", "texts"):
        plain_tree(feature == "texts")
    elif feature == "deep":
        chain(b"deep", b"d" * 200, 60)
    elif feature == "well":
        chain(b"well", b"w", 3000)
    elif feature.startswith("wide"):
        wide(int(feature[5:] or 5000))
    elif feature == "closed":
        closed()
    elif feature.startswith("random:"):
        random_tree(feature)
    else:
        sys.exit(f"unknown feature: {feature}")
os.chmod(root, stat.S_IMODE(0o755))
