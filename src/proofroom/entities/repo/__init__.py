"""Records and what hangs on them in the database."""
