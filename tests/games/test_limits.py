"""How fast somebody may send."""

from games.limits import Bucket, bucket_of


def test_a_burst_passes_and_then_the_rate_holds() -> None:
    bucket = Bucket.full(rate=10, burst=20, now=0)
    assert [bucket.take(0) for _ in range(21)] == [True] * 20 + [False]
    assert bucket.take(100)
    assert not bucket.take(100)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket.full(rate=10, burst=1, now=1000)
    assert bucket.take(1000)
    assert not bucket.take(0)
    assert not bucket.take(1000)


def test_all_sockets_of_a_person_share_one_bucket_while_one_is_open() -> None:
    first, second = bucket_of(7, 1, 1, 0), bucket_of(7, 1, 1, 0)
    assert first is second
    del first, second
    assert bucket_of(7, 5, 5, 0).rate == 5
