"""An agent that does what the session block and the skills say gets the memory, and its use is counted."""

import json

import pytest
from fake_models import FakeModel
from literal_model import LiteralModel
from programs import Program

pytestmark = pytest.mark.hosts

INVOICES = "\n\n".join(
    (
        "Invoices that the tax office sends back go through the blue queue once more.",
        *(f"Step {number} is to compare page {number} with its copy." for number in range(1, 40)),
        "Whoever cannot wait for the nightly run signs it with the code word heliotrope.",
    )
)
PROMPT = "The office has refused a customer's invoices again; finish the job, please."
DETAIL = "heliotrope"


def used(program: Program) -> list[str]:
    """Return every memory whose use was counted, as often as it was."""
    state = program.home / ".local" / "state" / "commonplace"
    lines = [line for path in state.glob("*/usage.jsonl") for line in path.read_text().split("\n")]
    return [name for line in filter(None, lines) for name in json.loads(line)["ids"]]


@pytest.mark.parametrize("way", ["tool", "command", "skill"])
def test_a_model_that_does_what_it_is_told_gets_the_memory_and_its_use_is_counted(
    wired: Program, model: FakeModel, way: str
) -> None:
    wired.commonplace("remember", INVOICES, "--yes")
    model.script = LiteralModel(way, PROMPT)

    wired.ask(PROMPT)

    assert "[contents]" in model.said(0)
    assert DETAIL not in model.said(0), "nothing had to be asked for"
    assert DETAIL in model.said()
    assert used(wired) == ["MEM-invoices-tax-office"]
