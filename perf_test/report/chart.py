# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ratios as bars on a logarithmic scale, a column of panels per configuration."""
import math
from xml.sax.saxutils import escape

COLOURS = {"yardstick": "#8a8f98", "Eigen": "#2f6db3", "GraphBLAS": "#c8543a",
           "librsb": "#3f9a5f", "KokkosKernels": "#8659a8"}
SPARE = ("#b58a2b", "#2b9aa0", "#a8456f")
BAR, GAP, LABEL, PANEL, MARGIN, TOP = 8, 9, 175, 330, 44, 104
LIMIT = 4  # powers of two on either side of 1; longer bars are cut and numbered
FONT = "font-family='sans-serif'"


def svg(results):
    """The chart as text."""
    columns = _columns(results)
    rows = _rows(results)
    scale = _Scale([e for c in results.contests for e in c.others.values()])
    colours = _colours(results.peers)
    width = LABEL + len(columns) * (PANEL + MARGIN) + MARGIN
    body, bands, y, seen = [], [], TOP, []
    for kernel, name in rows:
        if kernel not in seen:
            seen.append(kernel)
            y += GAP if len(seen) > 1 else 0
            bands.append([y, y])
        contests = [_at(results, column, kernel, name) for column in columns]
        peers = [p for p in results.peers
                 if any(c and p in c.others for c in contests)]
        height = len(peers) * BAR + GAP
        body.append(_text(LABEL - 8, y + height / 2, f"{kernel}  {name}", "end"))
        for n, contest in enumerate(contests):
            body.append(_bars(_left(n), y, peers, contest, scale, colours))
        y += height
        bands[-1][1] = y
    frame = [f"<rect x='{MARGIN / 2}' y='{top}' width='{width - MARGIN}' "
             f"height='{bottom - top}' fill='#f4f5f7'/>\n" for top, bottom in bands]
    frame += [_axis(_left(n), y, column, scale) for n, column in enumerate(columns)]
    head = (f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' "
            f"height='{y + 24}' viewBox='0 0 {width} {y + 24}'>\n"
            f"<rect width='100%' height='100%' fill='white'/>\n"
            + _text(MARGIN, 24, "Time of others / time of Strata", size=15)
            + _text(MARGIN, 41, "to the right of 1: Strata is faster; whiskers: "
                    "quartiles of the rounds", size=11, fill="#555"))
    return head + _legend(results.peers, colours) + "".join(frame + body) + "</svg>\n"


class _Scale:
    """Ratios to pixels, in powers of two."""

    def __init__(self, entries):
        logs = [math.log2(e.number("ratio")) for e in entries if e.number("ratio") > 0]
        self.low = max(-LIMIT, min(-1, math.floor(min(logs, default=0))))
        self.high = min(LIMIT, max(1, math.ceil(max(logs, default=0))))

    def __call__(self, ratio):
        log = min(max(math.log2(ratio), self.low), self.high)
        return (log - self.low) / (self.high - self.low) * PANEL

    def cuts(self, ratio):
        return not self.low <= math.log2(ratio) <= self.high

    def ticks(self):
        step = max(1, (self.high - self.low) // 8)
        return [2.0 ** n for n in range(self.low, self.high + 1) if n % step == 0]


def _left(column):
    return LABEL + column * (PANEL + MARGIN)


def _columns(results):
    """Configurations side by side: backend and threads."""
    return list(dict.fromkeys((c.backend, c.threads, c.rank) for c in results.contests))


def _rows(results):
    names = dict.fromkeys((c.kernel, c.input) for c in results.contests if c.others)
    order = list(dict.fromkeys(kernel for kernel, _ in names))
    return sorted(names, key=lambda row: order.index(row[0]))


def _at(results, column, kernel, name):
    for c in results.contests:
        if ((c.backend, c.threads, c.rank) == column
                and (c.kernel, c.input) == (kernel, name)):
            return c
    return None


def _colours(peers):
    unknown = [peer for peer in peers if peer not in COLOURS]
    return {**COLOURS, **{p: SPARE[n % len(SPARE)] for n, p in enumerate(unknown)}}


def _text(x, y, text, anchor="start", size=11, fill="#222"):
    return (f"<text x='{x:.1f}' y='{y:.1f}' {FONT} font-size='{size}' fill='{fill}' "
            f"text-anchor='{anchor}'>{escape(text)}</text>\n")


def _line(x1, y1, x2, y2, colour, width=1.0):
    return (f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' "
            f"stroke='{colour}' stroke-width='{width}'/>\n")


def _axis(left, bottom, column, scale):
    backend, threads, rank = column
    title = f"{backend}, {threads} thread{'s' if threads > 1 else ''}"
    title += f", rank {rank}" if rank else ""
    parts = [_text(left + PANEL / 2, TOP - 22, title.strip(", "), "middle", 12)]
    for tick in scale.ticks():
        x = left + scale(tick)
        one = tick == 1
        parts.append(_line(x, TOP - 2, x, bottom, "#333" if one else "#ddd",
                           1.2 if one else 0.8))
        label = f"{tick:g}" if tick >= 1 else f"1/{1 / tick:g}"
        parts += [_text(x, TOP - 7, label, "middle", 10),
                  _text(x, bottom + 12, label, "middle", 10)]
    return "".join(parts)


def _bars(left, y, peers, contest, scale, colours):
    parts = []
    one = scale(1)
    for n, peer in enumerate(peers):
        entry = contest.others.get(peer) if contest else None
        if entry is None:
            continue
        at, top = scale(entry.number("ratio")), y + GAP / 2 + n * BAR
        parts.append(
            f"<rect x='{left + min(one, at):.1f}' y='{top:.1f}' "
            f"width='{max(abs(at - one), 0.8):.1f}' height='{BAR - 1.5}' "
            f"fill='{colours[peer]}'><title>{escape(contest.kernel)} "
            f"{escape(contest.input)} {escape(peer)}: "
            f"{entry.number('ratio'):.2f}</title></rect>\n")
        if scale.cuts(entry.number("ratio")):
            parts.append(_text(left + at, top + BAR - 1.5, f"{entry.number('ratio'):.3g}",
                               "start" if at > one else "end", 8))
        low, high = entry.number("ratio_quartile1"), entry.number("ratio_quartile3")
        if low > 0 and high > 0:
            middle = top + (BAR - 1.5) / 2
            parts.append(_line(left + scale(low), middle, left + scale(high), middle,
                               "#111", 1.0))
    return "".join(parts)


def _legend(peers, colours):
    parts, x = [], MARGIN
    for peer in peers:
        parts.append(f"<rect x='{x}' y='49' width='11' height='11' "
                     f"fill='{colours[peer]}'/>\n" + _text(x + 15, 59, peer))
        x += 30 + 7 * len(peer)
    return "".join(parts)
