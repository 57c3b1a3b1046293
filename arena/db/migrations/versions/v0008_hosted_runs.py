"""Runs of hosted bots, and tokens that expire"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0008"
down_revision = "0007"

TABLE = "hosted_runs"


def upgrade() -> None:
    op.add_column("tokens", sa.Column("expires_at", UtcTime(), nullable=True))
    op.create_table(
        TABLE,
        sa.Column("id", BigId, nullable=False),
        sa.Column("submission_id", BigId, nullable=False),
        sa.Column("runner", sa.String(64), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("peak_memory_bytes", sa.BigInteger(), nullable=False),
        sa.Column("processor_ms", sa.BigInteger(), nullable=False),
        sa.Column("stderr", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f(f"fk_{TABLE}_submission_id_submissions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
    )
    op.create_index(op.f(f"ix_{TABLE}_submission_id"), TABLE, ["submission_id"])
