"""Addresses and headers of Azure OpenAI, classic and new."""

from urllib.parse import quote

from proofroom.providers.protocol import Credential


def azure_url(credential: Credential, path: str, model: str) -> str:
    """Return the address of a path: under its deployment where an API version is set, else in the new way."""
    version = credential.option("api_version")
    if not version:
        return f"{azure_base(credential)}/{path}"
    root = azure_base(credential).removesuffix("/v1")
    deployment = quote(credential.option("deployment", model), safe="")
    return f"{root}/deployments/{deployment}/{path}?api-version={quote(version, safe='')}"


def azure_base(credential: Credential) -> str:
    """Return the address all new paths are under."""
    root = credential.base_url.rstrip("/").removesuffix("/v1").removesuffix("/openai")
    return f"{root}/openai/v1"


def azure_headers(credential: Credential) -> dict[str, str]:
    """Return the header with the key, or with a token of Entra."""
    if credential.option("auth") == "bearer":
        return {"authorization": f"Bearer {credential.key}"}
    return {"api-key": credential.key}
