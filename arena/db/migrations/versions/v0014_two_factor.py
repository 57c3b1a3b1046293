"""Two-factor sign-in"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, UtcTime

revision = "0014"
down_revision = "0013"

FACTORS = "second_factors"
CODES = "recovery_codes"


def upgrade() -> None:
    op.create_table(
        FACTORS,
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("confirmed_at", UtcTime(), nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{FACTORS}_account_id_accounts")),
        sa.PrimaryKeyConstraint("account_id", name=op.f(f"pk_{FACTORS}")),
    )
    op.create_table(
        CODES,
        sa.Column("id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("used_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{CODES}_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{CODES}")),
    )
    op.create_index(op.f(f"ix_{CODES}_account_id"), CODES, ["account_id"])
