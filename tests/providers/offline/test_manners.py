"""The offline model minds corrections that say how to say something, in both languages."""

import pytest

from proofroom.providers.offline.manners import HEADING, Manner, mind, read_corrections, read_manner


@pytest.mark.parametrize(
    ("sentence", "manner", "answer"),
    [
        ("Begin every answer with “Ahoy”.", Manner("begin", "Ahoy"), "Ahoy. Good day. All is well."),
        ('Start with "Ahoy!"', Manner("begin", "Ahoy!"), "Ahoy! Good day. All is well."),
        ("Yanıtlara “Merhaba” diye başla.", Manner("begin", "Merhaba"), "Merhaba. Good day. All is well."),
        ("Always end your answers with 'Yours.'", Manner("end", "Yours."), "Good day. All is well. Yours."),
        ("Never say “Good day”.", Manner("avoid", "Good day"), ". All is well."),
        ("“well” deme", Manner("avoid", "well"), "Good day. All is."),
        ("Say “Hello” instead of “Good day”.", Manner("instead", "Hello", "Good day"), "Hello. All is well."),
        ("“Good day” yerine “Selam” de.", Manner("instead", "Selam", "Good day"), "Selam. All is well."),
        ("Answer in one sentence.", Manner("brief"), "Good day."),
        ("Please mention “Bonn”.", Manner("include", "Bonn"), "Good day. All is well. Bonn."),
        ("Be nice.", None, "Good day. All is well."),
    ],
)
def test_a_sentence_is_read_and_minded(sentence: str, manner: Manner | None, answer: str) -> None:
    assert read_manner(sentence) == manner
    assert mind("Good day. All is well.", [manner] if manner else []) == answer


def test_corrections_are_found_in_the_prompt_and_nowhere_else() -> None:
    prompt = f"Begin with “No”.\n\n{HEADING}\n\nFollow.\n\n- [correction] Begin with “Ahoy”. (Ada, 1, 2)"
    assert read_corrections(prompt + "\n\n## Other\n- [lesson] Never say “x”. (A)") == [
        Manner("begin", "Ahoy")
    ]
    assert read_corrections("Begin with “No”.") == []


@pytest.mark.parametrize("last", ["- Tunnel Survey Office", "2. City Archive", "| a | b |"])
def test_what_ends_with_a_list_or_a_table_is_followed_by_a_line_of_its_own(last: str) -> None:
    said = mind(f"I found 2:\n{last}", [Manner("end", "Counted in our own records.")])
    assert said == f"I found 2:\n{last}\n\nCounted in our own records."
