"""Who sits at the table: animal heads in neutral ink.

Each is drawn in a circle of radius 20 around (0, 0). `currentColor` is the ink, FACE what shows through it.
"""

from __future__ import annotations

from typing import Final

FACE: Final = "FACE"  # replaced by the colour of the ground

HEADS: Final[dict[str, str]] = {
    "fox": (
        '<path d="M-14-14L-5-9Q0-11 5-9L14-14Q15-3 11 3Q7 9 0 14Q-7 9-11 3Q-15-3-14-14z" fill="currentColor"/>'
        f'<path d="M-12 1Q-6-1-3 5L0 10L3 5Q6-1 12 1Q7 9 0 14Q-7 9-12 1z" fill="{FACE}"/>'
        f'<g fill="{FACE}"><circle cx="-5" cy="-3" r="1.6"/><circle cx="5" cy="-3" r="1.6"/></g>'
        '<circle cy="12" r="2.3" fill="currentColor"/>'
    ),
    "owl": (
        '<path d="M-13-14Q-7-13-4-10Q0-11 4-10Q7-13 13-14Q14 0 12 6Q8 15 0 15Q-8 15-12 6Q-14 0-13-14z" '
        'fill="currentColor"/>'
        f'<g fill="{FACE}"><circle cx="-5.5" cy="-2" r="5.2"/><circle cx="5.5" cy="-2" r="5.2"/>'
        '<path d="M0 2L2.6 5L0 9L-2.6 5z"/></g>'
        '<g fill="currentColor"><circle cx="-4.6" cy="-2" r="2.4"/><circle cx="4.6" cy="-2" r="2.4"/></g>'
    ),
    "bear": (
        '<g fill="currentColor"><circle cx="-10" cy="-10" r="5"/><circle cx="10" cy="-10" r="5"/>'
        '<ellipse cy="1" rx="14" ry="13"/></g>'
        f'<g fill="{FACE}"><circle cx="-10" cy="-10" r="2"/><circle cx="10" cy="-10" r="2"/>'
        f'<ellipse cy="6" rx="6.5" ry="5.2"/><circle cx="-5" cy="-2" r="1.6"/><circle cx="5" cy="-2" r="1.6"/></g>'
        '<ellipse cy="4" rx="2.8" ry="2" fill="currentColor"/>'
    ),
    "hare": (
        '<g fill="currentColor"><path d="M-8-3Q-13-17-7-18Q-2-18-1-4z"/><path d="M8-3Q13-17 7-18Q2-18 1-4z"/>'
        '<ellipse cy="5" rx="10.5" ry="10"/></g>'
        f'<g fill="{FACE}"><path d="M-6-6Q-8.5-15-6.5-15.5Q-4-15-3.5-6z"/>'
        '<path d="M6-6Q8.5-15 6.5-15.5Q4-15 3.5-6z"/>'
        '<circle cx="-4" cy="3" r="1.6"/><circle cx="4" cy="3" r="1.6"/><path d="M-2 7h4l-2 2.5z"/>'
        '<path d="M-1.8 10.5h1.5v3h-1.5zM.3 10.5h1.5v3h-1.5z"/></g>'
    ),
    "cat": (
        '<path d="M-13-14L-6-8Q0-10 6-8L13-14Q14-4 13 2Q11 13 0 13Q-11 13-13 2Q-14-4-13-14z" fill="currentColor"/>'
        f'<g fill="{FACE}"><path d="M-11-10.5L-8-7.5L-10.5-5.5zM11-10.5L8-7.5L10.5-5.5z"/>'
        '<ellipse cx="-5.5" cy="-1" rx="1.6" ry="2.6"/><ellipse cx="5.5" cy="-1" rx="1.6" ry="2.6"/>'
        '<path d="M-2 4h4l-2 2.5z"/></g>'
        f'<path d="M0 6.5v1.5q-1.5 2-4 1.5M0 8q1.5 2 4 1.5M-8 4.5l-4-.8M-8 7l-4 .6M8 4.5l4-.8M8 7l4 .6" fill="none" '
        f'stroke="{FACE}" stroke-width="1.2" stroke-linecap="round"/>'
        '<path d="M-14 3l-4-.8M-13.6 8l-4 .6M14 3l4-.8M13.6 8l4 .6" fill="none" stroke="currentColor" '
        'stroke-width="1.2" stroke-linecap="round"/>'
    ),
    "frog": (
        '<g fill="currentColor"><circle cx="-8.5" cy="-8" r="5.8"/><circle cx="8.5" cy="-8" r="5.8"/>'
        '<ellipse cy="3" rx="15.5" ry="10.5"/></g>'
        f'<g fill="{FACE}"><circle cx="-8.5" cy="-8.5" r="3.3"/><circle cx="8.5" cy="-8.5" r="3.3"/></g>'
        '<g fill="currentColor"><circle cx="-8" cy="-8.5" r="1.7"/><circle cx="8" cy="-8.5" r="1.7"/></g>'
        f'<path d="M-10 4Q0 11 10 4M-2-1h.1M2-1h.1" fill="none" stroke="{FACE}" stroke-width="1.8" '
        'stroke-linecap="round"/>'
    ),
    "hedgehog": (
        '<path d="M0-16l3.5 3.5L8-14l1.5 4.5L14-9l-.5 4.5L17-1l-3 3.5L15 7l-4.5 1.5Q7 13 0 14Q-7 13-10.5 8.5'
        'L-15 7L-14 2.5L-17-1L-13.5-4.5L-14-9L-9.5-9.5L-8-14L-3.5-12.5z" fill="currentColor"/>'
        f'<path d="M0-3Q4-7 8-3Q11 1 8 6Q5 11 0 11.5Q-5 11-8 6Q-11 1-8-3Q-4-7 0-3z" fill="{FACE}"/>'
        '<g fill="currentColor"><circle cx="-4" cy="1.5" r="1.6"/><circle cx="4" cy="1.5" r="1.6"/>'
        '<circle cy="7" r="2.4"/></g>'
    ),
    "duck": (
        '<path d="M-5-14Q-3-18 0-15Q7-13 7-5Q13-6 17-4Q19-1 17 2Q12 4 7 3Q5 6 6 9L7 15Q-2 17-11 15L-9 8'
        'Q-13 3-12-4Q-11-12-5-14z" fill="currentColor"/>'
        f'<circle cx="1" cy="-6" r="2.2" fill="{FACE}"/>'
        f'<path d="M6.5-5Q5.5-1 6.5 3M10-1H16M-10 9Q-2 12 6 9" fill="none" stroke="{FACE}" stroke-width="1.3"/>'
    ),
}
