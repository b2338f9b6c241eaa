"""Words and bytes that may hurt: marks around untrusted text, redaction, injection signals, personal data.

Pure functions on text and plain data, and one door to a worker process for bytes that are dangerous to read
(`in_sandbox`). The room gives signals and clean copies; it decides nothing about runs,
knows no network and no storage, and must not import anything but the kernel.
"""

from typing import TYPE_CHECKING

from proofroom.kernel.lazily import lazily

if TYPE_CHECKING:
    from proofroom.safety.injection import Signal, scan
    from proofroom.safety.plain import strip_markup
    from proofroom.safety.redaction import redact_text
    from proofroom.safety.sandbox import in_sandbox
    from proofroom.safety.untrusted import is_wrapped, strip_invisible, strip_marks, unwrap, wrap

__all__ = [
    "Signal",
    "in_sandbox",
    "is_wrapped",
    "redact_text",
    "scan",
    "strip_invisible",
    "strip_marks",
    "strip_markup",
    "unwrap",
    "wrap",
]

__getattr__ = lazily(
    __name__,
    {
        "injection": "Signal scan",
        "plain": "strip_markup",
        "redaction": "redact_text",
        "sandbox": "in_sandbox",
        "untrusted": "is_wrapped strip_invisible strip_marks unwrap wrap",
    },
)
