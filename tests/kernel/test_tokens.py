import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofroom.kernel.tokens import estimate

# Real counts, made once with the cl100k vocabulary.
COUNTED = [
    (
        34,
        "The river under the market is older than the city. Engineers found it again in 1998, when a bakery's"
        " cellar flooded for the third time in one spring.",
    ),
    (
        58,
        "Pazarın altındaki nehir şehirden daha eskidir. Mühendisler onu 1998'de, bir fırının bodrumu aynı"
        " baharda üçüncü kez su basınca yeniden buldu.",
    ),
    (24, "Der Fluss unter dem Markt ist älter als die Stadt. Ingenieure fanden ihn 1998 wieder."),
    (38, "Река под рынком старше города. Инженеры снова нашли её в 1998 году."),
    (37, "市場の下の川は街よりも古い。技術者たちは1998年にそれを再び見つけた。"),
    (19, "시장 아래의 강은 도시보다 오래되었다."),
    (21, "النهر تحت السوق أقدم من المدينة."),
    (43, "बाज़ार के नीचे की नदी शहर से भी पुरानी है।"),
    (
        27,
        '{"title": "The river under the market", "reading_minutes": 6, "topics": ["rivers", "night"]}',
    ),
    (
        24,
        "async def save(context: ToolContext, wanted: SaveInput) -> ToolOutput:\n"
        "    return ToolOutput(ok=True)\n",
    ),
]


@pytest.mark.parametrize(("tokens", "text"), COUNTED, ids=lambda value: str(value)[:12])
def test_the_estimate_is_near_a_real_count(tokens, text):
    assert 0.8 * tokens <= estimate(text) <= 1.3 * tokens


def test_nothing_costs_nothing():
    assert estimate("") == 0


def test_long_words_cost_more_than_short_ones():
    assert estimate("internationalization " * 50) > estimate("interna " * 50)


@pytest.mark.parametrize("text", [text for _, text in COUNTED[3:8]], ids=lambda text: text[:6])
def test_scripts_that_a_quarter_underrates_get_more(text):
    assert estimate(text) > 1.5 * len(text) / 4


@given(st.text(), st.text())
def test_more_text_never_costs_less(first, second):
    assert estimate(first + second) >= max(estimate(first), estimate(second)) - 1


@given(st.text().filter(str.strip))
def test_every_text_that_shows_something_costs_something(text):
    assert estimate(text) > 0
