"""A release from a site and its content. Pure but for the moment: bytes in, bytes out.

Every page has a fingerprint of what it is made of. What has the same one as in the release before is taken
over without being rendered; what is rendered and comes out the same is not written again.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import orjson

from proofroom.kernel.data import dataclass
from proofroom.site.document.load import as_object
from proofroom.site.document.types import Component, Json, Page, Site
from proofroom.site.publish import extras
from proofroom.site.publish.address import Address
from proofroom.site.publish.alone import ALONE, alone_page, alone_path
from proofroom.site.publish.assets import Assets, Code, StoredPicture, publish_files, site_css
from proofroom.site.publish.catalogue import DIGEST, Catalogue, nested
from proofroom.site.publish.head import Head, document, shortened, site_setting
from proofroom.site.publish.loops import Loops
from proofroom.site.publish.releases import PublishedFile, Release
from proofroom.site.publish.routes import Route, page_paths, plain_404, prefix_of, routes_of
from proofroom.site.rendering.compose import compose_entry, compose_page, not_found_template, template_chain
from proofroom.site.rendering.frames import Frames
from proofroom.site.rendering.markdown import markdown_html
from proofroom.site.rendering.nodes import Renderer, default_params

FORMAT = "2"
"""Part of every fingerprint: another number renders everything anew."""
HTML = "text/html; charset=utf-8"
_LINKED = re.compile(r'\b(src|href)="([^"]*)"')
PICTURE = "picture:"
"""Before what a page depends on, where that is a picture and no loop."""


@dataclass(slots=True)
class Build:
    """What a release is made of. `files` with bytes are new; the others are as they were."""

    files: dict[str, PublishedFile] = field(default_factory=dict[str, PublishedFile])
    data: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """New bytes by digest."""
    pictures: dict[str, StoredPicture] = field(default_factory=dict[str, StoredPicture])
    redirects: dict[str, str] = field(default_factory=dict[str, str])
    entries: dict[str, str] = field(default_factory=dict[str, str])
    """Where entries are, by `model/entry/locale`."""
    rendered: int = 0
    pages: int = 0
    written: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a release is made from."""

    site: Site
    catalogue: Catalogue
    address: Address
    pictures: Mapping[str, StoredPicture] = field(default_factory=dict[str, StoredPicture])
    media_rows: Sequence[Json] = ()
    before: Release | None = None
    is_preview: bool = False
    uids: bool = False
    """Whether nodes carry their ids, for whoever looks at the layout."""


def build_site(inputs: Inputs) -> Build:
    """Return the files of a release; what did not change since the one before is taken over."""
    builder = SiteBuilder(inputs)
    builder.publish(builder.routes)
    return builder.finish()


class SiteBuilder:
    """Builds one release in pieces, so that whoever builds can tell how far it is, and stop."""

    def __init__(self, inputs: Inputs) -> None:
        self._in, self._site, self._catalogue = inputs, inputs.site, inputs.catalogue
        self._address = inputs.address
        self._assets = Assets(inputs.address.base, dict(inputs.pictures))
        self._loops = Loops(inputs.site, inputs.catalogue, inputs.media_rows)
        self._made = Build()
        self._before = inputs.before.files if inputs.before else {}
        self._digests = dict[str, str]()
        self._composed = dict[str, Page | None]()
        publish_files(self._site, self._assets)
        self._css = self._assets.add("style.css", site_css(self._site, self._assets).encode(), "text/css")
        self._code = Code(self._site, self._assets)
        self._renderers = {locale: self._renderer(locale) for locale in self._catalogue.locales}
        self._site_frames = {locale: self._site_frame(locale) for locale in self._catalogue.locales}
        self._keys = {locale: _fingerprint(frame) for locale, frame in self._site_frames.items()}
        shared = (FORMAT, self._address.root, self._css, inputs.is_preview, self._site.settings)
        content = (self._site.collections, self._catalogue.locales, self._assets.own)
        components = [self._digest_of(one) for one in self._site.components]
        self._shared = _fingerprint(shared, content, components)
        self.routes = routes_of(self._site, self._catalogue)

    def fresh(self) -> Inputs:
        """Return what it is made from, without a release before: for another place than the studio's own."""
        return replace(self._in, before=None)

    @property
    def site(self) -> Site:
        """The site it publishes."""
        return self._site

    def path_of(self, tree_id: str) -> str:
        """Return where a page, or the first thing that a template wraps, is shown; else the homepage."""
        for route in self.routes:
            if route.page is not None and route.page.id == tree_id:
                return route.path
        for route in self.routes:
            if any(page.id == tree_id for page in self._chain(route)):
                return route.path
        return self.routes[0].path if self.routes else "/"

    @property
    def follows(self) -> bool:
        """Whether the site wants to be published by itself when its content moves on."""
        return self._site.settings.get("autoPublish") is True

    def publish(self, routes: Iterable[Route]) -> None:
        """Make the pages of some routes, or take over what is still right."""
        for route in routes:
            self._publish(route)

    def finish(self) -> Build:
        """Make what a site has besides its pages, and return everything."""
        self._made.pages = len(self.routes)
        self._made.entries = {
            f"{one.table}/{one.entry['id']}/{one.locale}": one.path for one in self.routes if one.entry
        }
        self._not_found()
        self._extras(self.routes)
        self._keep_assets()
        files = self._made.files.items()
        self._made.written = sum(1 for path, file in files if not self._is_known(path, file.digest))
        self._made.removed = sum(1 for path in self._before if path not in self._made.files)
        return self._made

    def file(self, path: str) -> tuple[bytes | StoredPicture, str] | None:
        """Return one file of the site by its path, made now; for previews."""
        wanted = f"/{path.strip('/')}".removesuffix("/index.html") or "/"
        route = next((one for one in self.routes if one.path == wanted), None)
        if route is not None:
            return self._page(route, self._chain(route)).encode(), HTML
        component = self._site.component(path.removeprefix(ALONE)) if path.startswith(ALONE) else None
        if component is not None and self._in.is_preview:
            return self._alone(component).encode(), HTML
        if (found := self._assets.made.get(path)) is not None:
            return found
        picture = self._assets.pictures.get(path)
        return (picture, picture.type) if picture is not None else None

    def _alone(self, component: Component) -> str:
        page = alone_page(component)
        route = Route(alone_path(component.id), self._catalogue.locales[0], page)
        frames, renderer = self._frames(route, page), self._renderers[route.locale]
        body = renderer.body(page, frames, default_params(component))
        return document(self._head(route, page, frames, ()), renderer.body_tag(page), body)

    def missing(self, path: str) -> bytes:
        """Return the page that says that there is none at a path."""
        first = path.strip("/").split("/", 1)[0]
        locale = first if first in self._catalogue.locales else self._catalogue.locales[0]
        return self._missing_page(locale).encode()

    def _renderer(self, locale: str) -> Renderer:
        return Renderer(
            self._site,
            rows=self._loops.rows,
            uids=self._in.uids,
            base=self._address.base,
            picture=self._assets.picture,
            paths=page_paths(self._site, self._catalogue, locale),
        )

    def _site_frame(self, locale: str) -> Json:
        prefix = prefix_of(self._catalogue, locale)
        known = {"id": self._site.id, "name": self._site.name, "locale": locale, "home": prefix or "/"}
        texts = as_object(self._site.settings.get("texts"))
        own = as_object(texts.get(self._catalogue.locales[0])) | as_object(texts.get(locale))
        return {**self._catalogue.singles.get(locale, {}), "texts": nested(own), **known}

    def _digest_of(self, tree: Page | Component) -> str:
        if tree.id not in self._digests:
            self._digests[tree.id] = _fingerprint(tree)
        return self._digests[tree.id]

    def _chain(self, route: Route) -> list[Page]:
        return template_chain(self._site, route.table or None)

    def _publish(self, route: Route) -> None:
        chain = self._chain(route)
        about = (self._shared, route.path, route.locale, route.alternates, self._keys[route.locale])
        trees = [self._digest_of(page) for page in chain]
        content = self._digest_of(route.page) if route.page else (route.entry or {}).get(DIGEST)
        code = (self._code.styles(route.page, chain), self._code.scripts(route.page, chain))
        own = _fingerprint(about, trees, content, code)
        known = self._before.get(route.file)
        if known is not None and known.inputs == self._inputs(own, known.depends):
            self._made.files[route.file] = known
            return
        self._loops.asked.clear()
        self._assets.asked.clear()
        html = self._page(route, chain)
        pictures = (f"{PICTURE}{key}" for key in self._assets.asked)
        depends = tuple(dict.fromkeys((*self._loops.asked, *pictures)))
        self._made.rendered += 1
        self._put(route.file, html.encode(), HTML, self._inputs(own, depends), depends)

    def _inputs(self, own: str, depends: Iterable[str]) -> str:
        return _fingerprint(own, [self._digest(one) for one in depends])

    def _digest(self, depended: str) -> str:
        if not depended.startswith(PICTURE):
            return self._loops.digest(depended)
        return orjson.dumps(self._assets.picture(depended[len(PICTURE) :])).decode()

    def _is_known(self, path: str, digest: str) -> bool:
        known = self._before.get(path)
        return known is not None and known.digest == digest

    def _put(
        self, path: str, data: bytes, type: str, inputs: str = "", depends: tuple[str, ...] = ()
    ) -> None:
        digest = hashlib.sha256(data).hexdigest()
        self._made.files[path] = PublishedFile(digest, type, len(data), inputs, depends)
        if not self._is_known(path, digest):
            self._made.data[digest] = data

    def _page(self, route: Route, chain: Sequence[Page]) -> str:
        entry = route.entry
        page = self._tree(route)
        frames = self._frames(route, page)
        if entry is not None:
            frames = Frames((entry,), frames.page, frames.site, frames.route, self._body(route.table, entry))
        renderer = self._renderers[route.locale]
        body = renderer.body(page, frames)
        head = self._head(route, page, frames, chain)
        return document(head, renderer.body_tag(page), body)

    def _tree(self, route: Route) -> Page:
        """Return what is rendered: a page in its templates, or the templates of an entry."""
        key = route.page.id if route.page else f"table:{route.table}"
        if key not in self._composed:
            self._composed[key] = (
                compose_page(self._site, route.page) if route.page else compose_entry(self._site, route.table)
            )
        found = self._composed[key]
        return found if found is not None else self._chain(route)[-1]

    def _frames(self, route: Route, page: Page) -> Frames:
        prefix = prefix_of(self._catalogue, route.locale)
        homes = {one: prefix_of(self._catalogue, one) or "/" for one in self._catalogue.locales}
        segments = [part for part in route.path.split("/") if part]
        other = next((one for one in self._catalogue.locales if one != route.locale), route.locale)
        here: Json = {
            "path": route.path,
            "slug": segments[-1] if segments else "",
            "segments": segments,
            "query": {},
            "locale": route.locale,
            "prefix": prefix,
            "alternates": homes | route.alternates,
            "otherLocale": other,
            "other": (homes | route.alternates)[other],
        }
        shown: Json = {
            "id": page.id,
            "slug": page.slug,
            "title": page.title,
            "permalink": route.path,
            "isTemplate": route.entry is not None,
            "templateTableSlug": route.table,
            "parentSlug": segments[-2] if len(segments) > 1 else "",
        }
        frames = Frames((), shown, self._site_frames[route.locale], here)
        shown["title"] = frames.fill(page.title)
        return frames

    def _body(self, table: str, entry: Json) -> str:
        name = self._catalogue.collections[table].body_field or "body"
        text = entry.get(name)
        if not isinstance(text, str) or not text:
            return ""
        return _LINKED.sub(
            lambda found: f'{found[1]}="{self._assets.address(found[2])}"', markdown_html(text)
        )

    def _head(self, route: Route, page: Page, frames: Frames, chain: Sequence[Page]) -> Head:
        root, entry = self._address.root, route.entry
        title, description, image, published_at = self._about(route, page, frames)
        image = self._assets.address(image) if image else ""
        absolute = image if image.startswith("https:") or not image else f"{self._address.origin}{image}"
        icon, scripts = site_setting(self._site, "faviconUrl"), self._code.scripts(route.page, chain)
        tables = [one for one in self._catalogue.collections if self._has_feed(one)]
        feeds = {
            f"{root}/{extras.feed_file(self._catalogue, table, route.locale)}": self._site.name
            for table in tables
        }
        return Head(
            title=title,
            locale=route.locale,
            canonical=root + route.path,
            description=description,
            image=absolute,
            kind="article" if entry is not None else "website",
            site_name=self._site.name,
            icon=self._assets.address(icon) if icon else "",
            published_at=published_at,
            is_hidden=self._in.is_preview or route.path.endswith("/404"),
            alternates={locale: root + path for locale, path in route.alternates.items()},
            feeds=feeds,
            styles=[self._css, *self._code.styles(route.page, chain)],
            head_scripts=scripts["head"],
            body_scripts=scripts["body-end"],
        )

    def _about(self, route: Route, page: Page, frames: Frames) -> tuple[str, str, str, str]:
        """Return a page's title, description, picture and date."""
        fallback = frames.fill(site_setting(self._site, "metaDescription"))
        default = frames.fill(site_setting(self._site, "socialImage"))
        pattern = frames.fill(site_setting(self._site, "titlePattern")) or "%s"
        entry = route.entry
        if entry is None:
            title = str(frames.page["title"]) or self._site.name
            if page.slug == "index":
                title = frames.fill(site_setting(self._site, "metaTitle")) or title
            else:
                title = pattern.replace("%s", title)
            description = frames.fill(str((route.page.extra if route.page else {}).get("description") or ""))
            return title, description or fallback, default, ""
        collection = self._catalogue.collections[route.table]
        title = str(entry.get("seoTitle") or entry["title"])
        named = collection.description_field
        told = entry.get("seoDescription") or (entry.get(named) if named else "") or entry.get("summary")
        text = str(told or "") or shortened(frames.body) or fallback
        image = str(entry.get(collection.media_field) or "") if collection.media_field else ""
        return pattern.replace("%s", title), text, image or default, str(entry.get("publishedAt") or "")

    def _not_found(self) -> None:
        for locale in self._catalogue.locales:
            path = f"{prefix_of(self._catalogue, locale)}/404.html".lstrip("/")
            self._put(path, self._missing_page(locale).encode(), HTML)

    def _missing_page(self, locale: str) -> str:
        page = not_found_template(self._site) or plain_404()
        route = Route(f"{prefix_of(self._catalogue, locale)}/404", locale, page, group="404")
        return self._page(route, template_chain(self._site))

    def _has_feed(self, table: str) -> bool:
        return bool(self._catalogue.collections[table].date_field)

    def _extras(self, routes: Sequence[Route]) -> None:
        root = self._address.root
        if self._in.is_preview:
            return
        self._put("sitemap.xml", extras.sitemap(routes, root), "application/xml")
        self._put("robots.txt", extras.robots(root), "text/plain; charset=utf-8")
        for table in self._catalogue.collections:
            for locale in self._catalogue.locales if self._has_feed(table) else ():
                path = extras.feed_file(self._catalogue, table, locale)
                around = Frames(site=self._site_frames[locale])
                data = extras.feed(self._site, self._catalogue, table, locale, root, around)
                self._put(path, data, "application/rss+xml; charset=utf-8")
        for old, new in extras.redirects_of(self._site).items():
            target = self._made.redirects[old] = f"{self._address.base}{new}" if new.startswith("/") else new
            path = f"{old.strip('/')}/index.html".lstrip("/")
            if path not in self._made.files:
                self._put(path, extras.moved_page(target), HTML)

    def _keep_assets(self) -> None:
        for path, (data, type) in self._assets.made.items():
            self._put(path, data, type)
        for path, one in self._assets.pictures.items():
            self._made.files[path] = PublishedFile(one.digest, one.type, one.size)
            self._made.pictures[path] = one


def _fingerprint(*parts: Any) -> str:
    raw = orjson.dumps(parts, default=str, option=orjson.OPT_NON_STR_KEYS)
    return hashlib.blake2b(raw, digest_size=16).hexdigest()
