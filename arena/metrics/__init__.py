"""Figures and health of each part of the arena: Prometheus metrics, liveness, readiness. docs/operate.md lists them."""
