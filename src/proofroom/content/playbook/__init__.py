"""What the offline model can do with content: requests in English and Turkish turned into real tool calls.

A request is read as a sentence (`sentence`, `lexicon`), its kind is told from its words (`intent`), and a plan
looks models and entries up with the reading tools before it writes (`schema`, `entries`, `target`, `values`). It
must not know the desk, Git or the database: tools are all it has, as any model.
"""

from collections.abc import Callable
from typing import Final

from proofroom.content.playbook import add, analyse, change, desk, read, status, structure
from proofroom.content.playbook.intent import intent_of
from proofroom.providers.offline import Plan, Playbook, Request, Skill

__all__ = ["content_playbook"]

_SURE: Final = 0.8
_LESS_SURE: Final = 0.58
"""Below the skills of other rooms that are sure, above the least that counts."""

_Row = tuple[str, Callable[[Request], Plan], str, str, str]
_ROWS: Final[tuple[_Row, ...]] = (
    ("list_models", read.plan_models, "list_models", "list the content models and their fields", "içerik modellerini ve alanlarını listelemek"),
    ("search", read.plan_search, "brain_search", "search all entries for words", "bütün girdilerde kelime aramak"),
    ("show", read.plan_show, "brain_query", "show entries, settings and labels, or count them", "girdileri, ayarları ve etiketleri göstermek ya da saymak"),
    ("relations", read.plan_relations, "relation_expand", "say who wrote an entry and what it is linked to", "bir girdiyi kimin yazdığını ve nelere bağlı olduğunu söylemek"),
    ("add", add.plan_add, "save_content", "add an entry with the fields you name", "adını verdiğiniz alanlarla bir girdi eklemek"),
    ("change", change.plan_change, "save_content", "change a field of one entry or of all that fit, a setting or a label", "bir girdinin ya da koşula uyan bütün girdilerin bir alanını, bir ayarı ya da etiketi değiştirmek"),
    ("publish", status.plan_publish, "update_status", "publish, unpublish or archive entries by title, author, topic or status", "girdileri başlığa, yazara, konuya ya da duruma göre yayınlamak, yayından kaldırmak, arşivlemek"),
    ("unpublish", status.plan_unpublish, "update_status", "", ""),
    ("archive", status.plan_archive, "update_status", "", ""),
    ("delete", status.plan_delete, "delete_content", "delete entries and labels", "girdi ve etiket silmek"),
    ("validate", analyse.plan_validate, "validate", "check whether everything is valid", "her şeyin geçerli olup olmadığını denetlemek"),
    ("validate_schema", analyse.plan_validate_schema, "validate_schema", "check the models", "modelleri denetlemek"),
    ("seo", analyse.plan_analysis("seo_audit"), "brain_analyze", "find missing translations, SEO weaknesses, stale entries and a quality score", "eksik çevirileri, SEO zayıflıklarını, eskimiş girdileri ve kalite puanını bulmak"),
    ("parity", analyse.plan_analysis("locale_parity"), "brain_analyze", "", ""),
    ("stale", analyse.plan_analysis("stale_content"), "brain_analyze", "", ""),
    ("quality", analyse.plan_analysis("quality_score"), "brain_analyze", "", ""),
    ("analyse", analyse.plan_analysis("full"), "brain_analyze", "", ""),
    ("save_model", structure.plan_save_model, "save_model", "make a content model from a list of its fields", "alan listesinden içerik modeli kurmak"),
    ("add_field", structure.plan_add_field, "save_model", "", ""),
    ("delete_model", structure.plan_delete_model, "delete_model", "", ""),
    ("add_locale", structure.plan_add_locale, "add_locale", "add a language, or copy content into one", "dil eklemek ya da içeriği bir dile kopyalamak"),
    ("copy_locale", structure.plan_copy_locale, "copy_locale", "", ""),
    ("list_branches", desk.plan_branches, "list_branches", "list the open branches, merge or reject one", "açık dalları listelemek, birini birleştirmek ya da reddetmek"),
    ("branch_health", desk.plan_branch_health, "branch_health", "", ""),
    ("merge_branch", desk.plan_merge, "list_branches", "", ""),
    ("reject_branch", desk.plan_reject, "list_branches", "", ""),
    ("glossary", desk.plan_glossary, "vocabulary", "read the glossary or set a term", "sözlüğü okumak ya da terim eklemek"),
    ("list_submissions", desk.plan_submissions, "list_submissions", "list, approve or reject form submissions", "form başvurularını listelemek, onaylamak ya da reddetmek"),
    ("approve_submission", desk.plan_approve, "list_submissions", "", ""),
    ("reject_submission", desk.plan_decline, "list_submissions", "", ""),
    ("search_media", desk.plan_search_media, "search_media", "search the pictures", "görsellerde arama yapmak"),
    ("upload_media", desk.plan_upload, "upload_media", "", ""),
    ("extract_summary", desk.plan_summary, "save_content", "fill a summary word for word from the text", "özeti metinden olduğu gibi almak"),
    ("translate", desk.plan_translate, "list_models", "", ""),
    ("create_text", desk.plan_no_text, "list_models", "", ""),
)  # fmt: skip


def content_playbook() -> Playbook:
    """Return the skills."""
    return Playbook("content", tuple(_skill(*row) for row in _ROWS))


def _skill(name: str, plan: Callable[[Request], Plan], tool: str, says: str, says_in_turkish: str) -> Skill:
    def match(request: Request) -> float:
        if not request.can("list_models") or intent_of(request.text) != name:
            return 0.0
        return _LESS_SURE if name == "show" else _SURE

    return Skill(name, match, plan, says, says_in_turkish, (tool,))
