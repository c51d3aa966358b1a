"""An invitation to scan: as a picture for the page, as text for the terminal."""

from __future__ import annotations

from io import BytesIO, StringIO


def svg(link: str) -> bytes:
    import segno

    out = BytesIO()
    code = segno.make_qr(link, error="m")
    # A light ground of its own and four modules of quiet around: readable on a dark page as well.
    code.save(out, kind="svg", scale=8, border=4, dark="#000000", light="#ffffff", xmldecl=False)
    return out.getvalue()


def text(link: str) -> str:
    import segno

    out = StringIO()
    segno.make_qr(link, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
