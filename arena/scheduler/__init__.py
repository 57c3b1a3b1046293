"""The process that decides what is played: ladders, seasons, dispatch, waiting, and cleaning up. `workers/` wraps it in Celery tasks."""
