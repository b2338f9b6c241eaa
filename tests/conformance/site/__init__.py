"""The conformance suite of the site: recorded cases of the original in a browser, replayed here.

Strict on trees, rule kinds, selectors, names, order, contexts, conditions, files, tool outputs and paging;
style values are compared by what they mean. Where we differ on purpose, the comparison knows the rule, never
the case:

- alt text of images is kept in a prop, and published;
- a selector that comes twice in one sheet is one rule with both declarations, not the first one only;
- gradients beside a `url()`, `!important` and the case of custom properties are kept;
- values stay as they were written, and what a browser would drop as invalid stays as well;
- addresses with an active scheme and `srcdoc` are never published, also in attributes;
- `deleteNode` of an unknown node is an error, and locked rules that `applyCss` skips are counted;
- a second outlet in a document is refused;
- a page renamed to `index` becomes the only homepage;
- a scale without a name is called `text` or `space`, so that the variables are the ones prompts speak of;
- keyframes that are applied again are replaced;
- loops are read as they were written, with their tokens.
"""

from tests.conformance.site.run import run_site_suite

__all__ = ["run_site_suite"]
