"""What engines that live elsewhere must keep to."""

REQUIREMENTS: dict[str, tuple[str, str]] = {
    "engines.fresh": (
        "DESIGN 9",
        "on every engine a write, edit, burial, restoration, move or deletion is in the next answer",
    ),
    "engines.overlap": (
        "DESIGN 9",
        "the top five of every engine share a stated part with those of the embedded one",
    ),
    "engines.silent": (
        "DESIGN 9",
        "an engine's answers are its own; one that is cut off gives the embedded answer and says so",
    ),
    "engines.filters": (
        "DESIGN 9",
        "topic, kind, tag, day, layout and trust mean the same on every engine",
    ),
    "engines.readers": (
        "reliability 1.4",
        "readers run no DDL: whoever asks an index that is there changes nothing in it",
    ),
    "postgres.ranking": (
        "DESIGN 9",
        "the server ranks as the embedded engine does: same confidence, 99 % of the top five",
    ),
    "postgres.fresh": (
        "DESIGN 9",
        "a write, change, rename, tombstone or deletion is seen by the next question",
    ),
    "postgres.branches": (
        "DESIGN 9",
        "machines whose files differ share what is alike, and none is served another's text",
    ),
    "postgres.trust": (
        "DESIGN 12",
        "what one machine approved is not approved on another",
    ),
    "postgres.incremental": ("engines 2", "only what the server lacks is brought, by content"),
    "postgres.derived": ("DESIGN 1", "the copy can be made again from the files at any time"),
    "postgres.gc": ("DESIGN 9", "old versions are cleared out, and never what somebody holds"),
    "postgres.meaning": ("engines 2", "words and meaning in one answer, with pgvector"),
    "postgres.words-only": ("engines 2", "without pgvector words answer, and status says so"),
    "postgres.many": ("engines 2", "forty clients at once, each answered from its own files"),
    "postgres.silent": (
        "DESIGN 9",
        "an answer that the server did not give is never given as the server's",
    ),
    "postgres.stopped": (
        "DESIGN 9",
        "a server that stops or stands still costs a mark and a bounded time, not the answer",
    ),
    "postgres.reconnects": ("engines 2", "a restarted server is asked again by itself"),
    "postgres.failover": (
        "engines 2",
        "the primary dies, a standby is promoted, and recall goes on",
    ),
    "postgres.migrations": (
        "engines 2",
        "tables are made once, by whoever owns the database, however many try at once",
    ),
    "postgres.separation": (
        "reliability 3.6",
        "each table, each verb, pooled connections, tenant unset: no foreign row",
    ),
    "postgres.partitions": (
        "engines 2",
        "a team's postings are spread over the partitions, and those kept before are moved",
    ),
    "postgres.pinned": ("reliability 3.6", "a login bound to a team can never be another one"),
    "postgres.owner": ("reliability 3.6", "all work is done as a role that owns nothing"),
    "postgres.config": (
        "DESIGN 12",
        "a project's file names neither a server nor the engine that needs one",
    ),
}
