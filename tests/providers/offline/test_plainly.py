"""Orders in any voice and mood become the imperative; what is no order stays as it was said."""

import pytest

from proofroom.providers.offline.plainly import put_plainly


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Could we get Maya's city changed to Granada?", "change Maya's city to Granada"),
        ("Every piece about walking should be taken down", "unpublish Every piece about walking"),
        ("The notes are to be published on Friday", "publish The notes on Friday"),
        ("Let's have the elm article go out on 1 December", "publish the elm article on 1 December"),
        ("I'd like to unpublish 'A bench'", "unpublish 'A bench'"),
        ("Can the elm article be credited to Maya instead?", "assign the elm article to Maya"),
        ("A new shelf is needed: Plumbing", "add A new shelf: Plumbing"),
        ('We want the tagline to read "Slow"', 'the tagline should read "Slow"'),
        ("Would it be possible to have the pump guide pinned?", "the pump guide should be pinned"),
        ("Nothing by Tom should stay online", "unpublish everything by Tom"),
        ("Süresini 6 dakikaya çıkarabilir misin?", "Süresini 6 dakika yap"),
        ("Saws rafı silinsin lütfen", "Saws rafı sil"),
        ("Yazıların hepsi taslağa dönsün", "Yazıların hepsi taslaga al"),
        ("Nehir yazısını Deniz'e aktaralım", "Nehir yazısını Deniz'e ver"),
        ("Rehberlerin sabitlenmesini istiyorum", "Rehberlerin sabitle"),
        ("Şehri Hamburg olmuş olsun", "Şehri Hamburg olsun"),
        ("Bunu siler misin? Raflara da bağlansınlar.", "Bunu sil. Raflara da bagla."),
        ("Bunu siler misin ve notu yaz", "Bunu sil ve notu yaz"),
    ],
)
def test_an_order_is_put_plainly(said: str, plainly: str) -> None:
    assert put_plainly(said) == plainly


@pytest.mark.parametrize(
    "said",
    [
        "Which articles should be published next?",
        "Should the elm article be published?",
        "What should be changed on the site?",
        "En son hangi yazı değişti?",
        "Kapı rehberi yarın yayına girsin mi?",
        "Bunu silmeyin",
        'Change the title to "It should be taken down"',
        "Which shelf has no guides at all?",
    ],
)
def test_what_is_no_order_stays(said: str) -> None:
    assert put_plainly(said) == said
