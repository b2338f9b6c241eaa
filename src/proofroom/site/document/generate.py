"""Rules that follow from design tokens. They are made anew whenever a site is read or its tokens change."""

from collections.abc import Iterator
from typing import Any

from proofroom.site.document import colors, scales
from proofroom.site.document.load import as_object
from proofroom.site.document.types import Json, Site, StyleRule


def framework_of(site: Site) -> Json:
    """Return a site's design tokens, but for fonts."""
    return as_object(site.settings.get("framework"))


def refresh_generated(site: Site) -> None:
    """Replace every generated rule by what the tokens say now.

    A class of the same name gives way, and nodes that had it get the generated one; nodes lose what is gone.
    """
    made = {rule.id: rule for rule in generated_rules(framework_of(site))}
    gone = {key for key, rule in site.rules.items() if rule.generated and key not in made}
    if not made and not gone:
        return
    by_name = {rule.name: rule.id for rule in made.values()}
    moved = {
        key: by_name[rule.name]
        for key, rule in site.rules.items()
        if not rule.generated and rule.kind == "class" and rule.name in by_name
    }
    kept = {key: rule for key, rule in site.rules.items() if not rule.generated and key not in moved}
    site.rules = made | kept
    if not moved and not gone:
        return
    for tree in site.trees:
        for node in tree.nodes.values():
            if node.class_ids and not (moved.keys() | gone).isdisjoint(node.class_ids):
                ids = (moved.get(key, key) for key in node.class_ids if key not in gone)
                node.class_ids = list(dict.fromkeys(ids))


def generated_rules(framework: Json) -> Iterator[StyleRule]:
    """Yield the utilities of all tokens."""
    for slug, token in colors.sorted_tokens(as_object(framework.get("colors"))):
        names = colors.utilities(token)
        for variant_id, suffix in colors.variant_names(token):
            name = f"{slug}{suffix}"
            for utility in names:
                prefix, prop = colors.UTILITIES[utility]
                key = f"framework:color:{token['id']}:{variant_id}:{utility}"
                origin = {"family": "color", "sourceId": token["id"], "utility": utility, "tokenName": name}
                yield _rule(key, f"{prefix}{name}", {prop: f"var(--{name})"}, origin, "color", token)
    for family in scales.FAMILIES:
        yield from _scale_rules(framework, family)


def _scale_rules(framework: Json, family: scales.Family) -> Iterator[StyleRule]:
    preferences = scales.preferences_of(framework)
    for group in scales.groups_of(framework, family):
        for generator in scales.generators(framework, family, str(group["id"])):
            for step in scales.steps(group, family, preferences):
                key = f"framework:{family}:{group['id']}:{generator['id']}:{step.name}"
                name = scales.class_name(str(generator.get("name") or ""), step.name)
                styles = scales.utility_styles(generator, step.variable)
                origin = {"family": family, "sourceId": group["id"], "tokenName": step.variable[2:]}
                yield _rule(key, name, styles, origin, family, group)


def _rule(key: str, name: str, styles: dict[str, Any], origin: Json, family: str, source: Json) -> StyleRule:
    return StyleRule(
        key,
        name,
        "class",
        f".{name}",
        0,
        styles,
        generated={"origin": "framework", **origin, "locked": True},
        tags=["framework", "utility", family],
        created_at=source.get("createdAt", 0),
        updated_at=source.get("updatedAt", source.get("createdAt", 0)),
    )
