"""Links to drafts that were handed out: seen, opened and taken back."""

from proofroom.content.preview_links.record import PreviewLinks

__all__ = ["PreviewLinks"]
