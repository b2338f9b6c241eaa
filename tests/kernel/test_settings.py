from pathlib import Path

import pytest
from pydantic import ValidationError

from proofroom.kernel.settings import Settings, explain_wrong


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"PROOFROOM_{name.upper()}", raising=False)


def test_defaults_keep_the_studio_on_this_machine():
    settings = Settings()
    assert settings.host == "127.0.0.1"
    assert settings.data == Path("studio-data")
    assert not settings.is_postgres
    assert settings.allow_private_hosts == []


def test_limits_are_those_of_the_documents_we_fulfil():
    settings = Settings()
    assert settings.agent_requests_per_minute == 10
    assert settings.agent_requests_per_hour == 100
    assert settings.key_requests_per_minute == 60


def test_the_environment_is_stronger_than_dotenv_and_that_than_toml(tmp_path, monkeypatch):
    (tmp_path / "proofroom.toml").write_text('port = 1001\nlanguage = "tr"\nlog_level = "debug"\n')
    (tmp_path / ".env").write_text("PROOFROOM_PORT=1002\nPROOFROOM_LANGUAGE=en\n")
    monkeypatch.setenv("PROOFROOM_PORT", "1003")
    settings = Settings()
    assert (settings.port, settings.language, settings.log_level) == (1003, "en", "debug")


def test_a_wrong_value_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("PROOFROOM_PORT", "70000")
    with pytest.raises(ValidationError, match="port"):
        Settings()


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "abc"), ("ALLOW_PRIVATE_HOSTS", "127.0.0.1:1"), ("LANGUAGE", "sw")]
)
def test_a_wrong_value_is_explained_without_being_shown(monkeypatch, name, value):
    monkeypatch.setenv(f"PROOFROOM_{name}", value)
    with pytest.raises(ValueError, match=name.lower()) as caught:
        Settings()
    explained = explain_wrong(caught.value)
    assert f"PROOFROOM_{name}" in explained.message
    assert value not in explained.message
    assert explain_wrong(ValueError("x")) is None


def test_secrets_are_not_shown(monkeypatch):
    monkeypatch.setenv("PROOFROOM_DATABASE_URL", "postgresql://u:hunter2@localhost/db")
    settings = Settings()
    assert settings.is_postgres
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in settings.model_dump_json()


def test_settings_cannot_be_changed_later():
    with pytest.raises(ValidationError, match="frozen"):
        Settings().port = 1  # type: ignore[misc]


def test_files_live_in_the_data_folder(monkeypatch):
    monkeypatch.setenv("PROOFROOM_DATA", "elsewhere")
    settings = Settings()
    assert settings.sqlite_path == Path("elsewhere/studio.db")
    assert settings.durable_path == Path("elsewhere/durable.db")


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_says_what_it_is_for(name):
    assert (Settings.model_fields[name].description or "").endswith(".")
