"""What the offline model can do with the baseline tools."""

import re
from collections.abc import Callable

from proofroom.kernel.words import word_set
from proofroom.providers.offline import Answer, Ask, Call, Plan, Playbook, Request, Result, Skill
from proofroom.providers.offline.language import words
from proofroom.runtime.baseline.spending import SPENDING

_GREETINGS = frozenset({"hello", "hi", "hey", "greetings", "merhaba", "selam", "günaydın"})
_THANKS = frozenset({"thanks", "thank", "cheers", "teşekkürler", "teşekkür", "sağol", "sağolun", "eyvallah"})
_TIME = re.compile(
    r"\bwhat(?:'s| is)? (?:the )?(?:current )?(?:time|date|(?:week)?day)"
    r"(?: (?:is|it|today|now|right|here|there|please|exactly))*(?: in [\w/ -]{2,40})?(?=\W*$|[,;.?!]| and )"
    r"|\b(?:current|local) (?:time|date)\b|\b(?:the|today's) (?:time|date|clock)\W*$|\bo['’]clock\b"
    r"|\bsaat (?:\w+ )?kaç(?: oldu)?(?=\W*$|[,;.?!]| ve )|\bbugün (?:günlerden|ayın|hangi gün)"
    r"|\bbugünün (?:tarih|gün)"
    r"|\btarih (?:nedir|ne|kaç)(?=\W*$|[,;.?!])|\bhangi gün(?:deyiz)?(?=\W*$|[,;.?!])",
    re.IGNORECASE,
)
"""Questions about now. What opens at what time, or on which day, is asked of something else."""
_PROJECTS = frozenset({"project", "projects", "proje", "projeler", "projeleri"})
_SOURCES = frozenset({"source", "sources", "research", "kaynak", "kaynaklar", "kaynaklarda", "araştır"})
_ASKING = word_set("find search for about in the on our what do say hakkında ara bul")
_HELP = re.compile(
    r"\b(?:help|docs|documentation|explain|yardım|nasıl)\b|\bhow (?:do|does|can|could|should|to|is|are)\b",
    re.IGNORECASE,
)
"""Questions for the guide. How long or how many something is stands in no guide."""


_HAND_ON = re.compile(
    r"^(?:please )?(?:ask|tell|get) (?:the )?(?P<slug>[a-z0-9-]+)(?: agent)?(?: to |: )(?P<task>.+)"
    r"|^(?P<slug_tr>[a-z0-9-]+)'(?:y?[ea]) (?:söyle|devret|ver)\s*[:,]\s*(?P<task_tr>.+)",
    re.IGNORECASE | re.DOTALL,
)
_NOBODY = frozenset({"me", "us", "him", "her", "them", "you", "it"})


def baseline_playbook() -> Playbook:
    """Return greeting, thanks, time, projects, sources, handing on and help."""
    return Playbook(
        "runtime",
        (
            Skill("greet", _greets, _greet),
            Skill("thanks", _is_thanks, _welcome),
            Skill("extract", _gives_text, _extract, "ability.extract"),
            Skill("time", _asks_time, _tell_time, "ability.time", ("getTime",)),
            Skill("projects", _means(_PROJECTS, 0.6), _list_projects, "ability.projects", ("listProjects",)),
            Skill("sources", _means(_SOURCES, 0.7), _find_sources, "ability.sources", ("webSearch",)),
            Skill("delegate", _hands_on, _hand_on, "ability.delegate", ("delegateToAgent",)),
            SPENDING,
            Skill("help", _asks_help, search_help, "ability.help", ("searchHelp",)),
        ),
    )


_SUM_UP = re.compile(
    r"^\W*(?:please |can you |could you )*(?:summari[sz]e|sum up|shorten|özetle\w*|kısalt\w*)\b[^:\n]{0,60}"
    r"[:\n]\s*(?P<text>.{80,})"
    r"|^(?P<before>.{80,}?)\n+\W*(?:summari[sz]e|sum up|özetle)\w*[^\n]{0,60}$",
    re.IGNORECASE | re.DOTALL,
)
SENTENCES = 2


def _gives_text(request: Request) -> float:
    return 0.9 if _SUM_UP.search(request.text) else 0.0


def _extract(request: Request) -> Plan:
    """Return the first sentences of a text that is given: its own words, none added."""
    yield from ()
    found = _SUM_UP.search(request.text)
    assert found is not None
    text = " ".join((found["text"] or found["before"]).split())
    sentences = re.findall(r".+?[.!?…](?=\s|$)|.+$", text)
    return Answer(
        request.say("answer.assistant.extracted", text=" ".join(one.strip() for one in sentences[:SENTENCES]))
    )


def _means(keys: frozenset[str], sure: float) -> Callable[[Request], float]:
    def match(request: Request) -> float:
        return sure if keys & set(words(request.text)) else 0.0

    return match


def _asks_time(request: Request) -> float:
    return 0.6 if _TIME.search(request.text) else 0.0


def _asks_help(request: Request) -> float:
    return 0.55 if _HELP.search(request.text) else 0.0


def _is_thanks(request: Request) -> float:
    found = words(request.text)
    return 0.9 if found and len(found) <= 5 and found[0] in _THANKS else 0.0


def _welcome(request: Request) -> Plan:
    yield from ()
    return Answer(request.say("answer.assistant.welcome"))


def _greets(request: Request) -> float:
    found = words(request.text)
    return 0.9 if found and found[0] in _GREETINGS and len(found) <= 4 else 0.0


def _greet(request: Request) -> Plan:
    if request.can("listProjects"):
        known: Result = yield Call("listProjects")
        names = ", ".join(project["name"] for project in known.rows("projects"))
    else:
        names = ""
    here = request.say("answer.assistant.open_here", names=names) if names else ""
    return Answer(request.say("answer.assistant.hello", here=here))


def _tell_time(request: Request) -> Plan:
    zone = re.search(r"\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+\b", request.text)
    clock: Result = yield Call("getTime", {"timezone": zone.group() if zone else "UTC"})
    if not clock.ok:
        return Answer(clock.problem)
    at = clock.data
    day, hour = at["iso"][:10], at["iso"][11:16]
    weekday = request.say(f"weekday.{at['weekday'].lower()}")
    return Answer(
        request.say("answer.assistant.time", hour=hour, day=day, weekday=weekday, zone=at["timezone"])
    )


def _list_projects(request: Request) -> Plan:
    known: Result = yield Call("listProjects")
    projects = known.rows("projects")
    if not projects:
        return Answer(request.say("answer.assistant.no_project"))
    lines = "\n".join(
        f"- {project['name']} (`{project['slug']}`, {project['status']})" for project in projects
    )
    return Answer(request.say("answer.assistant.projects", lines=lines))


def _hands_on(request: Request) -> float:
    return 0.97 if _handed(request) is not None else 0.0


def _handed(request: Request) -> tuple[str, str] | None:
    """Return the agent and the task that the person names."""
    found = _HAND_ON.match(request.text.strip())
    if found is None:
        return None
    slug = (found["slug"] or found["slug_tr"]).lower()
    return None if slug in _NOBODY else (slug, (found["task"] or found["task_tr"]).strip())


def _hand_on(request: Request) -> Plan:
    handed = _handed(request)
    assert handed is not None
    report: Result = yield Call("delegateToAgent", {"agentSlug": handed[0], "task": handed[1]})
    if report.data is not None:  # an error, in the tool's words
        return Answer(report.problem)
    head, *parts = report.text.split("\n\n")
    said = [
        part for part in parts if not part.startswith(("What changed:", "Errors:", "Tool calls:", "Record:"))
    ]
    return Answer("\n\n".join([head, *said]))


def search_help(request: Request) -> Plan:
    """Quote what the program's own help says about a question."""
    found: Result = yield Call("searchHelp", {"query": request.text[:200]})
    pages = found.rows("pages")
    if not pages:
        return Answer(request.say("answer.assistant.not_documented"))
    quotes = "\n\n".join(f"{page['text']}\n— {page['title']}" for page in pages)
    return Answer(request.say("answer.assistant.documentation", quotes=quotes))


def _find_sources(request: Request) -> Plan:
    wanted = [word for word in words(request.text) if word not in _SOURCES | _ASKING]
    if not wanted:
        return Ask(request.say("answer.assistant.which_words"))
    if not request.can("webSearch"):
        return Answer(request.say("answer.assistant.no_search"))
    found: Result = yield Call("webSearch", {"query": " ".join(wanted)[:400], "limit": 5})
    if not found.ok:
        return Answer(found.problem)
    hits = found.rows("results")
    if not hits:
        return Answer(request.say("answer.assistant.no_source"))
    quotes = "\n".join(f"- “{hit['snippet']}” [{number}]" for number, hit in enumerate(hits, 1))
    sources = "\n".join(f"[{number}] {hit['title']} — {hit['url']}" for number, hit in enumerate(hits, 1))
    return Answer(request.say("answer.assistant.sources", quotes=quotes, sources=sources))
