"""File descriptors: every connection takes one, and the usual soft limit of 1,024 is soon used up."""

import logging

log = logging.getLogger(__name__)

ENOUGH = 65_536
"""More connections than one address has ports."""
FEW = 16_384


def raise_limit() -> int:
    """Raise the soft limit of this process as far as it may; how many descriptors there are now."""
    try:
        import resource
    except ImportError:  # not Unix
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft != resource.RLIM_INFINITY and soft < FEW:
        log.warning("only %d file descriptors: raise the hard limit (ulimit -Hn) to %d or more", soft, FEW)
    return ENOUGH if soft == resource.RLIM_INFINITY else soft
