"""HTML and CSS taken apart: the two parsers, each behind one module, and the names that may be used."""
