"""Workflows: several tasks that agents do together, and their portable form, the template.

A template comes from outside and is never trusted: it is listed and read inside limits, and its code is
looked at but not executed. This room must not know HTTP, the terminal or who asks.
"""

from proofroom.workflows.types import TemplateReport
from proofroom.workflows.validate.examine import validate_template

__all__ = ["TemplateReport", "validate_template"]
