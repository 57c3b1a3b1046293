"""Bots that are handed in as archives"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, Json, UtcTime

revision = "0007"
down_revision = "0006"

TABLE = "submissions"
FILES = "submission_files"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", BigId, nullable=False),
        sa.Column("bot_id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=True),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("language", sa.String(64), nullable=False),
        sa.Column("command", Json, nullable=False),
        sa.Column("games", Json, nullable=False),
        sa.Column("protocol", sa.String(64), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("archive_bytes", sa.BigInteger(), nullable=False),
        sa.Column("unpacked_bytes", sa.BigInteger(), nullable=False),
        sa.Column("files", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("deleted_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f(f"fk_{TABLE}_bot_id_bots")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f(f"fk_{TABLE}_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{TABLE}")),
        sa.UniqueConstraint("bot_id", "version", name=op.f(f"uq_{TABLE}_bot_id_version")),
    )
    op.create_index(op.f(f"ix_{TABLE}_account_id"), TABLE, ["account_id"])
    op.create_table(
        FILES,
        sa.Column("submission_id", BigId, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["submission_id"], [f"{TABLE}.id"], name=op.f(f"fk_{FILES}_submission_id_{TABLE}")),
        sa.PrimaryKeyConstraint("submission_id", name=op.f(f"pk_{FILES}")),
    )
