"""The method: what is estimated, how sure it is, what was played, how to reproduce it, words."""

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
     " relative to an average card in its place. Seats that face the card are left out: with them,"
     " the effect on wins would be 8/7 of this with four players."),
    ("Played difference",
     "Among seats that were dealt the card: those that played it minus those that did not."
     " Descriptive. Playing is a decision that good positions make easier."),
    ("Playing a card in its round",
     "Outcome of the game as it came about minus that of the same deal in which, from the beginning"
     " of that turn, the player is kept from the card: for good, or until the next round. Causal"
     " for the players who play, where they themselves play the card (an effect on the treated)."
     " Rounds differ in their positions; waiting a round is compared within one position."),
    ("Paired difference",
     "Mean over deals of the game under one ruleset minus the game of the same deal under the"
     " other. The deal's luck cancels as far as the rules allow; the page on the editions says by"
     " how much."),
    ("Seat advantage",
     "A seat's share of wins minus one divided by the number of players; its mean VP minus that of"
     " all seats. All seats are played by the same policy."),
    ("Counts of cards",
     "How often a card reached a player, was used, in which round, and the VP that it brought."
     " Descriptive: a guest is taken by those whom it suits."),
    ("Rating",
     "Each player has a worth, and finishes before another with the chance that its worth has in"
     " the sum of both, whoever else plays (Luce 1959; Plackett 1975). Every table is read as all"
     " pairs of its seats (Azari Soufiani et al. 2013); a shared rank is half a win each. Maximum"
     " likelihood by Luce spectral ranking (Maystre, Grossglauser 2015), with one drawn game added"
     " to every pair that met. 400 points are odds of 10 to 1."),
    ("Skill and luck",
     "The same deal is played at all rotated seats, several times with other chance after the"
     " set-up. The variance of a result is the sum of what player, seat, deal and chance add, alone"
     " and together (Hoeffding 1948; Sobol' 1993), estimated without bias by the analysis of"
     " variance of the balanced design (Searle, Casella, McCulloch 1992)."),
)  # fmt: skip


def sure() -> tuple[tuple[str, str], ...]:
    """How sure it is, in the words and numbers of what computes it."""
    return (
        ("Intervals",
         f"{stats.LEVEL:.0%}. Seats of one game are not independent, nor are games that share a"
         " deal, so standard errors are clustered by deal: linearisation of the ratio, from"
         " per-deal sums (Särndal, Swensson, Wretman 1992; Cameron, Miller 2015). Proportions with"
         " one trial a deal: Wilson (1927). Ratings and shares of variance: Bayesian bootstrap"
         f" over deals (Rubin 1981). Fewer than {stats.MIN_ARM} observations on a side give no"
         " estimate."),
        ("Many tests",
         f"q-values control the false discovery rate at {families.FDR:.0%}: of what is marked,"
         f" about one in {1 / families.FDR:.0f} or fewer is expected to be marked by chance. "
         + " ".join(
            f"Tests {one.tests}: {one.together} ({one.source}, because {one.because})."
            for one in families.FAMILIES
        )
         + " Where the text names the largest or smallest of many, its interval is a joint one"
         " (Bonferroni), which holds for all of them at once."),
        ("Too strong, too weak, balanced, undecided",
         "A model of all cards of a kind (Kiefer, Wolfowitz 1956, smoothed) gives each card the"
         " probability that it lies above, below or between two limits. Verdicts are given to the"
         " most cards for which their mean probability of being wrong is at most"
         f" {decide.LEVEL:.0%} (Müller, Parmigiani, Robert, Rousseau 2004), if each is right with a"
         f" probability of {decide.OWN:.0%} or more: then at most {decide.PROMISE:.0%} are wrong in"
         " families of planted truths. The others are undecided."
         " Strength is judged against an average card, weakness against a card that is not used,"
         " where some are: a card is too weak if hardly anybody uses it, or if it is worth less"
         f" than {floor.WEAK_PART:.0%} of the margin more than an unused one. Else both are judged"
         f" by the margin. Margins: {_margins()}."),
        ("Not used, misplayed",
         f"A card is not used if it is shown that fewer than {floor.UNUSED:.0%} of its holders use"
         " it. Such a card takes the place of an average one in a hand, whatever it says: its"
         " dealt effect is minus the worth of an average card, the floor, which is estimated from"
         " all cards that are not used. A card is misplayed if to be dealt it is shown to be worth"
         " less than the floor: to leave it would be better. Both are said of the players, not of"
         " the card."),
        ("Worth of using a card",
         "Worth against an unused card over the share of holders who use it: being dealt the card"
         " is the instrument (Wald 1940; Imbens, Angrist 1994). Assumed: hands are random, nobody"
         " uses a card without being dealt it, and a card that is held and not used is worth the"
         " floor."),
        ("Fixed",
         "A change of a card counts as fixing it if the card was shown to be too strong or too"
         " weak before, and is shown to be balanced now or has moved towards the average card by"
         " more than chance, on equal deals."),
        ("Luck",
         "Results are shown as they were played. Control variates made of what chance gave in a"
         " game (Burch, Schmid, Moravcik, Morrill, Bowling 2018) were tried for greedy players and"
         " planners: at no table did the games that they save pay for the time that they take."),
        ("What this does not say",
         "How people would fare, and what a card is worth to a player who plans for it. An interval"
         " that contains 0 is not proof of equality."),
    )  # fmt: skip


def _margins() -> str:
    """What makes no odds, by what is judged."""
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
    ("Policy", "A program that plays. All seats of a game have the same one unless it says"
     " otherwise."),
    ("Deal", "The decks, tiles, dice and start player that a seed and the number of a game fix."
     " Where luck is split into deal and chance, the dice are part of chance."),
    ("Win rate", "A shared win counts 1/2, 1/3 or 1/4 for each seat that shares it."),
    ("Percentage points", "The difference between two shares: from 50% to 53% are 3 points."),
    ("Ruling", "What is played where the sources are silent or disagree; others can be chosen."),
    ("Assumed", "A printed value that no source available here gives: a default reasoned from the"
     " rest of the game, with a plausible range."),
    ("Completion", "One draw of all assumed values from their plausible ranges. Where a finding is"
     " repeated under many, it is said in how many its verdict is the same, and how far they move"
     " the estimate beyond the noise of sampling."),
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
                Prose("A seed and a number of a game fix the deal: the decks, tiles, dice and start"
                      " player. All rulesets were played with the same seeds, so their games can be"
                      " compared deal by deal."),
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
    """What rests on the saved estimates of a longer run, if the report has one."""
    longer = [run for run in results.judged_runs if run.games > results.games(run.config)]
    if not longer:
        return []
    parts = [
        f"{count(one.games)} games of {names.players(one.config.policy, one.config.players)}"
        f" ({names.ruleset(one.config.rules)})"
        for one in longer
    ]
    return [Prose("Verdicts on cards, changes of cards and seats, and mean scores rest on a longer"
                  f" run whose estimates are saved with the suite: {listing(parts)}.")]  # fmt: skip


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
    return [Prose("Printed values that are likely rather than certain:"),
            Items(results.facts.assumed)]  # fmt: skip
