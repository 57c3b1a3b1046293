"""Which decision of its match a fault belongs to: what `arena replay ask --at` takes"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("fault_log", sa.Column("made", sa.Integer(), nullable=True))
