"""A reviewer reads each changed sentence where it stands."""

from proofroom.repository.merge.land import Target
from proofroom.repository.merge.review import open_review
from tests.content.merge.conftest import CONTENT, FAQ, FRONT, POST, PROSE, TERMS, edited, fork
from tests.content.merge.formatted import FORMATS

BRANCH = "cr/chat/x/1-a"


def _opened(repo, files):
    fork(repo, BRANCH, files)
    return open_review(repo, BRANCH, Target(base="main", formats=FORMATS))


def _read(review, passage, side):
    """Return the text as one side has it, with the white space a hunk's own side needs."""
    hunks = {hunk.id: hunk for hunk in review.hunks}
    return "".join(
        piece.value if piece.kind == "text" else (getattr(hunks[piece.value], side) or "")
        for piece in passage.pieces
    )


def test_a_passage_holds_the_old_text_whole_with_each_hunk_in_its_place(repo):
    after = PROSE.replace("all night", "for ten months").replace("five metres", "six metres")
    review = _opened(repo, {POST: FRONT + after.encode()})
    (passage,) = review.passages
    assert (passage.subject, passage.locale, passage.path) == ("document:post:swifts", "en", ("body",))
    assert [piece.kind for piece in passage.pieces] == ["text", "hunk", "text", "hunk", "text"]
    assert _read(review, passage, "old").strip() == PROSE.strip()
    assert _read(review, passage, "new").strip() == after.strip()


def test_added_sentences_stand_after_the_sentence_they_follow(repo):
    after = PROSE.replace("come in May.", "come in May. They are loud.")
    review = _opened(repo, {POST: FRONT + after.encode()})
    (passage,) = review.passages
    assert passage.pieces[0].value.endswith("Swifts come in May. ")
    assert _read(review, passage, "old").strip() == PROSE.strip().replace("May. ", "May.  ")


def test_texts_in_collections_have_passages_and_short_fields_have_none(repo):
    after = PROSE.replace("all night", "all day")
    review = _opened(repo, {FAQ: edited(CONTENT[FAQ], a1={"answer": after, "question": "Free?"})})
    (passage,) = review.passages
    assert (passage.subject, passage.path) == ("entry:faq:a1", ("answer",))
    assert _read(review, passage, "new").strip() == after.strip()
    assert len(review.hunks) == 2


def test_a_change_without_sentences_has_no_passage(repo):
    assert _opened(repo, {TERMS: CONTENT[TERMS].replace(b'Save"', b'Keep"')}).passages == ()
