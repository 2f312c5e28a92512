"""Every number that recall depends on, in one place, with the figures that chose it.

Measured by `make bench` on the development data (docs/benchmarks.md). R@10 is recall at ten over
the turns of LoCoMo's conversations, one index for each; a difference under one point is noise.
"""

from __future__ import annotations

from commonplace.core.commonness import MATTER_MINILM, MATTER_UNIVERSAL

K1 = 0.9
"""How fast a repeated word stops counting. 1.2 with B = .75, everybody's default, costs 1.7 points of
MRR on turns (53.3 for 55.0) and .9 of R@1 on XQuAD English."""

B = 0.4
"""How much a long passage pays for its length. 0 gains 1.6 points of MRR on turns and loses 2.0 of
R@1 on the note set; .75 loses 1.4 and 1.0."""

NEIGHBOURS = (0.5, 0.25)
"""What a word is worth in a passage that lacks it, when it stands one or two passages away.

A word counts once: R@10 65.8 -> 74.3, and the note set keeps its R@1 of 72.8. Adding up the
neighbours' whole scores (.3, .1, and .6 of the note's best) gives 74.4 but 64.0 on the note set: long
notes that repeat one word then win over short ones that answer.
"""

SAME_NOTE = 0.1
"""What such a word is worth when it stands anywhere else in the note."""

NOTE_SUPPORT = 0.4
"""What a passage gets of the mean of its note's best passages: R@10 74.3 -> 75.6, R@5 on
the note set 83.2 -> 84.7."""

NOTE_SUPPORT_TOP = 3
"""How many of the best passages speak for the note."""

LINK_SUPPORT = 0.1
"""What a memory that was found gets from one that links to it and was found too."""

CANDIDATES = 80
"""How many passages stay in the race after the first count: 60 and 200 give the same R@10 of 74.7
when all conversations share one index, and fewer cost less."""

PLENTY = 5
"""Times as many passages named by rarer words make a common word open no new candidates."""

MEANING = 0.5
"""How many of the words' spreads one spread of the cosine is worth.

With the full model and every cosine exact, R@10 on turns / on the note set: 0 gives 75.6 / 90.7, .3 76.8 / 93.2, .5 77.0
/ 94.7, .7 76.7 / 94.7, 1 76.6 / 94.7; above .5, R@1 on turns falls (37.5, 36.3, 35.2).
"""

MEANING_NEIGHBOUR = 0.5
"""What a passage gets of its better neighbour's cosine: R@10 on turns 74.1 -> 76.6 where meaning weighs
most, nothing elsewhere."""

LEAST_WORD_SPREAD = 4.0
"""Words that tell the candidates apart by less than this hardly met: a spread of 1 gives them as
much say as good ones and costs nine points of R@1 across languages (58.4 for 67.7)."""

LEAST_COSINE_SPREAD = 0.08
"""Cosines closer together than this do not tell candidates apart; books of 5 notes need it most."""

FEWEST_FOR_SPREAD = 50
"""Of fewer candidates the spread of the cosines is assumed, not measured: among four, even the only
one that means the prompt stands less than two spreads above the mean, and a chance word beats it."""

USUAL_COSINE_SPREAD = 0.12
"""That assumption: the full model's on turns is .13, the table's .13; on paragraphs .10 and .11."""

MEANING_CANDIDATES = 100
"""How many passages meaning names; 50 and 120 give the same R@10."""

COMPARED_PASSAGES = 200
"""Of what words named, so many passages have their meaning compared too: 80 cost a point of MRR."""

GATE = (
    -4.39,
    *(5.71, -5.24, 1.17, 1.72, 1.64, -0.28, 0.77),
    *(10.26, 3.95, 0.48, -3.03, 0.14, -6.39, -0.91, -0.83),
)
"""The bias and what each signal of `core.gate` adds to the odds that a memory answers, by words alone."""

JUDGE_WORDS = (
    (0.76, 0.0, 0.83, 0.32, -0.08, -0.34, -1.86, 1.93, 0.23, 0.42),
    (0.0, 6.78),
    (0.63, 0.59, 1.32, 0.14, 0.0),
    b"",
)
JUDGE_MINILM = (
    (-3.94, 13.34, 0.32, 0.09, -0.1, -0.79, -4.39, 3.69, 1.42, 0.59),
    (15.34, 4.34),
    (-1.99, 0.66, 1.48, 0.08, 0.14),
    MATTER_MINILM,
)
JUDGE_UNIVERSAL = (
    (2.08, 11.28, 0.56, 0.08, -0.17, -0.63, -3.11, 1.82, -0.04, 1.07),
    (16.23, 6.13),
    (-1.05, 0.63, 1.42, 0.09, 0.53),
    MATTER_UNIVERSAL,
)
"""What `core.gate.Verdict` judges a prompt by: the bias and what each signal of its aim adds to the odds that one of the three
best answers; what nearness and words are worth for the order of notes; the bias and what each signal adds to the odds that one
note answers by itself. By words alone; with the English model; with the multilingual one."""

GATE_THRESHOLD = 0.5
"""Below this probability of the first hit the presets of the four systems stay silent, and whatever else
asks about a prompt as a whole."""

SPEAK = {"less": (0.97, 0.55), "normal": (0.93, 0.35), "more": (0.8, 0.2)}
"""From which probability on a memory is said, and from which probability that one of the best three answers they are
pointed at, for each value of `speak`."""

SURE = 0.93
"""From this confidence on, by words alone, a line is said and no model is asked."""

BESIDE_THE_BEST = 0.75
"""Beside the best hit only those are injected that reach this part of its score.

On the note set's dev half .6 hits 71 % with 46 % of the lines noise, .75 hits 70 % with 35 %, and the
best line alone 67 % with 20 %.
"""

FEWEST_PASSAGES = 60
"""A smaller book is weighed as if it had so many: without it the first note was never relevant."""
