"""The process that plays matches: it claims them, asks bots through Redis, and records results. `workers/` wraps it in Celery tasks."""
