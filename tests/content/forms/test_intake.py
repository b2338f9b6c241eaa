"""What is kept of a submission, and what is wrong with it."""

from proofroom.content.format.form import Form, form_of
from proofroom.content.format.model import model_from
from proofroom.content.forms import describe_form
from proofroom.content.forms.intake import examine

MODEL = model_from(
    {
        "id": "signups",
        "name": "Sign-ups",
        "kind": "collection",
        "domain": "blog",
        "i18n": False,
        "title_field": "email",
        "fields": {
            "email": {"type": "email", "required": True, "unique": True, "label": "E-mail"},
            "name": {"type": "string", "max": 20},
            "age": {"type": "integer"},
            "note": {"type": "text"},
            "secret": {"type": "string", "required": True},
        },
        "form": {
            "enabled": True,
            "exposedFields": ["email", "name", "age", "note", "gone"],
            "requiredOverrides": {"name": True},
            "origins": ["https://site.example/"],
            "limits": {"rateLimitPerIp": 3, "maxPerMonth": 100},
        },
    }
)


def form() -> Form:
    found = form_of(MODEL)
    assert found is not None
    return found


def test_a_form_is_read_with_its_defaults() -> None:
    found = form()
    assert found.exposed == ("email", "name", "age", "note"), "fields that are gone are not asked for"
    assert (found.per_minute, found.per_month, found.origins) == (3, 100, ("https://site.example",))
    assert (found.has_honeypot, found.is_public, found.approves_itself) == (True, True, False)


def test_only_collections_have_forms_and_only_when_switched_on() -> None:
    for change in ({"kind": "document"}, {"form": {"enabled": False}}, {"form": "yes"}, {"form": None}):
        assert form_of(model_from({**MODEL.raw, **change})) is None


def test_the_description_shows_what_is_asked_and_nothing_else() -> None:
    told = describe_form(MODEL, form())
    assert told["honeypotField"] == "_hp"
    assert [*told["fields"]] == ["email", "name", "age", "note"]
    assert told["fields"]["name"] == {"type": "string", "max": 20, "required": True}
    assert told["fields"]["email"]["label"] == "E-mail"
    assert "unique" not in told["fields"]["email"]


def test_only_exposed_fields_are_kept_without_markup() -> None:
    sent = {
        "email": "ada@x.org",
        "name": "<b>Ada</b>",
        "note": "hi<script>x</script>",
        "secret": "mine",
        "status": "published",
    }
    kept, wrong = examine(MODEL, form(), sent)
    assert kept == {"email": "ada@x.org", "name": "Ada", "note": "hi"}
    assert wrong == ()


def test_every_finding_is_told_by_field() -> None:
    _, wrong = examine(MODEL, form(), {"email": "not an address", "age": "old", "note": "x" * 10_001})
    told = dict(wrong)
    assert set(told) == {"email", "name", "age", "note"}
    assert told["name"] == "Required field is missing or empty"
    assert "may not be a valid email" in told["email"], "a warning of the editor is an error of a form"
    assert "Type mismatch" in told["age"]
    assert told["note"].startswith("Longer than")
