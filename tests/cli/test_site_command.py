"""`polychrome site`: what it says, and which folders it writes into."""

from __future__ import annotations

import json
from hashlib import shake_256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from polychrome.cli import site
from polychrome.words import catalogue

FILES = {
    "index.html": bytes(1_500_000),  # next to nothing when compressed
    "python/box.zip": shake_256(b"box").digest(1_000_000),
    "words/en.words": shake_256(b"words").digest(500_000),
    site.MARK: json.dumps({"version": "1"}).encode(),
}


@pytest.fixture(autouse=True)
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that is soon written."""
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_bytes(b"")
    monkeypatch.setattr(site, "PAGE", page)
    monkeypatch.setattr(site, "site", lambda: FILES)


def run(folder: Path, *more: str) -> Result:
    return CliRunner().invoke(site.command, [str(folder), "--lang", "en", *more])


def test_sizes_are_printed_and_what_such_a_site_cannot_do(tmp_path: Path) -> None:
    done = run(tmp_path / "public")
    assert done.exit_code == 0
    first, second = done.output.splitlines()
    assert first.startswith(f"{tmp_path / 'public'} is a site now: 4 files, 3.0 MB, 1.5 MB compressed; 0.5 of them are")
    assert second == catalogue("en")["site.limits"]
    assert second.endswith("polychrome serve")


def test_for_programs_the_sizes_of_all_files(tmp_path: Path) -> None:
    said = json.loads(run(tmp_path / "public", "--json").output)
    assert said["files"] == {name: len(content) for name, content in FILES.items()}
    assert said["bytes"] == sum(said["files"].values())
    assert said["words_compressed"] < said["compressed"] < said["bytes"]


def test_a_site_is_written_anew_and_nothing_else_is_overwritten(tmp_path: Path) -> None:
    place = tmp_path / "public"
    assert run(place).exit_code == 0
    (place / "old.txt").write_text("of a version before")
    assert run(place).exit_code == 0
    assert {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()} == FILES.keys()
    own = tmp_path / "own"
    own.mkdir()
    (own / "letter.txt").write_text("dear")
    done = run(own)
    assert done.exit_code != 0
    assert [path.name for path in own.iterdir()] == ["letter.txt"]


def test_what_was_put_there_for_the_host_stays_when_the_site_is_written_anew(tmp_path: Path) -> None:
    place = tmp_path / "public"
    assert run(place).exit_code == 0
    own = {"_headers": "/*", ".nojekyll": "", "CNAME": "games.example.org", ".git/HEAD": "ref: refs/heads/pages"}
    for name, text in own.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text)
    (tmp_path / "link").symlink_to(place)
    for folder in (place, tmp_path / "link"):
        assert run(folder).exit_code == 0
        assert {name: (place / name).read_text() for name in own} == own
        assert {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()} == {*FILES, *own}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "page", "public"]


def test_a_site_that_cannot_be_put_in_its_place_leaves_the_one_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "public"
    assert run(place).exit_code == 0
    (place / "index.html").write_text("before")

    def fail(fresh: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    assert run(place).exit_code != 0
    assert (place / "index.html").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page", "public"]
