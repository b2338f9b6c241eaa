"""Pages an agent builds in plain HTML and CSS, people edit on a canvas, and the studio publishes.

Where what is:

- `document/`   the site in memory: `types` (Site, Page, Node, StyleRule …), `load` and `dump` (wire JSON),
                `modules` (the registry of 25 base modules and their props), `new`, `tree` (insert, move,
                delete …), `slugs`, `colors` and `scales` (design-token maths), `generate` (utility rules),
                `interpolate` (`{source.path|fallback}`). Pure.
- `markup/`     the HTML and CSS parsers behind one module each, and allowed names.
- `importing/`  HTML → nodes (`html`), CSS → style rules (`css`), and how both join a site (`commit`).
- `rendering/`  nodes → HTML (`nodes`, `elements`), rules → CSS (`stylesheet`), tokens → CSS (`tokens`).
                Used by the read surface and by publishing alike.
- `reading/`    what agents read: `read_document` in parts, descriptors of documents, catalogues.
- `tools/`      the 35 tools: `schemas` (one input model per tool for every surface), pure runners on a site
                (site + what is open), `specs` (tools of the house).
- `files.py`    where a site is in the repository, `.proofroom/site/`: read it, plan what a change writes.
- `format.py`   the repository's `Format`: hunks per node, rule, token and page, and their titles.
- `sites.py`    `Sites`, the door for rooms and routes: read a site on a branch, change it on a branch.
- `publish/`    static files from a site.
- `room.py`     the plug. Doors: `api/site.py`, `cli/site.py`.

It knows content by ports and by `content`'s own names; it must not know articles, agents or workflows.
"""

from proofroom.site.sites import Sites

__all__ = ["Sites"]
