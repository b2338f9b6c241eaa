"""What the token estimator costs per kilobyte of text."""

from bench.measure import Row, median_cpu
from proofroom.kernel.tokens import estimate

ENGLISH = "The river under the market is older than the city; engineers found it again in 1998.\n" * 1000
TURKISH = "Pazarın altındaki nehir şehirden daha eskidir; mühendisler onu 1998'de yeniden buldu.\n" * 1000


def measure() -> list[Row]:
    """Measure an English and a Turkish text of about 90 kB."""
    rows: list[Row] = []
    for name, text in (("English", ENGLISH), ("Turkish", TURKISH)):
        seconds = median_cpu(5, lambda text=text: estimate(text))
        rows.append(Row(f"token estimate, {name}", 1e9 * seconds / len(text), "µs per kB"))
    return rows
