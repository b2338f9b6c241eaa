"""The writer's later tools: foundations, one section, an interview, a better wording, a post from a piece."""

from typing import Any

from pydantic import BaseModel, Field

from proofroom.access.actors import principal_of
from proofroom.articles.interview import Interviews, state
from proofroom.articles.lifecycle import Articles
from proofroom.articles.tools import CHANGED, ArtifactInput, CoreTools, find_article, writing_tool
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

SECTION_S, ANALYZE_S = 150.0, 60.0


class AnalyzeInput(ArtifactInput):
    """Input of `analyzeWritingCharacteristics` and `analyzeStorytellingStructure`."""

    artifact_type: str | None = Field(None, alias="artifactType")


class SectionInput(ArtifactInput):
    """Input of `writeContentSection`."""

    section_heading: str = Field(alias="sectionHeading", max_length=300)
    section_placeholder: str = Field("", alias="sectionPlaceholder", description="Ignored: the plan has it.")
    tone: str | None = None
    artifact_type: str | None = Field(None, alias="artifactType")


class Surrounding(BaseModel):
    """What stands around a passage; for the seed's callers."""

    before: str = ""
    after: str = ""


class ImproveInput(ArtifactInput):
    """Input of `improveTextContent`."""

    selected_text: str = Field(alias="selectedText", min_length=10, max_length=5_000)
    user_instruction: str = Field(alias="userInstruction", min_length=3, max_length=1_000)
    surrounding_context: Surrounding = Field(default_factory=Surrounding, alias="surroundingContext")
    tone: str | None = None


class AnswerInput(ArtifactInput):
    """Input of `saveInterviewAnswer`."""

    question_number: int = Field(alias="questionNumber", ge=1, le=6)
    dimension: str = ""
    question: str = Field("", max_length=1_000)
    answer: str = Field(min_length=1, max_length=5_000)
    coverage_scores: dict[str, int] | None = Field(None, alias="coverageScores")


class CompleteInput(ArtifactInput):
    """Input of `completeShowcaseInterview`."""

    synthesized_brief: str = Field("", alias="synthesizedBrief", max_length=10_000)


def more_tools(core: CoreTools, interviews: Interviews) -> list[ToolSpec]:
    """Return the later tools."""
    return [*_steps(core), *_interview(core.articles, interviews)]


def _steps(core: CoreTools) -> list[ToolSpec]:
    async def style(context: ToolContext, given: AnalyzeInput) -> ToolOutput:
        return await core.use(context, given, "analyzeWritingCharacteristics")

    async def story(context: ToolContext, given: AnalyzeInput) -> ToolOutput:
        return await core.use(context, given, "analyzeStorytellingStructure")

    async def section(context: ToolContext, given: SectionInput) -> ToolOutput:
        return await core.use(context, given, "writeContentSection", section=given.section_heading)

    async def improve(context: ToolContext, given: ImproveInput) -> ToolOutput:
        return await core.use(
            context,
            given,
            "improveTextContent",
            selectedText=given.selected_text,
            userInstruction=given.user_instruction,
        )

    how = "Find out how the author writes, from their finished pieces: research to foundations."
    told = "Decide how the piece is told: framework, arc, tension, ending."
    again = "Write one section of a written article again from its sources; the rest stays."
    better = "Suggest a better wording of a passage; the text changes only when somebody takes it."
    return [
        writing_tool("analyzeWritingCharacteristics", how, AnalyzeInput, style, ANALYZE_S),
        writing_tool("analyzeStorytellingStructure", told, AnalyzeInput, story, ANALYZE_S),
        writing_tool("writeContentSection", again, SectionInput, section, SECTION_S),
        writing_tool("improveTextContent", better, ImproveInput, improve, SECTION_S),
    ]


def _interview(articles: Articles, interviews: Interviews) -> list[ToolSpec]:
    async def start(context: ToolContext, given: ArtifactInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        done = await interviews.start(article, principal_of(context), context.now())
        moved = {"from": article.status, "to": done.status} if article.status != done.status else None
        return ToolOutput(
            ok=True,
            data=state(done),
            affected=CHANGED,
            status_transition=moved,
            summary=say("articles.interviewing", title=article.title),
        )

    async def answer(context: ToolContext, given: AnswerInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        said = given.model_dump(by_alias=True, exclude={"artifact_id"})
        done = await interviews.answer(article, said, principal_of(context), context.now())
        return _told(state(done), article.title)

    async def complete(context: ToolContext, given: CompleteInput) -> ToolOutput:
        article = await find_article(articles, context, given.artifact_id)
        by = principal_of(context)
        done = await interviews.complete(article, given.synthesized_brief, by, context.now())
        return _told(state(done), article.title)

    begin = "Begin the interview of a showcase: six questions on five sides of the case."
    keep = "Keep what somebody answered to a question of the interview, in their words."
    close = "Close the interview: what was said becomes the source the showcase is written from."
    return [
        writing_tool("startShowcaseInterview", begin, ArtifactInput, start, ANALYZE_S),
        writing_tool("saveInterviewAnswer", keep, AnswerInput, answer, ANALYZE_S),
        writing_tool("completeShowcaseInterview", close, CompleteInput, complete, ANALYZE_S),
    ]


def _told(data: dict[str, Any], title: str) -> ToolOutput:
    return ToolOutput(ok=True, data=data, affected=CHANGED, summary=say("articles.interviewing", title=title))
