"""Signing in by a provider"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0013"
down_revision = "0012"

TABLE = "sign_in_identities"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("label", sa.String(100), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("last_used_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{TABLE}_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
        sa.UniqueConstraint("issuer", "subject", name=op.f(f"uq_{TABLE}_issuer_subject")),
    )
    op.create_index(op.f(f"ix_{TABLE}_account_id"), TABLE, ["account_id"])
