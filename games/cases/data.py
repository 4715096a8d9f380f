"""What the modules of this package share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Data: TypeAlias = Mapping[str, Any]

NO_SEED = b""


class UnknownCase(ValueError):
    """A case of a kind or of a rule set that is not built."""
