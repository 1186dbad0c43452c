"""Prints everything that a person could find below some folders, as JSON: picture.py FOLDER…

It shares no code with the product. Paths begin with the folder's own name. Names are bytes, and come out as Python's
surrogateescape writes them. Folders are entered from the one above, since a path can be longer than the system takes.
"""

import hashlib
import json
import os
import resource
import stat
import sys

KINDS = {
    stat.S_IFREG: "file",
    stat.S_IFDIR: "folder",
    stat.S_IFLNK: "link",
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "disk",
}
FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def opened(name, folder, found, extra=0):
    """Where the mode closes it to us, the mode gives way for a moment."""
    try:
        return os.open(name, FLAGS | extra, dir_fd=folder)
    except PermissionError:
        os.chmod(name, stat.S_IMODE(found.st_mode) | 0o700, dir_fd=folder)
        try:
            return os.open(name, FLAGS | extra, dir_fd=folder)
        finally:
            if not extra:
                os.chmod(name, stat.S_IMODE(found.st_mode), dir_fd=folder)


def hash_of(descriptor):
    digest = hashlib.sha256()
    while chunk := os.read(descriptor, 1 << 20):
        digest.update(chunk)
    os.close(descriptor)
    return digest.hexdigest()


def tags_of(path):
    try:
        names = os.listxattr(path, follow_symlinks=False)
        return {name: os.getxattr(path, name, follow_symlinks=False).hex() for name in sorted(names)}
    except OSError:
        return {}


def state_of(name, folder):
    found = os.lstat(name, dir_fd=folder)
    kind = KINDS[stat.S_IFMT(found.st_mode)]
    state = {
        "kind": kind,
        "mode": oct(stat.S_IMODE(found.st_mode)),
        "owner": f"{found.st_uid}:{found.st_gid}",
        "modified": str(found.st_mtime_ns),
        "tags": tags_of(b"/proc/self/fd/%d/%s" % (folder, name)),
    }
    if kind == "file":
        state |= {"size": found.st_size, "sha256": hash_of(opened(name, folder, found))}
    if kind == "link":
        state["target"] = os.fsdecode(os.readlink(name, dir_fd=folder))
    if kind in ("device", "disk"):
        state["device"] = found.st_rdev
    if kind != "folder" and found.st_nlink > 1:
        state["inode"] = f"{found.st_dev}:{found.st_ino}"
    return found, state


def walk(top, entries):
    above = os.open(os.path.dirname(top), FLAGS | os.O_DIRECTORY)
    waiting = [(above, [os.path.basename(top)], b"", None)]
    while waiting:
        folder, names, path, restore = waiting[-1]
        if not names:
            waiting.pop()
            if restore is not None:
                os.fchmod(folder, restore)
            os.close(folder)
            continue
        name = names.pop()
        here = os.path.join(path, name)
        if name == b".control-room":
            continue
        try:
            found, state = state_of(name, folder)
        except FileNotFoundError:
            continue
        entries[os.fsdecode(here)] = state
        if state["kind"] == "folder":
            below = opened(name, folder, found, os.O_DIRECTORY)
            mode = stat.S_IMODE(found.st_mode)
            changed = stat.S_IMODE(os.fstat(below).st_mode) != mode
            if not changed and os.geteuid() != 0 and mode & 0o500 != 0o500:
                os.fchmod(below, mode | 0o700)
                changed = True
            waiting.append((below, [os.fsencode(each) for each in os.listdir(below)], here, mode if changed else None))


hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
tree = {}
for argument in sys.argv[1:]:
    walk(os.fsencode(argument), tree)
json.dump(tree, sys.stdout)
