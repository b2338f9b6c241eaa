"""The interview of a showcase: six questions on five sides of a case, and then a source like any other.

What somebody said is what the piece is written from; nothing is added to it.
"""

from datetime import datetime
from typing import Any, Final

from proofroom.access import Principal
from proofroom.articles.citations import sha256_of
from proofroom.articles.gather import flags_of
from proofroom.articles.lifecycle import Articles
from proofroom.articles.types import Article, SourceDocument
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import new_id
from proofroom.kernel.strings import say
from proofroom.safety import strip_invisible

DIMENSIONS: Final = (
    "case_context",
    "problem_challenge",
    "approach_methodology",
    "results_outcomes",
    "lessons_insights",
)
QUESTIONS: Final = (*DIMENSIONS, "approach_methodology")
"""The side of the case that each question is about; the way it was done is asked twice."""
PER_DIMENSION: Final = 20
ENOUGH: Final = 95
WORDS_FOR_ALL: Final = 60
"""A side of a case that was answered in so many words counts as covered."""
LONGEST_ANSWER: Final = 5_000
Json = dict[str, Any]


def coverage(answers: list[Json]) -> dict[str, int]:
    """Return how well each side of a case is covered, 0 to 20: by what was said about it."""
    said = dict.fromkeys(DIMENSIONS, 0)
    for each in answers:
        if each["dimension"] in said:
            said[each["dimension"]] += len(str(each["answer"]).split())
    return {name: min(PER_DIMENSION, PER_DIMENSION * words // WORDS_FOR_ALL) for name, words in said.items()}


def state(article: Article) -> Json:
    """Return how far an interview is, and what is asked next."""
    answers: list[Json] = list(article.metadata.get("interview") or [])
    scores: dict[str, int] = article.metadata.get("interview_coverage_scores") or coverage(answers)
    is_done = bool(article.metadata.get("interview_completed"))
    number = len(answers) + 1
    asked = None
    if not is_done and number <= len(QUESTIONS):
        dimension = QUESTIONS[number - 1]
        key = "more" if dimension in QUESTIONS[: number - 1] else dimension
        asked = {
            "questionNumber": number,
            "dimension": dimension,
            "question": str(say(f"articles.interview.{key}")),
        }
    return {
        "answers": answers,
        "coverageScores": scores,
        "total": sum(scores.values()),
        "isEnough": sum(scores.values()) >= ENOUGH or number > len(QUESTIONS),
        "isCompleted": is_done,
        "next": asked,
    }


class Interviews:
    """Leads interviews."""

    def __init__(self, articles: Articles) -> None:
        self._articles = articles

    async def start(self, article: Article, by: Principal, at: datetime) -> Article:
        """Begin the interview of a showcase; one that was begun goes on where it was."""
        if article.type != "showcase":
            raise InvalidInput(say("articles.interview_type"))
        if article.status == "interviewing":
            return article
        metadata: Json = article.metadata | {"interview": [], "interview_question_count": 0}
        return await self._articles.write(
            article.workspace_id, article.id, "startShowcaseInterview", by, at, metadata=metadata
        )

    async def answer(self, article: Article, said: Json, by: Principal, at: datetime) -> Article:
        """Keep one answer; a question that is answered again has its new answer."""
        number = int(said["questionNumber"])
        answers: list[Json] = list(article.metadata.get("interview") or [])
        if not 1 <= number <= min(len(answers) + 1, len(QUESTIONS)):
            raise InvalidInput(say("articles.interview_order", number=len(answers) + 1))
        dimension = said.get("dimension") or QUESTIONS[number - 1]
        if dimension not in DIMENSIONS:
            raise InvalidInput(say("articles.interview_dimension", known=", ".join(DIMENSIONS)))
        kept = {
            "questionNumber": number,
            "dimension": dimension,
            "question": str(said.get("question") or say(f"articles.interview.{dimension}"))[:1_000],
            "answer": strip_invisible(str(said["answer"]))[:LONGEST_ANSWER],
            "at": at.isoformat(),
        }
        answers[number - 1 : number] = [kept]
        scores = coverage(answers) | _given_scores(said.get("coverageScores"))
        metadata = article.metadata | {
            "interview": answers,
            "interview_coverage_scores": scores,
            "interview_question_count": len(answers),
        }
        return await self._write(article, "saveInterviewAnswer", by, at, metadata)

    async def complete(self, article: Article, brief: str, by: Principal, at: datetime) -> Article:
        """Close the interview: what was said becomes a source, and the brief if there was none."""
        answers: list[Json] = list(article.metadata.get("interview") or [])
        if not answers:
            raise InvalidInput(say("articles.interview_empty"))
        text = "\n\n".join(f"## {each['question']}\n\n{each['answer']}" for each in answers)
        name = str(say("articles.interview_name", title=article.title))
        await self._articles.add_document(
            article,
            SourceDocument(
                id=new_id(),
                source_type="user_provided",
                name=name[:300],
                url="",
                title=name[:300],
                text=text,
                sha256=sha256_of(text),
                retrieved_at=at,
                flags=flags_of(text),
            ),
        )
        told = brief.strip() or " ".join(str(each["answer"]).split(". ")[0] for each in answers)
        metadata = {"author_brief": told[:10_000]} | article.metadata | {"interview_completed": True}
        return await self._write(article, "completeShowcaseInterview", by, at, metadata)

    async def _write(
        self, article: Article, operation: str, by: Principal, at: datetime, metadata: Json
    ) -> Article:
        return await self._articles.write(
            article.workspace_id,
            article.id,
            operation,
            by,
            at,
            to="interviewing",
            expected=["interviewing"],
            metadata=metadata,
        )


def _given_scores(scores: dict[str, int] | None) -> dict[str, int]:
    if not scores:
        return {}
    return {name: max(0, min(PER_DIMENSION, int(scores[name]))) for name in DIMENSIONS if name in scores}
