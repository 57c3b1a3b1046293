"""The first tables"""

import sqlalchemy as sa
from alembic import op

from arena.db.database import BigId, Json, UtcTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", BigId, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column(
            "role", sa.Enum("admin", "organiser", "author", name="role", native_enum=False, length=16), nullable=False
        ),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("disabled_at", UtcTime(), nullable=True),
        sa.Column("deleted_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name", name=op.f("uq_accounts_name")),
    )
    op.create_table(
        "audit_log",
        sa.Column("id", BigId, nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("subject", sa.String(length=160), nullable=False),
        sa.Column("detail", Json, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
    )
    op.create_index(op.f("ix_audit_log_subject"), "audit_log", ["subject"])
    op.create_table(
        "seasons",
        sa.Column("id", BigId, nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("clock", sa.String(length=64), nullable=False),
        sa.Column(
            "format",
            sa.Enum("ladder", "round_robin", "swiss", "solo", name="seasonformat", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column(
            "state",
            sa.Enum(
                "draft",
                "registration",
                "running",
                "finished",
                "cancelled",
                name="seasonstate",
                native_enum=False,
                length=16,
            ),
            nullable=False,
        ),
        sa.Column("open_ladder", sa.Boolean(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("league", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("follows_id", BigId, nullable=True),
        sa.Column("visibility", sa.String(length=64), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("file", sa.Text(), nullable=True),
        sa.Column("seed", sa.String(length=40), nullable=False),
        sa.Column("setups", sa.Integer(), nullable=False),
        sa.Column("registration_opens", UtcTime(), nullable=True),
        sa.Column("registration_closes", UtcTime(), nullable=True),
        sa.Column("submission_opens", UtcTime(), nullable=True),
        sa.Column("submission_closes", UtcTime(), nullable=True),
        sa.Column("first_at", UtcTime(), nullable=True),
        sa.Column("deadline", UtcTime(), nullable=True),
        sa.Column("opened_at", UtcTime(), nullable=True),
        sa.Column("started_at", UtcTime(), nullable=True),
        sa.Column("resumed_at", UtcTime(), nullable=True),
        sa.Column("finished_at", UtcTime(), nullable=True),
        sa.Column("locked_at", UtcTime(), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["follows_id"], ["seasons.id"], name=op.f("fk_seasons_follows_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("slug", name=op.f("uq_seasons_slug")),
    )
    op.create_index(op.f("ix_seasons_game_seats"), "seasons", ["game", "seats"])
    op.create_index(op.f("ix_seasons_state"), "seasons", ["state"])
    op.create_table(
        "teams",
        sa.Column("id", BigId, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teams")),
        sa.UniqueConstraint("name", name=op.f("uq_teams_name")),
    )
    op.create_table(
        "bots",
        sa.Column("id", BigId, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("team_id", BigId, nullable=False),
        sa.Column("house", sa.String(length=100), nullable=True),
        sa.Column("language", sa.String(length=64), nullable=False),
        sa.Column("games", Json, nullable=False),
        sa.Column("matches_at_once", sa.Integer(), nullable=False),
        sa.Column("open_to_challenges", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("validated_at", UtcTime(), nullable=True),
        sa.Column("disabled_at", UtcTime(), nullable=True),
        sa.Column("last_seen_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_bots_team_id_teams")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bots")),
        sa.UniqueConstraint("name", name=op.f("uq_bots_name")),
    )
    op.create_index(op.f("ix_bots_team_id"), "bots", ["team_id"])
    op.create_table(
        "invites",
        sa.Column("id", BigId, nullable=False),
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("revoked_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_invites_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invites")),
        sa.UniqueConstraint("hash", name=op.f("uq_invites_hash")),
    )
    op.create_index(op.f("ix_invites_season_id"), "invites", ["season_id"])
    op.create_table(
        "season_divisions",
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_season_divisions_season_id_seasons")),
        sa.PrimaryKeyConstraint("season_id", "number", name=op.f("pk_season_divisions")),
    )
    op.create_table(
        "season_organisers",
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_season_organisers_account_id_accounts")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_season_organisers_season_id_seasons")),
        sa.PrimaryKeyConstraint("season_id", "account_id", name=op.f("pk_season_organisers")),
    )
    op.create_index(op.f("ix_season_organisers_account_id"), "season_organisers", ["account_id"])
    op.create_table(
        "season_stages",
        sa.Column("id", BigId, nullable=False),
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("format", sa.String(length=64), nullable=False),
        sa.Column(
            "state",
            sa.Enum("waiting", "running", "done", name="stagestate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("visibility", sa.String(length=64), nullable=False),
        sa.Column("freeze_at", UtcTime(), nullable=True),
        sa.Column("reveal_at", UtcTime(), nullable=True),
        sa.Column("started_at", UtcTime(), nullable=True),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_season_stages_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season_stages")),
        sa.UniqueConstraint("season_id", "number", name=op.f("uq_season_stages_season_id_number")),
    )
    op.create_table(
        "team_members",
        sa.Column("team_id", BigId, nullable=False),
        sa.Column("account_id", BigId, nullable=False),
        sa.Column("leader", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_team_members_account_id_accounts")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_team_members_team_id_teams")),
        sa.PrimaryKeyConstraint("team_id", "account_id", name=op.f("pk_team_members")),
    )
    op.create_index(op.f("ix_team_members_account_id"), "team_members", ["account_id"])
    op.create_table(
        "bot_versions",
        sa.Column("id", BigId, nullable=False),
        sa.Column("bot_id", BigId, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("first_seen_at", UtcTime(), nullable=False),
        sa.Column("last_seen_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_bot_versions_bot_id_bots")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_versions")),
        sa.UniqueConstraint("bot_id", "name", name=op.f("uq_bot_versions_bot_id_name")),
    )
    op.create_table(
        "entries",
        sa.Column("id", BigId, nullable=False),
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("bot_id", BigId, nullable=False),
        sa.Column(
            "state",
            sa.Enum("active", "withdrawn", "disqualified", name="entrystate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("deviation", sa.Integer(), nullable=False),
        sa.Column("sets_rated", sa.Integer(), nullable=False),
        sa.Column("joined_at", UtcTime(), nullable=False),
        sa.Column("last_set_at", UtcTime(), nullable=True),
        sa.Column("division", sa.Integer(), nullable=True),
        sa.Column("version", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_entries_bot_id_bots")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_entries_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("season_id", "bot_id", name=op.f("uq_entries_season_id_bot_id")),
    )
    op.create_index(op.f("ix_entries_bot_id"), "entries", ["bot_id"])
    op.create_index(op.f("ix_entries_season_id_rating"), "entries", ["season_id", "rating"])
    op.create_table(
        "rounds",
        sa.Column("id", BigId, nullable=False),
        sa.Column("stage_id", BigId, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            sa.Enum("planned", "running", "done", name="roundstate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("starts_at", UtcTime(), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=True),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["stage_id"], ["season_stages.id"], name=op.f("fk_rounds_stage_id_season_stages")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("stage_id", "number", name=op.f("uq_rounds_stage_id_number")),
    )
    op.create_index(op.f("ix_rounds_state"), "rounds", ["state"])
    op.create_table(
        "tokens",
        sa.Column("id", BigId, nullable=False),
        sa.Column("kind", sa.Enum("bot", "author", name="tokenkind", native_enum=False, length=16), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("bot_id", BigId, nullable=True),
        sa.Column("account_id", BigId, nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("last_used_at", UtcTime(), nullable=True),
        sa.Column("revoked_at", UtcTime(), nullable=True),
        sa.CheckConstraint("(bot_id IS NULL) <> (account_id IS NULL)", name=op.f("ck_tokens_one_owner")),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_tokens_account_id_accounts")),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_tokens_bot_id_bots")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index(op.f("ix_tokens_account_id"), "tokens", ["account_id"])
    op.create_index(op.f("ix_tokens_bot_id"), "tokens", ["bot_id"])
    op.create_table(
        "byes",
        sa.Column("round_id", BigId, nullable=False),
        sa.Column("entry_id", BigId, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_byes_entry_id_entries")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_byes_round_id_rounds")),
        sa.PrimaryKeyConstraint("round_id", "entry_id", name=op.f("pk_byes")),
    )
    op.create_table(
        "champions",
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("entry_id", BigId, nullable=False),
        sa.Column("league", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("division_name", sa.String(length=120), nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=False),
        sa.Column("team", sa.String(length=64), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_champions_entry_id_entries")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_champions_season_id_seasons")),
        sa.PrimaryKeyConstraint("season_id", "division", name=op.f("pk_champions")),
    )
    op.create_table(
        "final_tables",
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("entry_id", BigId, nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=False),
        sa.Column("team", sa.String(length=64), nullable=False),
        sa.Column("detail", Json, nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_final_tables_entry_id_entries")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_final_tables_season_id_seasons")),
        sa.PrimaryKeyConstraint("season_id", "stage", "division", "place", name=op.f("pk_final_tables")),
    )
    op.create_table(
        "stage_entries",
        sa.Column("stage_id", BigId, nullable=False),
        sa.Column("entry_id", BigId, nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("seeded", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_stage_entries_entry_id_entries")),
        sa.ForeignKeyConstraint(
            ["stage_id"], ["season_stages.id"], name=op.f("fk_stage_entries_stage_id_season_stages")
        ),
        sa.PrimaryKeyConstraint("stage_id", "entry_id", name=op.f("pk_stage_entries")),
    )
    op.create_table(
        "table_sets",
        sa.Column("id", BigId, nullable=False),
        sa.Column("season_id", BigId, nullable=True),
        sa.Column("round_id", BigId, nullable=True),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("replaces_id", BigId, nullable=True),
        sa.Column("wait_seconds", sa.Integer(), nullable=True),
        sa.Column(
            "kind",
            sa.Enum("rated", "validation", "challenge", name="setkind", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column(
            "state", sa.Enum("open", "done", "void", name="setstate", native_enum=False, length=16), nullable=False
        ),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("clock", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.String(length=40), nullable=False),
        sa.Column("house_only", sa.Boolean(), nullable=False),
        sa.Column("asked_by", BigId, nullable=True),
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("done_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["asked_by"], ["accounts.id"], name=op.f("fk_table_sets_asked_by_accounts")),
        sa.ForeignKeyConstraint(["replaces_id"], ["table_sets.id"], name=op.f("fk_table_sets_replaces_id_table_sets")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_table_sets_round_id_rounds")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_table_sets_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_sets")),
    )
    op.create_index(op.f("ix_table_sets_asked_by"), "table_sets", ["asked_by"])
    op.create_index(op.f("ix_table_sets_round_id"), "table_sets", ["round_id"])
    op.create_index(op.f("ix_table_sets_season_id_id"), "table_sets", ["season_id", "id"])
    op.create_index(op.f("ix_table_sets_state"), "table_sets", ["state"])
    op.create_table(
        "matches",
        sa.Column("id", BigId, nullable=False),
        sa.Column("set_id", BigId, nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            sa.Enum("queued", "running", "finished", "void", "failed", name="matchstate", native_enum=False, length=16),
            nullable=False,
        ),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.String(length=100), nullable=True),
        sa.Column("hidden_seed", sa.String(length=40), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("sent_at", UtcTime(), nullable=True),
        sa.Column("ready_at", UtcTime(), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=True),
        sa.Column("finished_at", UtcTime(), nullable=True),
        sa.Column("decisions", sa.Integer(), nullable=True),
        sa.Column("outcome", Json, nullable=True),
        sa.Column("digest", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["set_id"], ["table_sets.id"], name=op.f("fk_matches_set_id_table_sets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_finished_at"), "matches", ["finished_at"])
    op.create_index(op.f("ix_matches_set_id"), "matches", ["set_id"])
    op.create_index(op.f("ix_matches_state_id"), "matches", ["state", "id"])
    op.create_table(
        "rating_log",
        sa.Column("id", BigId, nullable=False),
        sa.Column("season_id", BigId, nullable=False),
        sa.Column("set_id", BigId, nullable=True),
        sa.Column("bot_id", BigId, nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("ruling", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("deviation", sa.Integer(), nullable=True),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_rating_log_bot_id_bots")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_rating_log_season_id_seasons")),
        sa.ForeignKeyConstraint(["set_id"], ["table_sets.id"], name=op.f("fk_rating_log_set_id_table_sets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_log")),
        sa.UniqueConstraint(
            "season_id",
            "set_id",
            "bot_id",
            "kind",
            "ruling",
            name=op.f("uq_rating_log_season_id_set_id_bot_id_kind_ruling"),
        ),
    )
    op.create_index(op.f("ix_rating_log_season_id_bot_id_id"), "rating_log", ["season_id", "bot_id", "id"])
    op.create_index(op.f("ix_rating_log_set_id"), "rating_log", ["set_id"])
    op.create_table(
        "fault_log",
        sa.Column("id", BigId, nullable=False),
        sa.Column("match_id", BigId, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("bot_id", BigId, nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(length=64), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("legal", Json, nullable=False),
        sa.Column("sent", sa.Text(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_fault_log_bot_id_bots")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_fault_log_match_id_matches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fault_log")),
    )
    op.create_index(op.f("ix_fault_log_bot_id_id"), "fault_log", ["bot_id", "id"])
    op.create_index(op.f("ix_fault_log_match_id"), "fault_log", ["match_id"])
    op.create_table(
        "match_seats",
        sa.Column("id", BigId, nullable=False),
        sa.Column("match_id", BigId, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("bot_id", BigId, nullable=False),
        sa.Column("version_id", BigId, nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("verdict", sa.String(length=64), nullable=True),
        sa.Column("think_ms", sa.Integer(), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("locked_version", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_match_seats_bot_id_bots")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_seats_match_id_matches")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["bot_versions.id"], name=op.f("fk_match_seats_version_id_bot_versions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match_seats")),
        sa.UniqueConstraint("match_id", "seat", name=op.f("uq_match_seats_match_id_seat")),
    )
    op.create_index(op.f("ix_match_seats_bot_id_match_id"), "match_seats", ["bot_id", "match_id"])
    op.create_table(
        "private_notes",
        sa.Column("match_id", BigId, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("notes", Json, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_private_notes_match_id_matches")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_private_notes")),
    )
    op.create_table(
        "replays",
        sa.Column("match_id", BigId, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_replays_match_id_matches")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_replays")),
    )
    op.create_table(
        "rulings",
        sa.Column("id", BigId, nullable=False),
        sa.Column("season_id", BigId, nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "void", "replay", "forfeit", "withdraw", "disqualify", name="rulingkind", native_enum=False, length=16
            ),
            nullable=False,
        ),
        sa.Column("match_id", BigId, nullable=True),
        sa.Column("entry_id", BigId, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_rulings_entry_id_entries")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_rulings_match_id_matches")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_rulings_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rulings")),
    )
    op.create_index(op.f("ix_rulings_match_id"), "rulings", ["match_id"])
    op.create_index(op.f("ix_rulings_season_id_id"), "rulings", ["season_id", "id"])
