"""Following bots and seasons; seasons that keep their bots free; confirmed e-mail addresses"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

FOLLOWS = "follows"


def upgrade() -> None:
    op.add_column("seasons", sa.Column("keep_free", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("webhooks", sa.Column("confirmed_at", UtcTime(), nullable=True))
    op.execute("UPDATE webhooks SET confirmed_at = created_at")
    op.create_table(
        FOLLOWS,
        sa.Column("id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("bot_id", BigId, nullable=True),
        sa.Column("season_id", BigId, nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.CheckConstraint("(bot_id IS NULL) <> (season_id IS NULL)", name=op.f(f"ck_{FOLLOWS}_one_target")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{FOLLOWS}_account_id_accounts")),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f(f"fk_{FOLLOWS}_bot_id_bots")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f(f"fk_{FOLLOWS}_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{FOLLOWS}")),
        sa.UniqueConstraint("account_id", "bot_id", name=op.f(f"uq_{FOLLOWS}_account_id_bot_id")),
        sa.UniqueConstraint("account_id", "season_id", name=op.f(f"uq_{FOLLOWS}_account_id_season_id")),
    )
    op.create_index(op.f(f"ix_{FOLLOWS}_bot_id"), FOLLOWS, ["bot_id"])
    op.create_index(op.f(f"ix_{FOLLOWS}_season_id"), FOLLOWS, ["season_id"])
