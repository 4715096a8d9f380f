"""The people of the courts: full-length figures (200x320) and busts (200x160, cut at the waist).

A figure takes its costume and what it holds; decks choose both. Every full-length figure stands a
little left of the middle, so that what the right hand holds up is clear of the head and the card's
edge.
"""

from collections.abc import Callable, Mapping

from artwork.cards import CARD_WIDTH, Suit
from artwork.heads import fante_head, re_head
from artwork.horse import horse, horse_head
from artwork.palette import Costume, HorseCoat
from artwork.svg import (
    Colour,
    Point,
    Svg,
    both_sides,
    circle,
    line,
    mirrored,
    number,
    placed,
    rect,
    shape,
    tube,
)

STANDS_LEFT = -7
FANTE_HAND: Point = (158, 126)
FANTE_LOWERED_HAND: Point = (152, 158)
CAVALLO_HAND: Point = (160, 119)
RE_HAND: Point = (160, 136)

BUST_BOTTOM = 164


# ---------------------------------------------------------------- clothes and limbs


def base_strip(colour: Colour) -> Svg:
    """The ground a full-length figure stands on; in Naples its colour names the suit."""
    return rect(24, 288, CARD_WIDTH - 48, 16, colour, corner=4)


def garment_ornament(
    suit: Suit, colour: Colour, x: float, top: float, width: float, height: float
) -> Svg:
    """What is embroidered down a garment: one more sign of the suit beside its colour."""
    draw: Mapping[Suit, Callable[[Colour, float, float, float, float], Svg]] = {
        Suit.COINS: _lozenges,
        Suit.CUPS: _buttons,
        Suit.SWORDS: _chevrons,
        Suit.BATONS: _bars,
    }
    return draw[suit](colour, x, top, width, height)


def _down(first: float, last: float, step: int) -> range:
    return range(int(first), int(last), step)


def _lozenges(colour: Colour, x: float, top: float, width: float, height: float) -> Svg:
    rows = _down(top + 12, top + height - 4, 20)
    return "".join(shape(f"M{number(x)} {y - 8}l6 8l-6 8l-6-8Z", colour, 1.8) for y in rows)


def _buttons(colour: Colour, x: float, top: float, width: float, height: float) -> Svg:
    rows = _down(top + 9, top + height - 2, 15)
    return "".join(circle(x, y, 3.4, colour, 1.8) for y in rows)


def _chevrons(colour: Colour, x: float, top: float, width: float, height: float) -> Svg:
    half, rows = width / 2 - 3, _down(top + 5, top + height - 6, 12)
    left, right = number(x - half), number(x + half)
    return line("".join(f"M{left} {y}L{number(x)} {y + 7}L{right} {y}" for y in rows), colour, 3.4)


def _bars(colour: Colour, x: float, top: float, width: float, height: float) -> Svg:
    half, rows = width / 2 - 2, _down(top + 9, top + height - 2, 13)
    left, right = number(x - half), number(x + half)
    return line("".join(f"M{left} {y}H{right}" for y in rows), colour, 3.6)


def fist(hand: Point, costume: Costume, radius: float = 8.5) -> Svg:
    return circle(*hand, radius, costume.complexion.skin, 2.6)


def raised_arm(
    shoulder: Point, hand: Point, costume: Costume, cuff: Colour, held: Svg, width: float = 18
) -> Svg:
    """An arm bent upwards. `held` is drawn around the hand: behind the fist, over the sleeve."""
    (x, y), (to_x, to_y) = shoulder, hand
    elbow = (
        f"M{number(x)} {number(y)}C{number(x + 14)} {number(y + 10)}"
        f" {number(to_x - 4)} {number(to_y + 30)} {number(to_x - 1)} {number(to_y + 15)}"
    )
    wrist = f"M{number(to_x - 1)} {number(to_y + 15)}L{number(to_x)} {number(to_y + 8)}"
    return (
        tube(elbow, width, costume.main)
        + placed(held, to_x, to_y)
        + tube(wrist, width, cuff, 2.6)
        + fist(hand, costume)
    )


def lowered_arm(
    shoulder: Point, hand: Point, costume: Costume, cuff: Colour, held: Svg, width: float = 18
) -> Svg:
    """An arm bent at the hip, the hand upon the hilt of something that stands on the ground."""
    (x, y), (to_x, to_y) = shoulder, hand
    elbow = (
        f"M{number(x)} {number(y)}C{number(x + 14)} {number(y + 6)}"
        f" {number(to_x + 4)} {number(to_y - 24)} {number(to_x)} {number(to_y - 13)}"
    )
    return (
        placed(held, to_x, to_y)
        + tube(elbow, width, costume.main)
        + tube(f"M{to_x} {to_y - 13}L{to_x} {to_y - 9}", width, cuff, 2.6)
        + fist(hand, costume)
    )


# ---------------------------------------------------------------- full length


def fante(costume: Costume, suit: Suit, right_arm: Svg) -> Svg:
    legs = (
        tube("M88 214L85 272", 17, costume.second)
        + tube("M113 214L117 272", 17, costume.third)
        + line("M79.5 236L94 233M109 233L123 236", costume.trim, 4.5)
        + shape("M66 288C66 276 74 271 80 271H95V288Z", costume.main_shade)
        + shape("M136 288C136 276 128 271 122 271H108V288Z", costume.main_shade)
    )
    skirt = shape(
        "M72 176L58 226C62 233 68 233 72 228C76 236 84 236 88 230C92 238 104 238 108 231"
        "C112 238 120 237 124 230C128 236 136 235 141 227L128 176Z",
        costume.main,
    ) + line(
        "M82 184L74 226M94 186L90 229M106 186L108 230M118 184L126 228", costume.main_shade, 2.4
    )
    arm_akimbo = tube("M74 140C52 144 44 160 60 180", 18, costume.main) + tube(
        "M63 184L70 187", 9, costume.complexion.skin, 2.6
    )
    doublet = (
        shape("M70 134C84 124 116 124 130 134L127 178H73Z", costume.main)
        + shape("M91 126H109L108 178H92Z", costume.second, 2.4)
        + garment_ornament(suit, costume.trim, 100, 126, 18, 50)
        + shape("M71 173H129V184H71Z", costume.trim)
        + rect(93, 170, 14, 17, costume.trim, corner=3)
    )
    collar = shape("M78 132C82 120 118 120 122 132C112 140 88 140 78 132Z", costume.white) + line(
        "M88 124L86 136M100 123V138M112 124L114 136", width=1.8
    )
    head = placed(fante_head(costume), 100, 96, scale=1.12)
    body = legs + skirt + arm_akimbo + doublet
    return placed(body, STANDS_LEFT) + right_arm + placed(collar + head, STANDS_LEFT)


def fante_holding_up(costume: Costume, suit: Suit, held: Svg) -> Svg:
    arm = raised_arm((117, 142), FANTE_HAND, costume, costume.trim, held)
    return fante(costume, suit, arm)


def fante_leaning_on(costume: Costume, suit: Suit, held: Svg) -> Svg:
    arm = lowered_arm((117, 142), FANTE_LOWERED_HAND, costume, costume.trim, held)
    return fante(costume, suit, arm)


def re(costume: Costume, suit: Suit, held: Svg) -> Svg:
    mantle = shape(
        "M66 132C40 146 30 220 28 288H172C170 220 160 146 134 132Z", costume.main
    ) + line("M44 196C40 230 39 260 39 284M156 196C160 230 161 260 161 284", costume.main_shade, 3)
    robe = (
        shape("M80 134C72 190 66 240 62 288H138C134 240 128 190 120 134Z", costume.second)
        + shape("M91 140C88 200 86 250 85 288H115C114 250 112 200 109 140Z", costume.third, 2.4)
        + garment_ornament(suit, costume.trim, 100, 160, 24, 122)
        + shape("M62 288L63.5 276H136.5L138 288Z", costume.trim)
    )
    ermine_edge = both_sides(
        shape("M28 288C29 262 31 240 34 220L45 222C42 244 41 266 40.5 288Z", costume.white)
        + line("M36 236l1 6M35 252l1 6M34.5 268l1 6", width=2.6)
    )
    sceptre = tube("M47 122V232", 5, costume.trim, 2.4) + _sceptre_head(costume, 47, 107)
    left_arm = (
        tube("M72 146C58 160 50 172 50 184", 20, costume.main)
        + tube("M50 184L49 190", 20, costume.white, 2.6)
        + fist((48, 198), costume)
    )
    right_arm = raised_arm((121, 146), RE_HAND, costume, costume.white, held, width=20)
    collar = shape(
        "M62 138C74 120 126 120 138 138C134 160 116 168 100 168S66 160 62 138Z", costume.white
    ) + line("M72 142l2 7M84 150l1.4 7M116 150l-1.4 7M128 142l-2 7M100 156v7", width=3)
    head = placed(re_head(costume), 100, 96, scale=1.12)
    body = mantle + robe + ermine_edge + sceptre + left_arm
    return placed(body, STANDS_LEFT) + right_arm + placed(collar + head, STANDS_LEFT)


def _sceptre_head(costume: Costume, x: float, y: float) -> Svg:
    knob = shape("M0-15C11-7 11 7 0 15C-11 7-11-7 0-15Z", costume.trim)
    return placed(knob + circle(0, 0, 3.4, costume.main, 2), x, y)


def cavallo(costume: Costume, suit: Suit, held: Svg, head: Svg, coat: HorseCoat) -> Svg:
    saddle_cloth = (
        shape("M86 172C100 180 124 180 138 172L146 216C126 226 98 226 80 216Z", costume.second)
        + shape(
            "M80 216C98 226 126 226 146 216L147.5 225C126 236 98 236 78.5 225Z", costume.trim, 2.4
        )
        + line("M90 184L87 209M136 184L139 209", costume.trim, 2.6)
    )
    leg = tube("M112 176C104 192 100 204 101 222", 18, costume.third) + shape(
        "M90 218H112L111 240C111 248 104 250 96 250H80C78 242 84 238 91 237Z", costume.main_shade
    )
    arm_to_the_reins = tube("M98 138C86 148 82 160 84 172", 16, costume.main) + fist(
        (84, 176), costume, 7.5
    )
    torso = (
        shape("M88 130C96 121 122 121 132 130L130 180C118 186 100 186 90 180Z", costume.main)
        + shape("M102 124H118L117 183H103Z", costume.third, 2.4)
        + garment_ornament(suit, costume.trim, 110, 126, 16, 52)
        + shape("M89 168H131V178H89Z", costume.trim)
    )
    right_arm = raised_arm((120, 138), CAVALLO_HAND, costume, costume.trim, held, width=17)
    collar = shape("M90 129C94 119 126 119 130 129C120 137 100 137 90 129Z", costume.white)
    rider_shift = STANDS_LEFT
    return (
        horse(coat, costume.main_shade)
        + placed(saddle_cloth + leg + arm_to_the_reins + torso, rider_shift)
        + right_arm
        + placed(collar + placed(head, 108, 94, scale=1.04), rider_shift)
    )


# ---------------------------------------------------------------- busts


def fante_bust(costume: Costume, suit: Suit) -> Svg:
    arm = tube(f"M66 124C48 134 42 148 42 {BUST_BOTTOM}", 24, costume.main)
    folds = line(
        "M70 124C67 138 66 150 66 164M130 124C133 138 134 150 134 164", costume.main_shade, 3
    )
    collar = shape("M70 118C74 104 126 104 130 118C118 128 82 128 70 118Z", costume.white) + line(
        "M82 108L79 121M94 106L93 124M106 106L107 124M118 108L121 121", width=1.8
    )
    return (
        both_sides(arm)
        + shape("M60 118C76 106 124 106 140 118L146 164H54Z", costume.main)
        + shape("M88 108H112L114 164H86Z", costume.second, 2.4)
        + garment_ornament(suit, costume.trim, 100, 114, 24, 50)
        + folds
        + collar
        # The feather looks away from the corner that holds the number.
        + mirrored(placed(fante_head(costume), 100, 76, scale=1.2))
    )


def re_bust(costume: Costume, suit: Suit) -> Svg:
    spots = "M68 126l2 8M82 136l1.6 8M118 136l-1.6 8M132 126l-2 8M100 143v8"
    return (
        shape("M58 118C30 132 24 148 22 164H178C176 148 170 132 142 118Z", costume.main)
        + shape("M78 122L70 164H130L122 122Z", costume.second)
        + shape("M89 130L86 164H114L111 130Z", costume.third, 2.4)
        + garment_ornament(suit, costume.trim, 100, 150, 24, 16)
        + line(
            "M44 138C40 146 38 154 37 163M156 138C160 146 162 154 163 163", costume.main_shade, 3
        )
        + shape(
            "M56 122C70 104 130 104 144 122C140 146 120 156 100 156S60 146 56 122Z", costume.white
        )
        + line(spots, width=3)
        + placed(re_head(costume), 100, 76, scale=1.24)
    )


def cavallo_bust(costume: Costume, suit: Suit, head: Svg, coat: HorseCoat) -> Svg:
    rider = (
        tube("M140 126C156 134 164 148 164 164", 21, costume.main)
        + shape("M80 116C94 104 132 104 146 116L152 164H78Z", costume.main)
        + shape("M104 108H126L130 164H106Z", costume.third, 2.4)
        + garment_ornament(suit, costume.trim, 116, 112, 22, 52)
        + shape("M84 116C88 104 140 104 146 116C134 126 96 126 84 116Z", costume.white)
        + placed(head, 115, 72, scale=1.18)
    )
    rein_hand = tube("M136 150C126 158 116 160 106 158", 14, costume.main) + fist(
        (100, 156), costume, 8
    )
    return rider + horse_head(coat, costume) + rein_hand
