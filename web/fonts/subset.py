"""Makes the small font files of this folder from the files of @fontsource.

They have the characters of English text, and of Instrument Sans the weights 400 to 600. Other letters come from the
whole files, which browsers load only for pages that show such letters: see `unicode-range` in theme.css. Run it after
an update of the fonts, with fonttools 4.66 and brotli from PyPI: python web/fonts/subset.py
"""
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

# The `unicode-range` of theme.css must be the same.
RANGES = [
    (0x20, 0x7E), (0xA0, 0xA0), (0xA9, 0xA9), (0xB0, 0xB0), (0xB7, 0xB7), (0xD7, 0xD7), (0x2013, 0x2014),
    (0x2018, 0x2019), (0x201C, 0x201D), (0x2022, 0x2022), (0x2026, 0x2026), (0x20AC, 0x20AC), (0x2212, 0x2212),
]


def drop_kerning_variations(table):
    """All weights get the kerning of the regular one: its variations would be a quarter of the file."""
    seen = set()

    def walk(part):
        if id(part) in seen or not hasattr(part, "__dict__"):
            return
        seen.add(id(part))
        for key, value in list(vars(part).items()):
            if key.endswith("Device"):
                delattr(part, key)
            else:
                for child in value if isinstance(value, list) else [value]:
                    walk(child)

    walk(table)
    for lookup in table.LookupList.Lookup:
        for subtable in lookup.SubTable:
            pairs = getattr(subtable, "ExtSubTable", subtable)
            for key in ("ValueFormat1", "ValueFormat2"):
                if hasattr(pairs, key):
                    setattr(pairs, key, getattr(pairs, key) & 0x0F)


def subset(source, target, features, weights=None):
    font = TTFont(f"node_modules/{source}")
    if weights:
        font = instantiateVariableFont(font, {"wght": weights})
        drop_kerning_variations(font["GPOS"].table)
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.notdef_outline = True
    # Names, license and its address: the license (OFL) wants them to stay.
    options.name_IDs = [0, 1, 2, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(f"web/fonts/{target}")


subset(
    "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
    "instrument-sans-basic.woff2",
    ["kern", "tnum", "liga", "mark", "ccmp"],
    weights=(400, 600),
)
subset("@fontsource/fraunces/files/fraunces-latin-400-normal.woff2", "fraunces-basic.woff2", ["kern", "liga"])
