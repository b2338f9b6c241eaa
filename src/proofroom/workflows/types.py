"""What a check of a template says: findings, and the report that holds them."""

from typing import Literal

from proofroom.kernel.data import dataclass

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class TemplateRule:
    """One thing that must hold (error: it cannot be imported) or should hold (warning)."""

    code: str
    severity: Severity
    title: str


@dataclass(frozen=True, slots=True)
class Violation:
    """One place where a rule does not hold. `path` is a file of the template, or a field in one."""

    rule: str
    severity: Severity
    message: str
    path: str


@dataclass(frozen=True, slots=True)
class TemplateReport:
    """Everything found in one template, in the order of looking."""

    findings: tuple[Violation, ...]

    @property
    def errors(self) -> int:
        """Count the errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """Count the warnings."""
        return len(self.findings) - self.errors

    @property
    def is_valid(self) -> bool:
        """Tell whether the template can be imported: it has no error."""
        return self.errors == 0
