"""Invitations to run a season: nobody becomes an organiser without saying yes"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0009"
down_revision = "0008"

TABLE = "organiser_invitations"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("invited_by", BigId, nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f(f"fk_{TABLE}_season_id_seasons")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{TABLE}_account_id_accounts")),
        sa.ForeignKeyConstraint(["invited_by"], ["accounts.id"], name=op.f(f"fk_{TABLE}_invited_by_accounts")),
        sa.PrimaryKeyConstraint("season_id", "account_id", name=op.f(f"pk_{TABLE}")),
    )
    op.create_index(op.f(f"ix_{TABLE}_account_id"), TABLE, ["account_id"])
