"""Invitations to teams: nobody becomes a member without saying yes"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0005"
down_revision = "0004"

TABLE = "team_invitations"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("team_id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("invited_by", BigId, nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f(f"fk_{TABLE}_team_id_teams")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{TABLE}_account_id_accounts")),
        sa.ForeignKeyConstraint(["invited_by"], ["accounts.id"], name=op.f(f"fk_{TABLE}_invited_by_accounts")),
        sa.PrimaryKeyConstraint("team_id", "account_id", name=op.f(f"pk_{TABLE}")),
    )
    op.create_index(op.f(f"ix_{TABLE}_account_id"), TABLE, ["account_id"])
