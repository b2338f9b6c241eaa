"""The families of injection attempts, as patterns.

They are compared with text after compatibility normalisation, removal of invisible characters, case folding
and collapsed spaces, so they are written in lower case with single spaces. Gaps are bounded: a page must not
be able to make a pattern slow. What a person may rightly say, a document may not: see `IN_DOCUMENTS`.
"""

import re
import tomllib
import unicodedata
from functools import cached_property
from importlib.resources import files
from typing import Literal

from proofroom.kernel.data import dataclass

Family = Literal[
    "override",
    "new_instruction",
    "unrestricted_persona",
    "jailbreak_name",
    "extraction",
    "template",
    "authority",
    "decode",
    "split_payload",
    "exfiltration",
    "flood",
    "hidden_text",
    "reply_steering",
]

NOT_NEGATED = r"(?<!not )(?<!n't )(?<!never )"
RULES = (
    r"(?:instructions?|prompts?|rules?|orders?|directions?|directives?|guidelines?|commands?|polic(?:y|ies)"
    r"|messages?|constraints?|restrictions?|programming)"
)
_BEFORE = r"(?:previous|prior|above|earlier|preceding|foregoing|past|existing|original|initial|system|safety)"
_DO = r"(?:say|state|print|write|output|respond|reply|answer|tell|give|return|declare|show)"
_TELL = r"(?:tell|give|show|send|share|reveal|disclose|provide|confirm|print|output|display|leak|spell)"
HIDDEN = (
    r"(?:pass ?words?|pass ?codes?(?: phrase)?|pass ?phrases?|secret (?:key|word|phrase|code|password"
    r"|string)s?"
    r"|api keys?)\b(?! (?:reset|field|strength|polic|manager|protect|rule|requirement|page|form|input|hint"
    r"|recovery|prompt|screen|box|generator|change|security|strategy|habit|link|option|setting|update))"
)
_VERY_PRIVATE = (
    r"(?:birth ?(?:date|day|year)|date of birth|home address|city of residence|bank balance|account balance)"
)
_PRIVATE = rf"(?:{_VERY_PRIVATE}|e-?mail address|initials|current (?:city|location|address)|phone number)"
_ASK_PRIVATE = r"\b(?:tell me|give me|what (?:is|are)|share|confirm|reveal) "
_CIPHER = r"(?:base ?64|rot-?13|morse(?: code)?|caesar cipher|pig latin|leet ?speak)"
_NAMED_PIECE = r"\b[a-z]\d? ?(?:=|is|es|est|ist|é|è|adalah) ?[\"“«]"
_REPLY = r"your (?:next |final )?(?:answer|response|reply|output)s?\b"


@dataclass(frozen=True)
class CuedPattern:
    """A pattern, and cues of which every group must be present before the pattern is tried at all.

    Looking for a plain word costs a hundredth of trying a pattern at every place of a long page.
    """

    source: str
    cues: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled when a text first has its cues: all of them at start would be felt."""
        return re.compile(self.source)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match, if any."""
        for group in self.cues:
            if not any(cue in text for cue in group):
                return None
        return self.pattern.search(text)


def any_of(*patterns: str, cues: str = "") -> CuedPattern:
    """Return one pattern of several, tried only where one of the cues stands."""
    return CuedPattern("|".join(patterns), (tuple(cues.split(" / ")),) if cues else ())


PATTERNS: dict[Family, CuedPattern] = {
    "override": any_of(
        rf"{NOT_NEGATED}\b(?:ignore|disregard|forget)(?: (?!my\b)\w+){{0,4}}? {_BEFORE}(?:"
        rf" \w+){{0,2}}? {RULES}\b",
        rf"{NOT_NEGATED}\b(?:ignore|disregard|forget)(?: about)?(?: all| any)?(?: of)? (?:your|those|these)"
        rf" (?:\w+ ){{0,2}}{RULES}\b",
        rf"{NOT_NEGATED}\b(?:ignore|disregard|forget) (?:everything|anything|all)(?: (?:that|which))?"
        r"(?: \w+){0,3} (?:above|before|told|previously|so far)\b",
        rf"{NOT_NEGATED}\b(?:ignore|disregard|forget) (?:all )?(?:the|of the) (?:above|foregoing|preceding)"
        rf"(?:[.,:;]| and {_DO}\b| then\b| {_DO}\b)",
        r"\b(?:ignore|disregard) (?:the|this) (?:web ?page|page|resume|document|article|text|e-?mail"
        r"|table|question)"
        rf",? (?:and|then|instead)[, ]+(?:just )?{_DO}\b",
        r"\b(?:regardless of|irrespective of|notwithstanding) (?:any |all |the |your )?"
        r"(?:previous|prior|earlier|above|preceding) (?:instructions|tasks|rules|prompts|orders)\b",
        r"\b(?:do not|don't|stop) (?:follow|obey|listen to)(?:ing)? (?:the|your|any)"
        rf" (?:previous|prior|above|earlier|original|system) {RULES}",
        cues=(
            "ignore / disregard / forget / regardless of / irrespective of / notwithstanding / "
            "not follow / n't follow / stop follow / obey / listen to"
        ),
    ),
    "new_instruction": any_of(
        r"(?:%%%|###|===|\*\*\*) ?(?:end|begin|start) (?:of )?(?:the )?"
        r"(?:user|system|prompt|document|instructions?|input|context|article|data)\b",
        cues="%%% / ### / === / ***",
    ),
    "unrestricted_persona": any_of(
        r"\b(?:you|ai|model|it|they|and|dan) (?:do|does|will) ?(?:not|n't) (?:have|need) to"
        r" (?:abide|adhere|follow|comply|obey)(?: \w+){0,3} (?:rules|restrictions|policies|limits)"
        r"(?: (?:set|imposed|placed|given) (?:for|on|to)| of (?:openai|ai))",
        r"\b(?:act|respond|answer|behave|pretend|role-?play) (?:\w+,? ){0,8}?(?:without|no|free (?:of|from))"
        r" (?:any )?(?:\w+ ){0,2}?(?:restrictions?|filters?|censorship|ethical \w+|morals|safety \w+"
        r"|content polic\w+)",
        r"\byou(?: are|'re) (?:now |an? |going to be )*(?:\w+ )?"
        r"(?:unrestricted|uncensored|unfiltered|amoral|jailbroken)\b",
        r"\b(?:broken|break|breaking|freed?) (?:free )?(?:of|from) (?:the |your |all )?(?:typical |usual )?"
        r"(?:confines|restrictions|limitations|chains) of (?:an )?(?:ai|openai|your)\b",
        r"\b(?:override|bypass|break|evade|escape) (?:the |all |your )?(?:\w+ )?"
        r"(?:restrictions|limitations|rules|filters|guidelines|safeguards) of (?:the )?"
        r"(?:gpt|ai|language model|llm|openai|chatgpt)\b",
        r"\bimmerse yourself in(?:to)? the role of another (?:ai|model|assistant)\b",
        r"\b(?:is|are) not (?:limited|bound|restricted|constrained) by"
        r" (?:what an ai|openai|ai (?:rules|policies)|any (?:rules|restrictions|policies))\b",
        cues=(
            " to abide /  to adhere /  to follow /  to comply /  to obey / restriction / filter / "
            "censor / ethical / morals / safety / content polic / unrestricted / amoral / jailbroken / "
            "confines / limitations / chains / immerse / safeguards / guidelines of / rules of / "
            "not limited / not bound / not constrained"
        ),
    ),
    "jailbreak_name": any_of(
        r"\bdo anything now\b",
        r"\b(?:you are|act as|known as|special agent|respond as|become) (?:\w+ ){0,3}?dan\b"
        r"(?=.{0,200}\b(?:anything|ai|rules|limit|restrict|mode)\b)",
        r"\b(?:dan|god|jailbreak|sudo|unrestricted|unfiltered|evil) mode\b(?=.{0,40}\b(?:enabled"
        r"|activated|engaged|on)\b)",
        r"\b(?:enable|enter|activate|switch to|entering|activating) (?:the )?"
        r"(?:god|jailbreak|dan|sudo|unrestricted|unfiltered) mode\b",
        r"\b(?:gpt|ai|model|assistant|you)\b.{0,40}\bdeveloper mode (?:is )?(?:enabled|activated|on)\b",
        r"\b(?:evil confidant|stan mode|antigpt|anti-gpt|mongo tom|jailbreak prompt)\b",
        cues="do anything now / dan / mode / evil confidant / gpt / mongo tom / jailbreak",
    ),
    "extraction": any_of(
        r"\b(?:repeat|print|show|reveal|output|display|recite|dump|leak|disclose|tell me|give me|write"
        r" (?:down|out))"
        r" (?:\w+ ){0,3}?(?:your|the) (?:\w+ )?(?:above|system|hidden|secret|initial) (?:instructions"
        r"|prompt|message)\b",
        r"\b(?:output|print|repeat|reveal|recite|dump) (?:the |your |all )?(?:previous|above|system"
        r"|initial|hidden)"
        r" (?:instructions|prompt)\b",
        r"\b(?:repeat|print|show|reveal|recite|leak|disclose|tell me|give me|what (?:are|were|is)) "
        r"(?:me )?(?:all )?"
        r"(?:of )?your (?:\w+ )?(?:instructions|system prompt|system message|prompt|directives)\b",
        rf"\b(?:can|could|would|will) you (?:please |kindly |just |also )?{_TELL}(?: \w+){{0,5}}?"
        rf" (?:the|your|our|a) (?:\w+ )?{HIDDEN}",
        rf"{NOT_NEGATED}\b{_TELL} (?:me|us) (?:\w+ ){{0,3}}?(?:the|your|our) (?:\w+ )?{HIDDEN}",
        rf"\bwhat(?: is|'s|s|'s| would) (?:your|the) (?:\w+ )?{HIDDEN}",
        rf"{_ASK_PRIVATE}(?:\w+ ){{0,6}}?(?:the )?user's (?:\w+ )?{_PRIVATE}",
        rf"\b(?:tell|give) me (?:\w+ )?\w+'s (?:\w+ )?{_VERY_PRIVATE}",
        r"\bwhere (?:does|is) the user (?:currently )?(?:liv|locat|resid)",
        rf"\b(?:important|crucial|need|want|like|please)\b.{{0,30}}\bshare your (?:\w+ )?{HIDDEN}",
        rf"\b(?:ask|asked|asking)(?: you)? for (?:the|your) (?:\w+ )?{HIDDEN}",
        rf"\b(?:poem|acrostic|song|haiku|riddle)\b[^.]{{0,40}}\b(?:about|with|of) the {HIDDEN}",
        r"\b(?:print|dump|output) (?:me )?your (?:entire |whole )?(?:database|memory|context window"
        r"|chat history)\b",
        cues=(
            "password / pass word / passcode / pass code / passphrase / pass phrase / secret / "
            "api key / instructions / prompt / message / directives / database / your memory / "
            "whole memory / entire memory / context window / chat history / user's / the user / birth / "
            "home address / of residence / balance"
        ),
    ),
    "template": any_of(
        r"<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_turn|start_header_id"
        r"|eot_id)\|>",
        r"\[/?inst\]",
        r"<</?sys>>",
        r"<(?:start|end)_of_turn>",
        r"<[/\\]? ?(?:system|sys|admin|developer)[ _-]"
        r"(?:mode|prompt|message|override|instructions?)\b[^>]{0,20}>",
        r"#{2,} ?(?:system|instruction|assistant|human) ?:",
        r"\n ?(?:human|system) ?: [^\n]{0,400}\n ?(?:human|assistant|system) ?: ",
        cues=("<| / inst] / sys> / _of_turn> / system / sys  / sys_ / sys- / admin / developer / ## / human"),
    ),
    "authority": any_of(
        r"\b(?:i am|i'm|this is|as) your (?:\w+ )?(?:developer|creator|programmer|administrator|master"
        r"|maker)\b",
        r"\b(?:i am|i'm) (?:a )?god\b",
        r"\b(?:i'm|i am|now) (?:initiating|entering|activating) (?:an? |the )?['\"‘“](?:\w+ ){0,4}"
        r"(?:mode|reset|override|check|protocol)\b",
        r"\byou (?:have to|must|are (?:required|obliged) to) (?:answer|obey|comply with) (?:all|any"
        r"|every|each)"
        r"(?: of)? (?:my|me)\b",
        r"\b(?:i'm|i am|now) (?:initiating|entering|activating)(?: \w+){0,2} ['\"‘“]?"
        r"(?:system|developer|maintenance|debug|security|safety|admin|override) (?:\w+ )?(?:mode|reset"
        r"|override)\b",
        r"\b(?:system|developer|security|safety|admin|training data) override (?:confirmed|activated"
        r"|enabled|accepted)\b",
        r"\b(?:developer|admin|system|root|safety)\b[\w ]{0,24} override ?:",
        r"\b(?:system|admin) mode (?:activated|confirmed)\b",
        cues=(
            "developer / creator / programmer / administrator / master / maker / god / answer / obey / "
            "comply / initiating / entering / activating / override / mode"
        ),
    ),
    "decode": any_of(
        rf"\b(?:decode|decrypt|decipher|unscramble)\b.{{0,60}}\b{_CIPHER}\b.{{0,160}}\b(?:and"
        rf"|then)\b.{{0,30}}"
        r"\b(?:answer|follow|execute|obey|tell|respond|perform)\b",
        rf"\b(?:decode|decrypt|decipher)\b.{{0,60}}\b{_CIPHER}\b.{{0,30}}\b(?:and|then) (?:answer"
        r"|follow|execute|tell|obey|do (?:what|as))\b",
        rf"\b{_CIPHER}[ -](?:encoded|encrypted)\b.{{0,40}}\b(?:instructions?|commands?|message)\b.{{0,60}}"
        r"\b(?:follow|execute|obey|perform)\b",
        rf"\b(?:in|as|to|using|with) {_CIPHER}\b.{{0,80}}{HIDDEN}",
        rf"{HIDDEN}.{{0,80}}\b(?:in|as|to|using|with) {_CIPHER}\b",
        cues="base64 / base 64 / rot13 / rot-13 / morse / caesar / pig latin / leet",
    ),
    "split_payload": any_of(
        r"\b(?:answer|combine|using|join|merge|assemble|execute)\b[^.]{0,120}"
        r"\bpart (?:1|a|one)\b.{0,12}[\"'“‘].{1,200}\bpart (?:2|b|two)\b.{0,12}[\"'“‘]",
        r"\b(?:combin\w{0,6}|kombin\w{0,6}|concatenate|join|merge|put together) [a-cx-z],? (?:\w{1,4} "
        r"|& |\+ )?[a-cx-z]\b",
        rf"{_NAMED_PIECE}[^\"”»\n]{{1,120}}[\"”»][^\"“«\n]{{0,40}}{_NAMED_PIECE}[^\n]{{1,200}}?"
        r"\b(?:(?:combin|kombin|concat)\w{0,8} (?:them|these|those|the|all|and|[a-z]\b)|[a-z]\d? ?\+"
        r" ?[a-z]\b)",
        cues="part 1 / part a / part one / combin / kombin / concat / join / merge / put together / +",
    ),
    "exfiltration": any_of(
        r"!\[[^\]]{0,200}\]\(https?://[^)\s]{1,300}[?&=/](?:\{|%7b|<|\[|\$)",
        r"!\[[^\]]{0,200}\]\(https?://[^)\s]{1,300}"
        r"[?&](?:data|secret|prompt|history|conversation|leak|exfil|context|payload)=",
        r"\b(?:send|forward|post|e-?mail|transmit|upload|submit|exfiltrate|leak|copy)\b(?: \w+){0,6}?"
        r" (?:conversation|chat history|system prompt|credentials|passwords?|api keys?|secrets"
        r"|(?:personal|private|employee|user|customer) data)\b(?! (?:privacy|protection|polic"
        r"|processing)).{0,80}(?:https?://|\S+@\S+\.\w+|\bwebhook\b)",
        r"\b(?:append|add|include|embed|encode)\b.{0,60}\b(?:conversation|chat history|system prompt"
        r"|secrets?|passwords?)\b"
        r".{0,60}\b(?:to|in|into|as) (?:the |an? )?(?:url|link|query|parameter)",
        cues=(
            "![ / conversation / chat history / system prompt / credential / password / api key / "
            "secret /  data"
        ),
    ),
    "flood": any_of(r"(?:^|\s)(\w{3,40})(?:\s\1){7,}(?:\s|$)"),
}
"""What is telling whoever says it. `hidden_text` is counted before the text is normalised."""

IN_DOCUMENTS: dict[Family, CuedPattern] = {
    "new_instruction": any_of(
        r"\b(?:new|updated|revised|real|actual) (?:instructions?|system prompt|directives?) ?:",
        r"\byour (?:new|real|actual|true|only) (?:task|role|goal|instructions?|objective|purpose) "
        r"(?:is|are)\b",
        r"\bfrom now on,? (?:you (?:are|will|must|should)|respond|reply|answer|ignore)\b",
        r"\bbegin your (?:response|reply|answer) with\b",
        cues="instruction / system prompt / directive / your  / from now on",
    ),
    "reply_steering": any_of(
        r"\b(?:add|include|insert|integrate|append|mention|incorporate|embed|weave|slip|attach|remove|replace"
        r"|substitute|combine|translate|convert)\b"
        rf"(?:[^.!?\n]|\.(?=\S)){{0,160}}? (?:in|into|to|within|from|of|with|at the end of) {_REPLY}",
        r"\b(?:augment|enhance|modify|encrypt|encode|reverse|express|scramble|rearrange|shuffle|amend"
        r"|alter|adjust"
        r"|supplement|conclude|end|begin|finish|misspell|represent|use emojis to represent)"
        rf" (?:\w+ ){{0,2}}?{_REPLY}",
        rf"\bin {_REPLY},? (?:please )?(?:mention|include|add|use|replace|insert|remove|write|provide"
        r"|suggest|recommend|promote|encourage|advise|direct|highlight|reference|tell|ask|urge)\b",
        r"\b(?:provide|write|give|deliver|encode|encrypt) your (?:reply|response|answer|message)"
        r" (?:with|without|using|backwards?|entirely|only|in (?:reverse|emojis?|base ?\d+|morse|\w+ed)\b)",
        rf"\buse [^.!?\n]{{1,60}} (?:for|in) {_REPLY}",
        cues="answer / response / reply / output / your message",
    ),
}
"""What only documents may not say: a person may give new instructions and shape the reply."""

_GAP = 40


def _near(first: str, second: str) -> CuedPattern:
    groups = tuple(
        tuple(unicodedata.normalize("NFKC", stem).casefold() for stem in stems.split("|"))
        for stems in (first, second)
    )
    one, two = ("|".join(re.escape(stem) for stem in group) for group in groups)
    pattern = rf"(?:{one}).{{0,{_GAP}}}(?:{two})|(?:{two}).{{0,{_GAP}}}(?:{one})"
    return CuedPattern(pattern, groups)


_LANGUAGES = tomllib.loads(files("proofroom.safety").joinpath("languages.toml").read_text("utf-8"))
ELSEWHERE: list[tuple[Family, CuedPattern]] = [
    *(("override", _near(one["ignore"], one["instructions"])) for one in _LANGUAGES.values()),
    *(("extraction", _near(one["tell"], one["secret"])) for one in _LANGUAGES.values()),
]
"""The same two families in other languages, a rule for each language."""
