"""Lint on every layout, checks for a team's build, and anchors in code."""

REQUIREMENTS = {
    "A2.lint.checks": ("seed formats A2", "lint makes mem-skill's seven checks on every layout"),
    "A2.lint.output": ("seed formats A2", "lint prints the original's report, section by section"),
    "A2.lint.fixes": ("seed formats A2", "each issue is fixed by choice: merge, link, stale"),
    "A2.lint.log": ("seed formats A2", "the log says that a health check was made"),
    "A3.lint": ("seed formats A3", "stale after six months without Updated; a gap below two"),
    "lint.archive": ("design 7", "an archived memory is a tombstone that nothing collects"),
    "lint.bounded": ("design 7", "pairs are found through rare words, never each with every other"),
    "D2.ci": ("seed formats D2", "check --ci stops a build for rows and links that lead nowhere"),
    "ci.findings": ("design 7", "check --ci finds bad formats, links, secrets, contradictions"),
    "ci.forms": ("design 7", "it speaks lines, annotations on GitHub, and JSON"),
    "ci.ready": ("design 7", "the action and the pre-commit entry run as they are"),
    "D3.health": ("seed formats D3", "duplicates, conflicts and index consistency are counted"),
    "anchors.states": ("design 4", "quoted lines are ok, moved, changed or gone, in any language"),
    "anchors.carried": ("design 4", "every layout carries quotations in a memory's own text"),
    "anchors.recall": ("design 4", "changed is told at recall, gone is never injected"),
    "anchors.verify": ("design 4", "only verify notes a day, and never for lines that are gone"),
    "anchors.inside": ("design 4", "what is quoted and checked stays inside the project"),
}
