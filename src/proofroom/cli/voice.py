"""Speaking on a terminal or into a pipe, with Rich only where it makes a difference.

Most of what commands say is a short line or a small table, which Rich writes as it stands; loading it takes
longer than such a command.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from proofroom.kernel.patterns import late_pattern

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 4_000
_WIDTH = 80
_BETWEEN = "  "
_WISHES = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""Variables by which people tell Rich how to write."""
_WIDTHS = ("COLUMNS", "FORCE_COLOR")
"""Those by which they tell it that somebody reads what does not go to a terminal."""
_PICTURE = late_pattern(r":[^\s:/]+:")
"""What Rich may draw a picture for; an address with its port is none."""
_WIDE = "\u0300"
"""From here on a character may take no column, or two."""


class Voice:
    """Says what a command has to say, on standard output or beside it."""

    def __init__(self, *, is_for_errors: bool = False) -> None:
        self._is_for_errors = is_for_errors

    @cached_property
    def rich(self) -> "Console":
        """Return Rich's console, for what is more than lines."""
        from rich.console import Console

        return Console(stderr=self._is_for_errors, highlight=False)

    def print(
        self,
        *parts: Any,
        style: str | None = None,
        markup: bool = True,
        soft_wrap: bool = False,
        end: str = "\n",
    ) -> None:
        """Write a line: wrapped to the terminal unless it is `soft_wrap`, with the `markup` of Rich."""
        soft_wrap = soft_wrap or self.is_piped
        text = parts[0] if len(parts) == 1 and isinstance(parts[0], str) else None
        has_colour = bool(style) and self._stream.isatty()
        is_plain = text is not None and not has_colour and _is_plain(text, has_markup=markup)
        if is_plain and self._is_simple() and (soft_wrap or len(text or "") <= self._width()):
            self._stream.write(f"{text}{end}")
            return
        self.rich.print(*parts, style=style, markup=markup, soft_wrap=soft_wrap, end=end)

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Write rows below their headings."""
        lines = [list(columns), *(list(row) for row in rows)]
        cells = [cell for line in lines for cell in line]
        if self._is_simple() and all(_is_plain(cell, has_markup=True) for cell in cells):
            widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
            if sum(widths) + len(_BETWEEN) * (len(widths) - 1) <= self._table_width():
                self._write_table(lines, widths)
                return
        self._draw(columns, rows)

    def _write_table(self, lines: list[list[str]], widths: list[int]) -> None:
        heads, *rest = [
            _BETWEEN.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            for line in lines
        ]
        if self._stream.isatty():
            heads = f"\x1b[1m{heads}\x1b[0m"
        self._stream.write("\n".join([heads, *rest, ""]))

    def _draw(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        from rich.console import Console
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column, no_wrap=column == "id")  # an id that is cut cannot be copied
        for row in rows:
            table.add_row(*row)
        (Console(highlight=False, width=PIPED_WIDTH) if self.is_piped else self.rich).print(table)

    @property
    def is_piped(self) -> bool:
        """Tell whether a program reads it, to which a line that is cut or wrapped at a width is lost."""
        return not self._stream.isatty() and not any(name in os.environ for name in _WIDTHS)

    @property
    def _stream(self) -> Any:
        return sys.stderr if self._is_for_errors else sys.stdout

    def _is_simple(self) -> bool:
        """Tell whether nothing about this terminal or pipe is out of the ordinary."""
        if os.name != "posix" or any(name in os.environ for name in _WISHES):
            return False
        return not self._stream.isatty() or os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")

    def _width(self) -> int:
        return shutil.get_terminal_size().columns if self._stream.isatty() else _WIDTH

    def _table_width(self) -> int:
        return self._width() if self._stream.isatty() else PIPED_WIDTH


def _is_plain(text: str, *, has_markup: bool) -> bool:
    """Tell whether Rich writes a text as it stands: no line breaks, no markup, no `:names:` of pictures."""
    if not text.isprintable() or (has_markup and "[" in text) or _PICTURE.search(text):
        return False
    return text.isascii() or max(text) < _WIDE
