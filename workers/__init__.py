"""Celery application, beat schedule, tasks of a few lines each. Imports arena, never web."""
