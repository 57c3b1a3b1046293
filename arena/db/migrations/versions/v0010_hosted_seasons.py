"""Seasons for hosted bots, and what hosted bots used over time and in each match"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import Json

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("seasons", sa.Column("hosting", sa.String(64), nullable=False, server_default="both"))
    for name in ("points", "matches"):
        op.add_column("hosted_runs", sa.Column(name, Json, nullable=False, server_default="[]"))
