"""A bot's limit of matches per hour, when its ratings were last widened, and versions that played found quickly"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import UtcTime

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("bots", sa.Column("matches_per_hour", sa.Integer(), nullable=True))
    op.add_column("bots", sa.Column("widened_at", UtcTime(), nullable=True))
    op.create_index(op.f("ix_match_seats_version_id"), "match_seats", ["version_id"])
