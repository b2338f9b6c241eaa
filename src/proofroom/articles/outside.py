"""How the flow reaches search providers, image providers, the project's own content and its records."""

from typing import Any

from proofroom.access import Principal
from proofroom.articles.citations import sha256_of
from proofroom.articles.gather import flags_of
from proofroom.articles.house_style import house_rules
from proofroom.articles.humanity import HumanityRule
from proofroom.articles.settings import ArticleSettings
from proofroom.articles.types import Article, SourceDocument
from proofroom.articles.work import (
    FindHouseRules,
    FindImageChain,
    FindPieces,
    FindProjectTexts,
    FindSearches,
)
from proofroom.content.brain import Brain, View, search
from proofroom.entities import Documents, Entities, Entity, EntityTypes, Query, TypeDef
from proofroom.house import House
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ProjectId, WorkspaceId, new_id
from proofroom.media.draw import RENDERER, LocalImages, OpenImages
from proofroom.media.room import image_model
from proofroom.providers.corpus import CorpusDriver
from proofroom.providers.corpus.index import CorpusIndex
from proofroom.runtime.baseline.search import OpenSearch
from proofroom.search import texts_of

ENTRIES = 10
PIECES = 200
PROSE = 8
"""Words from which on a field is something to quote, and no name, date or address."""


def find_searches(house: House) -> FindSearches:
    """Return the port that opens every search provider, the studio's corpus last."""
    settings = house.settings
    folders = [settings.data / "corpus", *settings.corpus]
    corpus = CorpusDriver(CorpusIndex(settings.data / "cache" / "corpus.db"), folders)

    async def find(workspace_id: WorkspaceId) -> list[OpenSearch]:
        found = [
            OpenSearch(house.openers.search(house.connections.open(each)), each.id)
            for each in await house.connections.list(workspace_id, "search")
            if each.status == "active"
        ]
        return [*found, OpenSearch(corpus)]

    return find


def find_images(house: House, settings: ArticleSettings) -> FindImageChain:
    """Return the port that opens image providers in the order of the settings, the studio's renderer last."""

    async def find(workspace_id: WorkspaceId) -> list[OpenImages]:
        chain: list[tuple[str, OpenImages]] = []
        for connection in await house.connections.list(workspace_id, "image"):
            if connection.status == "active":
                opened, model = house.connections.open(connection), image_model(connection)
                info = house.openers.image_info(opened, model)
                label = f"{connection.name}/{model}"
                chain.append((label, OpenImages(house.openers.image(opened), model, connection.id, info)))
        first = (await settings.models(workspace_id)).get("images", [])
        chain.sort(key=lambda each: first.index(each[0]) if each[0] in first else len(first))
        return [*(each for _, each in chain), OpenImages(LocalImages(), RENDERER)]

    return find


def find_texts(house: House) -> FindProjectTexts:
    """Return the port that reads a project's content, and records with the papers behind them."""

    async def find(article: Article, query: str, by: Principal) -> list[SourceDocument]:
        assert article.project_id is not None

        def look(view: View) -> list[tuple[str, str, str]]:
            found = search(view, query, limit=ENTRIES, locales=[article.locale])
            return [
                (
                    hit.row.label,
                    f"content:{hit.row.model}/{hit.row.id}",
                    _prose(hit.row.data, hit.row.body),
                )
                for hit in found.hits
            ]

        read = await house.get(Brain).look(article.project_id, None, look)
        reader = await house.access.principal_for_run(by.workspace_id, by.person_id, by.api_key_id)
        if reader.can("entities.team.read") and reader.only_project is None:
            papers = await house.get(Documents).search(by.workspace_id, query, limit=ENTRIES)
            read = [*read, *((each.title, f"document:{each.document_id}", each.text) for each in papers)]
            read += await _records(house, by.workspace_id, query)
        now = house.clock.now()
        return [
            SourceDocument(
                id=new_id(),
                source_type="workspace",
                name=label[:300],
                url=address,
                title=label[:300],
                text=text,
                sha256=sha256_of(text),
                retrieved_at=now,
                flags=flags_of(text),
            )
            for label, address, text in read
            if text.strip()
        ]

    return find


async def _records(house: House, workspace_id: WorkspaceId, query: str) -> list[tuple[str, str, str]]:
    """Return what records say of a topic: what reads as prose, then each other value with its name."""
    kinds = {each.id: each.definition for each in await house.get(EntityTypes).list(workspace_id)}
    found = await house.get(Entities).find(workspace_id, Query(query, limit=ENTRIES))
    return [
        (each.title, f"record:{each.id}", _told(kinds[each.type_id], each))
        for each in found.entities
        if each.type_id in kinds
    ]


def _told(kind: TypeDef, entity: Entity) -> str:
    prose, facts = list[str](), list[str]()
    for each in kind.fields:
        value = entity.fields.get(each.key)
        if isinstance(value, str) and len(value.split()) >= PROSE:
            prose.append(value)
        elif isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
            facts.append(f"{each.name}: {value}.")
    line = " ".join([f"{kind.name} {entity.title}.", *facts])
    return "\n\n".join([*prose, *([line] if facts else [])])


def find_house_rules(house: House, settings: ArticleSettings) -> FindHouseRules:
    """Return the port that reads a project's style and vocabulary as rules."""

    async def find(article: Article) -> list[HumanityRule]:
        if article.project_id is None:
            return []
        style = await settings.style(article.workspace_id, article.project_id)
        try:
            vocabulary = (await house.get(Brain).project(article.project_id)).vocabulary
        except ProofroomError:  # a project without content has no vocabulary
            vocabulary = None
        return house_rules(style, vocabulary.terms if vocabulary else {}, article.locale)

    return find


def find_pieces(house: House) -> FindPieces:
    """Return the port that reads a project's own pieces in its first locale."""

    async def find(project_id: ProjectId, about: str) -> list[tuple[str, str]]:
        def look(view: View) -> list[tuple[str, str]]:
            config = view.project.config
            locale = config.default_locale if config else "en"
            if about:
                rows = [hit.row for hit in search(view, about, limit=PIECES, locales=[locale]).hits]
            else:
                rows = [row for model in view.project.models for row in view.rows(model, locale)]
            found = ((row.label, _prose(row.data, row.body)) for row in rows[:PIECES])
            return [(label, text) for label, text in found if text]

        try:
            return await house.get(Brain).look(project_id, None, look)
        except ProofroomError:  # a project without content has no pieces
            return []

    return find


def _prose(data: Any, body: str | None) -> str:
    return "\n\n".join(text for _, text in texts_of(data, body) if len(text.split()) >= PROSE)
