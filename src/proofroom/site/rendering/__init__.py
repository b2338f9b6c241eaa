"""Nodes as HTML and rules as CSS. Pure: what a page needs from elsewhere comes by ports."""
