"""Forms: what strangers send waits for a person, and becomes an entry when one approves it.

It must not know HTTP or conversations; whoever takes the request hands in what was sent and from where.
"""

from proofroom.content.forms.intake import Receipt, Sent, describe_form
from proofroom.content.forms.submissions import Submissions, submission_source
from proofroom.content.forms.types import Submission

__all__ = ["Receipt", "Sent", "Submission", "Submissions", "describe_form", "submission_source"]
