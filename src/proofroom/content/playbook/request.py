"""A request on its way: its sentence, the project's models, what it looks up, how it tells results."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar, cast

from proofroom.content.playbook.entries import Found, LookedUp, data_of, telling_words
from proofroom.content.playbook.schema import FieldView, Json, ModelView, Schema, told_by
from proofroom.content.playbook.words import LOOK, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.slots import quoted
from proofroom.providers.offline.table import refused

T = TypeVar("T")
Look = Generator[Call | list[Call], Any, T]
End = Look[Answer | Ask]
PAGE: Final = 100
SHOWN: Final = 12
MODELS_AT_ONCE: Final = 8


@dataclass(frozen=True)
class ProjectRequest:
    """What is asked, and of which project."""

    request: Request
    sentence: Sentence
    schema: Schema
    writes: bool = False
    """It changes something: what narrows or hedges an order has to be understood."""
    is_final: bool = False
    """It publishes, hides or deletes: an entry has to be named, not only to fit."""

    @property
    def said(self) -> str:
        """The person's own words: plain, with values blanked."""
        return self.sentence.masked

    @property
    def quotes(self) -> list[str]:
        """What stands in quotation marks."""
        return [quote.value for quote in self.sentence.quotes]

    def about(self, text: str) -> "ProjectRequest":
        """Return the same for other words."""
        return replace(self, sentence=Sentence(text))

    # what it looks up

    def look_up(
        self,
        models: Iterable[ModelView],
        words: str = "",
        records: Sequence[Call] = (),
        locales: Sequence[str] = (),
    ) -> Look[LookedUp]:
        """Look at the entries of some models, in the person's language too; search words, read records."""
        chosen = [model for model in dict.fromkeys(models) if model.has_entries][:MODELS_AT_ONCE]
        pages: list[Json] = [{"model": model.id, "limit": PAGE} for model in chosen]
        wanted = {self.request.language, *locales}
        for locale in (one for one in self.schema.locales[1:] if one in wanted):
            pages += [page | {"locale": locale} for page, model in _both(pages, chosen) if model.i18n]
        calls = [Call("brain_query", page) for page in pages]
        lookup = LookedUp(self.schema)
        searches = [Call("brain_search", {"query": words[:200], "limit": 20})] if words.strip() else []
        everything = [*calls, *searches, *records]
        results: list[Result] = (yield everything) if everything else []
        for result in results[: len(calls)]:
            lookup.take_page(result)
        for result in results[len(calls) : len(calls) + len(searches)]:
            lookup.take_hits(result)
        lookup.records = results[len(calls) + len(searches) :]
        lookup.call_in(self.request.language)
        return lookup

    def on_screen(self) -> tuple[ModelView | None, str | None]:
        """Return the model and entry the person looks at, or pinned."""
        screen, schema = self.request.screen, self.schema
        model, entry = schema.get(screen.get("activeModelId")), screen.get("activeEntryId")
        if model is not None and isinstance(entry, str) and entry:
            return model, entry
        for item in cast("list[Any]", screen.get("contextItems") or []):
            pinned = cast("Json", item) if isinstance(item, dict) else {}
            if pinned.get("entryId") and schema.get(pinned.get("modelId")):
                return schema.get(pinned.get("modelId")), str(pinned["entryId"])
        return model, None

    @property
    def locale(self) -> str | None:
        """The locale it names, or the one on screen."""
        return lexicon.locale_in(self.said) or self._screen_locale

    @property
    def reading_locale(self) -> str | None:
        """The locale to read in: the named one, the one on screen, or the person's own."""
        own = self.request.language
        return self.locale or (own if own in self.schema.locales[1:] else None)

    @property
    def text_locales(self) -> list[str]:
        """The locales for a text: both, the named ones, the one on screen, or the person's language."""
        known = self.schema.locales
        if seen("both_languages", self.said):
            return list(known)
        own = self._screen_locale or self.request.language
        return lexicon.locales_in(self.said) or [own if own in known or not known else known[0]]

    @property
    def _screen_locale(self) -> str | None:
        locale = self.request.screen.get("activeLocale")
        return locale if isinstance(locale, str) and locale else None

    # how it is told

    def say(self, key: str, /, **values: object) -> str:
        """Return a sentence; entries, models and fields are told by their names."""
        return self.request.say(key, **{name: self._told(value) for name, value in values.items()})

    def ask(self, key: str, /, **values: object) -> Ask:
        """Return a question."""
        return Ask(self.say(key, **values))

    def answer(self, key: str, /, **values: object) -> Answer:
        """Return an answer."""
        return Answer(self.say(key, **values))

    def tell(self, key: str, rows: Iterable[str], /, **values: object) -> Answer:
        """Return an answer with a list."""
        return Answer(f"{self.say(key, **values)}\n{lines(rows)}")

    def wrote(self, results: Sequence[Result], done: str) -> Answer:
        """Return what was done and where it waits, or what stood in the way."""
        failed = [result for result in results if not result.ok]
        if failed:
            return refused(self.request, failed[0])
        data = data_of(results[-1])
        if data.get("merged") == "nothing to write":
            return self.answer("answer.speech.unchanged")
        where = self.say("answer.offline.waits" if data.get("reviewBranch") else "answer.offline.merges")
        notes = [str(note) for note in cast("list[Any]", data.get("advisories") or [])[:3]]
        notes += [str(one.get("message", "")) for one in cast("list[Json]", data.get("warnings") or [])[:3]]
        return Answer("\n- ".join([f"{done} {where}".strip(), *(note for note in notes if note)]))

    def name_of(self, one: FieldView) -> str:
        """Return what the person calls a field."""
        return one.label(self.request.language)

    def value(self, value: Any) -> str:
        """Return a value as people read it."""
        if isinstance(value, bool):
            return self.say("answer.speech.yes" if value else "answer.speech.no")
        if isinstance(value, list):
            return ", ".join(str(item) for item in cast("list[Any]", value))
        return f"“{value}”" if isinstance(value, str) else str(value)

    def which_one(self, candidates: Sequence[Found], noun: str = "") -> Ask:
        """Ask which of several entries is meant."""
        if len(candidates) == 1:
            return self.ask("answer.speech.this_one", listed=list(candidates))
        key = "answer.speech.which_of" if noun else "answer.speech.which"
        return self.ask(key, noun=noun, listed=list(candidates))

    def unexplained(self, words: Iterable[str], understood: str) -> Ask:
        """Ask about words that nothing explains, and say what the rest would mean."""
        return self.ask(
            "answer.speech.unexplained", words=", ".join(dict.fromkeys(words)), understood=understood
        )

    def _told(self, value: object) -> object:
        if isinstance(value, FieldView):
            return self.name_of(value)
        if isinstance(value, ModelView):
            return value.name
        return names(cast("list[Found]", value)) if isinstance(value, list) else value


def _both(pages: list[Json], models: list[ModelView]) -> list[tuple[Json, ModelView]]:
    return list(zip(pages, models, strict=False))


def begin(request: Request) -> Look[ProjectRequest]:
    """Look at the models."""
    result: Result = yield Call("list_models")
    schema = told_by(result, request.language)
    return ProjectRequest(request, Sentence(request.text), schema)


Work = Callable[[ProjectRequest], End]


def planned(
    work: Work, *tools: str, needs_models: bool = True, writes: bool = False, is_final: bool = False
) -> Callable[[Request], Plan]:
    """Return the plan of some work; where its tools are not at hand, that is said instead."""

    def plan(request: Request) -> Plan:
        if not request.can(*tools):
            return Answer(request.say("answer.offline.not_allowed"))
        task = ProjectRequest(request, Sentence(request.text), Schema(()))
        if needs_models:
            task = yield from begin(request)
        return (yield from work(replace(task, writes=writes, is_final=is_final)))

    return plan


def names(entries: Iterable[Found | str]) -> str:
    """Return entries by name, in quotation marks."""
    return quoted((one if isinstance(one, str) else one.label for one in entries), SHOWN)


def lines(items: Iterable[str]) -> str:
    """Return a list, one line each."""
    rows = [f"- {item}" for item in items]
    return "\n".join([*rows[:SHOWN], *([f"- … +{len(rows) - SHOWN}"] if len(rows) > SHOWN else [])])


def in_order(calls: Iterable[Call]) -> Look[list[Result]]:
    """Make calls in one round of the turn, which has few; what writes runs one after the other there."""
    made = list(calls)
    results: list[Result] = (yield made) if made else []
    return results


def save_call(model: ModelView, ids: Sequence[str], data: Json, locale: str | None = None) -> Call:
    """Return the call that saves the same fields of some entries."""
    given: Json = {"model": model.id, "data": data}
    if model.kind == "collection":
        given["data"] = dict.fromkeys(ids, data)
    elif ids:
        given |= {"slug": ids[0]} if len(ids) == 1 else {"entryIds": list(ids)}
    return Call("save_content", given | _in(model, locale))


def read_call(entry: Found, locale: str | None = None, tool: str = "brain_query") -> Call:
    """Return the call that reads one entry with all its fields, or another one about it."""
    return Call(tool, {"model": entry.model.id, "entryId": entry.id} | _in(entry.model, locale))


def record_call(model: ModelView, locale: str | None) -> Call:
    """Return the call that reads a singleton or a dictionary."""
    return Call("get_content", {"model": model.id} | _in(model, locale))


def _in(model: ModelView, locale: str | None) -> Json:
    return {"locale": locale} if locale and model.i18n else {}


def left_words(said: str, *models: ModelView) -> list[str]:
    """Return the words that nothing explains yet: no function word, language or noun of these models."""
    text = LOOK["both_languages"].sub(" ", lexicon.without_languages(said))
    return [
        word
        for word in telling_words(text)
        if not LOOK["verb"].fullmatch(word) and not any(model.is_called(word) for model in models)
    ]
