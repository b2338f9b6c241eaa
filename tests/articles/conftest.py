"""A studio with an owner signed in."""

from tests.api.conftest import browser, every_change_is_audited, owned_template, owner, ownership

__all__ = ["browser", "every_change_is_audited", "owned_template", "owner", "ownership"]
