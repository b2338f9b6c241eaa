"""A table in a message: what its records are called."""

import pytest

from proofroom.entities.tabular import find_sheet

TABLE = "name,city,founded\nSwift Conservation,London,2003\nLund University,Lund,1666\n"


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Make records of this table as Organisation:", "Organisation"),
        ("Import these as a new institute, please:", "Institute"),
        ("Bu tabloyu Kuruluş olarak kaydet:", "Kuruluş"),
        ("Make records of this table:", "Name"),
    ],
)
def test_the_words_around_a_table_name_its_type(asked: str, name: str) -> None:
    sheet = find_sheet(f"{asked}\n{TABLE}")
    assert sheet is not None
    assert sheet.name == name
