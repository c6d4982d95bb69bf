# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""``saopt cache``: shows, prunes and clears the compile cache."""

from __future__ import annotations

import argparse
import json
import re
import time

from saopt_command.cache import LIMIT, Cache, Entry, find_cache

__all__ = ["format_size", "main", "summarize"]

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def main(arguments: list[str]) -> int:
    """Run the command; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="saopt cache", description="Show, prune or clear the cache of compiled kernels."
    )
    parser.add_argument("action", nargs="?", choices=["show", "prune", "clear"], default="show")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--limit",
        type=_parse_size,
        metavar="SIZE",
        help="with prune: how many bytes may stay, such as 64M (default: what the runtime keeps, "
        f"{format_size(LIMIT)})",
    )
    options = parser.parse_args(arguments)
    if options.limit is not None and options.action != "prune":
        parser.error("--limit goes with prune")
    cache = find_cache()
    removed: list[Entry] = []
    if options.action == "prune":
        removed = cache.prune(LIMIT if options.limit is None else options.limit)
    elif options.action == "clear":
        removed = cache.clear()
    summary = summarize(cache)
    if options.action != "show":
        summary["removed"] = len(removed)
        summary["freed"] = sum(entry.size for entry in removed)
    if options.json:
        print(json.dumps(summary, indent=2))
    else:
        _print(summary)
    # Entries that could not be removed are still there.
    return 1 if options.action == "clear" and summary["entries"] else 0


def summarize(cache: Cache) -> dict[str, object]:
    """Return the folder, the entries, their size, the limit, and what is wrong."""
    entries = cache.entries()
    return {
        "path": None if cache.folder is None else str(cache.folder),
        "entries": sum(entry.is_finished for entry in entries),
        "size": sum(entry.size for entry in entries),
        "limit": LIMIT,
        "last_used": max((entry.used for entry in entries), default=None),
        "problem": cache.problem(),
    }


def format_size(size: int) -> str:
    """Return a number of bytes as people read it."""
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size} {unit}" if unit == "bytes" else f"{size:.3g} {unit}"
        size = size / 1024  # type: ignore[assignment]
    return f"{size:.3g} GiB"


def _parse_size(text: str) -> int:
    match = re.fullmatch(r"(\d+)([KMG]?)(?:i?B)?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write bytes, or 512K, 64M, 1G")
    return int(match[1]) * _UNITS[match[2]]


def _print(summary: dict[str, object]) -> None:
    if "removed" in summary:
        print(f"removed  {summary['removed']} files, {format_size(_number(summary, 'freed'))}")
    print(f"path     {summary['path'] or 'none'}")
    print(f"entries  {summary['entries']}")
    limit = format_size(_number(summary, "limit"))
    print(f"size     {format_size(_number(summary, 'size'))} of {limit}")
    if isinstance(summary["last_used"], float):
        print(f"used     {time.strftime('%Y-%m-%d %H:%M', time.localtime(summary['last_used']))}")
    if summary["problem"]:
        print(f"problem  {summary['problem']}")


def _number(summary: dict[str, object], key: str) -> int:
    value = summary[key]
    assert isinstance(value, int)
    return value
