"""The offline assistant makes records of tables nobody prepared; briefs are written in layers."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from proofroom.entities.briefs import Briefs
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import new_id
from proofroom.runtime import Asker
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.conftest import copied_settings
from tests.patience import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

HERONS = "Station,Elevation (m),Opened,Region\n" + "".join(
    f"Station {n},{100 + n},19{50 + n}-05-01,{('North', 'South', 'East')[n % 3]}\n" for n in range(20)
)
KURUMLAR = "Kurum Adı;Kuruluş Yılı;Web;Üst Kurum\n" + "".join(
    f"Kurum {n};19{50 + n};https://k{n}.example;{f'Kurum {n // 2}' if n else ''}\n" for n in range(20)
)
STAFF = "Full name\tRole\tEmployer\n" + "".join(
    f"Person {n}\t{('Editor', 'Writer')[n % 2]}\t{('Press', 'Radio', 'Museum')[n % 3]}\n" for n in range(20)
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def studio(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> AsyncGenerator[Browser]:
    async with serve(copied_settings(tmp_path_factory.mktemp("studio"), sqlite_template)) as browser:
        await browser.set_up()
        yield browser


async def chat(browser: Browser, message: str) -> str:
    events = await browser.lines("POST", "/api/ai/chat/workspace", {"message": message})
    assert events[-1]["type"] == "done", events[-3:]
    return "".join(one["text"] for one in events if one["type"] == "text")


@pytest.mark.parametrize(
    ("message", "slug", "made", "related"),
    [
        (
            f"Make a type for herons' stations from this CSV and relate each to its region:\n{HERONS}",
            "",
            20,
            20,
        ),
        (f"Turn this table into records and link people with the employer.\n\n{STAFF}", "person", 20, 20),
        (f"Please keep these people here from now on.\n\n{STAFF}", "person", 20, 20),
        (
            f"Bu tablodan kurum kayıtları oluştur ve üst kurumlarıyla ilişkilendir:\n{KURUMLAR}",
            "kurum",
            20,
            19,
        ),
        (f"{KURUMLAR.replace('Kurum ', 'Vakıf ')}\nBunlardan “Vakıf” türünde kayıtlar yap", "vakif", 20, 19),
    ],
    ids=["stations", "staff", "unasked", "kurum", "vakif"],
)
async def test_the_assistant_makes_and_relates_records_of_a_table(
    studio: Browser, message: str, slug: str, made: int, related: int
) -> None:
    said = await chat(studio, message)
    assert str(made) in said, said
    assert str(related) in said, said
    types = {one["definition"]["slug"]: one for one in await ok(studio, "GET", "/api/entity-types")}
    if slug:
        assert any(name.startswith(slug) for name in types), types


PLOTS = "Plot,Tenant,Size m2,Since,Phone\n" + "".join(
    f"P{n},{('Ada', 'Bo', 'Cy')[n % 3]} Reed,{90 + n * 10},20{10 + n}-04-01,{'' if n == 4 else f'0{n}'}\n"
    for n in range(12)
)


async def test_records_of_a_table_are_compared_counted_and_missed(studio: Browser) -> None:
    said = await chat(studio, f"Keep track of our plots here, please:\n\n{PLOTS}")
    assert "Tenant (3)" in said, "who a plot belongs to has a record, also where nobody asks for it"
    assert "[P11]" in await chat(studio, "Which plot is the largest?")
    oldest = await chat(studio, "Who has had a plot the longest?")
    assert ("[P0]" in oldest, "[Ada Reed]" in oldest) == (True, True), oldest
    assert "[P4]" in await chat(studio, "Which plots have no phone?")
    assert "100" in await chat(studio, "How big is P1?")
    assert "4" in (await chat(studio, "How many plots does Bo Reed have?")).split("\n")[0]
    assert "[P0]" in await chat(studio, "En küçük plot hangisi?")
    table = "Dish,Cooked by,Time needed (min),Cost per plate\nDal,Priya Nair,180,£1.95\n"
    table += "Kofta,Priya Nair,95,£4.60\nTapa,Sofia Ruiz,35,£2.10\n"
    said = await chat(studio, f"Store these, with the cooks as things of their own.\n\n{table}")
    assert "3 relations" in said, "a column of costs is no question about what the work cost"
    assert "180" in await chat(studio, "How long does Dal take?")
    assert "1.95" in await chat(studio, "How much does Dal cost?")
    quick = await chat(studio, "Which dishes take less than an hour?")
    assert ("[Tapa]" in quick, "[Kofta]" in quick) == (True, False), quick


FOUNTAINS = """Çeşme,Dönem,Hacim (lt),Bakan kurum,Ekip,Ücret,Son bakım
Ahi,Selçuklu,"1.200,5",Su İdaresi,Tepe Ekibi,₺40,12.03.2022
Bal,Osmanlı,"640,0",Kent Vakfı,Tepe Ekibi,₺12,05.06.2023
Cem,Osmanlı,"980,0",Kent Vakfı,Düz Ekibi,₺0,09.09.2023
"""


async def test_what_stands_beside_records_is_asked_for_and_summed(studio: Browser) -> None:
    said = await chat(studio, f"Çeşme diye bir tür kur, bakan kurumu ve ekibi bağla:\n\n{FOUNTAINS}")
    assert "6 ilişki" in said, said
    kept = await chat(studio, "Osmanlı döneminden kalan çeşmelere hangi kurum bakıyor?")
    assert ("Kent Vakfı" in kept, "Su İdaresi" in kept, "[Cem]" in kept) == (True, False, True), kept
    counted = await chat(studio, "Tepe Ekibi'nde kaç çeşme var?")
    assert ("2 kayıt" in counted, "[Ahi]" in counted) == (True, True), counted
    assert "[Ahi]" in await chat(studio, "Hacmi en büyük çeşme hangisi?")
    assert "52" in await chat(studio, "Tepe Ekibi çeşmelerinin ücreti toplam ne kadar?")
    lately = await chat(studio, "Son bakımı 2023'te yapılan çeşmeler hangileri?")
    assert ("[Bal]" in lately, "[Cem]" in lately, "[Ahi]" in lately) == (True, True, False), lately


async def test_what_is_asked_for_is_known_by_the_last_word_of_its_type(studio: Browser) -> None:
    boxes = "Kutu no,Yer,Asan,Yerine geçtiği kutu\nYK-1,Kilise Bahçesi,Mine Sever,\n"
    boxes += (
        "YK-2,Sazlık Ucu,Mine Sever,\nYK-3,Kilise Bahçesi,Kaan Ersin,YK-1\nYK-4,Sazlık Ucu,Kaan Ersin,YK-2\n"
    )
    said = await chat(studio, f"Yarasa kutusu diye bir tür oluştur, yeri ve asanları bağla:\n\n{boxes}")
    assert "10 ilişki" in said, said
    instead = await chat(studio, "YK-1'in yerine hangi kutu geçti?")
    assert ("[YK-3]" in instead, "[Kilise Bahçesi]" in instead) == (True, False), instead


async def test_a_value_of_a_record_named_with_its_type_is_told(studio: Browser) -> None:
    mills = (
        "Değirmen;Kurulduğu gün;Kira;Suyunu paylaştığı;Çalışıyor mu\n"
        "Taş Değirmeni;12.05.1931;4.300,50;Mezra Değirmeni;evet\n"
        "Mezra Değirmeni;13.02.1955;2.410,90;Taş Değirmeni;hayır\n"
        "Göğem Değirmeni;15.11.1957;980,00;Taş Değirmeni;evet\n"
    )
    await chat(studio, f"Bu değirmenleri kaydet:\n\n{mills}")
    assert "1955-02-13" in await chat(studio, "Mezra Değirmeni ne zaman kuruldu?")
    assert "hayır" in await chat(studio, "Mezra Değirmeni hakkında ne biliyoruz?")
    packets = "Packet,Keeps with,Packets left\nGaffer Corn,Zawn Parsley,12\nZawn Parsley,Gaffer Corn,2\n"
    await chat(studio, f"Keep these packets:\n\n{packets}Fogou Carrot,Zawn Parsley,8\n")
    assert "Packets left: 12" in await chat(studio, "How many packets of Gaffer Corn are left?")


NURSES = "Nurse,Ward,Shift,Weekly hours,Began on\n" + "".join(
    f"Nurse {name},{ward},{shift},{hours},{day}.02.2019\n"
    for name, ward, shift, hours, day in (
        ("Aba", "Maple", "Night", 36, "03"),
        ("Boz", "Maple", "Day", 30, "04"),
        ("Cid", "Rowan", "Night", 20, "05"),
        ("Dag", "Rowan", "Day", 10, "02"),
        ("Eli", "Maple", "Night", 22, "07"),
        ("Fox", "Rowan", "Day", 18, "08"),
    )
)
CLOCKS = """Object,Maker,Lent to,Insured for,Due back
Bracket clock,Thos. Hale,Fen House,12500,2026-03-01
Orrery,W. Jones,Fen House,48000,2026-03-01
Sextant,E. Ellicott,Sea Hall,6200,
Regulator,Thos. Hale,Sea Hall,22000,2026-09-20
Total,,,88700,
"""


async def test_no_word_of_a_question_that_a_record_says_is_left_out(studio: Browser) -> None:
    await chat(studio, f"Keep these nurses as records:\n\n{NURSES}")
    nights = await chat(studio, "Who works nights on Maple?")
    assert [name in nights for name in ("Aba", "Boz", "Cid", "Eli")] == [True, False, False, True], nights
    assert "88 in all, over 3 records" in await chat(
        studio, "How many weekly hours does Maple have in total?"
    )
    assert "[Nurse Dag]" in await chat(studio, "Which nurse began first?")
    assert "2019-02-05" in await chat(studio, "When did Nurse Cid begin?")

    said = await chat(studio, f"Keep the objects we have lent, with makers and borrowers apart:\n\n{CLOCKS}")
    assert "I made 4 records" in said, "a line of sums is no record"
    open_ended = await chat(studio, "Which objects have no date due back?")
    assert ("[Sextant]" in open_ended, "Total" in open_ended) == (True, False), open_ended
    wrong = await chat(studio, "Who made the bracket clock for Ellicott?")
    assert "Hale" not in wrong, "of somebody else nothing is told"
    for unknown in ("How many altos are there?", "In how many choirs do they sing?"):
        assert "From the documentation" not in await chat(studio, unknown)
    clock = await chat(studio, "Which clock did Thos. Hale make?")
    assert "UTC" not in clock, "a clock is not always what tells the time"


async def test_the_assistant_answers_from_documents_with_citations(studio: Browser) -> None:
    form = aiohttp.FormData()
    text = "# Swifts\n\nSwifts sleep while flying. They return to the same nest every May.\n"
    text += "Yuva kutusu düşerse kuş veterinere götürülür. The hide is closed on Mondays.\n"
    text += "\n## Depths\n\nNorth quay: 4.2 m\n\nSouth quay: 3.1 m\n"
    form.add_field("file", text.encode(), filename="swifts.md")
    headers = {"X-CSRF-Token": studio.csrf}
    async with studio.http.post(f"{studio.url}/api/documents", data=form, headers=headers) as answer:
        document = (await answer.json())["id"]
    for question in ("What do the documents say about the nest?", "Belgeler nest hakkında ne diyor?"):
        said = await chat(studio, question)
        assert f"/records?document={document}#0" in said
        assert "same nest every May" in said
    for question, quoted in (
        ("Which day is the hide closed? What day is it closed?", "closed on Mondays"),
        ("Yuva kutusu düşünce ne yapmak gerekiyor?", "veterinere"),
        ("How long do swifts sleep while flying?", "sleep while flying"),
        ("How deep is the water at the south quay?", "South quay: 3.1 m"),
    ):
        assert quoted in (said := await chat(studio, question)), said


async def test_questions_about_records_are_answered_from_records(studio: Browser) -> None:
    table = "name,city,founded,director\nSwift Trust,London,2003,Ann Fry\nLund University,Lund,1666,Bo Ek\n"
    table += "Bird Society,Sandy,1889,Cy Day\nHistory Museum,London,1881,Di Orr\n"
    assert "Organisation" in await chat(studio, f"Save this:\n{table}")
    first = await studio.lines(
        "POST", "/api/ai/chat/workspace", {"message": "Which organisations are in London?"}
    )
    conversation = next(one["conversationId"] for one in first if one.get("conversationId"))
    asked = {
        "And in Lund?": ["Lund University"],
        "How many organisations do we have?": ["4"],
        "Who is the director of the Bird Society?": ["Cy Day"],
        "List organisations founded in 1881": ["History Museum"],
        "Which organisations working in Sandy do we have?": ["Bird Society"],
        "Hangi organisation London'da?": ["Swift Trust", "History Museum"],
        "Kaç organisation kaydı var?": ["4"],
    }
    said = "".join(one["text"] for one in first if one["type"] == "text")
    assert "Swift Trust" in said
    assert "Lund" not in said
    for question, wanted in asked.items():
        body = {"message": question, "conversationId": conversation}
        events = await studio.lines("POST", "/api/ai/chat/workspace", body)
        said = "".join(one["text"] for one in events if one["type"] == "text")
        assert all(one in said for one in wanted), (question, said)
        assert "searchDocuments" not in [one.get("toolName") for one in events]


async def record(studio: Browser, title: str = "Delta") -> str:
    kind = {
        "slug": "site",
        "name": "Site",
        "fields": [{"key": "country", "label": "Country of origin"}, {"key": "depth", "label": "Depth (m)"}],
    }
    status, _ = await studio.call("POST", "/api/entity-types", kind)
    assert status in (201, 409)
    ids = [
        (
            await ok(
                studio,
                "POST",
                "/api/entities",
                {"typeSlug": "site", "title": name, "fields": {"country": "X"}},
            )
        )["id"]
        for name in (title, "Lake")
    ]
    await ok(
        studio, "POST", "/api/relations", {"sourceId": ids[0], "targetId": ids[1], "kind": "drains into"}
    )
    return str(ids[0])


async def finished(studio: Browser, brief_id: str) -> Any:
    async def written() -> Any:
        found = await ok(studio, "GET", f"/api/briefs/{brief_id}")
        return found if found["status"] != "running" else None

    return await until(written)


def are_side_by_side(fields: list[dict[str, Any]]) -> bool:
    """Tell whether two fields were in the making at once."""
    return any(
        a["startedAt"] < b["finishedAt"] and b["startedAt"] < a["finishedAt"]
        for a in fields
        for b in fields
        if a["key"] < b["key"]
    )


@pytest.mark.parametrize(
    ("kind", "layers"), [("executive_summary", 3), ("diligence_memo", 3), ("assessment_report", 4)]
)
async def test_a_brief_is_written_in_layers_side_by_side_and_its_sources_are_checked(
    studio: Browser, kind: str, layers: int
) -> None:
    entity = await record(studio)
    for _ in range(5):  # on a busy machine one field may be over before the next is begun
        begun = await ok(studio, "POST", f"/api/entities/{entity}/briefs", {"kind": kind})
        brief = await finished(studio, begun["id"])
        first = [one for one in brief["fields"] if one["layer"] == 1]
        if are_side_by_side(first):
            break
    assert are_side_by_side(first)
    assert (brief["status"], brief["kind"]) == ("completed", kind)
    assert {one["layer"] for one in brief["fields"]} == set(range(1, layers + 1))
    assert [one["key"] for one in brief["fields"] if one["layer"] == layers] == ["headline"]
    assert brief["headline"]
    said = " ".join(claim["text"] for one in brief["fields"] for claim in one["claims"])
    assert "Country of origin: X" in said
    assert "country:" not in said
    cited = {each for one in brief["fields"] for claim in one["claims"] for each in claim["sourceEntityIds"]}
    assert cited == set(brief["citations"])
    second = min(one["startedAt"] for one in brief["fields"] if one["layer"] == 2)
    assert second >= max(one["finishedAt"] for one in first)
    tasks = await ok(studio, "GET", f"/api/tasks/{brief['taskId']}")
    assert {one["status"] for one in tasks["children"]} == {"completed"}
    events = await studio.lines("GET", f"/api/runs/{brief['runId']}/events")
    assert [one["percent"] for one in events if one["type"] == "progress"][-1] == 100


async def test_a_second_press_gets_the_brief_that_is_being_written(studio: Browser) -> None:
    entity = await record(studio)
    path, briefs = f"/api/entities/{entity}/briefs", studio.studio.get(Briefs)
    here, by = studio.studio.workspace_id, await studio.studio.operator()
    at_once = await asyncio.gather(
        *(briefs.begin(here, entity, "executive_summary", by, new_id()) for _ in range(3))
    )
    assert len({one.id for one in at_once}) == len({one.run_id for one in at_once}) == 1
    other = await ok(studio, "POST", path, {"kind": "diligence_memo"})
    pressed = await ok(studio, "POST", path, {})
    assert other["id"] != pressed["id"] == at_once[0].id
    brief = await finished(studio, pressed["id"])
    assert brief["status"] == (await finished(studio, other["id"]))["status"] == "completed"
    again = await ok(studio, "POST", path, {})
    assert again["id"] != brief["id"]
    await finished(studio, again["id"])
    listed = [one["id"] for one in await ok(studio, "GET", "/api/briefs")]
    assert {brief["id"], other["id"], again["id"]} <= set(listed)
    assert [one["id"] for one in await ok(studio, "GET", path)] == [again["id"], other["id"], brief["id"]]


async def test_a_brief_is_accepted_by_a_person_one_of_a_kind_and_can_be_taken_back(studio: Browser) -> None:
    entity = await record(studio, "Kavak tunnel")
    path = f"/api/entities/{entity}/briefs"
    first = await finished(studio, (await ok(studio, "POST", path, {}))["id"])
    assert first["acceptedBy"] is None
    accepted = await ok(studio, "POST", f"/api/briefs/{first['id']}/accept")
    assert (accepted["acceptedBy"], accepted["acceptedAt"] is not None) == ("Owner", True)
    running = await ok(studio, "POST", path, {})
    status, refused = await studio.call("POST", f"/api/briefs/{running['id']}/accept")
    assert (status, "finished" in refused["error"]["message"]) == (400, True)
    second = await finished(studio, running["id"])
    await ok(studio, "POST", f"/api/briefs/{second['id']}/accept")
    listed = {one["id"]: one["acceptedBy"] for one in await ok(studio, "GET", path)}
    assert listed == {first["id"]: None, second["id"]: "Owner"}
    await ok(studio, "DELETE", f"/api/briefs/{second['id']}/accept")
    assert (await ok(studio, "GET", f"/api/briefs/{second['id']}"))["acceptedBy"] is None


async def test_a_brief_that_is_stopped_says_so_and_closes_its_tasks(studio: Browser) -> None:
    entity = await record(studio)
    begun = await ok(studio, "POST", f"/api/entities/{entity}/briefs", {})
    await ok(studio, "POST", f"/api/runs/{begun['runId']}/stop")
    brief = await finished(studio, begun["id"])
    assert brief["status"] == "cancelled"
    goal = await ok(studio, "GET", f"/api/tasks/{brief['taskId']}")
    assert goal["status"] == "cancelled"
    assert {one["status"] for one in goal["children"]} <= {"completed", "cancelled"}


async def test_a_made_up_source_is_rejected(studio: Browser) -> None:
    entity = await record(studio)
    begun = await ok(studio, "POST", f"/api/entities/{entity}/briefs", {})
    told = await ok(studio, "GET", "/api/session")
    asker = Asker(told["workspace"]["id"], told["person"]["id"])
    claims = [{"text": "It is the largest.", "source_entity_ids": ["01a1e25f-609e-7d2b-b921-87b5c2f09964"]}]
    given = {"briefId": begun["id"], "field": "overview", "claims": claims}
    with pytest.raises(InvalidInput, match="not connected"):
        await studio.studio.direct.use(asker, None, "submitClaims", given)
    await finished(studio, begun["id"])


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Write a brief about Delta", "executive_summary"),
        ("Draft an executive summary brief of Delta", "executive_summary"),
        ("Write a diligence memo about Delta", "diligence_memo"),
        ("Delta hakkında bir değerlendirme raporu yaz", "assessment_report"),
    ],
)
async def test_a_brief_is_begun_from_the_chat(studio: Browser, message: str, kind: str) -> None:
    """The answer names its page, and the call's result the brief: the panel follows it from there."""
    await record(studio, title := f"Ember bay {len(message)}")
    asked = message.replace("Delta", title)
    events = await studio.lines("POST", "/api/ai/chat/workspace", {"message": asked})
    made = next(
        one["data"] for one in events if one["type"] == "toolResult" and "briefId" in (one["data"] or {})
    )
    assert f"/records?brief={made['briefId']}" in "".join(
        one["text"] for one in events if one["type"] == "text"
    )
    brief = await finished(studio, made["briefId"])
    assert (brief["status"], brief["kind"], brief["runId"]) == ("completed", kind, made["runId"])
