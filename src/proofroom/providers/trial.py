"""The real cheap request that shows whether a connection works."""

import asyncio

from proofroom.connections import Opened, Trial
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.strings import say
from proofroom.providers.adapters import adapter_for
from proofroom.providers.openers import Openers, with_next_step
from proofroom.providers.search import SearchRequest
from proofroom.providers.types import ModelInfo

PATIENCE_S = 20.0


async def try_models(openers: Openers, opened: Opened) -> tuple[Trial, list[ModelInfo]]:
    """List the models of a connection, or say why that cannot be done."""
    driver, credential = openers.fresh_model(opened)
    lists_openly = credential.provider == "openrouter"  # whose list needs no key and so proves nothing
    has_list = adapter_for(credential).models_call(credential) is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            if lists_openly or not has_list:
                await driver.check()
            models = await driver.models()
    except TimeoutError:
        return _too_slow(), []
    except ProofroomError as error:
        return _failed(error, opened), []
    found = len(models)
    said = say("trial.model") if found == 1 else say("trial.models", count=found)
    return Trial(ok=True, message=said, found=found), models


async def try_image(openers: Openers, opened: Opened) -> Trial:
    """Ask an image provider for its models: drawing would cost money."""
    driver, _ = openers.fresh_model(opened)
    try:
        async with asyncio.timeout(PATIENCE_S):
            await driver.check()
    except TimeoutError:
        return _too_slow()
    except ProofroomError as error:
        return _failed(error, opened)
    return Trial(ok=True, message=say("trial.accepted"))


async def try_search(openers: Openers, opened: Opened) -> Trial:
    """Search for one page: search providers have no cheaper question."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            reply = await openers.search(opened).search(SearchRequest("content design", max_results=1))
    except TimeoutError:
        return _too_slow()
    except ProofroomError as error:
        return _failed(error, opened)
    return Trial(ok=True, message=say("trial.searches"), found=len(reply.hits))


def _failed(error: ProofroomError, opened: Opened) -> Trial:
    told = with_next_step(error, opened.connection)
    return Trial(ok=False, message=told.message, suggestion=told.suggestion, code=told.code)


def _too_slow() -> Trial:
    return Trial(
        ok=False,
        message=say("trial.slow", seconds=f"{PATIENCE_S:.0f}"),
        suggestion=say("trial.check_other"),
        code="provider_failed",
    )
