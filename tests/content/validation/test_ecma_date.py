"""Which texts the official tools' engine takes as a date."""

import pytest

from proofroom.content.validation.ecma_date import is_js_date

GOOD = [
    *(
        "2024",
        "2024-02",
        "2024-02-31",
        "2024-01-01T10:00",
        "2024-01-01T10:00:00.123456Z",
        "2024-01-01T24:00:00",
    ),
    *(
        "2024-01-01T10:00+02:00",
        "2024-01-01T10:00+0200",
        "+275760-09-13",
        "-271821-04-20",
        "2024-1-1",
        "March 7",
    ),
    *(
        "7 March 2024",
        "Mar-7-2024",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "1/2/2024",
        "12",
        "32",
        "#12345",
        "img/a.PNG?x=1",
    ),
    *(
        "2024-01-01 10:00",
        "10:00 1 Jan",
        "Jan 1 2024 1:00 PM",
        "Jan 1 2024 10:00 EST",
        "1 Jan (a comment) 2024",
    ),
    *(
        "Jan 1 2024 10:00 GMT+0200",
        "Jan 1 2024 10:00 UTC-8",
        "Jan 1 2024 10:00:00.5",
        "2024\x00 ignored",
        "1 1 1 10::30",
    ),
]
BAD = [
    *(
        "",
        "hello",
        "2024-13-01",
        "2024-01-01T25:00",
        "2024-01-01T24:01",
        "2024-01-01T10:00:00 Z",
        "2024-01-01T10",
    ),
    *(
        "24-1-1",
        "13",
        "1 2 3 4",
        "rgb(1,2,3)",
        "a1",
        "10:00",
        "March",
        "1 Jan 2024 foo",
        "Jan 1 2024 13:00 PM",
    ),
    *(
        "+275760-09-14",
        "-271821-04-19",
        "-000000",
        "2024-01-01T10:00+2:00",
        "1 Jan 2024 +",
        "1 Jan 10:00 +12345",
    ),
    *("(030) 12-34)", "10:00.x 1", "Z\u20280"),
]


@pytest.mark.parametrize("text", GOOD)
def test_taken(text):
    assert is_js_date(text)


@pytest.mark.parametrize("text", BAD)
def test_refused(text):
    assert not is_js_date(text)
