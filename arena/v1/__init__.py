"""Made from proto/arena/v1 by `make proto`; do not edit."""
