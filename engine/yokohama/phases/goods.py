"""Gaining goods and country icons, wherever they come from."""

from engine.yokohama.data.records import COPPER
from engine.yokohama.player import Player
from engine.yokohama.position import Position
from engine.yokohama.technologies import MINING_TECHNOLOGY


def gain(player: Player, good: int, number: int) -> None:
    """One gain of goods of one kind; Mining Technology adds a copper to each gain of copper (Y-TECH-3)."""
    if number and good == COPPER and player.technology_bits & MINING_TECHNOLOGY:
        number += 1
    player.goods[good] += number


def add_icon(state: Position, player: Player, country: int) -> None:
    """One more icon of a country: each pair brings one of its agents, while there are any (Y-ICON-1)."""
    icons = player.icons
    number = icons[country] + 1
    player.icons = (*icons[:country], number, *icons[country + 1 :])
    if number % 2 == 0 and state.agents_left[country]:
        state.agents_left[country] -= 1
        player.agents = one_more(player.agents, country)


def one_more(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The counts with one more at *place*."""
    return (*counts[:place], counts[place] + 1, *counts[place + 1 :])


def one_less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The counts with one less at *place*."""
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])
