"""What both ways between sites and HTML or CSS share: parsing, escaping, and what may stand where."""
