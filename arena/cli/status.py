"""`arena status`: how the arena does."""

from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.service import add_settings, opened, redis_of

EXAMPLES = """\
exit code 1 if Redis is away or a match is stuck; `arena match` mends stuck ones
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "status", "show queues, bots, running and stuck matches", EXAMPLES, run)
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Print it."""
    with opened(arguments) as database:
        from arena.running.status import look

        found = look(database, redis_of(arguments))
    print(f"redis     {'answers' if found.redis else 'IS AWAY'}, {found.gateways} gateways")
    print(f"queues    {', '.join(f'{name} {count}' for name, count in found.queues.items()) or 'unknown'}")
    print(f"online    {', '.join(found.online) or 'no external bot'}")
    print(f"matches   {', '.join(f'{count} {state}' for state, count in found.matches.items()) or 'none yet'}")
    for slug, state, rated in found.seasons:
        print(f"season    {slug}: {state}, {rated} rated sets")
    for match_id, game, seconds in found.running:
        print(f"running   match {match_id} ({game}) for {seconds:.0f} s")
    for match_id in found.stuck:
        print(f"STUCK     match {match_id}: arena match requeue {match_id}, or arena match void {match_id} --why ...")
    return 0 if found.redis and not found.stuck else 1
