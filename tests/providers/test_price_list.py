"""Prices that stay current: kept in the database, read anew in the background, never in the way."""

import asyncio
import json
from typing import Any

from aiohttp import web

from proofroom.providers.catalogue import snapshot
from proofroom.providers.price_list import PriceList
from proofroom.store import Database
from tests.clocks import FixedClock
from tests.patience import LIMIT_S
from tests.providers.conftest import Loopback, Serve


def listing(*prices: tuple[str, str], following: str = "") -> web.Response:
    data = [
        {"id": name, "name": name, "context_length": 1000, "pricing": {"prompt": price, "completion": price}}
        for name, price in prices
    ]
    body: dict[str, Any] = {"data": data}
    if following:
        body["links"] = {"next": following}
    return web.Response(text=json.dumps(body), content_type="application/json")


def price_list_on(loopback: Loopback, database: Database, clock: FixedClock, **more: Any) -> PriceList:
    return PriceList(database, clock, loopback.transport, url=f"{loopback.url}/models", **more)


def price(price_list: PriceList, model: str) -> int | None:
    found = price_list.find(model)
    return found.input_micros_per_mtok if found else None


async def settle(price_list: PriceList) -> None:
    while price_list._refreshing is not None:  # type: ignore[reportPrivateUsage]
        await asyncio.sleep(0.01)


async def test_nothing_is_fetched_until_somebody_asks(serve: Serve, database: Database, clock: FixedClock):
    async def answer(request: web.Request, body: Any) -> web.Response:
        return listing(("vendor/new-model", "0.000001"))

    loopback = await serve(answer)
    price_list = price_list_on(loopback, database, clock)
    await price_list.load()
    assert loopback.paths == []
    assert price_list.read_at is None
    assert price_list.find("claude-opus-5") == snapshot().find("claude-opus-5")
    price_list.refresh_soon()
    price_list.refresh_soon()
    await settle(price_list)
    assert loopback.paths == ["/models"]
    assert price(price_list, "new-model") == 1_000_000
    assert price_list.current.find("vendor/new-model") is not None
    assert price_list.find("claude-opus-5") is not None


async def test_a_refresh_is_kept_for_the_next_start_and_for_six_hours(
    serve: Serve, database: Database, clock: FixedClock
):
    prices = iter(["0.000001", "0.000002"])

    async def answer(request: web.Request, body: Any) -> web.Response:
        return listing(("vendor/new-model", next(prices)), ("other/new-model", "0.5"))

    loopback = await serve(answer)
    first = price_list_on(loopback, database, clock)
    first.refresh_soon()
    await settle(first)
    second = price_list_on(loopback, database, clock)
    await second.load()
    assert price(second, "new-model") == 1_000_000
    assert second.read_at == clock.now()
    clock.advance(5 * 3600)
    second.refresh_soon()
    await settle(second)
    assert len(loopback.paths) == 1
    clock.advance(3600)
    second.refresh_soon()
    await settle(second)
    assert len(loopback.paths) == 2
    assert price(second, "new-model") == 2_000_000
    first.refresh_soon()  # the other process takes what was read, without asking again
    await settle(first)
    assert len(loopback.paths) == 2
    assert price(first, "new-model") == 2_000_000


async def test_a_failed_refresh_keeps_what_was_there_and_is_not_repeated_at_once(
    serve: Serve, database: Database, clock: FixedClock
):
    answers = [
        listing(("vendor/new-model", "0.000001")),
        web.Response(status=500),
        web.Response(text="<html>"),
    ]

    async def answer(request: web.Request, body: Any) -> web.Response:
        return answers[min(len(loopback.paths), 3) - 1]

    loopback = await serve(answer)
    price_list = price_list_on(loopback, database, clock)
    for expected in (1, 2, 3):
        price_list.refresh_soon()
        await settle(price_list)
        price_list.refresh_soon()
        await settle(price_list)
        assert len(loopback.paths) == expected
        assert price(price_list, "new-model") == 1_000_000
        clock.advance(7 * 3600)


async def test_a_new_list_takes_the_place_of_the_old_one_over_several_pages(
    serve: Serve, database: Database, clock: FixedClock
):
    async def answer(request: web.Request, body: Any) -> web.Response:
        if len(loopback.paths) == 1:
            return listing(("vendor/gone", "1"))
        if "page" not in request.query:
            return listing(("vendor/one", "0.000001"), following=f"{loopback.url}/models?page=2")
        return listing(("vendor/two", "0.000002"))

    loopback = await serve(answer)
    price_list = price_list_on(loopback, database, clock)
    await price_list.refresh()
    await price_list.refresh()
    assert [price(price_list, name) for name in ("gone", "one", "two")] == [None, 1_000_000, 2_000_000]


async def test_an_operator_can_forbid_it(serve: Serve, database: Database, clock: FixedClock):
    async def answer(request: web.Request, body: Any) -> web.Response:
        return listing()

    loopback = await serve(answer)
    price_list = price_list_on(loopback, database, clock, may_refresh=False)
    price_list.refresh_soon()
    await settle(price_list)
    assert loopback.paths == []


async def test_a_refresh_under_way_does_not_hold_up_the_end(
    serve: Serve, database: Database, clock: FixedClock
):
    async def answer(request: web.Request, body: Any) -> web.Response:
        await asyncio.sleep(3_600)
        return listing()

    price_list = price_list_on(await serve(answer), database, clock)
    price_list.refresh_soon()
    await asyncio.sleep(0.05)
    async with asyncio.timeout(LIMIT_S):
        await price_list.close()
