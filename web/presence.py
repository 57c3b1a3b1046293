"""Why a bot is playing or not, in sentences its author can act on."""

from collections.abc import Sequence

from arena.running.presence import Present
from arena.storage.pages.bots import BotLine, Entered


def standing(bot: BotLine, here: Present | None, entries: Sequence[Entered]) -> tuple[bool, str]:
    """Whether it can get a table now, and the reason."""
    if bot.disabled_at is not None:
        return False, "It was disabled and plays no more."
    running = [entry for entry in entries if entry.season_state == "running" and entry.state == "active"]
    if bot.house is not None:
        if not running:
            return False, "It is entered in no running season."
        return True, "A house bot: it plays whenever a table needs it."
    if here is None:
        if bot.last_seen_at is None:
            return False, "It has never connected. Start it with its token."
        return False, "It is not connected. It plays again as soon as it dials in."
    if here.finishing:
        return False, "It is connected, but asked for no new matches: it is about to leave."
    if bot.validated_at is None:
        return (
            False,
            "It is connected and must first finish a validation match without a fault; one starts within a minute.",
        )
    if not running:
        return False, "It is connected but entered in no running season of a game it declares."
    awake = [entry for entry in running if not entry.paused]
    if not awake:
        return False, "It is connected, but its seasons are paused."
    if not any(here.plays(entry.game) for entry in awake):
        return False, f"It is connected, but declares only {', '.join(sorted(here.games))}."
    return True, "It is connected and gets a table as soon as opponents are free."
