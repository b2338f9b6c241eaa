"""Budgets in the database: the budgets themselves, their periods and holds, and stopped runs."""

__all__: list[str] = []
