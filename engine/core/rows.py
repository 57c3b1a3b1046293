"""The `Row` that a game writes its encoding into, as it suits this build of the engine. Never compiled itself."""

from typing import TYPE_CHECKING

__all__ = ["Row"]

if TYPE_CHECKING:
    from engine.core.compiled_row import Row
else:
    from engine.build import COMPILED

    if COMPILED:
        from engine.core.compiled_row import Row
    else:
        from engine.core.plain_row import Row
