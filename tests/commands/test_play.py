"""The transcript of a game: it ends, adds up, and states everything that changed."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest

from model import load_ruleset
from reports.commands.play import play
from reports.commands.players.list import list_
from simulate import Game
from simulate.engine.ability_table import ABILITIES
from simulate.engine.state import PLAYER
from simulate.narration.lines import TextLine
from simulate.narration.transcript import WIDTH, Narrator, wrap
from simulate.policies import chooser
from simulate.words.names import OF_MODULES, VP_COLUMNS
from tests.runner import CliRunner

# Fields of a player that `narration.changes` states.
STATED = {
    "vp", "krones", "emperor", "kitchen", "cafe", "missing", "missing_total", "vacant", "occupied",
    "groups_paid", "hand", "hand_size", "staff", "staff_size", "offer", "offer_size", "claimed",
    "vp_by", "extra_turns", "celebrities", "entrance", "own_done", "own_tiles_left", "rehearsal",
    "resting", "dancers",
}  # fmt: skip
# Fields that follow from stated ones, or that other lines state: turn headers (turns_taken),
# decisions (staff_used, passed, tokens ...), the header (board), the result (rank, tie_break); what
# cards in play change, which follows from the cards; and counts.
IMPLIED = {
    "board", "cafe_entry", "covered", "last_removed", "groups_started", "staff_used", "staff_due",
    "due", "celebrity_used", "entrance_active", "tokens", "turns_taken", "passed", "passed_once",
    "first_face", "dice_this_round", "round_guests", "extra_turn_marks", "rank", "tie_break",
    # cards in play
    "owners", "owners_size", "tables", "extra_dice", "extra_optional", "events", "flexible",
    "substitute_good", "keeps_guests", *(ability.field for ability in ABILITIES),
    # counts
    "action_steps", "action_goods", "owed", "owing", "guest_vp", "orders", "housed", "passes",
    "penalties", "strengthened", "dice_taken", "keys", "met", "entrance_price",
    "most_krones",
}  # fmt: skip

SEAT = re.compile(r"^(?:- |= )?Seat (\d)")
POINTS = re.compile(r"([+-]\d+) VP for [^;,]*? \(total (-?\d+)\)")
GOODS = ("strudel", "cake", "wine", "coffee", "champagne")
MOVES = re.compile(rf"\b(krones|emperor|{'|'.join(GOODS)}) (-?\d+) -> (-?\d+)")


MODULES = [
    f"revised-2021+{module}"
    for module in (
        *("ballrooms", "celebrities", "unique-hotels", "start-player", "more", "lets-waltz"),
    )
]
TOGETHER = (
    "revised-2021+lets-waltz+agatha-christie+stroup",
    "original-2015+lets-waltz",
    "revised-2021+lets-waltz+draft",
    "revised-2021+lets-waltz+sweep+auto-claim+turn-without-dice+herlius+rowe-smith",
)


def tell(spec: str = "revised-2021", players: int = 3, seed: int = 7, game: int = 0, **options):
    """The lines of a random game, and its narrator at the end."""
    flags = {key: options.pop(key) for key in ("words", "decisions") if key in options}
    ruleset = load_ruleset(spec, **options)
    narrator = Narrator(ruleset, players, seed, game, ["random"] * players, **flags)
    pick = chooser("random", narrator.game.rules)
    return list(narrator.tell(lambda game, _: pick(game))), narrator


def statements(lines: list[TextLine]):
    """(seat, text) of every line that states changes, as a reader would take it."""
    turn = -1
    for line in lines:
        named = SEAT.match(line.text)
        if line.style == "round":
            turn = -1
        elif line.style == "turn" and named:
            turn = int(named[1]) - 1
        elif line.style == "step":
            yield (int(named[1]) - 1 if named else turn), line.text


def replay(lines: list[TextLine], narrator: Narrator):
    """Add up what the lines state, from the start of the game. Asserts that nothing is left out."""
    setup = narrator.names.ruleset.setup
    start = {"emperor": 0, **setup.kitchen.model_dump()}
    money = [setup.krones + more for more in setup.krones_by_place]
    stock = [{"krones": krones, **start} for krones in money[: len(narrator.policies)]]
    points = [0] * len(narrator.policies)
    for seat, text in statements(lines):
        for gained, total in POINTS.findall(text):
            points[seat] += int(gained)
            assert points[seat] == int(total), text
        for what, old, new in MOVES.findall(text):
            assert stock[seat][what] == int(old), text
            stock[seat][what] = int(new)
    return points, stock


def check_sums(spec: str, hands: str = "dealt", boards: str = "night", game: int = 0) -> None:
    lines, narrator = tell(spec, 2 + game % 3, 5, game, hands=hands, boards=boards)
    points, stock = replay(lines, narrator)
    assert points == narrator.game.scores()
    for seat, owned in enumerate(stock):
        player = narrator.game.state["players"][seat]
        assert owned["krones"] == player["krones"]
        assert owned["emperor"] == player["emperor"]
        kitchen = [owned[good] for good in GOODS]
        assert kitchen == player["kitchen"].tolist()


@pytest.mark.parametrize("spec", MODULES)
def test_stated_changes_add_up_with_modules(spec: str):
    check_sums(spec)  # more games in the long one below


@pytest.mark.long
def test_stated_changes_add_up_with_all_modules():
    for game, spec in enumerate(itertools.islice(itertools.cycle(TOGETHER), 24)):
        check_sums(spec, ("dealt", "draft")[game % 2], ("night", "day")[game // 2 % 2], game)


@pytest.mark.parametrize("boards", ["night", "day"])
@pytest.mark.parametrize("spec", ["revised-2021", "original-2015"])
def test_stated_changes_add_up(spec: str, boards: str):
    for game, hands in enumerate(("dealt", "draft")):
        check_sums(spec, hands, boards, game)


@pytest.mark.long
def test_stated_changes_add_up_over_editions_players_hands_and_boards():
    variants = itertools.product(
        ("revised-2021", "original-2015"), ("dealt", "draft", "beginner"), ("night", "day")
    )
    for game, variant in enumerate(itertools.islice(itertools.cycle(variants), 30)):
        check_sums(*variant, game)


@pytest.mark.parametrize("spec", ["revised-2021", "revised-2021+lets-waltz"])
def test_the_result_gives_each_final_score_and_its_sources(spec: str):
    lines, narrator = tell(spec)
    modules = spec.endswith("lets-waltz")
    sources = [*VP_COLUMNS.values(), *(OF_MODULES.values() if modules else ())]
    text = "\n".join(line.text for line in lines)
    table = {line.text[:25].strip(): line.text[25:].split() for line in lines[-23:]}
    assert modules or not set(OF_MODULES.values()) & set(table)
    totals = [int(value) for value in table["total"]]
    assert totals == narrator.game.scores()
    for seat, total in enumerate(totals):
        assert sum(int(table[source][seat]) for source in sources) == total
        assert f"{narrator.player_name(seat)}: {total} VP" in text


def test_every_field_of_a_player_is_stated_or_implied():
    assert set(PLAYER.names) == STATED | IMPLIED
    assert not STATED & IMPLIED


def test_games_without_modules_say_nothing_of_them():
    text = "\n".join(line.text for line in tell()[0]).casefold()
    for word in ("dancer", "ballroom", "celebrit", "lounge", "entrance", "token", "champagne"):
        assert word not in text


WORDS_OF_MODULES = {
    "ballrooms": ("goes dancing: a dancer from section", "Ballroom scoring: ", "; dancers "),
    "celebrities": ("Lounge: red ", "; meets ", " waits on and is worth 2 VP now"),
    "unique-hotels": ("up for auction and bids", "receives the last entrance, ", "wins "),
    "start-player": ("takes the skeleton key instead of a die", "is the starting player."),
}


@pytest.mark.parametrize("module", sorted(WORDS_OF_MODULES))
def test_what_modules_bring_is_told(module: str):
    games = [tell(f"revised-2021+{module}", game=game)[0] for game in range(4)]
    text = "\n".join(line.text for lines in games for line in lines)
    for words in WORDS_OF_MODULES[module]:
        assert words in text, words


@pytest.mark.parametrize("spec", ["revised-2021", "revised-2021+lets-waltz"])
def test_words_replay_the_game(spec: str):
    lines, narrator = tell(spec, words=True, players=2, seed=3)
    game = Game(load_ruleset(spec), 2, 3)
    for line in lines:
        for words in re.findall(r"\[([a-z][^\]]*)\]", line.text) if line.style == "step" else ():
            game.apply(words)
    assert game.over
    assert game.scores() == narrator.game.scores()


def test_decisions_list_what_was_legal():
    lines, _ = tell(decisions=True, players=2)
    choices = [line.text for line in lines if line.style == "choice"]
    assert "? Seat 2 chooses from: guest 1 | guest 2 | guest 3 | guest 4 | guest 5" in choices


def test_no_line_is_wider_than_a_page():
    lines, _ = tell(players=4, boards="day", words=True, decisions=True)
    assert max(len(text) for line in lines for text in wrap(line)) <= WIDTH


def run(*arguments: str):
    return CliRunner().invoke(play, list(arguments))


def test_play_prints_the_same_game_for_the_same_seed():
    first, second = (run("--seed", "7", "--players", "2") for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.output == second.output
    assert "\x1b" not in first.output


def test_rounds_limits_what_is_printed():
    result = run("--rounds", "2-3")
    assert "Round 3 of 7" in result.output
    assert "Set-up" not in result.output
    assert "Round 4 of 7" not in result.output
    assert "Result" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "5"], "--players 5: the game is for 2, 3 or 4"),
        (["--seed", "-1"], "both must be from 0 to 2**63 - 1"),
        (["--policy", "clever"], "policy 'clever' is unknown; there are: "),
        (["--policy", "random,random"], "2 policies for 3 seats"),
        (["--rounds", "3-1"], "--rounds 3-1: write a round or a range"),
        (["--rules", "revised-1999"], "unknown ruleset 'revised-1999'"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_policies_lists_the_computer_players():
    result = CliRunner().invoke(list_, [])
    assert result.exit_code == 0
    assert "random " in result.output
    assert "greedy " in result.output


def test_a_game_under_a_patch_is_filmed_with_its_transcript(tmp_path: Path):
    """Of one that the film shows, the referee can judge every step: it holds the patch itself."""
    patch = Path(__file__).parents[2] / "examples" / "cheaper_kitchen_hand.toml"
    html, transcript = tmp_path / "game.html", tmp_path / "game.json"
    for options in (["--html", str(html)], ["--html", str(html), "--transcript", str(transcript)]):
        done = CliRunner().invoke(
            play, ["--policy", "random", "--players", "2", "--patch", str(patch), *options]
        )
        assert done.exit_code == 0, done.output
        assert "Grand Austria Hotel" in html.read_text("utf-8")
    assert json.loads(transcript.read_text("utf-8"))["rules"]["patches"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--hint", "expert"), "--hint needs --me SEAT"),
        (("--me", "1", "--words"), "--words cannot be combined with --me"),
        (("--me", "1", "--rounds", "2"), "--rounds cannot be combined with --me"),
        (("--me", "1", "--decisions"), "--decisions cannot be combined with --me"),
        (("--me", "1", "--same-deal", "2"), "--same-deal cannot be combined with --me"),
    ],
)
def test_no_option_is_ignored_without_a_word(options, says):
    found = CliRunner().invoke(play, ["--players", "2", *options])
    assert (found.exit_code, says in found.output) == (2, True)
