"""Questions that designers, editors and players ask, each leading to the place of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.studies.modules import ModuleStudy
from analysis.studies.study import Study
from analysis.studies.ways.study import WaysStudy
from reports.links import link
from reports.site import documents
from reports.site.blocks import Doors, Items, Page, Section

if TYPE_CHECKING:
    from reports.results import Results

KEY = "questions"


@dataclass(frozen=True)
class Question:
    """A plain question; href: where its answer stands; also: other words to find it by; measured:
    a study, and where the answer stands once that is recorded."""

    text: str
    href: str
    also: str = ""
    measured: tuple[type[Study[Any]], str] | None = None

    def address(self, results: Results | None) -> str:
        """Where the answer of a report stands."""
        if self.measured and results is not None and results.of(self.measured[0]) is not None:
            return self.measured[1]
        return self.href


Q = Question
TOPICS: dict[str, tuple[Question, ...]] = {
    "Balance": (
        Q("Is the game balanced?", "index.html#short", "fair verdict"),
        Q("Which staff cards are too strong?", "staff.html#chart", "overpowered broken best"),
        Q("Which staff cards are too weak?", "staff.html#chart", "underpowered useless worst"),
        Q(
            "Which cards are priced wrongly?",
            "staff.html#fair",
            "overpriced cheap expensive",
        ),
        Q("What should a staff card cost?", "staff.html#fair", "fair price krones worth"),
        Q(
            "What should I change first?",
            "index.html#change",
            "fix nerf buff remedy patch which costs next edition print",
        ),
        Q("Which staff cards work well together?", "staff.html#partners", "combo synergy pair"),
        Q("When should a staff card be played?", "staff.html#when", "early late round timing"),
        Q("Do verdicts depend on who plays?", "staff.html#verdicts", "robust players skill"),
        Q("Why is “win rate when played” misleading?", "staff.html#played", "confounded bias"),
        Q("Which guests are good value?", "guests.html#value", "best guest vp worth"),
        Q("Which guest should I take?", "guests.html#all", "order colour choose strategy"),
    ),
    "Shared cards and tiles": (
        Q("Which politics cards pay off?", "court.html#politics", "objectives claim strategy"),
        Q("What should a politics card pay?", "court.html#fair", "price points"),
        Q("How much do emperor tiles matter?", "court.html#emperor", "reward track rate"),
        Q("What is the emperor's penalty worth?", "court.html#emperor", "lose avoid track reward"),
    ),
    "Editions and variants": (
        Q("What did the 2021 edition change?", "variants.html#changes", "differences errata"),
        Q("Did the 2021 edition fix its cards?", "index.html#mended", "improve better worse"),
        Q("Do scores differ between the editions?", "variants.html#game", "2015 2021 vp"),
        Q("Which variants change the game?", "variants.html#variants", "option house rule online"),
        Q("Does drafting the staff cards matter?", "variants.html#variants", "draft hands deal"),
        Q(
            "What does a ruling change?",
            "variants.html#rulings",
            "matter open rule read ambiguity faq effect difference",
        ),
        Q("How does the draft of the expansion differ?", "variants.html#draft", "english"),
    ),
    "The expansion": (
        Q(
            "What does each module do to the game?",
            "modules.html#effect",
            "expansion waltz longer shorter best sell",
        ),
        Q(
            "How much should I bid for a hotel entrance?",
            "modules.html#entrance",
            "auction price",
            (ModuleStudy, "modules.html#entrances"),
        ),
        Q(
            "Do modules favour a seat or the stronger player?",
            "modules.html#effect",
            "advantage anyone balanced start skill",
            (ModuleStudy, "modules.html#places"),
        ),
        Q("Which findings rest on assumed values?", "modules.html#assumed", "unknown sensitivity"),
    ),
    "The game": (
        Q(
            "Does it matter who starts?",
            "game.html#advantage",
            "first player start starting seat order position 2 3 4 two three four players",
        ),
        Q(
            "What changes with three or four players?",
            "game.html#length",
            "number of players 2 3 4 more table differ",
        ),
        Q("How early is a game decided?", "game.html#course", "lead winner round"),
        Q("How large a lead is safe?", "game.html#chances", "ahead vp points win"),
        Q("Do leaders run away?", "game.html#runaway", "catch up snowball comeback"),
        Q("How long does a game take?", "game.html#length", "duration turns decisions time long"),
        Q("How high are scores?", "game.html#spread", "average winning points"),
        Q(
            "Is there more than one way to win?",
            "game.html#parts",
            "strategies paths viable balanced",
            (WaysStudy, "ways.html#pays"),
        ),
        Q(
            "Which opening is best?",
            "strong.html#habits-section",
            "first guest rooms start begin set-up turn",
            (WaysStudy, "ways.html#openings"),
        ),
        Q("Where do points come from?", "game.html#sources", "strategy vp source"),
        Q("What is each part of the game worth?", "game.html#parts", "strategy staff politics"),
        Q(
            "Is there something to decide in every turn?",
            "game.html#decisions",
            "dead turns",
        ),
    ),
    "Players": (
        Q("Who played, and how well?", "players.html#who", "ai bot program policy"),
        Q(
            "How do strong players play?",
            "strong.html#habits-section",
            "habits strategy advice tips win better differently do pass passing bad",
        ),
        Q("Can I watch a strong game?", "strong.html", "replay step through example expert"),
        Q("Which player is strongest?", "players.html#ladder-section", "rating elo best"),
        Q("How deep is the game?", "players.html#ladder-section", "skill strategy steps"),
        Q("How much of a result is luck?", "players.html#luck-section", "chance dice skill"),
        Q("Does thinking longer win more?", "players.html#budget-section", "search playouts"),
    ),
    "Rules and method": (
        Q("How is a rule played here, and why?", "rules.html#pages", "clause rulebook lookup"),
        Q("What do the rulebooks leave open?", "rules-open.html", "gap ambiguity silent"),
        Q("How was an open question decided?", "rules-rulings.html", "ruling faq errata"),
        Q("Is every rule tested?", "rules.html#summary", "tests proof evidence"),
        Q("What is estimated, and how sure is it?", "method.html#estimands", "interval statistics"),
        Q("Does the method keep its promises?", "method.html#sure", "validation coverage"),
        Q("How do I reproduce these numbers?", "method.html#again", "replay rerun command seed"),
        Q("What does a word mean?", "method.html#glossary", "glossary definition term"),
    ),
}


def questions() -> list[Question]:
    """All questions, in their order."""
    return [one for some in TOPICS.values() for one in some]


def build(results: Results | None = None) -> Page:
    sections = [
        Section(
            title.lower().replace(" ", "-"),
            title,
            [Items([link(q.address(results), q.text) for q in some])],
        )
        for title, some in TOPICS.items()
    ]
    how = documents.pages()
    if how:
        doors = Doors([(page.file, page.title, page.lead) for page in how])
        sections.append(Section("documents", "Tutorials and guides", [doors]))
    return Page(
        key=KEY,
        title="Questions",
        short="Questions",
        lead="Plain questions, each leading to its answer.",
        sections=sections,
        children=how,
        entries=[("Question", one.text, one.also, one.address(results)) for one in questions()],
    )
