"""What strong play looks like: what strong house bots do in matches against each other, and how that relates to winning.

`arena lens GAME --matches N` plays such matches and counts; the last figures are kept in `results/`, and the site shows them.
Everything here is a function of plain values, so that it can run in any process.
"""

from arena.lens.counting import Lens, Seen, Table, Use, counted, use_names
from arena.lens.kept import lens_of, to_text
from arena.lens.watching import Order, watch

__all__ = ["Lens", "Order", "Seen", "Table", "Use", "counted", "lens_of", "to_text", "use_names", "watch"]
