"""Settings from `PROOFROOM_*` variables, `.env` and `proofroom.toml`, in this order of strength."""

import ipaddress
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say


class Settings(BaseSettings):
    """Everything that can be set from outside. Each field is documented in the settings reference."""

    model_config = SettingsConfigDict(
        env_prefix="PROOFROOM_", env_file=".env", toml_file="proofroom.toml", extra="ignore", frozen=True
    )

    data: Path = Field(
        default=Path("studio-data"), description="Folder for the database, repositories and blobs."
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on; loopback unless asked.")
    port: int = Field(default=4477, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    public_url: str | None = Field(
        default=None, description="Address people use, if a proxy stands in front."
    )
    allowed_hosts: list[str] = Field(
        default_factory=list[str],
        description="Names under which the studio may be opened besides loopback, its own host name and the "
        "public address; addresses in figures always may. A page of another name is refused.",
    )
    trusted_proxies: list[str] = Field(
        default_factory=list[str],
        description="Addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are "
        "believed; nobody's unless listed.",
    )
    chromium: str | None = Field(
        default=None,
        description="Browser that shows agents a page where no editor is open; the machine's own if unset.",
    )
    database_url: SecretStr | None = Field(
        default=None, description="PostgreSQL address; SQLite in the data folder if unset."
    )
    secret_key: SecretStr | None = Field(
        default=None, description="Base64 of 32 bytes that seals stored secrets; a key file is made if unset."
    )
    old_secret_keys: list[SecretStr] = Field(
        default_factory=list[SecretStr], description="Earlier keys, still able to open what they sealed."
    )
    allow_private_hosts: list[str] = Field(
        default_factory=list[str],
        description="`host:port` pairs on private networks that connections may reach.",
    )
    mcp_commands: list[str] = Field(
        default_factory=list[str],
        description="Command lines of MCP servers that may be started on this machine; none unless listed.",
    )
    refresh_prices: bool = Field(
        default=True,
        description="Read OpenRouter's public list of models and prices, at most every six hours and only "
        "while a connection to a public provider is in use.",
    )
    fonts_url: str = Field(
        default="https://fonts.googleapis.com/css2",
        description="Font server that `set_font_tokens` asks for a family: Google's, or another that speaks "
        "the same. It is asked once per family; published pages load the files from the site itself.",
    )
    corpus: list[Path] = Field(
        default_factory=list[Path],
        description="Folders to search where no search provider is connected.",
    )
    vocabularies: Path | None = Field(
        default=None,
        description="Folder of token vocabularies (`NAME.tiktoken`), to count tokens exactly with the extra "
        "`tokens`. Nothing is ever fetched into it.",
    )
    executor_id: str = Field(
        default="studio",
        description="Name of this process, of its own where several share a database. A worker that has none "
        "takes a free name of its machine.",
    )
    workspace: str | None = Field(
        default=None,
        description="Workspace that commands work in, by id or short name; unset, the one chosen with "
        "`proofroom workspaces switch`, else the studio's first.",
    )
    language: Literal["en", "tr"] = Field(default="en", description="Language of server texts.")
    demo: bool = Field(
        default=True, description="Whether a first start makes the demo project and its first proposal."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="How much is logged."
    )
    log_format: Literal["text", "json"] = Field(default="text", description="How log lines are written.")
    log_file: Path | None = Field(
        default=None, description="File for log lines besides standard error; a new one every day."
    )
    metrics_token: SecretStr | None = Field(
        default=None,
        description="Token with which a Prometheus server may read `/metrics`, and nothing else.",
    )
    metrics_open: bool = Field(
        default=False, description="Whether everybody who reaches the studio may read `/metrics`."
    )
    trace_content: Literal["off", "app", "everywhere"] = Field(
        default="app",
        description="Where traces show what went into steps and came out of them, redacted: nowhere, in the "
        "app only, or also where traces are sent.",
    )
    otlp_endpoint: str | None = Field(
        default=None,
        description="HTTP address of an OpenTelemetry collector or of Phoenix, to which traces are sent.",
    )
    otlp_headers: SecretStr | None = Field(
        default=None, description="Headers for the collector, as `name=value,name=value`, percent-encoded."
    )
    otlp_project: str = Field(
        default="proofroom", description="Project under which Phoenix shows the traces."
    )
    agent_requests_per_minute: int = Field(
        default=10, ge=1, description="Agent requests per person and minute."
    )
    agent_requests_per_hour: int = Field(default=100, ge=1, description="Agent requests per person and hour.")
    key_requests_per_minute: int = Field(default=60, ge=1, description="Requests per API key and minute.")
    public_requests_per_minute: int = Field(
        default=600, ge=1, description="Requests for published content per address and minute."
    )
    session_days: int = Field(default=30, ge=1, description="Days until a sign-in expires.")
    run_retention_days: int = Field(
        default=90, ge=1, description="Days after which the events of ended runs may go."
    )
    media_quota_mb: int = Field(
        default=10_240, ge=1, description="Megabytes of media that a workspace may keep."
    )
    media_file_mb: int = Field(default=50, ge=1, description="Megabytes that one uploaded file may have.")
    conversation_retention_days: int = Field(
        default=30, ge=0, description="Days after which deleted conversations are removed for good."
    )
    usage_retention_days: int | None = Field(
        default=None,
        ge=62,
        description="Days after which lines of the usage ledger go; kept for good if unset.",
    )
    audit_retention_days: int | None = Field(
        default=None,
        ge=1,
        description="Days after which sealed entries of the audit log go; kept for good if unset.",
    )
    remote_fetch_minutes: int = Field(
        default=15,
        ge=0,
        description="Minutes after which the remotes of projects are fetched again; 0: never.",
    )
    branch_retention_days: int = Field(
        default=30, ge=30, description="Days for which rejected branches can be brought back."
    )
    media_retention_days: int = Field(
        default=30, ge=1, description="Days for which deleted media can be brought back."
    )
    blob_retention_days: int = Field(
        default=7, ge=1, description="Days after which files that no asset has any more are removed."
    )
    log_retention_days: int = Field(default=14, ge=1, description="Days for which log files are kept.")
    backups_kept: int = Field(default=5, ge=1, description="Backups kept of those taken before migrations.")

    @property
    def origin(self) -> str:
        """Where people reach the studio: its public address, else this machine's."""
        return self.public_url.rstrip("/") if self.public_url else f"http://localhost:{self.port}"

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, given: list[str]) -> list[str]:
        for each in given:
            ipaddress.ip_network(each, strict=False)
        return given

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Add the TOML file below the environment."""
        return (init_settings, env_settings, dotenv_settings, TomlConfigSettingsSource(settings_cls))

    @property
    def sqlite_path(self) -> Path:
        """Return the file of the embedded database."""
        return self.data / "studio.db"

    @property
    def durable_path(self) -> Path:
        """Return the file of the durable engine's own tables."""
        return self.data / "durable.db"

    @property
    def operator_token_path(self) -> Path:
        """The file by which commands on this machine prove that they may read the data folder."""
        return self.data / f"operator-{self.executor_id}.token"

    @property
    def workspace_path(self) -> Path:
        """The file that keeps which workspace commands on this machine work in."""
        return self.data / "workspace"

    @property
    def is_postgres(self) -> bool:
        """Tell whether the studio runs on PostgreSQL."""
        return self.database_url is not None


def explain_wrong(error: ValueError) -> InvalidInput | None:
    """Return which setting cannot be used and why, without its value; None for any other error."""
    if isinstance(error, ValidationError) and error.title == Settings.__name__:
        first = error.errors(include_url=False, include_input=False)[0]
        name, problem = str(first["loc"][0]), first["msg"]
    elif isinstance(error, SettingsError) and '"' in str(error):
        name, problem = str(error).split('"')[1], say("settings.not_json")
    else:
        return None
    return InvalidInput(say("settings.wrong", name=name.upper(), problem=problem), setting=name)
