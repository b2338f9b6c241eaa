"""The project format: what content looks like on disk, in both directions, and where it is.

Reads what others wrote, writes byte for byte what the official tools write. It decides nothing about right or
wrong content (that is `validation`), plans no changes (`plans`) and knows neither Git nor a database: files
come from a `Tree`. Its modules are imported by name.
"""

__all__: list[str] = []
