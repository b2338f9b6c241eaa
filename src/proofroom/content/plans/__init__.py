"""What a change means in files: pure functions from a project and a wish to a `FilePlan`.

A plan names the bytes to write and the paths to delete, what it touches and what validation says of the
result. It commits nothing and must not know Git, a database or who may do what. Modules are imported by name.
"""

__all__: list[str] = []
