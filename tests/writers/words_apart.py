"""Reads `pdftotext -bbox` on stdin; complains of words that overlap, touch the sheet's
edge or leave its margins.  Usage: words_apart.py LEFT TOP (points)."""
import re
import sys

left, top = float(sys.argv[1]), float(sys.argv[2])
page, words, bad = None, [], 0


def check():
    global bad
    for i, (x1, y1, x2, y2, text) in enumerate(words):
        if x1 < left - 0.5 or x2 > page[0] - left + 0.5 or y1 < top or y2 > page[1] - top:
            print(f"'{text}' at {x1:.0f} {y1:.0f} leaves the margins")
            bad += 1
        for ox1, oy1, ox2, oy2, other in words[:i]:
            # A third of a line's height is the font's own white.
            if (min(x2, ox2) - max(x1, ox1) > 0.3
                    and min(y2, oy2) - max(y1, oy1) > 0.34 * min(y2 - y1, oy2 - oy1)):
                print(f"'{text}' lies on '{other}' at {x1:.0f} {y1:.0f}")
                bad += 1


for line in sys.stdin:
    if m := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
        page, words = (float(m[1]), float(m[2])), []
    elif m := re.search(r'xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" '
                        r'yMax="([-\d.]+)">(.*)</word>', line):
        words.append((*(float(m[k]) for k in range(1, 5)), m[5]))
    elif "</page>" in line:
        check()
if page is None:
    print("no page")
    bad += 1
sys.exit(bad > 0)
