"""Whoever resigns while three or four others play on is free for another table at once."""

import pytest

from accounts.models import User
from games.services import resign
from lobby import services
from lobby.board import board_of
from lobby.models import Member, Table
from lobby.services import LobbyCode, LobbyError


@pytest.fixture
def table(db: None) -> Table:
    """Three at a table of Star Cards, just dealt."""
    anna, bruno, carla = (
        User.objects.create_user(f"{name.lower()}@example.com", display_name=name)
        for name in ("Anna", "Bruno", "Carla")
    )
    opened = services.create_table(
        anna, game="star-cards", rules="star-cards", target=None, seats=3
    )
    services.join_table(bruno, opened.pk)
    return services.join_table(carla, opened.pk)


def people(table: Table) -> list[User]:
    return [member.user for member in table.members.order_by("seat")]


def open_another(user: User) -> Table:
    return services.create_table(user, game="scopa", rules="scopa", target=11)


@pytest.mark.django_db(transaction=True)
def test_who_has_resigned_opens_a_table_while_the_others_play_on(table: Table) -> None:
    anna, bruno, carla = people(table)
    assert table.match_id is not None
    resign(anna.pk, table.match_id)
    assert board_of(anna).is_free
    assert open_another(anna).status == Table.Status.OPEN
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    for other in (bruno, carla):
        assert board_of(other).match_id == table.match_id
        with pytest.raises(LobbyError) as refusal:
            open_another(other)
        assert refusal.value.code is LobbyCode.PLAYING


@pytest.mark.django_db(transaction=True)
def test_who_has_resigned_joins_another_table(table: Table) -> None:
    anna, bruno, carla = people(table)
    assert table.match_id is not None
    resign(bruno.pk, table.match_id)
    other = User.objects.create_user("dario@example.com", display_name="Dario")
    joined = services.join_table(bruno, open_another(other).pk)
    assert joined.match_id not in {None, table.match_id}
    active = Member.objects.filter(table=table, is_active=True)
    assert set(active.values_list("user", flat=True)) == {anna.pk, carla.pk}


@pytest.mark.django_db(transaction=True)
def test_the_table_is_over_with_its_match_for_those_who_played_on(table: Table) -> None:
    anna, bruno, carla = people(table)
    assert table.match_id is not None
    resign(anna.pk, table.match_id)
    mine = open_another(anna)
    resign(bruno.pk, table.match_id)
    services.finish_table(table.match_id)
    assert board_of(carla).is_free
    mine.refresh_from_db()
    assert mine.status == Table.Status.OPEN
    assert mine.members.get().is_active
