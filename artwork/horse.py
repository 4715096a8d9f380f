"""The horse of the cavallo, in profile, looking left."""

from artwork.palette import Costume, HorseCoat
from artwork.svg import INK, Blob, Colour, Svg, Tube, flat_circle, line, merged, placed, shape


def horse(coat: HorseCoat, bridle: Colour) -> Svg:
    far_legs = merged(
        [
            Tube("M66 214C56 226 48 232 44 240C44 250 47 254 50 260", 13),
            Tube("M152 206C158 226 170 240 166 268", 14),
        ],
        coat.far,
    )
    far_hooves = shape("M43 258L57 255L60 268H44Z", INK) + shape("M157 272H174L177 288H157Z", INK)
    tail = shape(
        "M158 190C182 184 192 204 188 226C186 244 178 254 170 262C172 246 168 236 166 224"
        "C164 214 160 208 154 206Z",
        coat.mane,
    ) + line("M168 200C176 212 178 226 175 246", width=1.8)
    body = merged(
        [
            Blob(
                "M58 122C66 112 76 116 82 128C92 148 100 166 120 172C140 170 160 176 164 196"
                "C166 214 158 226 146 228L84 232C62 232 52 220 50 204C50 190 56 180 60 166"
                "C54 168 50 172 46 178C42 186 30 186 25 178C22 172 25 166 29 160"
                "C36 146 46 132 58 122Z"
            ),
            Blob("M57 128L54 108L66 116Z"),
            Tube("M72 218C70 238 68 250 67 270", 15),
            Tube("M140 216C130 236 142 250 137 270", 15.5),
        ],
        coat.near,
    )
    near_hooves = shape("M58 272H75L77 288H56Z", INK) + shape("M128 272H145L147 288H126Z", INK)
    mane = shape(
        "M64 113C72 108 84 118 84 128C92 130 96 142 92 148C101 151 106 162 101 168"
        "C92 164 84 150 78 138C73 128 68 120 64 113Z",
        coat.mane,
    )
    face = flat_circle(50, 144, 2.8, INK) + line(
        "M31 172C33 170 34 168 34 166M38 182C41 180 43 178 44 175", width=2
    )
    straps = line("M40 140L60 158M30 158L47 174M35 166C52 170 66 172 84 176", bridle, 3.6)
    return far_legs + far_hooves + tail + body + near_hooves + mane + face + straps


def horse_head(coat: HorseCoat, costume: Costume) -> Svg:
    """Head and neck in front of a rider's bust, with a breast band where the bust is cut."""
    neck = merged(
        [
            Blob(
                "M62 92C72 84 84 88 90 102C100 122 114 142 121 193H32C35 174 48 160 56 146"
                "C52 146 48 150 44 156C38 166 24 166 18 156C15 150 18 144 22 138"
                "C32 122 46 104 62 92Z"
            ),
            Blob("M60 98L57 74L72 86Z"),
        ],
        coat.near,
    )
    mane = shape(
        "M70 84C80 78 92 88 93 100C102 104 106 116 103 122C112 126 118 138 114 144"
        "C122 150 126 160 122 170L112 164C104 140 90 118 84 104C79 96 74 90 70 84Z",
        coat.mane,
    )
    face = flat_circle(54, 118, 3.4, INK) + line(
        "M25 149C27 147 28 145 28 142M34 161C38 159 41 156 42 152", width=2.2
    )
    straps = line("M42 112L66 134M26 134L48 152M36 142C54 150 74 154 96 168", costume.main_shade, 4)
    breast_band = shape("M38 168C62 182 96 184 120 172L123 190H32Z", costume.second) + shape(
        "M40 163C64 177 96 179 119 167L121 175C96 187 62 185 37 171Z", costume.trim, 2.4
    )
    return placed(neck + mane + face + straps + breast_band, 4, -20, scale=0.95)
