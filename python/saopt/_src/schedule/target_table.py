# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Devices by name, for plans that are made where the device is not.

The names of GPUs are those by which the offline compiler of Intel's driver knows them; those of
CPUs are their widest instruction sets. The numbers are of one typical product of each kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["DEVICES"]

_KIB = 1024
_MIB = 1024 * _KIB

# Rows, columns, depth, and the types of factors and sums, for systolic arrays of 16 and 8 lanes.
_XMX_16 = (
    (8, 16, 16, "float16", "float32"),
    (8, 16, 16, "bfloat16", "float32"),
    (8, 16, 32, "int8", "int32"),
)
_XMX_8 = (
    (8, 8, 16, "float16", "float32"),
    (8, 8, 16, "bfloat16", "float32"),
    (8, 8, 32, "int8", "int32"),
)
_AMX = (
    (16, 16, 32, "bfloat16", "float32"),
    (16, 16, 64, "int8", "int32"),
)


def _cpu(vector_bytes: int, registers: int, caches: tuple[int, ...], **more: Any) -> dict[str, Any]:
    return {
        "category": "cpu",
        "vector_bytes": vector_bytes,
        "vector_registers": registers,
        "cache_sizes": caches,
        "local_memory": 256 * _KIB,
        "max_work_group_size": 8192,
        "sub_group_sizes": (4, 8, 16, 32, 64),
        **more,
    }


def _gpu(**more: Any) -> dict[str, Any]:
    return {
        "category": "gpu",
        "vector_bytes": 32,
        "vector_registers": 128,
        "local_memory": 64 * _KIB,
        "max_work_group_size": 512,
        "sub_group_sizes": (8, 16, 32),
        **more,
    }


DEVICES: Mapping[str, Mapping[str, Any]] = {
    "sse4": _cpu(16, 16, (32 * _KIB, 256 * _KIB, 8 * _MIB), num_cores=4),
    "avx2": _cpu(32, 16, (32 * _KIB, 512 * _KIB, 16 * _MIB), num_cores=8),
    "avx512": _cpu(64, 32, (32 * _KIB, 1 * _MIB, 22 * _MIB), num_cores=16),
    "amx": _cpu(64, 32, (48 * _KIB, 2 * _MIB, 105 * _MIB), num_cores=56, matrix_units=_AMX),
    "tgllp": _gpu(cache_sizes=(64 * _KIB, 3840 * _KIB), num_cores=96),
    "adl-p": _gpu(cache_sizes=(64 * _KIB, 3840 * _KIB), num_cores=96),
    "mtl": _gpu(cache_sizes=(192 * _KIB, 4 * _MIB), max_work_group_size=1024, num_cores=128),
    "dg2": _gpu(
        cache_sizes=(192 * _KIB, 16 * _MIB),
        max_work_group_size=1024,
        num_cores=512,
        matrix_units=_XMX_8,
    ),
    "pvc": _gpu(
        vector_bytes=64,
        cache_sizes=(512 * _KIB, 408 * _MIB),
        local_memory=128 * _KIB,
        max_work_group_size=1024,
        sub_group_sizes=(16, 32),
        num_cores=1024,
        matrix_units=_XMX_16,
    ),
    "bmg": _gpu(
        vector_bytes=64,
        cache_sizes=(256 * _KIB, 18 * _MIB),
        local_memory=128 * _KIB,
        max_work_group_size=1024,
        sub_group_sizes=(16, 32),
        num_cores=160,
        matrix_units=_XMX_16,
    ),
}
