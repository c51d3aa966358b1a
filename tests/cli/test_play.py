"""A game at the keyboard: by number, in notation, in words; taken back, saved, left and gone on with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.console import run, saved
from cli.terminal import Terminal, needs_terminals
from polychrome.cli.keyboard import Keyboard, TypedMove, spelling_key
from polychrome.cli.local_room import LocalRoom
from polychrome.cli.screen import Screen, in_ascii, shrinking
from polychrome.cli.sitting import COMMANDS as OWN
from polychrome.cli.sitting import Sitting
from polychrome.engine.core import HIDDEN, Bot, Game, Message, State
from polychrome.engine.dice import Dice
from polychrome.engine.record import read, record, resume, write
from polychrome.engine.table import Line, Table
from polychrome.games import coloretto
from polychrome.registry import GAMES, find
from polychrome.scenes import draw, text
from polychrome.scenes.scene import ROW, Choice, Scene, Zone
from polychrome.scenes.walk import Walk
from polychrome.words import LANGUAGES, Words

COMMANDS = (*OWN, *text.COMMANDS)
PLAY = ("play", "coloretto", "--seed", "5", "--bot", "random", "--plain")  # Fox, a person, starts


def play(*lines: str, options: tuple[str, ...] = ()) -> list[str]:
    """What is said when these lines are typed."""
    result = run(*PLAY, *options, typed="".join(line + "\n" for line in lines))
    assert result.stderr == ""
    return result.stdout.split("\n")


def after(line: str, said: list[str]) -> str:
    """What is said after a line, in one string."""
    return "\n".join(said).partition(line)[2]


def only_save(kept: Path) -> Path:
    (file,) = kept.iterdir()
    return file


# Playing.


def test_a_number_plays_and_the_news_tell_what_happened() -> None:
    said = play("1", "2")
    assert "You start." in said
    assert "Your turn. Draw a card." in said
    assert any(re.search(r"You drew an? \w+ card\.", line) for line in said)
    assert any("You placed the card on row B." in line for line in said)


@pytest.mark.parametrize(
    "typed", [("draw", "place 0"), ("draw a card", "place row a"), ("1", "1"), ("DRAW", "place it a")]
)
def test_moves_can_be_numbers_notation_or_words(typed: tuple[str, str]) -> None:
    assert any("You placed the card on row A." in line for line in play(*typed))


def test_words_work_in_the_language_of_the_player() -> None:
    said = play("karte ziehen", "an reihe c", options=("--lang", "de"))
    assert any("Du hast die Karte an Reihe C gelegt." in line for line in said)


def test_bots_move_after_enter_and_are_told_as_news() -> None:
    said = after("You placed the card on row B.", play("1", "2", ""))
    assert "Owl" in said
    assert "Bear" in said
    assert "Your turn." in said


def test_without_a_pause_bots_move_at_once() -> None:
    said = after("1. Place it on row A", play("1", "2", options=("--no-pause",)))
    assert "Enter: go on" not in said
    assert "Your turn." in said


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("7", "There is only choice 1; ? for help."),
        ("take 1", "Row B is still empty, like all the others. Draw a card instead."),
        ("place 0", "Draw a card first, then place it."),
        ("* card R", "Only chance can do that."),
        ("hocus pocus", "I do not understand “hocus pocus”. Type a number; ? for help."),
        ("undo", "There is nothing to take back yet."),
    ],
)
def test_what_cannot_be_played_is_answered_and_nothing_changes(typed: str, answer: str, kept: Path) -> None:
    said = play(typed)
    assert f"Fox> {answer}" in said
    assert len(read(only_save(kept).read_text(encoding="utf-8"), find).lines) == 5  # only the set-up


def test_words_that_fit_several_moves_are_asked_again() -> None:
    assert "Fox> “place it” fits more than one choice; type its number." in play("1", "place it")


def final_choice() -> Walk:
    """Fox has one card of each colour and a joker, and everybody is to choose."""
    state = coloretto.start(2, (0, coloretto.MANUAL))
    state.phase, state.below, state.choice = coloretto.FINAL, coloretto.SHOWN, [coloretto.NONE] * 2
    state.own = [sum(coloretto.ONE[:7]) + coloretto.ONE[coloretto.JOKER], 0]
    return Walk(draw(coloretto.GAME, state, 0, ()))


@pytest.mark.parametrize("typed", ["7 8 9 14", "14, 9, 7, 8", "choose N NRO"])
def test_a_set_is_typed_in_any_order(typed: str) -> None:
    walk, keyboard = final_choice(), Keyboard(Words("en"), OWN)
    assert [target for target, _ in walk.targets()][6:9] == ["joker.N", "own0.R", "own0.O"]
    meant = keyboard.understand(typed, walk, ("Fox", "Bear"), coloretto.parse)
    assert isinstance(meant, TypedMove)
    assert coloretto.text(coloretto.parse(meant.action)) == "choose N RON"


def test_numbers_that_do_not_go_together_change_nothing() -> None:
    walk, keyboard = final_choice(), Keyboard(Words("en"), OWN)
    for typed, key in (
        ("8 8", "cli.play.not_together"),
        ("8 99", "cli.play.numbers"),
        ("7 8 9 10 11", "cli.play.not_together"),
    ):
        said = keyboard.understand(typed, walk, ("Fox", "Bear"), coloretto.parse)
        assert isinstance(said, Message)
        assert (said.key, walk.path) == (key, [])


def test_a_whole_game_ends_with_who_won_and_why() -> None:
    said = play(*["1", ""] * 200)
    text = "\n".join(said)
    assert "Game over:" in text
    assert len(re.findall(r"^(Fox \(you\)|Owl|Bear), -?\d+ points?: .* [+−]\d", text, re.MULTILINE)) == 3
    assert "Nothing is lost" not in text


@pytest.mark.parametrize(
    ("language", "seats", "look"),
    [
        ("en", 2, ""),
        ("fr", 5, "--plain"),
        ("de", 5, "--ascii"),
        ("es", 2, "--ascii"),
        ("de", 2, "--plain"),
        ("es", 5, ""),
    ],
)
def test_every_language_and_look_plays_to_the_end(language: str, seats: int, look: str) -> None:
    options = ("--seats", str(seats), "--lang", language, "-o", "final_choice=manual", *look.split())
    result = run("play", "coloretto", "--seed", "3", "--bot", "random", *options, typed="1\n\n" * 200)
    assert result.exit_code == 0
    assert "polychrome play" not in result.stdout  # nothing to go on with
    if look == "--ascii":
        assert result.stdout.isascii()


def test_bots_can_be_watched() -> None:
    result = run(*PLAY, "--humans", "0", "--no-pause")
    assert result.exit_code == 0
    assert "Game over:" in result.stdout


@pytest.mark.parametrize(
    ("company", "typed", "answer"),
    [
        (("--humans", "0"), "draw\n", "It is not your turn; we are waiting for Fox."),
        (("--humans", "3"), "1\n" * 132 + "draw\n", "The game is over."),
    ],
)
def test_who_is_not_asked_is_told_why(company: tuple[str, str], typed: str, answer: str) -> None:
    said = run("play", "coloretto", "--seed", "5", "--bot", "random", "--plain", *company, typed=typed).stdout
    assert answer in said


def test_a_record_is_written_where_asked(tmp_path: Path) -> None:
    file = tmp_path / "end.txt"
    result = run(*PLAY, "--record", str(file), typed="1\n\n" * 200)
    assert f"The record is in {file}.\n" in result.stdout
    assert resume(read(file.read_text(encoding="utf-8"), find)).over()


# Around one keyboard.


def test_people_share_the_keyboard_by_name() -> None:
    said = play("1", "1", "1", "2", options=("--humans", "3", "--names", "Ada,Grace,Alan"))
    assert "Ada> " in "".join(said)
    text = after("Ada drew", said)
    assert "Grace> " in text
    assert "Alan> " in text
    assert "Bots:" not in "".join(said)


def test_the_next_person_can_let_the_last_move_be_taken_back() -> None:
    said = "\n".join(play("1", "1", "undo", "2", options=("--humans", "3")))
    assert "Fox drew" in said.partition("Owl> ")[0]  # Owl was told
    assert "Taken back." in said.partition("Owl> ")[2]
    assert said.count("Place the") == 2


def test_the_end_is_told_to_all_who_share_the_keyboard() -> None:
    said = run("play", "coloretto", "--seed", "5", "--humans", "3", "--plain", typed="1\n" * 300).stdout
    assert "you win" not in said
    assert re.search(r"Game over: (Fox|Owl|Bear|\w+ and \w+) wins? ", said)


class Secret(State):
    """Two seats in turn; each sees a number that the other must not see."""

    FIELDS = ("numbers", "turn")

    def __init__(self) -> None:
        super().__init__()
        self.numbers = [7, 8]
        self.turn = 0
        self.seats = 2

    def acting(self) -> list[int]:
        return [self.turn % 2] if self.turn < 4 else []

    def legal(self, seat: int) -> list[int]:
        return [0]

    def apply(self, seat: int, action: int) -> None:
        self.turn += 1

    def scores(self) -> list[int]:
        return [0, 0]

    def redact(self, viewer: int, recall: bool) -> None:
        self.numbers = [number if seat == viewer else HIDDEN for seat, number in enumerate(self.numbers)]


def secret_scene(game: Game, view: State, viewer: int, told: Sequence[Line]) -> Scene:
    assert isinstance(view, Secret)
    label = Message("coloretto.row", {"row": view.numbers[viewer] if viewer < 2 else 0})
    zone = Zone("number", ROW, label)
    choices = (Choice("go", ("number",), label),) if viewer in view.acting() else ()
    return Scene(game="coloretto", viewer=viewer, seats=(), zones=(zone,), status=label, choices=choices)


def test_a_curtain_falls_between_people_who_hold_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    game = find("coloretto")._replace(
        options=(), start=lambda s, o: Secret(), parse=lambda text: 0, text=lambda a: "go"
    )
    screen = Memo(Words(), ["Ada", "Grace"], False)
    screen.answers = ["1", "", "1", "", "1", "", "1", ""]
    Sitting(LocalRoom(Table(game, 2, {}, None), {}, draw=secret_scene), screen, True, None).run()
    said = capsys.readouterr().out
    assert said.count("Give the keyboard to Grace.") == 2
    assert said.count("Give the keyboard to Ada.") == 1
    for seen, other in (("Row H", "Row I"), ("Row I", "Row H")):  # 7 and 8
        assert re.search(f"{seen}.*?Give the keyboard.*?{other}", said, re.DOTALL)


# Taking back.


def test_a_move_can_be_taken_back_before_the_bots_answer(kept: Path) -> None:
    said = play("1", "2", "undo", "1")
    assert "Fox> Taken back." in said
    lines = read(only_save(kept).read_text(encoding="utf-8"), find)
    assert [lines.game.text(action) for seat, action in lines.lines if seat == 0] == ["draw", "place 0"]


def test_a_revealed_card_stays_revealed() -> None:
    assert "Fox> That cannot be taken back: something has been revealed since." in play("1", "undo")


def test_a_move_that_was_answered_stays() -> None:
    said = "\n".join(play("1", "2", "", "undo"))
    assert "It is too late to take that back: Bear has acted since." in said


def test_the_last_move_of_a_game_can_be_taken_back() -> None:
    result = run("play", "coloretto", "--seed", "5", "--humans", "3", "--plain", typed="1\n" * 300)
    moves = result.stdout.count("> ") - 1
    again = run("play", "coloretto", "--seed", "5", "--humans", "3", "--plain", typed="1\n" * moves + "undo\n1\n\n")
    assert again.stdout.count("Game over:") >= 2
    assert "Taken back." in again.stdout


# Leaving, saving, going on.


@pytest.mark.parametrize("last", ["quit", "q", ""])
def test_leaving_keeps_the_game_and_tells_how_to_go_on(last: str, kept: Path) -> None:
    said = play("1", last) if last else play("1")
    file = only_save(kept)
    assert f"  polychrome play {file} --bot random --plain" in said
    assert "Nothing is lost. To go on from here:" in said


def test_a_resumed_game_has_the_same_luck_and_the_same_bots(kept: Path, tmp_path: Path) -> None:
    moves = ["1", "2", "", "1", "1", "", "2", ""]
    whole = tmp_path / "whole.txt"
    play(*moves, f"save {whole}")
    play(*moves[:4])
    first = only_save(kept)
    again = tmp_path / "again.txt"
    result = run("play", str(first), "--bot", "random", "--plain", typed="\n".join([*moves[4:], f"save {again}", ""]))
    assert result.exit_code == 0
    assert again.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_a_resumed_game_is_kept_in_its_own_file(tmp_path: Path, kept: Path) -> None:
    file = saved(tmp_path, lines=12)
    before = file.read_text(encoding="utf-8")
    result = run("play", "--resume", str(file), "--humans", "3", "--plain", typed="1\n")
    assert f"polychrome play {file} --humans 3" in result.stdout
    assert len(file.read_text(encoding="utf-8")) > len(before)
    assert not kept.exists()


def test_a_record_without_its_luck_gets_new_luck_and_stays_as_it_is(tmp_path: Path, kept: Path) -> None:
    file = saved(tmp_path, lines=12)
    table = resume(read(file.read_text(encoding="utf-8"), find))
    bare = write(record(table))
    file.write_text(bare, encoding="utf-8")
    assert run("play", str(file), "--humans", "3", "--plain", typed="1\n").exit_code == 0
    assert file.read_text(encoding="utf-8") == bare
    assert only_save(kept)


def test_what_a_saved_game_has_settled_cannot_be_changed(tmp_path: Path) -> None:
    file = saved(tmp_path, lines=12)
    for extra in (("--seats", "4"), ("--seed", "1"), ("-o", "score_side=grey")):
        result = run("play", str(file), *extra)
        assert result.exit_code == 2
        assert "settled already" in result.stderr


def test_a_game_that_is_over_can_be_looked_at(tmp_path: Path) -> None:
    assert "Game over:" in run("play", str(saved(tmp_path)), "--plain", typed="board\nscore\n").stdout


def test_saving_never_overwrites_something_else(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada,", encoding="utf-8")
    said = play(
        f"save {letter}", f"save {tmp_path}", f"save {tmp_path / 'no' / 'x.txt'}", f"save {tmp_path / 'new.txt'}"
    )
    assert f"Fox> {letter} holds something else, which shall not be lost; choose another name." in said
    assert f"Fox> {tmp_path} is a folder; a file is needed." in said
    assert f"Fox> The folder of {tmp_path / 'no' / 'x.txt'} does not exist." in said
    assert f"Fox> Saved in {tmp_path / 'new.txt'}." in said
    assert letter.read_text(encoding="utf-8") == "Dear Ada,"


def test_a_game_is_kept_somewhere_even_if_home_is_closed(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.parent.write_text("not a folder", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said = play("1")
    assert any(line.startswith(f"  polychrome play {tmp_path}") for line in said)


# Asking.


def test_questions_are_answered_and_nothing_is_said_twice() -> None:
    said = play("1", "board", "where red", "score", "hand", "last", "moves", "scan b", "?", "rules")
    text = "\n".join(said)
    assert text.count("1. Place it on row A.") == 2  # once when asked, once by `moves`
    assert "Row B: empty; room for 3 more." in text
    assert "Fox (you), 1 point: orange." in text
    assert "undo: take your last move back" in text
    assert "Coloretto in short" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_have_words_in_every_language_that_nothing_else_has(language: str) -> None:
    spelled = [Words(language).word(spelling_key(name)).casefold() for name in COMMANDS]
    assert len(set(spelled)) == len(COMMANDS)
    keyboard = Keyboard(Words(language), OWN)
    assert [keyboard.command(word) for word in spelled] == list(COMMANDS)
    assert [keyboard.command(name) for name in COMMANDS] == list(COMMANDS)


def test_the_beginning_of_a_command_is_enough_if_it_is_the_only_one() -> None:
    keyboard = seated().keyboard
    assert keyboard.command("und", begun=True) == "undo"
    assert keyboard.command("und") is None
    assert keyboard.command("b", begun=True) is None  # board and back
    assert keyboard.command("?") == "help"
    assert keyboard.command("xyz", begun=True) is None


# Parts that a whole game seldom meets.


class Memo(Screen):
    """A screen that answers from a list."""

    answers: list[str]

    def ask(self, prompt: str) -> str:
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


def seated(
    *answers: str, bots: dict[int, str] | None = None, pause: bool = True, options: dict[str, str] | None = None
) -> Sitting:
    table = Table(find("coloretto"), 3, options or {}, Dice(5))
    screen = Memo(Words(), ["Fox", "Owl", "Bear"], False)
    screen.answers = list(answers)
    return Sitting(LocalRoom(table, {1: "random", 2: "random"} if bots is None else bots), screen, pause, None)


def test_weighty_moves_that_cannot_be_taken_back_are_asked_twice(capsys: pytest.CaptureFixture[str]) -> None:
    moves = ["1", "1"]  # draw, place on row A
    sitting = seated(*moves, "2", "no", pause=False, bots={})
    with pytest.raises(EOFError):
        sitting.run()
    assert "cannot be taken back" not in capsys.readouterr().out  # nobody but people: undo will do
    sitting = seated(*moves, "take 2", "2", "no", "2", "", pause=False)
    with pytest.raises(EOFError):
        sitting.run()
    assert capsys.readouterr().out.count("cannot be taken back") >= 1


class Broken(Bot):
    def choose(self, view: State, seat: int) -> int:
        raise ValueError("lost")


def test_a_bot_that_stumbles_does_not_end_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("polychrome.cli.local_room.hire", lambda spec, seed: Broken())
    with pytest.raises(EOFError):
        seated("1", "1", "").run()
    assert "Owl lost the thread and let chance decide." in capsys.readouterr().out


def test_a_small_window_keeps_the_table_and_the_latest_news() -> None:
    table = Table(find("coloretto"), 4, {}, Dice(2))
    dice = Dice(3)
    for _ in range(12):
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, dice))
    scene = draw(table.game, table.state.view(0), 0, table.told(0))
    sizes = [(len(walk.scene.facts), len(walk.scene.news)) for walk in shrinking(Walk(scene))]
    assert sizes[0] == (len(scene.facts), len(scene.news))
    assert sizes[-1] == (0, 2)
    assert sizes == sorted(sizes, reverse=True)


def test_ascii_spells_what_it_cannot_show() -> None:
    assert in_ascii("Jörg wählt „grün“ …") == 'Joerg waehlt "gruen" ...'


# In a real terminal.


@needs_terminals
def test_a_terminal_is_redrawn_in_place(tmp_path: Path) -> None:
    terminal = Terminal(*PLAY[:-1], home=tmp_path)
    terminal.expect("\x1b[H")
    terminal.expect("Draw a card")
    terminal.expect("Fox> ")
    terminal.type("1\r")
    terminal.expect("\x1b[H")
    terminal.expect("Place it on row A")
    terminal.expect("Fox> ")
    terminal.type("?\r")
    terminal.expect("Enter: back to the table.")
    terminal.type("2\r")  # a move is welcome here, too
    terminal.expect("undo: take your move back")
    terminal.type("quit\r")
    terminal.expect("Nothing is lost.")
    assert terminal.end() == 0


@needs_terminals
@pytest.mark.parametrize("how", ["", "SIGTERM", "SIGHUP"])
def test_an_interrupted_game_is_kept(how: str, tmp_path: Path) -> None:
    terminal = Terminal(*PLAY, home=tmp_path)
    terminal.expect("Fox> ")
    terminal.expect("polychrome play", lambda: terminal.interrupt(how))
    assert terminal.end() == 130
    assert len(list((tmp_path / "polychrome").iterdir())) == 1


@needs_terminals
def test_without_a_game_a_menu_leads_to_one(tmp_path: Path) -> None:
    terminal = Terminal("play", home=tmp_path)
    number = GAMES.index(find("coloretto")) + 1
    terminal.expect(f"{number}. Coloretto")
    terminal.type("x\r")
    terminal.expect(f"from 1 to {len(GAMES)}")
    terminal.type(f"{number}\r")
    terminal.expect("How many players in all?")
    terminal.type("2\r")
    terminal.expect("How many of them are people?")
    terminal.type("2\r")
    terminal.expect("> ")
    terminal.type("\x04")
    terminal.expect("--humans 2")
    assert terminal.end() == 0
    terminal = Terminal("play", home=tmp_path)
    terminal.expect("1. Go on: Coloretto with 2 players")
    terminal.type("\r\r")
    terminal.expect("> ")
    terminal.expect("Nothing is lost.", terminal.interrupt)
    assert terminal.end() == 130


@needs_terminals
def test_ctrl_c_in_the_menu_just_stops(tmp_path: Path) -> None:
    terminal = Terminal("play", home=tmp_path)
    terminal.expect("Number")
    terminal.expect("Stopped.", terminal.interrupt)
    assert terminal.end() == 130
