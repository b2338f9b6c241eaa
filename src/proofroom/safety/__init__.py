"""Words and bytes that may hurt: marks around untrusted text, redaction, injection signals, personal data.

Pure functions on text and plain data, and one door to a worker process for bytes that are dangerous to read
(`in_sandbox`). The room gives signals and clean copies; it decides nothing about runs,
knows no network and no storage, and must not import anything but the kernel.
"""

from typing import TYPE_CHECKING

from proofroom.kernel.lazily import lazily

if TYPE_CHECKING:
    from proofroom.safety.families import Family
    from proofroom.safety.injection import Signal, SourceKind, scan
    from proofroom.safety.pii import PersonalData, PersonalDataKind, find, mask
    from proofroom.safety.plain import strip_markup
    from proofroom.safety.redaction import is_sensitive, redact, redact_text
    from proofroom.safety.sandbox import end_sandbox, in_sandbox
    from proofroom.safety.untrusted import is_wrapped, strip_invisible, strip_marks, unwrap, wrap

__all__ = [
    "Family",
    "PersonalData",
    "PersonalDataKind",
    "Signal",
    "SourceKind",
    "end_sandbox",
    "find",
    "in_sandbox",
    "is_sensitive",
    "is_wrapped",
    "mask",
    "redact",
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
        "families": "Family",
        "injection": "Signal SourceKind scan",
        "pii": "PersonalData PersonalDataKind find mask",
        "plain": "strip_markup",
        "redaction": "is_sensitive redact redact_text",
        "sandbox": "end_sandbox in_sandbox",
        "untrusted": "is_wrapped strip_invisible strip_marks unwrap wrap",
    },
)
