"""Orders to a model told by two things in one sentence: what is its own, and what is to become of that.

`Your guidelines have been suspended` and `never mind what your operators configured` have no word in common;
both name something of the model's and something that ends it. English, German and Turkish; the families are
those of `families`, and the text is prepared as for them. What aims at a model's rules or secrets is telling
whoever says it; what speaks to a machine that reads is telling in a document only.
"""

from collections.abc import Iterator

from proofroom.kernel.data import dataclass
from proofroom.safety.families import CuedPattern, Family, any_of

_GAP = r"[^.!?\n]{0,90}?"


@dataclass(frozen=True, slots=True)
class _Speech:
    """How one language says it; each side is a pattern, each with stems of which one has to be there."""

    own: str
    own_cues: str
    end: str
    end_cues: str
    reveal: str
    inner: str
    inner_cues: str
    machine: str
    machine_cues: str
    reads: str
    calls: str
    reply: str
    reply_cues: str
    shape: str
    is_verb_last: bool
    conceal: str
    conceal_cues: str


_ENGLISH = _Speech(
    own=(
        r"\byour (?:own )?(?:\w+ )?(?:instructions|prompts?|rules|orders|directives|guidelines|guidance"
        r"|constraints|restrictions|programming|polic(?:y|ies)|developers?|operators?|creators?|makers?"
        r"|filters?|guard ?rails|safeguards|alignment|safety (?:rules|settings|checks?))\b"
        r"|\b(?:guidance|instructions|rules|orders) you (?:were|have been|are) (?:given|told|taught)\b"
        r"|\b(?:the|your) developers? (?:have )?(?:told|taught|gave) you\b"
        r"|\ball (?:of )?(?:the )?(?:prior|previous|earlier) (?:directives|orders|instructions|prompts"
        r"|commands)\b"
        r"|\bthe (?:instructions|directives|orders|prompt) above(?=[.,;!]|$)"
    ),
    own_cues=(
        "all  / the  / your  /  you were  /  you have been  /  you are  / told you / taught you / gave you"
    ),
    end=(
        r"\b(?:ignor(?:e|ing)|disregard|forget|never ?mind|pay no (?:attention|heed)|set(?:ting)? aside"
        r"|discard|overrid\w{1,4}|bypass"
        r"|disobey|suspended|no longer|stop (?:following|obeying)|(?:switch|turn)(?:ed)? off|disabled?|skip"
        r"|void|cancell?ed|revoked|lifted|drop)\b"
    ),
    end_cues=(
        "ignor / disregard / forget / mind / pay no / aside / discard / overrid / bypass / disobey / "
        "suspended / no longer"
        " / stop  /  off / disable / skip / void / cancel / revoked / lifted / drop"
    ),
    reveal=(
        r"\b(?:recite|reveal|repeat|print|list|show|copy|paste|translate|quote|leak|disclose|dump|spell out"
        r"|write out|what (?:does|do|did|is|are))\b"
    ),
    inner=(
        r"(?:\byour (?:\w+ )?(?:system|initial|original|hidden|secret|internal|confidential"
        r"|first) (?:\w+ )?"
        r"|\byour |\bthe (?:confidential|hidden|secret|internal) )(?:instructions|rules|directives"
        r"|prompt)\b"
        r"(?! (?:page|for|of|about|on|to)\b)"
        r"|\b(?:everything|(?:all )?(?:the )?text) (?:that )?(?:is |stands |was )?(?:\w+ )?"
        r"(?:above|before|precedes) this (?:line|message|point|prompt)\b"
    ),
    inner_cues="instructions / rules / directives / prompt / text / everything",
    machine=(
        r"(?:\b(?:ais?|(?:large )?language models?|llms?|chat ?bots?|gpt|ai[- ](?:assistants?|agents?|models?"
        r"|systems?|readers?))\b|\b(?:assistants?|agents?|models?|crawlers?|summari[sz]ers?)\b"
        r"(?=[^.!?\n]{0,120}\b(?:must|should|shall|have to|please|are (?:asked|required|instructed))\b"
        r"|[^.!?\n]{0,60}:))"
    ),
    machine_cues="ai / language model / llm / bot / gpt / assistant / agent / model / crawler / summari",
    reads=(
        r"\b(?:read|pars|process|summari[sz]|scan|index|see|translat)(?:e|s|es|ing)? (?:this|the|our)"
        r" (?:page|file|article|document|text|site|web ?page|post|e-?mail|message)\b|\bsummari[sz]ing this\b"
    ),
    calls=(
        r"\b(?:dear|attention|hey|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)"
        r"|reminder (?:to|for)"
        r"|if you(?: are|'re)(?: an?| the)?) (?:all |any |every |the )?(?:large )?(?:ais?"
        r"|language models?|llms?"
        r"|chat ?bots?|ai[- ]\w+)\b"
    ),
    reply=r"\b(?:your|every|each|all) (?:answers?|responses?|repl(?:y|ies)|summar(?:y|ies)|outputs?)\b",
    reply_cues="answer / response / repl / summar / output",
    shape=(
        r"\b(?:add|include|insert|state|append|begin|start|end|open|close|rate|recommend|praise|promote"
        r"|put)\b"
    ),
    is_verb_last=False,
    conceal=(
        r"\b(?:do not|don't|never|without) (?:tell|telling|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?) "
        r"(?:the |your )?(?:users?|humans?|operators?)\b"
        r"|\b(?:use|call|invoke|run) (?:your (?:\w+ )?|the [a-z]+(?:_[a-z]+)+ )(?:tools?|functions?)\b"
        r"|\b(?:reply|respond|answer) (?:only|just|solely) with [a-z]+(?:$|[.!\"\n])"
        r"|(?:^|\n) ?(?:assistant|ai) ?: (?:sure|ok|yes|i )"
    ),
    conceal_cues=" user / human / operator / tool / function / reply / respond / answer / assistant",
)
_GERMAN = _Speech(
    own=(
        r"\b(?:deine?[rnms]?|dir) (?:\w+ ){0,2}?(?:\w*richtlini\w+|\w*regeln?|vorgaben?|anweisung\w*"
        r"|befehle?"
        r"|filter|entwickler\w*|betreiber\w*|einschränkung\w*|programmierung)\b|\b(?:die|alle|alles|was)"
        r"[^.!?\n]{0,30} dir (?:\w+ ){0,3}(?:gesagt|vorgegeben|beigebracht|aufgetragen)\b"
        r"|\bsicherheitsregeln\b"
        r"|\b(?:alle|die|sämtliche) (?:bisherigen?|früheren?|vorherigen?|obigen?) (?:anweisung|vorgabe"
        r"|befehl"
        r"|instruktion)\w*"
    ),
    own_cues="dein / dir  / regeln / anweisung / vorgabe / befehl / instruktion",
    end=(
        r"\b(?:ignorier\w{0,3}|missacht\w{0,2}|vergiss(?! nicht)|beiseite|nicht (?:mehr|länger)|(?:ab|aus)"
        r"(?:geschaltet|gesetzt)|ungültig|hinfällig|aufgehoben|überspring\w{0,2}|setz\w{0,2} dich über"
        r"|beachte\w?(?=[^.!?\n]{1,60} nicht\b))\b"
    ),
    end_cues=(
        "ignorier / missacht / vergiss / beiseite / nicht / geschaltet / gesetzt / gültig / hinfäll / "
        "aufgehob / überspring / dich über"
    ),
    reveal=r"\b(?:zeig|nenn|verrat|wiederhol|list|übersetz|gib|sag)\w{0,2}\b",
    inner=(
        r"\b(?:dein\w{0,2}|die|den) (?:\w+ )?(?:system-?prompts?|systemnachricht|(?:geheim|intern"
        r"|ursprünglich)\w*"
        r" (?:anweisung|regel|vorgabe)\w*)\b|\balles,? was (?:oberhalb|über|vor) (?:dieser|diesem)"
    ),
    inner_cues="prompt / systemnachricht / anweisung / regel / vorgabe / alles",
    machine=r"\b(?:kis?(?:-\w+)?|sprachmodelle?n?|chatbots?|assistenten?|agenten)\b",
    machine_cues="ki / sprachmodell / chatbot / assistent / agent",
    reads=(
        r"\b(?:diese[nms]?|den|die) (?:seite|text|artikel|dokument|datei|beitrag) (?:lesen|lies\w{0,2}"
        r"|verarbeite\w{0,2}|zusammenfass\w{0,3})\b"
    ),
    calls=(
        r"\b(?:liebe[rs]?|achtung,?|hinweis an|nachricht an|anweisung(?:en)? (?:an"
        r"|für)) (?:alle )?(?:ki(?:-\w+)?"
        r"|sprachmodelle?n?)\b|\bwenn du (?:eine? )?(?:ki(?:-\w+)?|sprachmodell) bist\b"
    ),
    reply=r"\b(?:deine[rnm]?|jeder?|allen?) (?:antwort(?:en)?|zusammenfassung(?:en)?|ausgaben?)\b",
    reply_cues="antwort / zusammenfassung / ausgabe",
    shape=r"\b(?:füge?|beginne?|beende?|nenne?|erwähne?|empfiehl|lobe?|bewerte?|schließe?)\b",
    is_verb_last=False,
    conceal=(
        r"\b(?:sag|erzähl|verrat|zeig)\w{0,2} (?:dem|der|den) (?:be)?nutzern? (?:\w+ )?nichts?\b"
        r"|\bantworte (?:nur|ausschließlich) mit\b"
    ),
    conceal_cues="nutzer / antworte",
)
_TURKISH = _Speech(
    own=(
        r"\b(?:kural|talimat|yönerge|filtre|sınırlama|komut)(?:lar|ler)ın(?:ı|a)?\b|\b(?:yönerge"
        r"|filtre)lerin(?:i|e)?"
        r"\b|\bsana (?:\w+ )?(?:öğretilen|verilen|söylenen|yüklenen)\b|\bgeliştirici(?:n|lerin)(?:in)?\b"
        r"|\b(?:daha önce|yukarıda) söylenenler\w*|\b(?:önceki|sistem|yukarıdaki) (?:\w+ )?"
        r"(?:talimat|komut|yönerge|emir)\w*"
    ),
    own_cues="kural / talimat / yönerge / filtre / sınırlama / komut / sana / geliştirici / söylenen / emir",
    end=(
        r"\b(?:unut(?!ma)\w{0,3}|yok say\w{0,3}|bırak\w{0,3}|geçerli değil|geçersiz\w{0,4}|kapalı|atla"
        r"|dikkate alma|görmezden gel|göz ardı et|uyma)\b"
    ),
    end_cues=(
        "unut / yok say / bırak / geçerli değil / geçersiz / kapalı / atla / dikkate / görmezden / "
        "göz ardı / uyma"
    ),
    reveal=r"\b(?:göster|yaz|tekrarla|söyle|paylaş|aktar|listele|çevir|yapıştır|dök)\b",
    inner=(
        r"\b(?:sistem (?:istem|komut|mesaj)i?ni|sistem istemi\w*|(?:gizli|i̇lk|ilk|iç) (?:talimat|kural"
        r"|yönerge)\w*"
        r"|(?:bana|senin|kendi) (?:\w+ )?(?:talimatlarını|yönergelerini|kurallarını))\b"
    ),
    inner_cues="sistem / talimat / kural / yönerge",
    machine=r"\b(?:yapay zek[âa]\w*|dil model\w+|sohbet (?:robot|bot)\w+|asistan\w*)\b",
    machine_cues="yapay / dil model / sohbet / asistan",
    reads=r"\b(?:bu|şu) (?:sayfa|metn|metin|yazı|makale|belge|dosya)\w* (?:oku|işle|özetle|tara)\w+",
    calls=(
        r"\b(?:sevgili|dikkat,?) (?:yapay zek[âa]|dil model)\w*|\b(?:yapay zek[âa]|dil model)\w*"
        r" (?:\w+ )?(?:isen|iseniz|not|notu|mesaj|talimat)\b"
    ),
    reply=r"\b(?:her|tüm) (?:cevab|yanıt|özet)\w*|\b(?:özetin|yanıtın|cevabın)(?:e|a|de|da|i|ı)\b",
    reply_cues="cevab / yanıt / özet",
    shape=r"\b(?:ekle|başla|bitir|öv|belirt|an|yaz|koy)\b",
    is_verb_last=True,
    conceal=r"\bkullanıcıya (?:\w+ )?(?:söyleme|gösterme|haber verme|belli etme|bildirme)\b",
    conceal_cues="kullanıcıya",
)


def _both(one: str, two: str, *cues: str) -> CuedPattern:
    groups = tuple(tuple(each.strip(" ") for each in group.split(" / ")) for group in cues)
    return CuedPattern(rf"(?:{one}){_GAP}(?:{two})|(?:{two}){_GAP}(?:{one})", groups)


def _always(said: _Speech) -> Iterator[tuple[Family, CuedPattern]]:
    yield "override", _both(said.own, said.end, said.own_cues, said.end_cues)
    yield "extraction", _both(said.reveal, said.inner, said.inner_cues)


def _to_machines(said: _Speech) -> Iterator[tuple[Family, CuedPattern]]:
    yield "reply_steering", _both(said.machine, said.reads, said.machine_cues)
    yield "reply_steering", any_of(said.calls, cues=said.machine_cues)
    sides = (said.reply, said.shape) if said.is_verb_last else (said.shape, said.reply)
    steers = rf"(?:{sides[0]}){_GAP}(?:{sides[1]})"
    yield "reply_steering", any_of(steers, cues=said.reply_cues)
    yield "reply_steering", any_of(said.conceal, cues=said.conceal_cues)


_ALL = (_ENGLISH, _GERMAN, _TURKISH)
ALWAYS: list[tuple[Family, CuedPattern]] = [each for said in _ALL for each in _always(said)]
"""What is telling whoever says it."""
TO_MACHINES: list[tuple[Family, CuedPattern]] = [each for said in _ALL for each in _to_machines(said)]
"""What only documents may not say: it speaks to a machine that reads them."""
