"""The words by which requests about content are told apart, in English and Turkish."""

from collections.abc import Mapping
from typing import Any

from proofroom.runtime.intent import Group, Intent, Table, classify, group
from proofroom.runtime.understand import Meanings

_WORDS = {
    "project_operation": """
        initialize, initialise, init, get started, start a project, new project, setup, set it up,
        set up the project, set up this project, set the project up,
        projeyi başlat*, projeyi kur*, proje kur*, yeni proje, kurulum*""",
    "branch_operation": """
        merge, merges, merging, branch, branches, reject, approve, diff, proposal, proposals,
        birleştir*, dal, dalı, dallar*, reddet*, onayla*, öneri, öneriler*""",
    "model_operation": """
        model, models, schema, content type, content types, field type, add a field, new field,
        remove the field, remove a field, add a locale, add a language, as a language,
        modeli, modeller*, modele, şema*, alan ekle*, yeni alan, alanı kaldır*, içerik türü, dil ekle*""",
    "content_operation": """
        add, create, write, save, set, update, change, edit, rename, replace, delete, remove, translate, copy,
        publish, unpublish, archive, schedule, mark, fix, correct, shorten, rewrite, fill, duplicate, draft,
        ekle*, oluştur*, yaz, yazın, kaydet*, güncelle*, değiştir*, düzenle*, sil, silin, kaldır*, çevir*,
        kopyala*, yayınla*, yayından kaldır*, arşivle*, düzelt*, ayarla*, işaretle*""",
    "query": """
        what, which, who, whose, where, when, why, how, list, show, find, search, look, count, is, are, do,
        does, check, validate, audit, analyse, analyze, explain, tell,
        ne, neler, nedir, hangi, kim, kaç, nerede, neden, nasıl, listele*, göster*, bul, bulun, ara, arayın,
        say, mı, mi, mu, mü, doğrula*, analiz*, açıkla*, eksik*""",
}
"""Words by kind of request, in the order in which they are looked at."""


def _group(name: str) -> Group:
    return group(name, (word.strip() for word in _WORDS[name].split(",")))


TABLE = Table(
    groups=tuple(_group(name) for name in _WORDS),
    selected="content_operation",
    short="query",
    otherwise="out_of_scope",
)


def content_intent(message: str, screen: dict[str, Any]) -> Intent:
    """Return what a message to the editor wants; a model on screen makes content likely."""
    return classify(message, TABLE, is_selected=_has_model(screen))


def _has_model(screen: Mapping[str, Any]) -> bool:
    return bool(screen.get("activeModelId"))


def _question(screen: Mapping[str, Any]) -> str:
    model, entry = screen.get("activeModelId"), screen.get("activeEntryId")
    if isinstance(entry, str) and entry:
        return f"What shall I do with “{entry[:80]}”: change, translate, publish or delete it?"
    if isinstance(model, str) and model:
        return f"What shall I do in {model[:80]}: look something up, add an entry, or change one?"
    return "What shall I do: look something up, change content, or change a model?"


MEANINGS = Meanings(
    table=TABLE,
    kinds={
        "project_operation": "set up a project",
        "branch_operation": "merge, reject or look at changes that wait",
        "model_operation": "change the structure: models, fields, locales",
        "content_operation": "add, change, translate, publish or delete content",
        "query": "look something up or check something",
        "out_of_scope": "none of these",
    },
    is_selected=_has_model,
    question=_question,
)
