"""What axe finds wrong with a page, for those who see, hear or move less."""

from __future__ import annotations

from web.people import ROOT, Person

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


def wrong(fox: Person, where: str = "", **rules: list[str]) -> list[str]:
    """Everything it finds, however small; with `runOnly`, by these rules alone."""
    fox.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = fox.page.evaluate("(rules) => axe.run(document, {...rules, resultTypes: ['violations']})", rules)
    return [
        f"{where}: {violation['id']} ({violation['impact']}) {[node['html'][:160] for node in violation['nodes']][:3]}"
        for violation in found["violations"]
    ]


def wrong_by_day_and_night(fox: Person, where: str) -> list[str]:
    """Colours in the light and in the dark; the rest is the same."""
    fox.page.emulate_media(color_scheme="light")
    found = wrong(fox, f"{where}, light")
    fox.page.emulate_media(color_scheme="dark")
    return found + wrong(fox, f"{where}, dark", runOnly=["color-contrast"])
