"""Tool code, read as a syntax tree: it is never imported and never runs."""

import ast
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import field

from proofroom.kernel.data import dataclass
from proofroom.workflows.rules import found, plain
from proofroom.workflows.types import Violation

MAX_SOURCE = 1024 * 1024
WANTED = (
    ("T-005", "class", "UserParameters"),
    ("T-006", "class", "ToolParameters"),
    ("T-007", "function", "run_tool"),
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Names:
    """What a module defines at its top level, also inside `if`, `try` and `with` there."""

    classes: dict[str, ast.ClassDef] = field(default_factory=dict[str, ast.ClassDef])
    functions: dict[str, Function] = field(default_factory=dict[str, Function])
    assigned: set[str] = field(default_factory=set[str])
    models: set[str] = field(default_factory=lambda: {"BaseModel"})
    """Names that mean pydantic's `BaseModel` here."""


def check_code(source: bytes, path: str, *, strict: bool = False) -> Iterator[Violation]:
    """Check that a tool's code has the parts it is called through."""
    if len(source) > MAX_SOURCE:
        yield found("T-008", f"The code is larger than {MAX_SOURCE // 1024} KiB and was not checked.", path)
        return
    tree = parse(source)
    if isinstance(tree, str):
        yield found("T-004", f"The code is not valid Python: {tree}.", path)
        return
    names = _collect(tree)
    yield from _check_parts(tree, names, path, strict=strict)
    if "OUTPUT_KEY" not in names.assigned:
        yield found("T-W01", "OUTPUT_KEY is not set at module level; all output goes to the agent.", path)
    if not any(_is_main_block(node) for node in tree.body):
        yield found("T-W02", 'There is no `if __name__ == "__main__":` block.', path)
    for code, name in (("T-W04", "UserParameters"), ("T-W05", "ToolParameters")):
        if name in names.classes and not _is_model(names.classes[name], names):
            yield found(code, f"{name} does not inherit from BaseModel.", path)
    if not ast.get_docstring(tree):
        yield found(
            "T-W08", "There is no docstring at the top, so agents cannot know what the tool does.", path
        )


def parse(source: bytes) -> ast.Module | str:
    """Return the syntax tree of a module, or why there is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a tool's text is not ours to complain about
            return ast.parse(source)
    except SyntaxError as fault:
        line = f", line {fault.lineno}" if fault.lineno else ""
        return f"{plain(fault.msg)}{line}"
    except (ValueError, LookupError) as fault:
        return plain(str(fault))
    except (RecursionError, MemoryError):
        return "it is nested too deeply"


def _check_parts(tree: ast.Module, names: Names, path: str, *, strict: bool) -> Iterator[Violation]:
    inner: set[str] | None = None
    for code, kind, name in WANTED:
        if name in (names.classes if kind == "class" else names.functions):
            continue
        inner = _defined_anywhere(tree) if inner is None else inner
        if f"{kind} {name}" in inner and not strict:
            message = f"The {kind} {name} is not at module level, where it is looked for."
            yield found("T-W06", message, path)
        else:
            yield found(code, f"There is no {kind} {name} at module level.", path)
    if isinstance(names.functions.get("run_tool"), ast.AsyncFunctionDef):
        yield found("T-W07", "run_tool is async, and the command that runs it does not wait.", path)


def _defined_anywhere(tree: ast.Module) -> set[str]:
    return {
        f"{'class' if isinstance(node, ast.ClassDef) else 'function'} {node.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _collect(tree: ast.Module) -> Names:
    names = Names()
    for node in _statements(tree.body):
        if isinstance(node, ast.ClassDef):
            names.classes[node.name] = node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.functions[node.name] = node
        elif isinstance(node, ast.Assign):
            names.assigned |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
            names.assigned.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            names.models |= {each.asname or each.name for each in node.names if each.name == "BaseModel"}
    return names


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Return the statements of the module's own scope; no recursion, since the sender chose the depth."""
    waiting = list(body)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If | ast.Try | ast.TryStar | ast.With):
            parts = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
            parts += [handler.body for handler in getattr(node, "handlers", [])]
            waiting.extend(statement for part in reversed(parts) for statement in reversed(part))


def _is_main_block(node: ast.stmt) -> bool:
    if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare):
        return False
    sides = [node.test.left, *node.test.comparators]
    has_name = any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
    return has_name and any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)


def _is_model(node: ast.ClassDef, names: Names) -> bool:
    """Tell whether a class inherits from `BaseModel`, also through other classes of the file."""
    seen: set[str] = set()
    waiting = [node]
    while waiting:
        for each in waiting.pop().bases:
            attribute = each.attr if isinstance(each, ast.Attribute) else ""
            name = each.id if isinstance(each, ast.Name) else attribute
            if name in names.models:
                return True
            if name in names.classes and name not in seen:
                seen.add(name)
                waiting.append(names.classes[name])
    return False
