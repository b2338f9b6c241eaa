"""Design tokens as agents read them."""

from proofroom.site.document import colors, scales
from proofroom.site.document.generate import framework_of
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.types import Json, Site
from proofroom.site.rendering.tokens import font_stack

FAMILIES = ("colors", "typography", "spacing", "fonts")


def describe_tokens(site: Site, family: str | None = None) -> Json:
    """Return the tokens by family, each with its variable and utility classes; other families stay empty."""
    framework = framework_of(site)
    found: Json = {
        "colors": _colors(framework),
        "typography": _scale(framework, "typography"),
        "spacing": _scale(framework, "spacing"),
        "fonts": _fonts(site),
    }
    return {name: found[name] if family in (None, name) else [] for name in FAMILIES}


def _reference(variable: str) -> Json:
    return {"cssVar": variable, "ref": f"var({variable})"}


def _colors(framework: Json) -> list[Json]:
    found = list[Json]()
    for slug, token in colors.sorted_tokens(as_object(framework.get("colors"))):
        prefixes = [colors.UTILITIES[name][0] for name in colors.utilities(token)]
        base, *others = list(colors.variants(token, str(token.get("lightValue") or ""))) or [None]
        if base is None:
            continue
        shown: Json = {"slug": slug, "category": token.get("category") or ""}
        shown |= _reference(f"--{slug}") | {
            "value": base.value,
            "utilityClasses": [f"{prefix}{slug}" for prefix in prefixes],
        }
        if token.get("darkModeEnabled"):
            dark = next(colors.variants(token, str(token.get("darkValue") or "")), None)
            shown["darkValue"] = dark.value if dark else ""
        shown["variants"] = [
            {"variant": one.suffix[1:]}
            | _reference(f"--{slug}{one.suffix}")
            | {"value": one.value, "utilityClasses": [f"{prefix}{slug}{one.suffix}" for prefix in prefixes]}
            for one in others
            if one is not None
        ]
        found.append(shown)
    return found


def _scale(framework: Json, family: scales.Family) -> list[Json]:
    preferences = scales.preferences_of(framework)
    return [
        {
            "id": group["id"],
            "family": family,
            "name": group.get("name", ""),
            "namingConvention": group.get("namingConvention", ""),
            "steps": [
                {"step": step.name}
                | _reference(step.variable)
                | {
                    "value": step.value,
                    "utilityClasses": [
                        scales.class_name(str(one.get("name") or ""), step.name)
                        for one in scales.generators(framework, family, str(group["id"]))
                    ],
                }
                for step in scales.steps(group, family, preferences)
            ],
        }
        for group in scales.groups_of(framework, family)
    ]


def _fonts(site: Site) -> list[Json]:
    fonts = as_object(site.settings.get("fonts"))
    families = {str(one.get("id")): str(one.get("family") or "") for one in as_list(fonts.get("items"))}
    tokens = sorted(
        map(as_object, as_list(fonts.get("tokens"))),
        key=lambda one: (one.get("order", 0), str(one.get("name") or "")),
    )
    return [
        {"name": one.get("name", "")}
        | _reference(f"--{one.get('variable')}")
        | {"family": families.get(str(one.get("familyId") or ""), ""), "stack": font_stack(one, families)}
        for one in tokens
    ]
