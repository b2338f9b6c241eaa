"""Plain HTML and CSS, as nodes and style rules of a site."""
