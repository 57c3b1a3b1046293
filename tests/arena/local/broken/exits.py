"""Ends before it says hello."""

import sys

sys.exit("my model file is missing")
