"""What the hook's clock ends halfway can be done again: a server goes on after its first answer."""

import signal
import subprocess
import sys

import pytest

from tiers import one_in

ENDED_WHILE_LOADING = """
import sys
from commonplace.hook import clock

class Slow:
    def find_spec(self, name, *_):
        while name == sys.argv[1]:
            pass

sys.meta_path.insert(0, slow := Slow())
clock.start(0.05)
try:
    import yaml
except clock.OutOfTimeError:
    print("ended")
clock.stop()
sys.meta_path.remove(slow)
import yaml
print(yaml.safe_load("port: 6001"))
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such clock")
@pytest.mark.parametrize("part", one_in(3, ["yaml.tokens", "yaml.dumper", "yaml._yaml"]))
def test_a_package_whose_loading_was_ended_can_be_loaded_again(part: str) -> None:
    words = [sys.executable, "-I", "-c", ENDED_WHILE_LOADING, part]

    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.stdout.splitlines() == ["ended", "{'port': 6001}"], done.stderr
