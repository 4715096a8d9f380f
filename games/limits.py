"""How fast one socket, and one person over all their sockets here, may send."""

from dataclasses import dataclass
from weakref import WeakValueDictionary


@dataclass(slots=True, weakref_slot=True)
class Bucket:
    """A token bucket: `burst` messages at once, then `rate` a second."""

    rate: float
    burst: float
    tokens: float
    at: int

    @classmethod
    def full(cls, rate: float, burst: float, now: int) -> "Bucket":
        return cls(rate, burst, burst, now)

    def take(self, now: int) -> bool:
        """Whether one more message may pass at `now` (milliseconds)."""
        elapsed = max(0, now - self.at) / 1000
        self.at = max(self.at, now)
        self.tokens = min(self.burst, self.tokens + elapsed * self.rate)
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


_people: WeakValueDictionary[int, Bucket] = WeakValueDictionary()


def bucket_of(user_id: int, rate: float, burst: float, now: int) -> Bucket:
    """The bucket that all sockets of a person in this process share while one is open."""
    bucket = _people.get(user_id)
    if bucket is None:
        bucket = _people[user_id] = Bucket.full(rate, burst, now)
    return bucket
