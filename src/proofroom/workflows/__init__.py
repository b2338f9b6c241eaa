"""Workflows: several tasks that agents do together, and their portable form, the template.

A template comes from outside and is never trusted: it is listed and read inside limits, and its code is
looked at but not executed. This room must not know HTTP, the terminal or who asks.
"""

from proofroom.workflows.rules import RULES
from proofroom.workflows.types import Severity, TemplateReport, TemplateRule, Violation
from proofroom.workflows.validate.examine import validate_template

__all__ = ["RULES", "Severity", "TemplateReport", "TemplateRule", "Violation", "validate_template"]
