"""Forms: what strangers send waits for a person, and becomes an entry when one approves it.

It must not know HTTP or conversations; whoever takes the request hands in what was sent and from where.
"""

from proofroom.content.forms.intake import Receipt, Sent, describe_form, examine
from proofroom.content.forms.submissions import Submissions, submission_source
from proofroom.content.forms.types import Submission, SubmissionStatus

__all__ = [
    "Receipt",
    "Sent",
    "Submission",
    "SubmissionStatus",
    "Submissions",
    "describe_form",
    "examine",
    "submission_source",
]
