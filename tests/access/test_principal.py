"""Who stands behind a request."""

import pytest

from proofroom.access import Principal
from proofroom.access.grants import permissions_of
from proofroom.kernel.errors import NotAllowed, NotFound
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, WorkspaceId

W, ONE, TWO = WorkspaceId("w"), ProjectId("one"), ProjectId("two")


def _member(**project_roles: str) -> Principal:
    return Principal(
        kind="person",
        workspace_id=W,
        name="Mia",
        permissions=permissions_of("member"),
        person_id=PersonId("p"),
        workspace_role="member",
        project_roles={ProjectId(key): value for key, value in project_roles.items()},  # type: ignore[misc]
    )


def test_a_member_without_a_project_role_is_a_viewer() -> None:
    mia = _member()
    assert mia.project_role(ONE) == "viewer"
    assert mia.can("content.read", ONE)
    assert not mia.can("content.write", ONE)
    assert mia.can("content.read")


def test_a_project_role_counts_in_its_project_only() -> None:
    mia = _member(one="editor")
    mia.require("content.write", ONE)
    with pytest.raises(NotAllowed, match="write and delete entries") as caught:
        mia.require("content.write", TWO)
    assert caught.value.context == {"permission": "content.write"}
    with pytest.raises(NotAllowed):
        mia.require("content.write")


def test_a_key_for_one_project_does_not_see_others() -> None:
    key = Principal(
        kind="key",
        workspace_id=W,
        name="CI",
        permissions=permissions_of("key_admin"),
        api_key_id=ApiKeyId("k"),
        only_project=ONE,
    )
    key.require("content.model", ONE)
    with pytest.raises(NotFound):
        key.require("content.read", TWO)
    assert key.permissions_in(TWO) == frozenset()
    assert key.project_role(ONE) is None


def test_some_things_are_decided_by_people_only() -> None:
    assert _member().require_person() == "p"
    robot = Principal(kind="agent", workspace_id=W, name="Bot", permissions=permissions_of("system_admin"))
    with pytest.raises(NotAllowed, match="Only a person"):
        robot.require_person()
