"""Records as sheets: CSV and JSON read into rows, columns matched to fields, rows into records and back."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, Literal, cast

from proofroom.entities.cells import (
    TRUTH_PAIRS,
    CellStyle,
    column_style,
    read_day,
    read_figure,
    read_truth,
    style_of,
    units_of,
)
from proofroom.entities.layout import without_sums
from proofroom.entities.naming import title_column
from proofroom.entities.schema import check_values
from proofroom.entities.types import Entity, FieldDef, FieldKind, TypeDef
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.search import fold

Format = Literal["csv", "json"]
MAX_ROWS = 5_000
MAX_COLUMNS = 200
MAX_BYTES = 5_000_000
TITLE, SKIP, RELATION = "title", "", "relation:"
_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Rows:
    """A sheet as it was read."""

    headers: list[str]
    rows: list[dict[str, Any]]
    sign: str = ""
    """What stands between its cells."""

    @cached_property
    def styles(self) -> dict[str, CellStyle]:
        """How the figures and dates of each column are written."""
        cells = (cell for row in self.rows for cell in row.values())
        sheet = style_of(cells, self.headers, sign=self.sign)
        return {one: column_style((row.get(one) for row in self.rows), sheet) for one in self.headers}


@dataclass(frozen=True, slots=True)
class Relating:
    """A cell that names another record."""

    kind: str
    type_slug: str
    title: str


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row as a record: what it would be, whom it names, or what is wrong with it."""

    number: int
    title: str
    fields: dict[str, Any]
    relations: tuple[Relating, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, or would do."""

    mapping: dict[str, str]
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    related: int = 0
    problems: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    is_dry_run: bool = False
    ids: list[str] = field(default_factory=list[str])


def read_rows(text: str, format: Format | None = None, sign: str = "") -> Rows:
    """Read a sheet; its format and the sign between cells are found where they are not said."""
    if len(text.encode()) > MAX_BYTES:
        raise InvalidInput(say("entities.sheet_large", most=f"{MAX_BYTES:,}"))
    clean = text.lstrip("\ufeff").strip()
    wanted = format or ("json" if clean.startswith(("[", "{")) else "csv")
    found = _read_json(clean) if wanted == "json" else _read_csv(clean, sign)
    if not found.rows or not found.headers:
        raise InvalidInput(say("entities.sheet_empty"))
    if len(found.headers) > MAX_COLUMNS:
        raise InvalidInput(say("entities.sheet_columns", most=MAX_COLUMNS))
    if len(found.rows) > MAX_ROWS:
        raise InvalidInput(say("entities.sheet_rows", most=MAX_ROWS))
    return found


def _read_csv(text: str, sign: str) -> Rows:
    first = text.partition("\n")[0]
    sign = sign or max(_DELIMITERS, key=first.count)
    try:
        lines = [line for line in csv.reader(io.StringIO(text), delimiter=sign, strict=True) if any(line)]
    except csv.Error as error:
        raise InvalidInput(say("entities.sheet_unreadable", problem=str(error))) from None
    # Programs write empty columns after the last one that was ever touched.
    width = max((at for line in lines for at, cell in enumerate(line, 1) if cell.strip()), default=0)
    headers = [header.strip() for header in lines[0][:width]] if lines else []
    if not headers or len(set(headers)) != len(headers) or not all(headers):
        raise InvalidInput(say("entities.sheet_headers"))
    rows = [dict(zip(headers, (cell.strip() for cell in line), strict=False)) for line in lines[1:]]
    read = Rows(headers, rows, sign)
    return Rows(headers, without_sums(rows, read.styles), sign)


def _read_json(text: str) -> Rows:
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(say("entities.sheet_unreadable", problem=str(error))) from None
    if isinstance(value, dict):
        value = cast("dict[str, Any]", value).get("entities", [value])
    rows: list[dict[str, Any]] = []
    for one in cast("list[Any]", value) if isinstance(value, list) else []:
        if not isinstance(one, dict):
            raise InvalidInput(say("entities.sheet_objects"))
        row = cast("dict[str, Any]", one)
        fields: Any = row.get("fields") or {}
        if not isinstance(fields, dict):
            raise InvalidInput(say("entities.sheet_objects"))
        rows.append({k: v for k, v in row.items() if k != "fields"} | cast("dict[str, Any]", fields))
    return Rows(list(dict.fromkeys(key for row in rows for key in row)), rows)


def match_fields(headers: Sequence[str], definition: TypeDef) -> dict[str, str]:
    """Return which field each column goes to, by name or label; nothing where none is called so."""
    known = {_plain(name): one.key for one in definition.fields for name in (one.key, one.label) if name}
    return {header: known.get(_plain(header), SKIP) for header in headers}


def suggest_mapping(
    headers: Sequence[str], definition: TypeDef, rows: Sequence[Mapping[str, Any]] = ()
) -> dict[str, str]:
    """Return where each column goes: to a field by name or label; one column is the title."""
    mapping = match_fields(headers, definition)
    free = [header for header in headers if mapping[header] == SKIP]
    own = [h for h in free if _plain(h) in map(_plain, (definition.name, definition.slug))]
    title = next(iter(own), "") or title_column(free or headers, rows)
    return mapping | {title: TITLE}


def suggest_type(rows: Rows, name: str, slug: str, title: str = "") -> dict[str, Any]:
    """Return a type that a sheet could be read into: a field per column, of the kind its cells have."""
    title = title or title_column(rows.headers, rows.rows)
    fields: list[dict[str, Any]] = []
    taken = {TITLE}
    for header in rows.headers:
        if header == title:
            continue
        key = _key(header, taken)
        taken.add(key)
        cells = [row.get(header) for row in rows.rows]
        kind = _kind_of(cells, rows.styles[header])
        fields.append({"key": key, "label": _with_unit(header, cells, kind)} | kind)
    return {"slug": slug, "name": name, "fields": fields}


def _with_unit(header: str, cells: Sequence[Any], kind: Mapping[str, Any]) -> str:
    """Return what a column is called, with the currency that would be lost with its cells' signs."""
    units = units_of(cells) if kind["type"] == "number" else []
    is_said = (
        not units
        or header.endswith(")")
        or bool(re.search(rf"(?<!\w){re.escape(units[0])}(?!\w)", header, re.I))
    )
    return header if is_said else f"{header} ({units[0]})"


def _key(header: str, taken: set[str]) -> str:
    parts = re.findall(r"[a-z0-9]+", _plain(header, " "))
    key = "".join([parts[0], *(part.capitalize() for part in parts[1:])]) if parts else "field"
    key = key if key[0].isalpha() else f"f{key}"
    while key in taken:
        key += "2"
    return key[:80]


_KINDS: tuple[FieldKind, ...] = ("number", "boolean", "date", "url", "email")


def _kind_of(cells: Iterable[Any], style: CellStyle) -> dict[str, Any]:
    """Return the narrowest kind that all cells fit; a few words that repeat become choices."""
    said = [one for one in cells if one not in (None, "")]
    # A zero or a plus in front belongs to a code or a telephone number: nobody adds these up.
    is_coded = any(isinstance(one, str) and re.match(r"0\d|\+\d", one) for one in said) or _are_numbered(said)
    words = {one.strip().casefold() for one in said if isinstance(one, str)}
    has_half = words not in TRUTH_PAIRS and any(words & pair for pair in TRUTH_PAIRS)
    not_these = {"boolean"} if has_half else {"number"} if len(units_of(said)) > 1 else set[str]()
    for kind in _KINDS[is_coded:]:
        if kind in not_these:
            continue
        probe = TypeDef(slug="x", name="x", fields=(FieldDef(key="x", type=kind),))
        if said and all(_fits(probe, read_as(kind, one, style)) for one in said):
            return {"type": kind}
    texts = [str(one) for one in said]
    choices = list(dict.fromkeys(texts))
    if len(texts) >= 6 and len(choices) <= min(8, len(texts) // 3) and all(len(one) <= 40 for one in choices):
        return {"type": "select", "options": choices}
    return {"type": "longText" if any(len(one) > 200 for one in texts) else "text"}


def _are_numbered(cells: Sequence[Any]) -> bool:
    """Tell whether points part two numbers: beside 1977.1, 1969.40 is another one than 1969.4."""
    ends = [one.partition(".")[2] for one in cells if isinstance(one, str) and re.fullmatch(r"\d+\.\d+", one)]
    is_mixed = len(set(map(len, ends))) > 1 and any(one.endswith("0") for one in ends)
    return is_mixed and len(ends) == len(cells) == len(set(cells))


def read_as(kind: FieldKind, cell: Any, style: CellStyle) -> Any:
    """Return a cell as a value of a kind, if it can be read so in the manner of its sheet."""
    if kind == "number":
        return read_figure(cell, style)
    if kind == "date" and isinstance(cell, str):
        return read_day(cell, is_month_first=style.is_month_first) or cell
    return read_truth(cell) if kind == "boolean" else cell


def _fits(probe: TypeDef, value: Any) -> bool:
    try:
        check_values(probe, {"x": value}, is_whole=False)
    except InvalidInput:
        return False
    return True


def read_as_records(rows: Rows, definition: TypeDef, mapping: Mapping[str, str]) -> list[ReadRow]:
    """Return each row as a record, with what is wrong where it cannot be one."""
    _check_mapping(rows.headers, definition, mapping)
    kinds: dict[str, FieldKind] = {one.key: one.type for one in definition.fields}
    targets: dict[str, FieldKind] = {header: kinds[key] for header, key in mapping.items() if key in kinds}
    read = [
        {
            header: read_as(targets.get(header, "text"), cell, rows.styles[header])
            for header, cell in row.items()
        }
        for row in rows.rows
    ]
    return [_read_row(number, row, definition, mapping) for number, row in enumerate(read, 2)]


def _check_mapping(headers: Sequence[str], definition: TypeDef, mapping: Mapping[str, str]) -> None:
    for header, target in mapping.items():
        if header not in headers:
            raise InvalidInput(say("entities.no_column", column=header))
        is_own = target in (SKIP, TITLE) or target.startswith(RELATION)
        if not is_own and definition.field(target) is None:
            raise InvalidInput(say("entities.no_field", field=target, type=definition.name))
    if TITLE not in mapping.values():
        raise InvalidInput(say("entities.no_title_column"))


def _read_row(
    number: int, row: Mapping[str, Any], definition: TypeDef, mapping: Mapping[str, str]
) -> ReadRow:
    title, given, named = "", dict[str, Any](), list[Relating]()
    for header, target in mapping.items():
        value = row.get(header)
        if target == TITLE:
            title = " ".join(str(value or "").split())[:500].rstrip()
        elif target.startswith(RELATION):
            kind, _, slug = target.removeprefix(RELATION).partition(":")
            named += [Relating(kind, slug, part) for part in _parts(value)]
        elif target != SKIP and value not in (None, ""):
            given[target] = value
    try:
        if not title:
            raise InvalidInput(say("entities.title", most=500))
        return ReadRow(number, title, check_values(definition, given, is_whole=True), tuple(named))
    except InvalidInput as error:
        return ReadRow(number, title, {}, problem=error.message)


def _parts(value: Any) -> list[str]:
    parts = cast("list[Any]", value) if isinstance(value, list) else re.split(r"[;|]", str(value or ""))
    return [clean for one in parts if (clean := " ".join(str(one).split()))]


def write_csv(definition: TypeDef, entities: Iterable[Entity]) -> str:
    """Return records as CSV. A cell that a spreadsheet would take for a formula is made a text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    keys = [one.key for one in definition.fields]
    writer.writerow(["id", TITLE, *keys])
    for entity in entities:
        writer.writerow([entity.id, _cell(entity.title), *(_cell(entity.fields.get(key)) for key in keys)])
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        value = "; ".join(str(one) for one in cast("list[Any]", value))
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return "" if value is None else value


def write_json(definition: TypeDef, entities: Iterable[Entity]) -> str:
    """Return records as JSON that can be imported again."""
    found = [{"id": one.id, TITLE: one.title, "fields": one.fields} for one in entities]
    told = {"type": definition.model_dump(mode="json", by_alias=True), "entities": found}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _plain(name: str, between: str = "") -> str:
    return re.sub(r"[^a-z0-9]+", between, fold(name).replace("ı", "i"))
