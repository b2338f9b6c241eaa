"""Which tools a run gets."""

from pydantic import BaseModel

from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.tools import ToolWish, select_tools


class Nothing(BaseModel):
    pass


async def answer(context: ToolContext, given: Nothing) -> ToolOutput:
    return ToolOutput(ok=True)


def spec(name: str, group: str, permission: str | None = None, **more: object) -> ToolSpec:
    return ToolSpec(name, name, Nothing, answer, group, permission=permission, **more)  # type: ignore[arg-type]


OFFERED = [
    spec("zeta", "baseline"),
    spec("save", "content", "content.write", phases=frozenset({"active"})),
    spec("read", "content", "content.read"),
    spec("entity", "entity"),
    spec("other", "site"),
]


def names(wish: ToolWish, permissions: frozenset[str] | None, **more: object) -> list[str]:
    phase = more.pop("phase", None)
    return [tool.name for tool in select_tools(OFFERED, wish, permissions, phase, **more)]  # type: ignore[arg-type]


def test_baseline_is_always_there_and_order_is_by_name() -> None:
    wish = ToolWish(groups=frozenset({"content"}))
    assert names(wish, frozenset({"content.read", "content.write"})) == ["read", "save", "zeta"]


def test_a_tool_without_the_permission_is_absent() -> None:
    assert names(ToolWish(groups=frozenset({"content"})), frozenset({"content.read"})) == ["read", "zeta"]


def test_the_entity_group_is_empty_without_a_list_of_permissions() -> None:
    wish = ToolWish(groups=frozenset({"entity"}))
    assert names(wish, None) == ["zeta"]
    assert names(wish, frozenset()) == ["entity", "zeta"]


def test_a_tool_outside_its_phase_is_absent() -> None:
    wish = ToolWish(groups=frozenset({"content"}))
    allowed = frozenset({"content.read", "content.write"})
    assert names(wish, allowed, phase="error") == ["read", "zeta"]


def test_custom_tools_join_and_denied_tools_leave() -> None:
    wish = ToolWish(custom=frozenset({"other"}), denied=frozenset({"zeta"}))
    assert names(wish, frozenset()) == ["other"]


def test_a_keys_own_limit_narrows_the_choice() -> None:
    wish = ToolWish(groups=frozenset({"content"}))
    assert names(wish, frozenset({"content.read"}), only=frozenset({"read"})) == ["read"]


def test_tools_that_write_are_absent_where_agents_may_only_read() -> None:
    offered = [spec("save", "content", "content.write", effect="write"), spec("read", "content")]
    offered.append(spec("send", "content", "content.write", effect="external"))
    wish, allowed = ToolWish(groups=frozenset({"content"})), frozenset({"content.write"})
    assert [one.name for one in select_tools(offered, wish, allowed, None, may_write=False)] == ["read"]
    assert len(select_tools(offered, wish, allowed, None)) == 3
