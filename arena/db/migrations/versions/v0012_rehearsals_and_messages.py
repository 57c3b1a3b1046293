"""Rehearsals: seasons that are wiped; messages of organisers; rulings that take others back; and on SQLite numbers of matches and sets that never come again"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0012"
down_revision = "0011"

MESSAGES = "season_messages"


def upgrade() -> None:
    with op.batch_alter_table("seasons") as seasons:
        seasons.add_column(sa.Column("rehearses_id", BigId, nullable=True))
        seasons.add_column(sa.Column("wiped_at", UtcTime(), nullable=True))
        seasons.create_foreign_key(op.f("fk_seasons_rehearses_id_seasons"), "seasons", ["rehearses_id"], ["id"])
    with op.batch_alter_table("rulings") as rulings:
        rulings.add_column(sa.Column("takes_back_id", BigId, nullable=True))
        rulings.create_foreign_key(op.f("fk_rulings_takes_back_id_rulings"), "rulings", ["takes_back_id"], ["id"])
    if op.get_bind().dialect.name == "sqlite":
        for name in ("table_sets", "matches"):
            with op.batch_alter_table(name, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
                pass
    op.create_table(
        MESSAGES,
        sa.Column("id", BigId, nullable=False),
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("entry_id", BigId, nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(100), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f(f"fk_{MESSAGES}_season_id_seasons")),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f(f"fk_{MESSAGES}_entry_id_entries")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{MESSAGES}")),
    )
    op.create_index(op.f(f"ix_{MESSAGES}_season_id_id"), MESSAGES, ["season_id", "id"])
