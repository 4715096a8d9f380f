"""What people may choose about the clocks of a table: docs/rules/clocks.md."""

from dataclasses import dataclass

from games.engine import policies
from games.engine.policies import Policy
from lobby.models import Table


@dataclass(frozen=True, slots=True)
class Clocks:
    """The policy and what was chosen about it; what is left open is the usual."""

    policy: str = policies.TORNEO.name
    move_seconds: int | None = None
    pause: bool = False

    def of(self, game: str, target: int | None) -> Policy:
        """As a match of this game to this target has them; raises ValueError for what no policy
        allows."""
        return policies.policy(
            self.policy, game, target, move_seconds=self.move_seconds, pause=self.pause
        )


USUAL = Clocks()


def clocks_of(table: Table) -> Clocks:
    return Clocks(table.policy, table.move_seconds, table.pause)
