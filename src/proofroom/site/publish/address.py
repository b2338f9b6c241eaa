"""Where a published site is."""

from proofroom.kernel.data import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """Where a site is: its origin, and the path below it that everything on the site begins with."""

    origin: str
    base: str = ""

    @property
    def root(self) -> str:
        """The address of the homepage without its last slash."""
        return f"{self.origin}{self.base}"
