"""Heads of the courts, face centred on (0, 0): the face is 36 wide and 40 high.

The heads are large (a fifth of the figure): on a card 60 pixels wide they are 14 pixels high.
Three silhouettes: the fante has a beret with a feather and no beard, the cavallo a brimmed hat or
a turban and a moustache, the re an open crown and a long beard.
"""

from artwork.palette import Costume
from artwork.svg import (
    INK,
    Svg,
    circle,
    fine,
    flat,
    flat_circle,
    line,
    shape,
    uninked,
)


def fante_head(costume: Costume) -> Svg:
    smile = line("M-4.6 14C-1.6 16.4 2 16.4 4.8 14", costume.complexion.lips, 2.6)
    return _bob(costume) + _face(costume) + smile + _fringe(costume) + _beret(costume)


def cavallo_head(costume: Costume) -> Svg:
    return _bob(costume) + _face(costume) + _moustache(costume) + _brimmed_hat(costume)


def turbaned_head(costume: Costume) -> Svg:
    return _face(costume) + _moustache(costume) + _turban(costume)


def re_head(costume: Costume) -> Svg:
    return _long_hair(costume) + _face(costume) + _beard(costume) + _open_crown(costume)


def _face(costume: Costume) -> Svg:
    complexion = costume.complexion
    features = uninked(
        circle(-11.5, 8.5, 4.2, complexion.blush)
        + circle(11.5, 8.5, 4.2, complexion.blush)
        + circle(-7.5, -1, 2.5, INK)
        + circle(7.5, -1, 2.5, INK)
    )
    return (
        shape("M-18-12C-18-20 18-20 18-12L18 4C18 16 9 24 0 24S-18 16-18 4Z", complexion.skin, 2.6)
        + features
        + line("M-12-8C-9-10.5-6-10-3.5-8M12-8C9-10.5 6-10 3.5-8", width=2)
        + line("M0-2L-2.6 7.5H1.6", width=1.9)
    )


# ---------------------------------------------------------------- hair


def _bob(costume: Costume) -> Svg:
    return shape(
        "M-24 18C-31-6-27-30 0-30S31-6 24 18C17 22 13 19 12 12H-12C-13 19-17 22-24 18Z",
        costume.hair,
    )


def _long_hair(costume: Costume) -> Svg:
    return shape(
        "M-25 34C-34 0-29-31 0-31S34 0 25 34C18 40 12 34 12 22H-12C-12 34-18 40-25 34Z",
        costume.hair,
    ) + line("M-20 2C-22 14-22 22-19 30M20 2C22 14 22 22 19 30", width=1.6)


def _fringe(costume: Costume) -> Svg:
    return shape(
        "M-19-6C-20-22-10-26 2-25C14-25 20-18 19-6C14-10 12-14 10-17C4-12-10-10-19-6Z",
        costume.hair,
        2.4,
    )


def _moustache(costume: Costume) -> Svg:
    whiskers = "M0 9C-4 16-13 17-18 9C-12 12-6 6 0 8.4C6 6 12 12 18 9C13 17 4 16 0 9Z"
    return shape(whiskers, costume.hair, 1.8) + line(
        "M-3.4 17C-1 18.6 1 18.6 3.4 17", costume.complexion.lips, 2.2
    )


def _beard(costume: Costume) -> Svg:
    locks = (
        "M-5 24C-5 32-3 38 0 42M5 24C5 32 3 38 0 42"
        "M-12 16C-13 22-12 28-10 32M12 16C13 22 12 28 10 32"
    )
    return (
        shape(
            "M-19-2C-22 20-15 42 0 47C15 42 22 20 19-2C17 6 12 8.5 7 8.5C3 8.5 2 10 0 10"
            "S-3 8.5-7 8.5C-12 8.5-17 6-19-2Z",
            costume.hair,
            2.6,
        )
        + line(locks, width=1.6)
        + flat("M-4.5 15.5C-2 14 2 14 4.5 15.5C3 19-3 19-4.5 15.5Z", costume.complexion.lips)
        + shape(
            "M0 9C-5 16-13 16-17 11C-11 11.5-6 7 0 8.4C6 7 11 11.5 17 11C13 16 5 16 0 9Z",
            costume.hair,
            1.8,
        )
    )


# ---------------------------------------------------------------- hats


def _beret(costume: Costume) -> Svg:
    feather = shape("M-20-26C-40-32-46-46-42-60C-28-56-10-46-8-26Z", costume.white, 2.6) + line(
        "M-14-26C-26-34-34-44-38-54", width=1.6
    )
    return (
        feather
        + shape("M-30-12C-38-34 6-50 30-30C36-24 36-16 30-12C12-20-12-20-30-12Z", costume.main)
        + shape("M-25-9C-10-17 10-17 25-9L27-15C10-23-10-23-27-15Z", costume.trim, 2.4)
    )


def _brimmed_hat(costume: Costume) -> Svg:
    plume = shape("M-8-32C-18-54-44-50-48-22C-40-32-30-30-18-20Z", costume.second, 2.6) + line(
        "M-14-28C-24-38-36-38-43-29", width=1.6
    )
    return (
        plume
        + shape("M-19-14C-21-44 21-44 19-14Z", costume.main)
        + shape("M-20-20C-8-25 8-25 20-20L20-13C8-18-8-18-20-13Z", costume.trim, 2.2)
        + shape("M-36-10C-22-20 22-20 36-10C22-6-22-6-36-10Z", costume.main)
    )


def _turban(costume: Costume) -> Svg:
    aigrette = shape("M0-40C-12-50-10-62-2-68C4-60 8-50 5-40Z", costume.third, 2.4)
    return (
        aigrette
        + shape("M-27-9C-38-26-24-44 0-44S38-26 27-9C12-18-12-18-27-9Z", costume.white)
        + line(
            "M-30-20C-14-34 12-34 31-22M-22-35C-4-28 16-24 28-12M2-43C14-40 24-34 30-27", width=1.8
        )
        + shape("M-12-21C-14-32-6-40 2-40C8-34 8-24 4-19Z", costume.trim, 2.2)
        + flat_circle(-2, -29, 3.4, costume.third)
    )


def _open_crown(costume: Costume) -> Svg:
    points = ((-30, -43), (-9, -49), (9, -49), (30, -43))
    jewels = (
        flat_circle(0, -19.5, 3, costume.main)
        + flat_circle(-12, -18, 2.4, costume.second)
        + flat_circle(12, -18, 2.4, costume.second)
    )
    return (
        shape(
            "M-24-13L-30-42L-15-28L-9-48L0-31L9-48L15-28L30-42L24-13C8-19-8-19-24-13Z", costume.trim
        )
        + fine("".join(circle(x, y, 3.6, costume.second) for x, y in points), 2.2)
        + jewels
    )
