"""A replay in a browser: steps by keys, buttons and touch, on a desk, on a phone, in print."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from analysis.review import AskedPosition
from model import UserError, load_ruleset
from reports.pictures import groups
from reports.replay import Camera, Film, filmed_verdict, page
from simulate.narration.transcript import Narrator
from simulate.properties.strategies.playing import choose
from simulate.referee import Recorder, parse, read_file
from simulate.words.names import Names
from tests.browser import PHONE, opened, too_wide

TRANSCRIPTS = Path(__file__).parents[1] / "golden" / "transcripts"
HOSTILE = "</script><img src=x onerror=alert(2)>"
SPECS = {"base": ("revised-2021", 2), "waltz": ("revised-2021+lets-waltz", 2)}


Filmed = tuple[Film, dict[int, list[str]], list[str]]
WIDTHS = (390, 1280, 1920)
EVERY = 25  # steps at which the film is compared with the position itself


@cache
def filmed(name: str) -> Filmed:
    """A game played without a plan: its film, all pictures of some steps, and the told lines."""
    spec, players = SPECS[name]
    narrator = Narrator(load_ruleset(spec), players, 7, 0, ["one"] * players, cite=True)
    camera, rng, seen = Camera(narrator), random.Random(7), {}

    def chosen(game: Any, policy: str) -> int:
        step = len(camera.film) - 1
        if step % EVERY == 0:
            seen[step] = drawings(narrator.names, game.state, narrator.policies)
        return choose(game, rng)

    told = [line.text for line in camera.lines(narrator.tell(camera.watch(chosen)))]
    seen[len(camera.film) - 1] = drawings(narrator.names, narrator.game.state, narrator.policies)
    return camera.film, seen, told


def drawings(names: Names, state: Any, players: list[str]) -> list[str]:
    shown = groups(names, state, players)
    return [str(piece.svg()) for group in shown for piece in group.pieces]


@pytest.fixture(scope="module", params=list(SPECS))
def game(request: pytest.FixtureRequest) -> Filmed:
    return filmed(request.param)


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("replay") / "game.html"
    file.write_text(page(filmed("waltz")[0]), encoding="utf-8")
    return file


def shown_at(film: Film, step: int) -> list[str]:
    """What a reader sees at a step, put together from the changes up to it."""
    found = []
    for shelf in film.shelves.values():
        for key in shelf.keys:
            known = [drawing for since, drawing in shelf.changes[key] if since <= step]
            if known and known[-1] >= 0:
                found.append(film.drawings[known[-1]])
    return found


def test_steps_show_their_position_in_full(game: Filmed):
    film, seen, _ = game
    assert max(seen) == len(film) - 1
    for step, pictures in seen.items():
        assert shown_at(film, step) == pictures


@pytest.mark.parametrize("spec", ["revised-2021", "revised-2021+lets-waltz"])
def test_a_step_is_the_same_in_a_page_in_the_transcript_and_in_an_analysis(
    spec: str, tmp_path: Path
):
    """`gah play --html --transcript`, `gah referee --html` and `gah analyse --step`."""
    ruleset = load_ruleset(spec)
    narrator = Narrator(ruleset, 2, 5, 0, ["Seat 1", "Seat 2"], cite=True)
    file = tmp_path / "game.json"
    camera, recorder = Camera(narrator, file=str(file)), Recorder(ruleset, narrator.game)
    rng = random.Random(5)
    chosen = camera.watch(recorder.watch(lambda game, _: choose(game, rng)))
    assert list(camera.lines(narrator.tell(chosen)))
    recorder.write(file)
    document = read_file(file)
    played, judged = camera.film, filmed_verdict(document, name=str(file))[0]
    steps = len(document.steps)
    assert len(judged) == steps + 1
    assert len(played) == steps, "the result, which the transcript expects last, is no step of play"
    assert sum(step.roll is not None for step in document.steps) >= 6, "steps that nobody decides"
    asked = 0
    for step in range(0, steps - 1, 23):
        if document.steps[step].roll is not None:
            with pytest.raises(UserError, match="chance has to speak"):
                AskedPosition.of(document, step=step)
            continue
        position = AskedPosition.of(document, step=step)
        asked += 1
        seat = f"seat-{position.game.player}"
        assert judged.acting[step] == played.acting[step] == seat
        wanted = set(drawings(narrator.names, position.game.state, ["Seat 1", "Seat 2"]))
        assert set(shown_at(played, step)) == wanted
        assert len(wanted & set(shown_at(judged, step))) > len(wanted) / 2
    assert asked > 5
    assert f'data-file="{file}"' in page(played)


def test_the_telling_is_whole_and_its_parts_are_in_order(game: Filmed):
    film, _, told = game
    assert ["".join(text for _, text in line.parts) for line in film.lines] == told
    steps = [step for line in film.lines for step, _ in line.parts]
    assert steps == sorted(steps)
    assert steps[-1] == len(film) - 1


def test_each_gain_of_points_is_cited_or_has_no_clause_of_its_own(game: Filmed):
    told = game[2]
    gains = [match for text in told for match in re.findall(r"VP for ([^;]*?) \(total", text)]
    assert len(gains) > 10
    assert [gain for gain in gains if not gain.endswith("]")] == []


def at(tab: Page) -> int:
    return int(tab.input_value("#number"))


def test_keys_buttons_and_the_list_of_turns_lead_to_their_steps(browser: Browser, replay: Path):
    with opened(browser, replay) as tab:
        last = int(tab.get_attribute("#slider", "max") or 0)
        assert at(tab) == 0
        for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
            tab.keyboard.press(key)
            assert at(tab) == step
        tab.keyboard.press("Home")
        tab.keyboard.press("PageDown")
        stops = json.loads(tab.inner_text("#data") or tab.text_content("#data") or "")["jumps"]
        assert at(tab) == min(stop for stop in stops if stop > 0)
        tab.click("[data-go='+']")
        value = tab.get_attribute("#jumps option:nth-child(5)", "value") or ""
        tab.select_option("#jumps", index=4)
        assert at(tab) == int(value)
        tab.fill("#number", "17")
        tab.keyboard.press("Tab")
        assert at(tab) == 17
        assert tab.url.endswith("#step=17")
        assert tab.locator("#telling .now").count() >= 1


def test_the_boards_are_those_of_the_step(browser: Browser, replay: Path):
    film = filmed("waltz")[0]
    with opened(browser, replay) as tab:
        for step in (0, 40, 41, len(film) - 1, 3):
            tab.fill("#number", str(step))
            tab.keyboard.press("Tab")
            titles = tab.eval_on_selector_all(
                "[data-slot] svg > desc", "all => all.map((one) => one.textContent)"
            )
            wanted = [re.findall(r"<desc>(.*?)</desc>", text)[0] for text in shown_at(film, step)]
            assert [re.sub(r"\s+", " ", one) for one in titles] == [plain(one) for one in wanted]


def plain(text: str) -> str:
    for sign, name in (
        ("<", "&lt;"),
        (">", "&gt;"),
        ("'", "&#39;"),
        ('"', "&#34;"),
        ("&", "&amp;"),
    ):
        text = text.replace(name, sign)
    return text


def test_a_phone_shows_one_board_and_steps_by_touch(browser: Browser, replay: Path):
    with opened(browser, replay, PHONE) as tab:
        assert too_wide(tab) == 0
        assert tab.locator("#boards section:visible").count() == 1
        tab.tap("[data-go='+']")
        assert at(tab) == 1
        tab.tap("[data-tab='modules']")
        assert tab.locator("[data-group='modules']").is_visible()
        swipe = """(by) => {
          const boards = document.getElementById("boards");
          const at = (x) => new Touch({identifier: 1, target: boards, clientX: x, clientY: 300});
          boards.dispatchEvent(new TouchEvent("touchstart", {changedTouches: [at(200)]}));
          boards.dispatchEvent(new TouchEvent("touchend", {changedTouches: [at(200 + by)]}));
        }"""
        tab.evaluate(swipe, -120)
        assert at(tab) == 2
        tab.evaluate(swipe, 120)
        assert at(tab) == 1
        tab.evaluate(swipe, 10)
        assert at(tab) == 1
        number = tab.locator("#number").bounding_box()
        assert number is not None
        assert number["x"] + number["width"] <= PHONE


def test_it_prints_with_boards_and_telling(browser: Browser, replay: Path):
    with opened(browser, replay) as tab:
        tab.emulate_media(media="print")
        assert not tab.locator("nav").is_visible()
        assert tab.locator("[data-group='table'] svg").first.is_visible()
        assert tab.locator("#telling p").last.is_visible()
        assert len(tab.pdf()) > 20_000


def test_an_illegal_step_is_marked_with_its_reason(browser: Browser, tmp_path: Path):
    text = (TRANSCRIPTS / "by-hand-illegal.json").read_text("utf-8")
    film, verdict = filmed_verdict(parse(text))
    assert not verdict.ok
    file = tmp_path / "verdict.html"
    file.write_text(page(film), encoding="utf-8")
    with opened(browser, file) as tab:
        fault = tab.locator("#jumps option.fault")
        tab.select_option("#jumps", fault.first.get_attribute("value") or "")
        now = tab.locator("#telling .now").all_inner_texts()
        assert any("ILLEGAL" in one for one in now)
        assert any("touches no room of the hotel" in one for one in now)
        assert any("[prepare.adjoin]" in one for one in now)
        tab.click("#telling a[href='#c-prepare.adjoin'] >> nth=0")
        assert tab.locator("#c-prepare\\.adjoin").is_visible()


def test_names_of_strangers_run_nothing(browser: Browser, tmp_path: Path):
    document = json.loads((TRANSCRIPTS / "by-hand-illegal.json").read_text("utf-8"))
    text = json.dumps(document).replace('"Anna"', json.dumps(HOSTILE))
    text = text.replace("players.Anna", f"players.{HOSTILE}")
    text = text.replace(document["title"], f"{HOSTILE}<script>alert(1)</script>")
    film, _ = filmed_verdict(parse(text))
    file = tmp_path / "hostile.html"
    file.write_text(page(film), encoding="utf-8")
    with opened(browser, file) as tab:
        said: list[str] = []
        tab.on("dialog", lambda box: (said.append(box.message), box.dismiss()))
        tab.keyboard.press("End")
        tab.wait_for_timeout(100)
        assert said == []
        assert tab.locator("img").count() == 0
        assert "onerror=alert(2)" in tab.inner_text("#telling")


# --- the current line in sight, cards, playing by itself


@cache
def judged_page() -> str:
    """A whole game of three with all modules, with the chance to win made up."""
    text = (TRANSCRIPTS / "revised-three-waltz.json").read_text("utf-8")
    film, verdict = filmed_verdict(parse(text), name="a game's.json")
    assert verdict.ok
    last = len(film) - 1
    for step in range(len(film)):
        first = 0.2 + 0.6 * step / last
        odds = (first, (1 - first) / 2, (1 - first) / 2)
        film.win_probability.append(None if step % 3 else odds)
    return page(film)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("judged") / "judged.html"
    file.write_text(judged_page(), encoding="utf-8")
    return file


# The steps at which the line of the step lies outside what is seen of its box.
OUT_OF_SIGHT = """(last) => {
  const hidden = [];
  const now = document.getElementById("now");
  const phone = getComputedStyle(now).display !== "none";
  for (let step = 1; step <= last; step++) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    const nav = document.querySelector("nav").getBoundingClientRect();
    const window_ = { top: nav.top <= 0 ? nav.bottom : 0, bottom: innerHeight };
    if (nav.top > 0 && nav.bottom >= innerHeight) window_.bottom = nav.top;
    const frame = phone ? window_ : document.getElementById("telling").getBoundingClientRect();
    const line = phone ? now.firstElementChild : document.querySelector("#telling .now");
    const middle = line ? line.getBoundingClientRect().top + 12 : -1;
    const above = Math.max(window_.top, frame.top), below = Math.min(window_.bottom, frame.bottom);
    if (middle <= above || middle >= below) hidden.push(step);
  }
  return hidden;
}"""


@pytest.mark.parametrize("width", WIDTHS)
def test_the_current_line_of_a_played_game_is_in_sight_at_every_step(
    browser: Browser, replay: Path, width: int
):
    """Rolls, of which nothing is said, among them."""
    with opened(browser, replay, width) as tab:
        last = int(tab.get_attribute("#slider", "max") or 0)
        assert tab.evaluate(OUT_OF_SIGHT, last) == []
        assert at(tab) == last > 100


def below_a_review(replay: Path, folder: Path) -> Path:
    """The same replay with a long text above it."""
    file = folder / "page.html"
    long = "<section id='above'>" + "<p>What mattered.</p>" * 80 + "</section><nav "
    file.write_text(replay.read_text("utf-8").replace("<nav ", long, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("above", [False, True], ids=["alone", "below a review"])
def test_the_current_line_is_in_sight_at_every_step(
    browser: Browser, judged: Path, width: int, above: bool, tmp_path: Path
):
    file = below_a_review(judged, tmp_path) if above else judged
    with opened(browser, file, width) as tab:
        assert too_wide(tab) == 0
        last = int(tab.get_attribute("#slider", "max") or 0)
        assert tab.evaluate(OUT_OF_SIGHT, last) == []
        assert at(tab) == last > 200


def test_the_current_line_is_in_sight_before_the_first_frame_is_drawn(
    browser: Browser, judged: Path, tmp_path: Path
):
    """An observer of sizes has reported nothing by then: once lines lay below the controls."""
    file = below_a_review(judged, tmp_path)
    tab = browser.new_page(viewport={"width": WIDTHS[-1], "height": 900})
    try:
        tab.add_init_script("window.ResizeObserver = class { observe() {} }")
        tab.goto(file.as_uri())
        assert tab.evaluate(OUT_OF_SIGHT, 20) == []
    finally:
        tab.close()


def test_before_the_first_step_the_place_of_the_current_line_takes_no_room(
    browser: Browser, replay: Path
):
    """It is part of the page even so: a place that comes with its line is not read out."""
    with opened(browser, replay, PHONE) as tab:
        place = tab.locator("#now")
        room = """(now) => now.getBoundingClientRect().height
          + parseFloat(getComputedStyle(now).marginBottom)"""
        assert at(tab) == place.evaluate(room) == 0
        assert place.evaluate("(now) => getComputedStyle(now).display") == "block"
        tab.keyboard.press("ArrowRight")
        assert place.evaluate(room) > 20


def test_a_card_shows_its_text_when_pointed_at_tapped_or_reached(browser: Browser, judged: Path):
    with opened(browser, judged) as tab:
        tab.fill("#number", "200")
        tab.keyboard.press("Tab")
        chips = tab.locator("#boards [data-card]:visible")
        assert chips.count() > 3
        tip = tab.locator("#card")
        assert not tip.is_visible()
        chips.first.hover()
        assert tip.inner_text().startswith(chips.first.get_attribute("data-card") or "?")
        assert len(tip.inner_text()) > 20
        tab.keyboard.press("Escape")
        assert not tip.is_visible()
        chips.nth(1).focus()
        assert tip.inner_text().startswith(chips.nth(1).get_attribute("data-card") or "?")
        tab.keyboard.press("ArrowRight")
        assert not tip.is_visible()
    with opened(browser, judged, PHONE) as tab:
        tab.fill("#number", "200")
        tab.keyboard.press("Tab")
        tab.tap("[data-tab='seat-1']")
        tab.locator("#boards [data-card]:visible").first.tap()
        assert tab.locator("#card").is_visible()
        assert too_wide(tab) == 0


def test_every_card_of_a_picture_has_its_text(browser: Browser, judged: Path):
    """Names that are too long for a card are found, too."""
    with opened(browser, judged) as tab:
        for step in (0, 100, 286):
            tab.fill("#number", str(step))
            tab.keyboard.press("Tab")
            chips = "[data-slot^='hand-'] rect.card, [data-slot^='staff-'] rect.card"
            without = tab.eval_on_selector_all(
                chips, "all => all.filter((one) => !one.parentElement.dataset.card).length"
            )
            assert without == 0


def test_it_plays_by_itself_at_the_speed_chosen(browser: Browser, judged: Path):
    with opened(browser, judged) as tab:
        tab.select_option("#speed", "250")
        tab.evaluate("document.activeElement.blur()")
        tab.keyboard.press(" ")
        for _ in range(100):
            tab.wait_for_timeout(100)
            if at(tab) >= 3:
                break
        assert at(tab) >= 3
        assert tab.get_attribute("#play", "aria-pressed") == "true"
        tab.click("#play")
        step = at(tab)
        tab.wait_for_timeout(600)
        assert at(tab) == step
        tab.fill("#number", tab.get_attribute("#slider", "max") or "")
        tab.keyboard.press("Tab")
        tab.click("#play")
        assert tab.get_attribute("#play", "aria-pressed") == "false"  # nothing is left to play


def test_hands_can_be_hidden(browser: Browser, judged: Path):
    with opened(browser, judged) as tab:
        hands = tab.locator("[data-slot^='hand-']:visible")
        assert hands.count() == 3
        tab.focus("#hands")
        tab.keyboard.press("Enter")
        assert hands.count() == 0
        tab.click("#hands")
        assert hands.count() == 3


def test_chances_to_win_are_drawn_where_they_are_known(
    browser: Browser, judged: Path, replay: Path
):
    with opened(browser, judged) as tab:
        assert tab.locator("#odds polyline").count() == 3
        box = tab.locator("#odds").bounding_box()
        assert box is not None
        tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
        last = int(tab.get_attribute("#slider", "max") or 0)
        assert abs(at(tab) - last / 2) <= 1
        assert float(tab.get_attribute("#cursor", "x1") or 0) == pytest.approx(500, abs=4)
    with opened(browser, replay) as tab:
        assert tab.locator("#odds").count() == 0


def test_each_step_says_how_it_is_analysed(browser: Browser, judged: Path, replay: Path):
    with opened(browser, judged) as tab:
        tab.fill("#number", "104")
        tab.keyboard.press("Tab")
        assert tab.input_value("#command") == """gah analyse 'a game'"'"'s.json' --step 104"""
    with opened(browser, replay) as tab:  # of no transcript
        assert tab.locator("#command").count() == 0


def test_markers_lie_in_the_order_in_which_cards_were_claimed():
    """The seat that claims first has the first place, also where it comes later in seat order."""
    rules = load_ruleset("revised-2021")
    text = json.dumps({
        "format": "gah-transcript-1", "players": ["Anna", "Ben"], "lenient": True,
        "position": {"turn": "Ben", "dice": "11 33 44", "politics": ["A-krones"], "players": {
            "Anna": {"krones": 20, "turns_taken": 1}, "Ben": {"krones": 20, "turns_taken": 0}}},
        "steps": [{"by": "Ben", "do": "claim A"}, "die 4", "steps 0", {"by": "Ben", "do": "die 1"},
                  "split 0 0", {"by": "Anna", "do": "claim A"}],
    })  # fmt: skip
    film, verdict = filmed_verdict(parse(text))
    assert verdict.ok, verdict.first_fault
    assert rules.politics.cards["A-krones"].letter == "A"
    shown = " ".join(shown_at(film, len(film) - 1))
    assert "claimed by Seat 2, Seat 1" in shown


def test_a_hand_that_is_not_known_is_not_shown():
    text = json.dumps({
        "format": "gah-transcript-1", "players": ["Anna", "Ben"],
        "position": {"turn": "Anna", "dice": "5", "players": {
            "Anna": {"krones": 9, "hand": ["Butler", None, None]}, "Ben": {"hand": 4}}},
        "steps": [],
    })  # fmt: skip
    film, _ = filmed_verdict(parse(text))
    shown = " ".join(shown_at(film, 0))
    assert "2 cards not known" in shown
    assert "4 cards face down" in shown
    assert shown.count(" K</text>") == 1
