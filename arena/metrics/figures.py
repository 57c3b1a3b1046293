"""The figures that the arena's processes count for Prometheus. Each part serves only those of its registry."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

GATEWAY, MATCHES, CONTROL, SITE, OTHERS = (CollectorRegistry() for _ in range(5))
REGISTRIES = {"gateway": GATEWAY, "worker-matches": MATCHES, "worker-control": CONTROL, "web": SITE}
"""By part; all other parts have OTHERS."""
EVERY = (GATEWAY, MATCHES, CONTROL, SITE, OTHERS)
ERRORS = Counter("arena_errors_total", "Errors that this process has logged", registry=None)
for _registry in EVERY:
    _registry.register(ERRORS)
    ProcessCollector(registry=_registry)
MOMENTS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
SPELLS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 7200.0)
THINKING = Histogram(
    "arena_thinking_seconds",
    "From a question leaving the gateway to its answer: the bot and its line",
    buckets=MOMENTS,
    registry=GATEWAY,
)
ANSWERS = Counter(
    "arena_answers_total", "Answers at this gateway: chosen, or the verdict on a fault", ["kind"], registry=GATEWAY
)
CONNECTED = Gauge("arena_gateway_bots", "Bots connected to this gateway", registry=GATEWAY)
PENDING = Gauge("arena_gateway_pending", "Decisions that bots of this gateway owe", registry=GATEWAY)
CARRYING = Histogram(
    "arena_carrying_seconds",
    "What the arena adds to a decision: from the worker to the bot and back, without the bot's thinking",
    buckets=MOMENTS,
    registry=MATCHES,
)
RUNNING = Gauge("arena_worker_matches", "Matches with external bots that this worker plays now", registry=MATCHES)
ENDED = Counter(
    "arena_attempts_total",
    "Attempts at matches by this worker: finished, void, fenced, handed_over, given_back",
    ["game", "end"],
    registry=MATCHES,
)
LASTED = Histogram(
    "arena_match_seconds",
    "From claim to result of finished matches of this worker",
    ["game"],
    buckets=SPELLS,
    registry=MATCHES,
)
DECISIONS = Counter("arena_decisions_total", "Decisions of finished matches of this worker", ["game"], registry=MATCHES)
FAULTS = Counter(
    "arena_faults_total", "Faults of bots in finished matches of this worker", ["verdict"], registry=MATCHES
)
TICK = Histogram("arena_tick_seconds", "One pass of the scheduler", buckets=MOMENTS, registry=CONTROL)
TIDIED = Counter("arena_tidied_rows_total", "Rows that housekeeping has removed", ["what"], registry=CONTROL)
STREAMS = Gauge("arena_web_streams", "Live streams open at this site process", registry=SITE)
PICTURES = Counter(
    "arena_pictures_total",
    "Pictures of link previews that were asked for: read from their file, made, damaged (and made again), unwritable",
    ["how"],
    registry=SITE,
)
FRAMES = Counter(
    "arena_frames_total",
    "Frames of matches that the viewer asked for: read from their file, made, damaged (and made again), unwritable",
    ["how"],
    registry=SITE,
)
FIRST_BOARDS = Counter(
    "arena_first_boards_total",
    "First boards in the pages of matches: read from their file, made, damaged (and made again), unwritable",
    ["how"],
    registry=SITE,
)
REQUESTS = Counter(
    "arena_http_requests_total",
    "Requests that this site process has answered, by family of pages",
    ["pages", "status"],
    registry=SITE,
)
ANSWERED = Histogram(
    "arena_http_seconds",
    "From a request that is whole to its answer, by family of pages",
    ["pages"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
    registry=SITE,
)
REFUSED = Counter(
    "arena_http_refused_total",
    "Requests that this site process turned away before a page saw them: too many, too large, too slow",
    ["status"],
    registry=SITE,
)
