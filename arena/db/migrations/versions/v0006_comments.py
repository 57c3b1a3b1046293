"""Comments on moments of finished matches"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0006"
down_revision = "0005"

TABLE = "comments"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", BigId, nullable=False),
        sa.Column("match_id", BigId, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f(f"fk_{TABLE}_match_id_matches")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{TABLE}_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
    )
    op.create_index(op.f(f"ix_{TABLE}_match_id_step_id"), TABLE, ["match_id", "step", "id"])
    op.create_index(op.f(f"ix_{TABLE}_account_id_match_id"), TABLE, ["account_id", "match_id"])
