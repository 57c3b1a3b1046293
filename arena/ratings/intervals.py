"""95 % intervals from few values: Student's t for means, Wilson's interval for shares."""

from collections.abc import Sequence
from math import log, sqrt
from statistics import stdev

_Z = 1.959963984540054
_DOUBT = 0.05
TIGHTEST = 40
"""Values after which `anytime_half_width` is as narrow as it can be, compared with `half_width`."""
# From the usual tables; the series below is good to 0.001 from 5 degrees of freedom on.
_FEW = (12.7062, 4.3027, 3.1824, 2.7764)


def quantile(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches to each side."""
    if freedom < 1:
        raise ValueError(f"Student's t needs at least one degree of freedom, got {freedom}")
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    # Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5)
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def half_width(sample: Sequence[float]) -> float:
    """How far the 95 % interval of the sample's mean reaches to each side (Student). The sample needs two values."""
    return quantile(len(sample) - 1) * stdev(sample) / sqrt(len(sample))


def wilson(won: float, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, within 0 and 1."""
    z, share = _Z, won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def anytime_half_width(sample: Sequence[float], least_deviation: float) -> float:
    """As `half_width`, for a mean that is looked at after every value: 95 % that all the intervals hold together.

    A confidence sequence by a normal mixture (Waudby-Smith and others, "Time-uniform central limit theory", arXiv 2103.06476), tightest near
    TIGHTEST values. *least_deviation* is used while the values vary less: a few can agree by chance.
    """
    count = len(sample)
    deviation = max(stdev(sample) if count > 1 else 0.0, least_deviation)
    rho = (2 * log(1 / _DOUBT) + log(2 * log(1 / _DOUBT) + 1)) / TIGHTEST
    mixed = count * rho + 1
    return deviation * sqrt(2 * mixed / (count * count * rho) * log(sqrt(mixed) / _DOUBT))
