import threading
import time
import uuid

from hypothesis import given
from hypothesis import strategies as st

from proofroom.kernel.ids import derived_id, is_id, new_id


def test_an_id_is_a_version_7_uuid_of_this_moment():
    before = time.time_ns() // 1_000_000
    value = uuid.UUID(new_id())
    after = time.time_ns() // 1_000_000
    assert value.version == 7
    assert value.variant == uuid.RFC_4122
    assert before <= value.int >> 80 <= after + 1


def test_ids_of_one_process_only_grow():
    made = [new_id() for _ in range(20_000)]  # more than one millisecond can number
    assert made == sorted(set(made))


def test_ids_made_by_threads_at_once_differ():
    made: list[str] = []
    threads = [threading.Thread(target=lambda: made.extend(new_id() for _ in range(2_000))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8_000


def test_ids_grow_when_the_clock_goes_back(monkeypatch):
    first = new_id()
    monkeypatch.setattr(time, "time_ns", lambda: 1_000_000_000)
    assert new_id() > first


@given(at=st.integers(0, 2**48 - 1), parts=st.lists(st.text(max_size=40), min_size=1, max_size=6))
def test_a_derived_id_repeats_and_keeps_its_time(at, parts):
    value = derived_id(at, *parts)
    assert value == derived_id(at, *parts)
    assert is_id(value)
    assert uuid.UUID(value).int >> 80 == at
    assert uuid.UUID(value).version == 7


def test_derived_ids_of_different_parts_differ():
    assert derived_id(1, "run", "step") != derived_id(1, "run", "other")
    assert derived_id(1, "ab", "c") != derived_id(1, "a", "bc")


def test_only_canonical_text_is_an_id():
    value = new_id()
    assert is_id(value)
    assert not is_id(value.upper() if value != value.upper() else value[:-1])
    assert not is_id(value.replace("-", ""))
    assert not is_id(f"{{{value}}}")
    assert not is_id("")
    assert not is_id("../../etc/passwd")
