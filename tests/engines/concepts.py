"""An embedder that knows a few things by several names: meaning that a test can foresee."""

from collections.abc import Sequence
from math import sqrt

from commonplace.core.ports import EmbedderIdentity, Progress
from commonplace.core.tokens import content_tokens
from commonplace.engines.embedders.arrays import pack_row
from commonplace.engines.local.spaces import MULTILINGUAL
from commonplace.engines.local.vectors import EmbedderChoice

CONCEPTS = (
    ("port", "端口", "socket"),
    ("restart", "重启", "reboot"),
    ("cache", "缓存"),
    ("lock", "锁"),
    ("deploy", "部署", "rollout"),
    ("car", "automobile", "汽车"),
)
DIMENSION = 16


class ConceptEmbedder:
    """One direction for each concept; a text without any lies on none of them."""

    def __init__(self, version: str = "1") -> None:
        self.identity = EmbedderIdentity(
            name="concepts", version=version, dimension=DIMENSION, weights="none"
        )
        self.embedded: list[str] = []
        """Every text that was embedded as a passage."""
        self.questions: list[str] = []
        """Every text that was embedded as a question."""

    def embed_query(self, text: str) -> tuple[float, ...]:
        self.questions.append(text)
        return self._vector(text)

    def _vector(self, text: str) -> tuple[float, ...]:
        spoken = {*content_tokens(text), *text.lower().split()}
        found = [float(any(name in spoken for name in names)) for names in CONCEPTS]
        vector = [*found, *[0.01] * (DIMENSION - len(found))]
        length = sqrt(sum(value * value for value in vector))
        return tuple(value / length for value in vector)

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
        self.embedded += texts
        return b"".join(pack_row(self._vector(text)) for text in texts)


JUDGE = (-4.0, 8.0, *[0.0] * 8), (8.0, 0.5), (-20.0, *[0.0] * 4), b""


def choice(embedder: ConceptEmbedder | None = None, space: int = MULTILINGUAL) -> EmbedderChoice:
    known = embedder or ConceptEmbedder()
    return EmbedderChoice(space=space, open=lambda: known, judge=JUDGE)
