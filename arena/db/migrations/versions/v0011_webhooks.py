"""Webhooks and their deliveries"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, Json, UtcTime

revision = "0011"
down_revision = "0010"

HOOKS = "webhooks"
DELIVERIES = "webhook_deliveries"


def upgrade() -> None:
    op.create_table(
        HOOKS,
        sa.Column("id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("url", sa.String(500), nullable=False),
        sa.Column("secret", sa.String(80), nullable=False),
        sa.Column("style", sa.String(64), nullable=False),
        sa.Column("events", Json, nullable=False),
        sa.Column("season_id", BigId, nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{HOOKS}_account_id_accounts")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f(f"fk_{HOOKS}_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{HOOKS}")),
    )
    op.create_index(op.f(f"ix_{HOOKS}_account_id"), HOOKS, ["account_id"])
    op.create_table(
        DELIVERIES,
        sa.Column("id", BigId, nullable=False),
        sa.Column("webhook_id", BigId, nullable=False),
        sa.Column("event", sa.String(64), nullable=False),
        sa.Column("about", sa.String(100), nullable=False),
        sa.Column("facts", Json, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", UtcTime(), nullable=False),
        sa.Column("answer", sa.String(200), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["webhook_id"], ["webhooks.id"], name=op.f(f"fk_{DELIVERIES}_webhook_id_webhooks")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{DELIVERIES}")),
    )
    op.create_index(op.f(f"ix_{DELIVERIES}_webhook_id_id"), DELIVERIES, ["webhook_id", "id"])
    op.create_index(op.f(f"ix_{DELIVERIES}_state_next_at"), DELIVERIES, ["state", "next_at"])
