"""What the demo project has besides its repository: a media library and submissions that wait."""

import asyncio
from typing import Final

from proofroom.access import Project
from proofroom.access.actors import studio_actor
from proofroom.content.format.project import Project as Content
from proofroom.content.forms import Submission, Submissions
from proofroom.demo.magazine import LOCALES, Magazine, read_magazine
from proofroom.demo.pictures import FOLDER, described
from proofroom.kernel.ids import new_id
from proofroom.media import Library, Upload, Wanted
from proofroom.wiring import Studio

FORM: Final = "subscriptions"


async def furnish(studio: Studio, project: Project) -> None:
    """Add pictures to the library, and submissions; safe to repeat."""
    known = await studio.get(Library).search(project.workspace_id, project.id, Wanted(limit=1))
    if known.total == 0:
        await _add_pictures(studio, project, read_magazine())
    await add_submissions(studio, project)


async def _add_pictures(studio: Studio, project: Project, magazine: Magazine) -> None:
    """Take the pictures of the repository into the library, under the paths that entries name."""
    names = {author: str(data["name"]) for author, data in magazine.authors.items()}
    files = await studio.contents.read(project.id, None, _pictures)
    uploads: list[Upload] = []
    for path, data in files.items():
        alt, tags, preset = described(path, names)
        name = path.rpartition("/")[2]
        uploads.append(Upload(data, name, "agent", "Fieldnotes desk", alt, tags, preset, path))
    now, by = studio.clock.now(), studio_actor(project.workspace_id)
    await asyncio.gather(
        *(
            studio.get(Library).add(project.workspace_id, project.id, one, new_id(), now, by)
            for one in uploads
        )
    )


def _pictures(content: Content) -> dict[str, bytes]:
    found = {path: content.read(path) for path in content.list(FOLDER)}
    return {path: data for path, data in found.items() if data is not None}


async def add_submissions(studio: Studio, project: Project) -> None:
    """Let the submissions of the demo wait, unless there are some."""
    _, total = await studio.get(Submissions).find(project.workspace_id, project.id, FORM, None, 1)
    for data in read_magazine().pending if total == 0 else ():
        submission = Submission(
            id=new_id(),
            workspace_id=project.workspace_id,
            project_id=project.id,
            model_id=FORM,
            locale=LOCALES[0],
            data=data,
            status="pending",
            created_at=studio.clock.now(),
            referrer="https://fieldnotes.example/subscribe",
        )
        await studio.get(Submissions).put(submission)
