"""Names of accounts, teams and bots that look alike are one name. Those that exist stay, each with a separate mark."""

import sqlalchemy as sa
from alembic import op

from arena.names import folded

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for table in ("accounts", "teams", "bots"):
        op.add_column(table, sa.Column("folded", sa.String(64), nullable=True))
        _fill(
            sa.table(table, sa.column("id", sa.Integer), sa.column("name", sa.String), sa.column("folded", sa.String))
        )
        op.create_index(op.f(f"ix_{table}_folded"), table, ["folded"], unique=True)


def _fill(table: sa.TableClause) -> None:
    """The oldest of several that look alike keeps the common form; the others get their id added."""
    connection, taken = op.get_bind(), set()
    for row in connection.execute(sa.select(table.c.id, table.c.name).order_by(table.c.id)).all():
        common = folded(row.name)
        unlike = f"{common}~{row.id}" if common in taken else common
        taken.add(common)
        connection.execute(table.update().where(table.c.id == row.id).values(folded=unlike))
