"""The method: estimands, certainty, games, how to reproduce the report, terms."""

from __future__ import annotations

from analysis.base import decide, families, stats
from analysis.base.metrics import catalogue
from analysis.cards import floor
from reports import facts, names
from reports.results import Results
from reports.site.blocks import Code, Items, Page, Prose, Section, Terms
from reports.site.pages import validation
from reports.tables import editions as tables
from reports.tables.table import Table
from reports.text import count, listing

KEY = "method"

ESTIMANDS = (
    ("Dealt effect",
     "Mean outcome of the seats whose starting hand held the card minus that of the seats at tables"
     " where nobody was dealt it. Causal for the policy that plays, because hands are random, and"
     " relative to an average card in its place. Seats whose opponent was dealt the card are left"
     " out: with them, the effect on wins would be 8/7 of this with four players."),
    ("Played difference",
     "Among seats that were dealt the card: those that played it minus those that did not."
     " Descriptive, because playing a card is easier in good positions."),
    ("Playing a card in its round",
     "Outcome of the game as played minus that of the same deal in which, from the beginning"
     " of that turn, the player is barred from the card: for good, or until the next round. Causal"
     " for these players in positions in which they play the card (an effect on the treated)."
     " Positions differ between rounds; waiting a round is compared within one position."),
    ("Paired difference",
     "Mean over deals of the outcome under one ruleset minus that of the same deal under the"
     " other. The luck of the deal cancels as far as the rules allow; the page on the editions"
     " shows how much."),
    ("Seat advantage",
     "A seat's share of wins minus one divided by the number of players; its mean VP minus that of"
     " all seats. All seats are played by the same policy."),
    ("Counts of cards",
     "How often a card reached a player and was used, in which round, and the VP that it brought."
     " Descriptive: a guest is taken by players whom it suits."),
    ("Rating",
     "Each player has a worth, and finishes before another with a probability equal to its share of"
     " the sum of both worths, whoever else plays (Luce 1959; Plackett 1975). Every table is read"
     " as all pairs of its seats (Azari Soufiani et al. 2013); a shared rank is half a win each."
     " Maximum likelihood by Luce spectral ranking (Maystre, Grossglauser 2015), with one drawn"
     " game added to every pair that met. 400 points are odds of 10 to 1."),
    ("Skill and luck",
     "The same deal is played in all rotated seats, several times with other chance after the"
     " set-up. The variance of a result is the sum of the parts of player, seat, deal and chance,"
     " alone and together (Hoeffding 1948; Sobol' 1993), estimated without bias by the analysis of"
     " variance of the balanced design (Searle, Casella, McCulloch 1992)."),
)  # fmt: skip


def sure() -> tuple[tuple[str, str], ...]:
    """How certain the estimates are, with the constants of the code that computes them."""
    return (
        ("Intervals",
         f"{stats.LEVEL:.0%}. Seats of one game are not independent, nor are games that share a"
         " deal, so standard errors are clustered by deal: linearisation of the ratio, from"
         " per-deal sums (Särndal, Swensson, Wretman 1992; Cameron, Miller 2015). Proportions with"
         " one trial a deal: Wilson (1927). Ratings and shares of variance: Bayesian bootstrap"
         f" over deals (Rubin 1981). Fewer than {stats.MIN_ARM} observations on a side give no"
         " estimate."),
        ("Many tests",
         f"q-values control the false discovery rate at {families.FDR:.0%}: at most about one in"
         f" {1 / families.FDR:.0f} marked results is expected to be marked by chance. "
         + " ".join(
            f"Tests {one.tests}: {one.together} ({one.source}, because {one.because})."
            for one in families.FAMILIES
        )
         + " If the text names the largest or smallest of many, its interval is a joint one"
         " (Bonferroni), which holds for all of them at once."),
        ("Too strong, too weak, balanced, undecided",
         "A model of all cards of a kind (Kiefer, Wolfowitz 1956, smoothed) gives each card the"
         " probability that it lies above, below or between two limits. Verdicts are given to as"
         " many cards as possible with a mean probability of being wrong of at most"
         f" {decide.LEVEL:.0%} (Müller, Parmigiani, Robert, Rousseau 2004), if each is right with a"
         f" probability of {decide.OWN:.0%} or more: then at most {decide.PROMISE:.0%} are wrong in"
         " families of planted truths. The other cards are undecided."
         " Strength is judged against an average card, and weakness against an unused card if"
         " there are any: a card is too weak if hardly anybody uses it, or if its worth exceeds"
         f" that of an unused card by less than {floor.WEAK_PART:.0%} of the margin. Otherwise both"
         f" are judged by the margin. Margins: {_margins()}."),
        ("Not used, misplayed",
         f"A card is not used if fewer than {floor.UNUSED:.0%} of its holders are shown to use it."
         " Such a card takes the place of an average one in a hand, whatever its text: its dealt"
         " effect is minus the worth of an average card. This baseline of an unused card is"
         " estimated from all cards that are not used. A card is misplayed if being dealt it is"
         " shown to be worth less than the baseline, so that not using it would be better. Both"
         " statements are about the players, not the card."),
        ("Worth of using a card",
         "Worth compared with an unused card, divided by the share of holders who use it: being"
         " dealt the card is the instrument (Wald 1940; Imbens, Angrist 1994). Assumptions: hands"
         " are random, nobody uses a card without being dealt it, and a card that is held and not"
         " used is worth the baseline."),
        ("Fixed",
         "A change of a card counts as fixing it if the card was shown to be too strong or too"
         " weak before, and is shown to be balanced now or has moved towards the average card by"
         " more than chance, on equal deals."),
        ("Luck",
         "Results are shown without adjustment. Control variates based on the luck in a game"
         " (Burch, Schmid, Moravcik, Morrill, Bowling 2018) were tried for greedy players and"
         " planners: at no table were the games they save worth the time they take."),
        ("What this does not say",
         "How people would do, and what a card is worth to a player who plans for it. An interval"
         " that contains 0 is not proof of equality."),
    )  # fmt: skip


def _margins() -> str:
    """The margins below which a difference does not matter, by measure."""
    said: dict[str, None] = {}
    for one in catalogue().values():
        if one.judged and one.estimand in ("dealt", "available"):
            share = one.margin_of_share
            size = (
                f"{share:.0%} of an equal share of wins" if share else f"{one.margin:g} {one.unit}"
            )
            said[f"{one.label}, ±{size}"] = None
    return "; ".join(said)


GLOSSARY = (
    ("Ruleset", "An edition with changes, modules, rulings and options; its hash changes with"
     " anything that matters in play, and only with that."),
    ("Policy", "A program that plays. All seats of a game have the same policy unless stated"
     " otherwise."),
    ("Deal", "The decks, tiles, dice and start player that a seed and the number of a game fix."
     " If luck is split into deal and chance, the dice are part of chance."),
    ("Win rate", "A shared win counts 1/2, 1/3 or 1/4 for each seat that shares it."),
    ("Percentage points", "The difference between two shares: from 50% to 53% are 3 points."),
    ("Ruling", "The reading that is played if the sources are silent or disagree; other readings"
     " can be chosen."),
    ("Assumed", "A printed value that no source available here gives: a default reasoned from the"
     " rest of the game, with a plausible range."),
    ("Completion", "One draw of all assumed values from their plausible ranges. If a finding is"
     " repeated under many completions, the report shows in how many its verdict is the same, and"
     " how far they move the estimate beyond the noise of sampling."),
    ("Clause", "One rule of a rulebook or card in our own words, with its source and its tests."),
    ("Joint interval", "An interval that covers together with those of all others of its family."),
)  # fmt: skip


def build(results: Results) -> Page:
    known = facts.describe_policies(results.policies)
    return Page(
        key=KEY,
        title="Method",
        short="Method",
        lead="What is estimated, how sure it is, what was played, and how to reproduce it.",
        sections=[
            Section("estimands", "What is estimated", [Terms(ESTIMANDS)]),
            Section("sure", "How sure it is", [Terms(sure())]),
            *validation.sections(),
            Section("games", "The games behind it", [
                tables.runs_table(results),
                Prose("A seed and the number of a game fix the deal: the decks, tiles, dice and"
                      " start player. All rulesets were played with the same seeds, so their games"
                      " can be compared deal by deal."),
                *_longer(results),
                Terms(list(known.items())),
            ]),
            Section("again", "Reproduce", [
                Prose("The same seeds give the same games on any number of workers, and the same"
                      " games give these pages to the last byte. The whole report:"),
                Code(results.command),
                Prose("Its runs alone:"),
                Code("\n".join(run.command for run in results.runs)),
            ]),
            Section("rulings", "Rulings in force", [_rulings(results), *_assumed(results)]),
            Section("glossary", "Glossary", [Terms(GLOSSARY, "term")]),
        ],
    )  # fmt: skip


def _longer(results: Results) -> list[Prose]:
    """Which results come from the saved estimates of a longer run, if there is one."""
    longer = [run for run in results.judged_runs if run.games > results.games(run.config)]
    if not longer:
        return []
    parts = [
        f"{count(one.games)} games of {names.players(one.config.policy, one.config.players)}"
        f" ({names.ruleset(one.config.rules)})"
        for one in longer
    ]
    return [Prose("Verdicts on cards, changes of cards and seats, and mean scores come from a"
                  " longer run whose estimates are saved with the suite:"
                  f" {listing(parts)}.")]  # fmt: skip


def _rulings(results: Results) -> Table | Prose:
    if not results.facts.rulings:
        return Prose("The model does not know these labels; the rulings in force are in the"
                     " manifests of the runs.")  # fmt: skip
    rows = [
        (one.question, one.played, "; ".join(one.others) or "–", one.reason)
        for one in results.facts.rulings
    ]
    caption = "Questions that the sources leave open, and what was played"
    return Table(caption, ("Question", "Played", "Other readings", "Why"), rows, words=True,
                 brief=True)  # fmt: skip


def _assumed(results: Results) -> list[Prose | Items]:
    if not results.facts.assumed:
        return []
    return [Prose("Printed values that are probable, not certain:"),
            Items(results.facts.assumed)]  # fmt: skip
