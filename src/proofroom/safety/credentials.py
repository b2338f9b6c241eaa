"""What keys and tokens look like."""

import math
import re
from collections import Counter

from proofroom.kernel.patterns import late_pattern

PRIVATE_KEY = late_pattern(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r".*?(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)

# Beginnings that issuers have published for their keys.
TOKEN = late_pattern(
    r"""(?<![A-Za-z0-9_])(?:
        sk-[A-Za-z0-9_-]{16,}
        | (?:rk|pk|sk)_(?:live|test)_[A-Za-z0-9]{16,}
        | gsk_[A-Za-z0-9]{20,}
        | xai-[A-Za-z0-9]{20,}
        | tvly-[A-Za-z0-9-]{16,}
        | hf_[A-Za-z0-9]{20,}
        | AIza[A-Za-z0-9_-]{30,}
        | ya29\.[A-Za-z0-9_-]{20,}
        | (?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}
        | gh[pousr]_[A-Za-z0-9]{30,}
        | github_pat_[A-Za-z0-9_]{30,}
        | glpat-[A-Za-z0-9_-]{18,}
        | xox[abeoprs]-[A-Za-z0-9-]{10,}
        | npm_[A-Za-z0-9]{30,}
        | pypi-[A-Za-z0-9_-]{30,}
        | SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
        | eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}
    )(?![A-Za-z0-9_])""",
    re.VERBOSE,
)

_MIN_BITS = 2.5


def is_random(text: str) -> bool:
    """Tell whether a text is irregular enough to be a key and not a placeholder such as `sk-xxxxxxxx`."""
    _, _, tail = text.rpartition("-") if "-" in text[:8] else text.rpartition("_")
    counts = Counter(tail or text)
    size = sum(counts.values())
    return -sum(n / size * math.log2(n / size) for n in counts.values()) >= _MIN_BITS
