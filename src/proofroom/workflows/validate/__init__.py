"""Is this a template that can be imported and run? One module per group of rules.

Every group looks at all it can and reports what it finds; none stops at the first mistake, none raises, and
none executes or imports anything of the template: tool code is read as a syntax tree only.
"""

__all__: list[str] = []
