"""The service's settings: from the environment (`ARENA_…`), a TOML file, or by default, each checked at start.

Every field is documented here and printed by `arena settings` with where its value came from. A secret can be given in
its own file (`ARENA_REDIS_URL_FILE=/run/secrets/redis`), as containers like it.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from arena.settings_rules import GITHUB, OIDC, InvalidSetting, check_mail, check_sign_in, is_safe_address

__all__ = ["GITHUB", "OIDC", "InvalidSetting", "Settings", "is_safe_address", "load"]

LONGEST_SOCKET = 90
"""Bytes of a socket's path in the data folder. The kernel takes 107, and gateways append their process id."""


def _setting(default: Any, about: str, *, secret: bool = False, low: float | None = None) -> Any:
    return field(default=default, metadata={"help": about, "secret": secret, "low": low})


@dataclass(frozen=True)
class Settings:
    """All settings. Times are in seconds."""

    data: Path = _setting(Path("data"), "folder of the embedded arena: database, Redis, keys, logs")
    database_url: str = _setting(
        "", "SQLite or PostgreSQL address; empty: a SQLite file in the data folder", secret=True
    )
    redis_url: str = _setting("", "Redis address; empty: the embedded one's socket in the data folder", secret=True)
    grpc_host: str = _setting("127.0.0.1", "address the gateway listens on")
    grpc_port: int = _setting(50051, "port the gateway listens on", low=0)
    grpc_plain_text: bool = _setting(
        False, "allow plain text on addresses other than loopback (behind a proxy with TLS)"
    )
    tls_certificate: str = _setting("", "PEM file of the gateway's certificate chain")
    tls_key: str = _setting("", "PEM file of its key")
    web_host: str = _setting("127.0.0.1", "address the site listens on")
    web_port: int = _setting(8000, "port the site listens on", low=0)
    public_url: str = _setting("", "address under which people reach the site; empty: web_host and web_port")
    web_tls_certificate: str = _setting(
        "",
        "PEM file of the site's certificate chain, for rooms without a proxy; empty: plain HTTP, as proxies expect it",
    )
    web_tls_key: str = _setting("", "PEM file of its key")
    tls_authority: str = _setting(
        "", "PEM file of the private authority behind these certificates; the site offers it for download"
    )
    public_endpoint: str = _setting(
        "", "host:port where bots dial, as pages tell people; empty: grpc_host and grpc_port"
    )
    web_threads: int = _setting(8, "requests the site answers at once", low=1)
    web_proxies: int = _setting(0, "proxies in front of the site whose X-Forwarded-… headers are believed", low=0)
    web_keep_seconds: int = _setting(
        300, "longest time that a public page is cached, in seconds; most pages say less; 0: never cached", low=0
    )
    web_streams: int = _setting(1000, "live streams one site process keeps open; beyond them pages ask again", low=0)
    web_streams_per_address: int = _setting(60, "of these, from one address: a class room may share one", low=0)
    web_connections_per_address: int = _setting(
        200, "connections to the site that one address may have open; 0: any number. Not used behind proxies", low=0
    )
    web_api_per_minute: int = _setting(600, "requests to the JSON API that one address may make in a minute", low=1)
    web_sign_up: bool = _setting(True, "whether visitors may create accounts")
    sign_in_provider: str = _setting("", "oidc or github: people may also sign in there; empty: by password only")
    sign_in_issuer: str = _setting(
        "https://github.com", "address of that provider: an OpenID Connect issuer, or a site with GitHub's OAuth"
    )
    sign_in_client_id: str = _setting(
        "", "the client id that the provider gave this arena; its redirect address is PUBLIC_URL/sign-in/callback"
    )
    sign_in_client_secret: str = _setting("", "the client secret that belongs to the id", secret=True)
    sign_in_title: str = _setting("", "the provider's name on the site; empty: its host")
    sign_in_new_accounts: bool = _setting(
        False, "whether people get an account when they sign in through the provider for the first time"
    )
    require_two_factor: str = _setting(
        "",
        "admins, or organisers for both: they must turn on two-factor sign-in before they can use their role",
    )
    smtp_host: str = _setting(
        "", "mail server for notices and forgotten passwords; empty: the arena sends no e-mail and asks for no address"
    )
    smtp_port: int = _setting(587, "its port", low=1)
    smtp_security: str = _setting("starttls", "starttls, tls (from the first byte, often port 465) or none")
    smtp_user: str = _setting("", "name to sign in there; empty: without")
    smtp_password: str = _setting("", "the password that belongs to it", secret=True)
    smtp_from: str = _setting("", "the sender of our letters, such as Meiji Arena <arena@example.org>")
    frames_folder: str = _setting(
        "", "folder of the viewer's frames, which may be deleted; empty: frames in the data folder"
    )
    frames_megabytes: int = _setting(
        200, "size of that folder at most; what was not read for longest goes first, 0: nothing is kept", low=0
    )
    show_tables: bool = _setting(
        True, "whether house bots play a table of each game at a pace for people, for watching alone"
    )
    show_pace_seconds: float = _setting(
        1.0, "between two decisions at such a table; nothing is played while nobody watches", low=0.05
    )
    comments: bool = _setting(
        True, "whether people who are signed in may comment on finished matches; if not, no comments are shown either"
    )
    submission_quota_megabytes: int = _setting(
        200, "archives of bots that one account may keep in the arena; 0: bots dial in, none is handed in", low=0
    )
    runner_places: int = _setting(4, "hosted bots that one runner keeps running at once", low=1)
    runner_turn_seconds: float = _setting(
        60.0, "after which a hosted bot that does not play gives its place to one that waits for a place", low=0
    )
    runner_sandbox: str = _setting("", "bubblewrap or runsc; empty: the first of them that works on this machine")
    runner_idle_seconds: float = _setting(
        120.0,
        "after which a hosted bot with nothing to play is stopped; it starts again when there is something",
        low=0,
    )
    hosted_gateway: str = _setting(
        "",
        "host:port or unix:PATH where the gateway lets hosted bots in, in plain text, for runners alone; empty: a socket in the data folder",
    )
    runner_gateway: str = _setting("", "where runners reach that, host:port or unix:PATH; empty: hosted_gateway")
    signing_key: str = _setting("", "PEM file of the key that signs replays; empty: signing.pem in the data folder")
    match_threads: int = _setting(64, "matches with external bots that one worker plays at once", low=1)
    match_slots: int = _setting(
        0,
        "matches with external bots that all workers together play at once: a quarter is for challenges, one person has half at most; 0: match_threads",
        low=0,
    )
    house_processes: int = _setting(1, "processes that play sets of house bots", low=1)
    match_max_seconds: float = _setting(
        7200.0, "a match that takes longer is void; with a clock that allows more, as much as that and a reserve", low=1
    )
    tick_seconds: float = _setting(1.0, "between passes of the scheduler", low=0.1)
    absent_seconds: float = _setting(60.0, "how long a match waits for bots that are not connected", low=0)
    settled_seconds: float = _setting(
        120.0, "between the tables that a bot opens in a ladder where its rating is settled; 0: no pause", low=0
    )
    metrics_host: str = _setting("127.0.0.1", "address on which each part tells its figures and health")
    metrics_port: int = _setting(
        0, "port of /metrics, /live and /ready; 0: none. `arena up` counts up from it, one port per part", low=0
    )
    notes_megabytes: float = _setting(
        100.0, "private notes that are kept for the bots of one team, the newest of them; 0: any number", low=0
    )
    keep_notes_days: float = _setting(
        0.0, "days that private notes of bots are kept after their match; 0: always", low=0
    )
    keep_faults_days: float = _setting(0.0, "days that fault logs are kept; 0: always", low=0)
    keep_audit_days: float = _setting(0.0, "days that audit lines are kept; 0: always", low=0)
    keep_deliveries_days: float = _setting(
        30.0, "days that the log of webhooks is kept once a delivery has ended; 0: always", low=0
    )
    backup_every: float = _setting(
        0.0, "seconds between scheduled backups, such as 86400 for one a day; 0: none are made", low=0
    )
    backup_keep: int = _setting(7, "scheduled backups that are kept, the newest of them", low=1)
    backup_folder: str = _setting(
        "", "folder of scheduled backups, best on another disk; empty: backups in the data folder"
    )
    dumps_folder: str = _setting(
        "", "folder of the monthly dumps, which worker and site share; empty: dumps in the data folder"
    )
    webhook_retry_seconds: float = _setting(
        10.0,
        "before a failed webhook is tried again; each pause is longer: 1, 3, 12, 60, 360, 2160 times this",
        low=0.01,
    )
    webhook_private: bool = _setting(
        False, "whether webhooks may call addresses that are not public: those of your own network"
    )
    log_json: bool = _setting(False, "logs as lines of JSON")
    log_level: str = _setting("INFO", "DEBUG, INFO, WARNING or ERROR")

    sources: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Where each value came from."""

    @property
    def database_address(self) -> str:
        """Where the database is."""
        return self.database_url or f"sqlite:///{self.database_file.absolute()}"

    @property
    def database_file(self) -> Path:
        """Of SQLite, which is used without `database_url`."""
        return self.data / "arena.db"

    @property
    def redis_address(self) -> str:
        """Where Redis is."""
        return self.redis_url or f"unix://{(self.data / 'redis' / 'redis.sock').absolute()}"

    @property
    def links_path(self) -> Path:
        """Where gateways listen for workers on the same machine."""
        return self.data.absolute() / "links"

    @property
    def hosted_address(self) -> str:
        """Where gateways let hosted bots in. A data folder with a long path has its socket among the temporary files."""
        usual = self.data.absolute() / "hosted.sock"
        if self.hosted_gateway or len(bytes(usual)) <= LONGEST_SOCKET:
            return self.hosted_gateway or f"unix:{usual}"
        return f"unix:{gettempdir()}/arena-hosted-{os.getuid()}-{sha256(bytes(usual)).hexdigest()[:16]}/s"

    @property
    def site_address(self) -> str:
        """Where people reach the site, without a slash at its end."""
        return (self.public_url or f"http://{self.web_host}:{self.web_port}").rstrip("/")

    @property
    def dial_address(self) -> str:
        """Where bots dial, as people type it."""
        return self.public_endpoint or f"{self.grpc_host}:{self.grpc_port}"

    @property
    def backup_path(self) -> Path:
        """Where scheduled backups are kept."""
        return Path(self.backup_folder) if self.backup_folder else self.data / "backups"

    @property
    def dumps_path(self) -> Path:
        """Where the monthly dumps are."""
        return Path(self.dumps_folder) if self.dumps_folder else self.data / "dumps"

    @property
    def frames_path(self) -> Path:
        """Where the viewer's frames are kept."""
        return Path(self.frames_folder) if self.frames_folder else self.data / "frames"

    @property
    def signing_key_path(self) -> Path:
        """Where the replay key is."""
        return Path(self.signing_key) if self.signing_key else self.data / "signing.pem"

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Name, value (secrets masked), source and meaning of every setting."""
        return [
            (
                setting.name,
                _shown(setting, getattr(self, setting.name)),
                self.sources.get(setting.name, "default"),
                setting.metadata["help"],
            )
            for setting in _known()
        ]


def _known() -> list[Any]:
    return [setting for setting in fields(Settings) if "help" in setting.metadata]


def _shown(setting: Any, value: Any) -> str:
    return "(secret)" if setting.metadata["secret"] and value else str(value)


def load(environment: Mapping[str, str] | None = None, file: Path | None = None, **given: Any) -> Settings:
    """The effective settings: *given* (flags) before the environment before the file before defaults."""
    environment = os.environ if environment is None else environment
    path = file or (Path(environment["ARENA_SETTINGS"]) if "ARENA_SETTINGS" in environment else None)
    from_file = _read_file(path) if path is not None else {}
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for setting in _known():
        value_and_source = _find(setting.name, given, environment, from_file, path)
        if value_and_source is not None:
            values[setting.name] = _checked(setting, *value_and_source)
            sources[setting.name] = value_and_source[1]
    _refuse_unknown(environment, from_file, path)
    settings = Settings(**values, sources=sources)
    check_sign_in(settings)
    check_mail(settings)
    return settings


def _find(
    name: str, given: Mapping[str, Any], environment: Mapping[str, str], from_file: Mapping[str, Any], path: Path | None
) -> tuple[Any, str] | None:
    variable = f"ARENA_{name.upper()}"
    if given.get(name) is not None:
        return given[name], f"--{name.replace('_', '-')}"
    if variable in environment:
        return environment[variable], variable
    if f"{variable}_FILE" in environment:
        secret = Path(environment[f"{variable}_FILE"])
        try:
            return secret.read_text("utf-8").strip(), f"{variable}_FILE"
        except OSError as error:
            raise InvalidSetting(f"{variable}_FILE: cannot read {secret}: {error.strerror}") from None
    return (from_file[name], str(path)) if name in from_file else None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InvalidSetting(f"cannot read the settings file {path}: {error.strerror}") from None
    except (
        ValueError,
        RecursionError,
    ) as error:  # not UTF-8, not TOML, a number of thousands of digits, nested without end
        raise InvalidSetting(f"{path} is not TOML: {error}") from None


def _refuse_unknown(environment: Mapping[str, str], from_file: Mapping[str, Any], path: Path | None) -> None:
    names = {setting.name for setting in _known()}
    for name in from_file:
        if name not in names:
            raise InvalidSetting(f"{path}: there is no setting {name!r}; there are: {', '.join(sorted(names))}")
    allowed = {f"ARENA_{name.upper()}" for name in names}
    for variable in environment:
        if variable.startswith("ARENA_") and variable.removesuffix("_FILE") not in allowed | PROGRAM_VARIABLES:
            raise InvalidSetting(f"there is no setting {variable}; `arena settings` lists what exists")


PROGRAM_VARIABLES = {
    "ARENA_SETTINGS",
    "ARENA_TOKEN",
    "ARENA_ENDPOINT",
    "ARENA_KEY",
    "ARENA_LOG",
    "ARENA_GIVE_UP_SECONDS",
    "ARENA_PLAIN_TEXT",
    "ARENA_CA",
    "ARENA_PART",
}
"""Variables that begin like settings but are for bots and clients."""


def _checked(one: Any, value: Any, source: str) -> Any:
    kind = one.type
    try:
        result = _converted(kind, value)
    except ValueError as error:
        raise InvalidSetting(f"{one.name} (from {source}): {error}; got {value!r}") from None
    low = one.metadata["low"]
    if low is not None and result < low:
        raise InvalidSetting(f"{one.name} (from {source}): must be at least {low:g}; got {value!r}")
    if one.name == "log_level" and result not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        raise InvalidSetting(f"log_level (from {source}): must be DEBUG, INFO, WARNING or ERROR; got {value!r}")
    return result


def _converted(kind: Any, value: Any) -> Any:
    if kind is bool:
        words = {
            "true": True,
            "1": True,
            "yes": True,
            "on": True,
            "false": False,
            "0": False,
            "no": False,
            "off": False,
        }
        if isinstance(value, bool):
            return value
        if str(value).lower() not in words:
            raise ValueError("must be true or false")
        return words[str(value).lower()]
    if kind is int or kind is float:
        if isinstance(value, bool):
            raise ValueError("must be a number")
        try:
            return kind(value)
        except (TypeError, ValueError):
            raise ValueError("must be a whole number" if kind is int else "must be a number") from None
    if not isinstance(value, str | Path):
        raise ValueError("must be a text")  # noqa: TRY004 (all wrong values get the same error)
    return Path(value) if kind is Path else str(value)
