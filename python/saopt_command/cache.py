# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime's compile cache, looked at from outside: its folder, entries, and their removal.

The runtime writes the entries (``docs/runtime.md``). Nothing here needs the runtime, and nothing
but files with the names of entries is removed.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["LIMIT", "Cache", "Entry", "find_cache"]

# What the runtime keeps at most.
LIMIT = 1 << 28
_ENTRY = re.compile(r"[0-9a-f]{64}\.bin")
_UNFINISHED = re.compile(r"\.unfinished-\d+-\d+")
# Of processes that are gone for sure, in seconds.
_UNFINISHED_AGE = 3600


@dataclass(frozen=True)
class Entry:
    """A file of the cache.

    Attributes
    ----------
    path : Path
        The file.
    size : int
        In bytes.
    used : float
        When it was used last, in seconds since the epoch.
    is_finished : bool
        Whether it is an entry, and not one that is being written or was given up.
    """

    path: Path
    size: int
    used: float
    is_finished: bool


@dataclass(frozen=True)
class Cache:
    """The cache in a folder, which need not exist; no folder stands for no cache."""

    folder: Path | None

    def entries(self) -> list[Entry]:
        """Return the files of the cache, the one that was not used for longest first."""
        return sorted(self._find(), key=lambda entry: entry.used)

    def prune(self, limit: int) -> list[Entry]:
        """Remove what was not used for longest until `limit` bytes are left; return it.

        Unfinished files of processes that are gone are removed, too.
        """
        entries = self.entries()
        left = sum(entry.size for entry in entries if entry.is_finished)
        removed = []
        for entry in entries:
            if not entry.is_finished:
                is_wanted = time.time() - entry.used < _UNFINISHED_AGE
            else:
                is_wanted = left <= limit
            if not is_wanted and _remove(entry):
                removed.append(entry)
                left -= entry.size if entry.is_finished else 0
        return removed

    def clear(self) -> list[Entry]:
        """Remove all entries and unfinished files; return them."""
        return [entry for entry in self.entries() if _remove(entry)]

    def problem(self) -> str | None:
        """Return why the runtime uses no cache, or None if it does."""
        if self.folder is None:
            return "it is switched off: SAOPT_CACHE_DIR is empty"
        try:
            info = self.folder.stat()
        except OSError as error:
            if isinstance(error, FileNotFoundError):
                return None if _can_be_made(self.folder) else "its folder cannot be made"
            return f"its folder cannot be used: {error.strerror}"
        if not self.folder.is_dir():
            return "it is no folder"
        if info.st_uid != os.geteuid():
            return "its folder belongs to another user"
        if info.st_mode & 0o022:
            return f"others can write to its folder: chmod go-w {self.folder}"
        return None if os.access(self.folder, os.W_OK | os.X_OK) else "its folder is read-only"

    def _find(self) -> Iterator[Entry]:
        if self.folder is None:
            return
        with contextlib.suppress(OSError), os.scandir(self.folder) as files:
            for file in files:
                is_finished = _ENTRY.fullmatch(file.name) is not None
                if not is_finished and not _UNFINISHED.fullmatch(file.name):
                    continue
                with contextlib.suppress(OSError):
                    if file.is_file(follow_symlinks=False):
                        info = file.stat(follow_symlinks=False)
                        yield Entry(Path(file.path), info.st_size, info.st_mtime, is_finished)


def find_cache() -> Cache:
    """Return the user's cache, in the folder that the runtime chooses."""
    chosen = os.environ.get("SAOPT_CACHE_DIR")
    if chosen is not None:
        return Cache(Path(chosen) if chosen else None)
    # As the XDG specification has it, which ignores relative paths.
    caches = os.environ.get("XDG_CACHE_HOME", "")
    if caches.startswith("/"):
        return Cache(Path(caches) / "saopt")
    home = os.environ.get("HOME", "")
    if not home.startswith("/"):
        try:
            home = pwd.getpwuid(os.geteuid()).pw_dir
        except KeyError:
            home = ""
    return Cache(Path(home) / ".cache" / "saopt" if home.startswith("/") else None)


def _can_be_made(folder: Path) -> bool:
    above = next(parent for parent in folder.absolute().parents if parent.exists())
    return above.is_dir() and os.access(above, os.W_OK | os.X_OK)


def _remove(entry: Entry) -> bool:
    try:
        entry.path.unlink()
    except OSError:
        return False
    return True
